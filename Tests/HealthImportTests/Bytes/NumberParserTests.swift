import HealthImport
import Testing

@Suite("NumberParser reads decimal numbers exactly")
struct NumberParserTests {
  private func parse(_ text: String) -> Double? {
    Array(text.utf8).withUnsafeBytes { NumberParser.double($0) }
  }

  @Test("The number formats of exports")
  func forms() {
    #expect(parse("12") == 12)
    #expect(parse("-0.5") == -0.5)
    #expect(parse("+3") == 3)
    #expect(parse("1064.09") == 1064.09)
    #expect(parse("74.78994492150784") == 74.78994492150784)
    #expect(parse("1e-05") == 1e-5)
    #expect(parse("6.02E23") == 6.02e23)
    #expect(parse(".5") == 0.5)
    #expect(parse("5.") == 5)
    #expect(parse(" 7 ") == 7)
    #expect(parse("00000000000000000000012.50") == 12.5)
  }

  @Test(
    "Any other text gives no number",
    arguments: [
      "", " ", "-", ".", "nan", "inf", "-Infinity", "0x10", "1,5", "1.2.3", "12 kg", "1e999", "--1", "1e", "e5", "٣",
    ])
  func garbage(text: String) {
    #expect(parse(text) == nil)
  }

  @Test("Random numbers are read back exactly", arguments: 0..<20)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let digits = Int.random(in: 1...17, using: &random)
      var text = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
      let point = Int.random(in: 0...digits, using: &random)
      text.insert(".", at: text.index(text.startIndex, offsetBy: point))
      if text.hasPrefix(".") { text = "0" + text }
      #expect(parse(text) == Double(text), "seed \(seed): \(text)")
    }
  }
}
