import HealthModel
import TestSupport
import Testing

@testable import Presentation

@Suite("English formatting")
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

  @Test("Numbers use the user's separators, replaced by ones that every terminal draws")
  func separators() {
    func number(_ group: String, _ decimal: String) -> String {
      var formatting = Formatting.english
      formatting.setSeparators(group, decimal)
      return formatting.number(1_234_567.25, 1)
    }
    #expect(number(".", ",") == "1.234.567,3")
    #expect(number("\u{202f}", ",") == "1 234 567,3")
    #expect(number("’", ".") == "1'234'567.3")
    #expect(number("", ".") == "1234567.3")
    #expect(number(",", "٫") == "1,234,567.3")
  }

  @Test("Dates and hours of other regions")
  func otherDates() {
    var formatting = Formatting.english
    formatting.dateStyle = .monthDay
    formatting.hasTwelveHours = true
    let day = SampleDays.today
    #expect(formatting.longDate(day) == "Thursday, November 19, 2026")
    #expect(formatting.shortDate(day) == "Thu Nov 19")
    #expect(formatting.dates(day.monday...(day.monday + 6), false) == "November 16 – 22, 2026")
    #expect(formatting.dates((day.monday + 14)...(day.monday + 20), true) == "November 30 - December 6, 2026")
    #expect(formatting.dates((day + 39)...(day + 45), true) == "December 28, 2026 - January 3, 2027")
    #expect(formatting.dateOrder == .monthFirst)
    #expect([0, 1, 11, 12, 13, 23].map(formatting.hour) == ["12 am", "1 am", "11 am", "12 pm", "1 pm", "11 pm"])
    #expect(formatting.time(hour: 0, minute: 5) == "12:05 am")
    formatting.hasTwelveHours = false
    formatting.dateStyle = .iso
    #expect(formatting.time(hour: 7, minute: 5) == "07:05")
    #expect(formatting.longDate(day) == "Thursday 2026-11-19")
    #expect(formatting.shortDate(day) == "Thu 11-19")
    #expect(formatting.dates(day...(day + 1), true) == "2026-11-19 - 2026-11-20")
    formatting.distanceUnit = .miles
    #expect(formatting.distance(5_000) == "3.1 mi")
  }

  @Test("Missing facts are omitted")
  func facts() {
    func facts(_ steps: Double, _ distance: Double) -> [String] {
      Formatting.english.facts(of: DayActivity(day: SampleDays.today, steps: steps, distance: distance))
    }
    #expect(facts(0, 0).isEmpty)
    #expect(facts(0.6, 0).isEmpty)
    #expect(facts(1, 0) == ["1 step"])
    #expect(facts(4_321.9, 3_100) == ["4,321 steps", "3.1 km"])
    #expect(facts(4_321.999_999_999_9, 0) == ["4,322 steps"])
    // As a goal for the distance is beside it.
    #expect(facts(0, 11_990) == ["11.9 km"] && facts(0, 12_000) == ["12.0 km"] && facts(0, 120_990) == ["120 km"])
  }

  @Test(
    "A day relative to today",
    arguments: [
      (0, "today"), (1, "yesterday"), (2, "2 days ago"), (132, "132 days ago"), (-1, "tomorrow"), (-3, "in 3 days"),
    ])
  func places(ago: Int, expected: String) {
    #expect(DayWords.distance(of: SampleDays.today - ago, from: SampleDays.today) == expected)
  }
}
