import HealthModel
import Testing

@testable import Dashboard

@Suite("English words")
struct FormattingTests {
  @Test(
    "Numbers are grouped and rounded",
    arguments: [
      (0, 0, "0"), (999, 0, "999"), (1000, 0, "1,000"), (1_234_567, 0, "1,234,567"), (6.12, 1, "6.1"), (6.0, 1, "6.0"),
      (9.96, 1, "10.0"), (-1500, 0, "-1,500"), (-0.2, 0, "0"), (0.05, 2, "0.05"), (.nan, 0, "?"), (.infinity, 1, "?"),
    ] as [(Double, Int, String)])
  func numbers(value: Double, decimals: Int, expected: String) {
    #expect(Formatting.english.number(value, decimals) == expected)
  }

  @Test("Dates")
  func dates() {
    let day = SampleDays.today
    #expect(Formatting.english.longDate(day) == "Thursday 19 November 2026")
    #expect(Formatting.english.shortDate(day) == "Thu 19 Nov")
    #expect(Formatting.english.weekday(day) == "Thu")
    #expect(Formatting.english.dates(day.monday...(day.monday + 6), false) == "16 – 22 November 2026")
    #expect(Formatting.english.dates((day.monday + 14)...(day.monday + 20), true) == "30 November - 6 December 2026")
    #expect(Formatting.english.dates((day + 39)...(day + 45), false) == "28 December 2026 – 3 January 2027")
  }

  @Test("Distances", arguments: [(0, "0.0 km"), (6120, "6.1 km"), (123_456, "123 km")] as [(Double, String)])
  func distances(metres: Double, expected: String) {
    #expect(Formatting.english.distance(metres) == expected)
  }

  @Test(
    "Where a day lies",
    arguments: [
      (0, "today"), (1, "yesterday"), (2, "2 days ago"), (132, "132 days ago"), (-1, "tomorrow"), (-3, "in 3 days"),
    ])
  func places(ago: Int, expected: String) {
    #expect(DayWords.distance(of: SampleDays.today - ago, from: SampleDays.today) == expected)
  }
}
