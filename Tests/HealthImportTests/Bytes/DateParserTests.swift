import FoundationEssentials
import HealthImport
import HealthModel
import Testing

@Suite("DateParser reads printed dates")
struct DateParserTests {
  private func parse(_ text: String) -> (seconds: Double, offset: Int)? {
    var parser = DateParser()
    return Array(text.utf8).withUnsafeBytes { parser.instant($0) }.map { ($0.date.timeIntervalSince1970, $0.offset) }
  }

  @Test("The format of exports, and similar ones")
  func forms() {
    for text in [
      "2019-01-11 03:18:29 +0100", "2019-01-11T03:18:29+01:00", "2019-01-11 02:18:29Z", "2019-01-11 03:18:29 +01",
      "20190111031829+0100", "20190111021829Z", "20190110204829-05:30", "2019-01-11T02:18:29 Z",
      "2019-01-10 20:48:29 -0530", "2019-01-11 03:18:29.0 +0100",
    ] {
      #expect(parse(text)?.seconds == 1_547_173_109, "\(text)")
    }
    #expect(parse("2019-01-11 03:18:29.25 +0100")?.seconds == 1_547_173_109.25)
    #expect(parse("2019-01-11 03:18:29 +0100")?.offset == 3_600)
    #expect(parse("2019-01-10 20:48:29 -0530")?.offset == -19_800)
    #expect(parse("1969-12-31 23:59:59 +0000")?.seconds == -1)
    #expect(parse("2024-02-29 00:00:00 +0000")?.seconds == 1_709_164_800)
  }

  @Test(
    "Text that is not an instant gives none",
    arguments: [
      "\0\0\0\0\0\0\0\0\0\0 06:18:13+18:13",
      "", "20190111031829", "20190111031829 +0100", "20191311031829+0100", "201901110318+0100", "2019-01-11",
      "2019-01-11 03:18:29", "2019-02-29 03:18:29 +0100", "2019-13-11 03:18:29 +0100",
      "2019-01-11 24:18:29 +0100", "2019-01-11 03:60:29 +0100", "2019-01-11 03:18:29 +2500",
      "11.01.2019 03:18:29 +0100",
      "2019-01-11 03:18:29 CET", "2019-01-11 03:18:29 +0100 x", "2019-01-11 03:18:29.+0100",
      "2019/01/11 03:18:29 +0100",
      "2019-01-11 3:18:29 PM +0100", "0000-00-00 00:00:00 +0000", "2019-01-11x03:18:29 +0100",
    ])
  func garbage(text: String) {
    #expect(parse(text) == nil)
  }

  @Test("A parser that has parsed other days parses every day correctly", arguments: 0..<10)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var parser = DateParser()
    for _ in 0..<500 {
      let day = Day(number: Int.random(in: 16_000...16_003, using: &random))
      let second = Int.random(in: 0..<86_400, using: &random)
      func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
      let text = "\(day) \(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60)) -0200"
      let found = Array(text.utf8).withUnsafeBytes { parser.instant($0) }
      #expect(
        found?.date.timeIntervalSince1970 == Double(day.number * 86_400 + second + 7_200), "seed \(seed): \(text)")
    }
  }

  @Test("Days are parsed from civil dates and nothing else")
  func days() {
    func day(_ text: String) -> Day? { Array(text.utf8).withUnsafeBytes { DateParser.day($0) } }
    #expect(day("2024-03-04") == Day(year: 2024, month: 3, day: 4))
    #expect(day("1969-12-31")?.number == -1)
    #expect(day("2024-02-30") == nil)
    #expect(day("2024-03-04 ") == nil)
    #expect(day("") == nil)
  }
}
