import Curses
import TerminalModel
import Testing

@Suite struct TerminalRepliesTests {
  @Test("Real replies of terminals are parsed")
  func replies() {
    let xterm = TerminalReplies(
      bytes:
        "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?2026;0$y\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28c"
        .utf8)
    #expect(xterm.version == "XTerm(379)" && xterm.background == RGB(0, 0, 0))
    #expect(xterm.synchronizedOutput == false && xterm.isComplete)
    let kitty = TerminalReplies(
      bytes: "\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?62;c".utf8)
    #expect(kitty.version == "kitty(0.26.5)" && kitty.background == RGB(0x1E, 0x1E, 0x2E))
    #expect(kitty.synchronizedOutput == true && kitty.isComplete)
    // An older VTE supports neither XTVERSION nor DECRQM.
    let vte = TerminalReplies(bytes: "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}\u{1B}[?65;1;9c".utf8)
    #expect(vte.version == nil && vte.background == RGB(255, 255, 255) && vte.isComplete)
    #expect(!TerminalReplies(bytes: "\u{1B}P>|kitty(0.26.5)".utf8).isComplete)
  }

  @Test(
    "A background is parsed in each of X's notations",
    arguments: [
      ("rgb:ff/80/00", RGB(255, 128, 0)), ("rgb:f/8/0", RGB(255, 136, 0)), ("rgb:ffff/8080/0000", RGB(255, 128, 0)),
      ("rgba:ffff/8080/0000/cccc", RGB(255, 128, 0)), ("#ff8000", RGB(255, 128, 0)), ("#f80", RGB(255, 136, 0)),
      ("rgb:ff/80", nil), ("rgb:fffff/0/0", nil), ("rgb:gg/00/00", nil), ("#ff80", nil), ("?", nil), ("", nil),
    ] as [(String, RGB?)])
  func backgrounds(text: String, expected: RGB?) {
    #expect(TerminalReplies(bytes: "\u{1B}]11;\(text)\u{7}".utf8).background == expected)
  }

  @Test("Another OSC reply is not taken for the background")
  func otherColors() {
    #expect(TerminalReplies(bytes: "\u{1B}]10;rgb:ff/ff/ff\u{7}".utf8).background == nil)
    #expect(TerminalReplies(bytes: "\u{1B}P1$r0m\u{1B}\\".utf8).version == nil)
  }

  @Test(
    "A background is light or dark",
    arguments: [
      (RGB(255, 255, 255), "", true), (RGB(0, 0, 0), "", false), (RGB(0xFD, 0xF6, 0xE3), "", true),
      (RGB(0, 0, 255), "", false), (nil, "0;15", true), (nil, "15;0", false), (nil, "0;default;15", true),
      (nil, "12;8", false), (nil, "0;7", true), (nil, "default;default", nil), (nil, "", nil),
      (RGB(0, 0, 0), "0;15", false),
    ] as [(RGB?, String, Bool?)])
  func light(answer: RGB?, variable: String, expected: Bool?) {
    #expect(TerminalBackground.isLight(reported: answer, environment: ["COLORFGBG": variable]) == expected)
  }
}
