import TerminalModel
import Testing

@Suite struct PrintableTextTests {
  @Test(
    "Characters that could control a terminal are shown as escapes",
    arguments: [
      ("plain.zip", "plain.zip"), ("Größe 日本 👨‍👩‍👧", "Größe 日本 👨‍👩‍👧"), ("a\u{1B}[31mb\u{7}", "a\\x1B[31mb\\x07"),
      ("a\u{9B}2Jb\u{7F}", "a\\x9B2Jb\\x7F"), ("a\nringtop: b\r\tc", "a\\nringtop: b\\r\\tc"),
      ("a\u{202E}piz\u{2066}\u{2028}\u{FEFF}", "a\\u{202E}piz\\u{2066}\\u{2028}\\u{FEFF}"),
      ("\u{0}\u{E0041}", "\\x00\\u{E0041}"), ("", ""),
    ])
  func line(text: String, shown: String) {
    #expect(PrintableText.line(text) == shown)
  }

  @Test("The program's own line breaks are kept")
  func lines() {
    #expect(PrintableText.lines("a\tb\nc\u{1B}[0m\r\n") == "a\tb\nc\\x1B[0m\\r\n")
  }

  @Test("Printed text cannot control a terminal, whatever its content")
  func everyScalar() {
    for value in UInt32(0)...0x2FFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = PrintableText.line("a" + String(scalar) + "b")
      #expect(!shown.unicodeScalars.contains { PrintableText.isUnsafe($0) })
      #expect(!shown.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
      #expect(PrintableText.line(shown) == shown)
      let ascii = PrintableText.ascii(scalar)
      #expect(ascii.isASCII && (ascii == scalar || ascii.value >= 0x20), "\(value)")
    }
  }

  @Test(
    "ASCII keeps letters and columns",
    arguments: [
      ("Größe – 5 °C … “q”", "Grose - 5 ?C ~ \"q\""), ("Ünïcödé Ångström Żółw", "Unicode Angstrom Zolw"),
      ("日x", "? x"), ("e\u{301}", "e"), ("╭─┬─╮│█▌░", "+-+-+|# ."), ("77 %", "77 %"),
      ("◔ 18%  ● 100%", ": 18%  @ 100%"),
    ])
  func ascii(text: String, expected: String) {
    let shown = PrintableText.ascii(text)
    #expect(shown == expected)
    #expect(TextWidth.columns(of: shown) == TextWidth.columns(of: text))
  }
}
