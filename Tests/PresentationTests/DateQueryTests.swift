import HealthModel
import TestSupport
import Testing

@testable import Presentation

@Suite("Typed dates")
struct DateQueryTests {
  @Test(
    "Typed dates are parsed; today is Thursday 19 November 2026",
    arguments: [
      ("2026-11-19", "2026-11-19"), ("2024-02-29", "2024-02-29"), ("today", "2026-11-19"), ("t", "2026-11-19"),
      ("yesterday", "2026-11-18"), ("y", "2026-11-18"), ("-3", "2026-11-16"), ("-0", "2026-11-19"),
      ("+2", "2026-11-21"), ("-2w", "2026-11-05"), ("mon", "2026-11-16"), ("Monday", "2026-11-16"),
      ("thu", "2026-11-12"), ("fr", "2026-11-13"), ("sun", "2026-11-15"), ("19 nov", "2026-11-19"),
      ("20 nov", "2025-11-20"), ("Nov 1", "2026-11-01"), ("19 November 2024", "2024-11-19"),
      ("nov 19, 2024", "2024-11-19"), ("29 feb", "2024-02-29"), ("  mon  ", "2026-11-16"),
    ])
  func understood(text: String, expected: String) {
    #expect(DateQuery(text)?.day(today: SampleDays.today)?.description == expected)
  }

  @Test(
    "Dates are parsed in many notations",
    arguments: [
      ("14.11.2026", "2026-11-14"), ("14.11.", "2026-11-14"), ("14.11", "2026-11-14"), ("14.11.25", "2025-11-14"),
      ("20.11.", "2025-11-20"), ("2026/11/14", "2026-11-14"), ("2026.11.14", "2026-11-14"), ("20261114", "2026-11-14"),
      ("11/14", "2026-11-14"), ("14/11", "2026-11-14"), ("11/14/2024", "2024-11-14"), ("14-11-2026", "2026-11-14"),
      ("2026-11", "2026-11-01"), ("11/2026", "2026-11-01"), ("november", "2026-11-01"), ("dec", "2025-12-01"),
      ("nov 2024", "2024-11-01"), ("2025", "2025-01-01"), ("2026-W46", "2026-11-09"), ("2020-w53", "2020-12-28"),
      ("last friday", "2026-11-13"), ("last thursday", "2026-11-12"), ("next friday", "2026-11-20"),
      ("3 days ago", "2026-11-16"), ("a week ago", "2026-11-12"), ("two weeks ago", "2026-11-05"),
      ("3 months ago", "2026-08-19"), ("a year ago", "2025-11-19"), ("in 2 days", "2026-11-21"),
      ("the day before yesterday", "2026-11-17"), ("tomorrow", "2026-11-20"), ("last week", "2026-11-12"),
      ("last month", "2026-10-01"), ("this month", "2026-11-01"), ("last year", "2025-01-01"), ("-1m", "2026-10-19"),
      ("-1y", "2025-11-19"), ("19", "2026-11-19"), ("20", "2026-10-20"), ("31", "2026-10-31"),
      ("the 3rd", "2026-11-03"),
      ("14th of november 2024", "2024-11-14"), ("thu 19 nov", "2026-11-19"), ("14-nov-2026", "2026-11-14"),
      ("Sept 1", "2026-09-01"), ("3 days from now", "2026-11-22"),
    ])
  func manyWays(text: String, expected: String) {
    #expect(DateQuery(text)?.day(today: SampleDays.today)?.description == expected)
  }

  @Test("The locale's order decides which of two numbers is the day, unless only one order is valid")
  func orders() {
    func day(_ text: String, _ order: DateOrder) -> String? {
      DateQuery(text)?.day(today: SampleDays.today, order: order)?.description
    }
    #expect(day("10/11", .dayFirst) == "2025-11-10" || day("10/11", .dayFirst) == "2026-11-10")
    #expect(day("10/11", .monthFirst) == "2026-10-11")
    #expect(day("11/12/2025", .dayFirst) == "2025-12-11")
    #expect(day("11/12/2025", .monthFirst) == "2025-11-12")
    for order in [DateOrder.dayFirst, .monthFirst] {
      #expect(day("14/11/2026", order) == "2026-11-14")
      #expect(day("11/14/2026", order) == "2026-11-14")
      // With dots the day always comes first.
      #expect(day("11.12.2025", order) == "2025-12-11")
    }
  }

  @Test("Two numbers with a blank between them are not one")
  func blanks() {
    #expect(DateQuery("1 2") == nil && DateQuery("1, 2") == nil)
    #expect(DateQuery("19. 11. 2026")?.day(today: SampleDays.today)?.description == "2026-11-19")
    #expect(DateQuery("2026 11 19")?.day(today: SampleDays.today)?.description == "2026-11-19")
  }

  @Test("In the future direction, a weekday or a day of the month is the next one")
  func future() {
    func day(_ text: String) -> String? {
      DateQuery(text)?.day(in: DateContext(today: SampleDays.today, direction: .future))?.description
    }
    #expect(day("monday") == "2026-11-23")
    #expect(day("thursday") == "2026-11-26")
    #expect(day("last monday") == "2026-11-16")
    #expect(day("19 nov") == "2026-11-19")
    #expect(day("18 nov") == "2027-11-18")
    #expect(day("29 feb") == "2028-02-29")
    #expect(day("1") == "2026-12-01")
    #expect(day("may") == "2027-05-01")
    #expect(day("november") == "2026-11-01")
  }

  @Test("A month and a year include all their days")
  func spans() {
    func days(_ text: String) -> String? {
      DateQuery(text)?.days(in: DateContext(today: SampleDays.today)).map { "\($0.lowerBound) \($0.upperBound)" }
    }
    #expect(days("2024-02") == "2024-02-01 2024-02-29")
    #expect(days("2025") == "2025-01-01 2025-12-31")
    #expect(days("last year") == "2025-01-01 2025-12-31")
    #expect(days("last month") == "2026-10-01 2026-10-31")
    #expect(days("2026-W46") == "2026-11-09 2026-11-15")
    #expect(days("mon") == "2026-11-16 2026-11-16")
  }

  @Test("Every date in a common format is parsed", arguments: 0..<8)
  func readsBack(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    for _ in 0..<200 {
      let day = Day(number: Int.random(in: 0...SampleDays.today.number, using: &generator))
      let (year, month, number) = day.fields
      let forms: [(String, DateOrder)] = [
        ("\(day)", .dayFirst), ("\(number).\(month).\(year)", .monthFirst), ("\(number)/\(month)/\(year)", .dayFirst),
        ("\(month)/\(number)/\(year)", .monthFirst), ("\(year)/\(month)/\(number)", .monthFirst),
        ("\(number) \(months[month - 1]) \(year)", .monthFirst), ("\(months[month - 1]) \(number), \(year)", .dayFirst),
        ("\(day)".replacing("-", with: ""), .dayFirst),
      ]
      for (text, order) in forms {
        #expect(DateQuery(text)?.day(today: SampleDays.today, order: order) == day, "\(text), seed \(seed)")
      }
      // Relative to that day, the parsed distance leads back to today.
      let distance = SampleDays.today - day
      #expect(DateQuery("\(distance) days ago")?.day(today: SampleDays.today) == day)
      let weekday = Formatting.english.longWeekday(day.isoWeekday)
      #expect(DateQuery("next \(weekday)")?.day(today: day) == day + 7)
      #expect(DateQuery("last \(weekday)")?.day(today: day) == day - 7)
    }
  }

  @Test("Any text is a date or is rejected, in either order and direction", arguments: 0..<4)
  func random(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let pieces = [
      "last", "next", "3", "31", "0", "99999", "2026", "-", "/", ".", " ", "nov", "fri", "days", "ago", "in", "w",
      "W53",
      "th", "the", "of", "month", "year", "é", "１", "2026-02-30", "a", "+", "y", "30.2.", "13/13",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined(separator: Bool.random(using: &generator) ? " " : "")
      for order in [DateOrder.dayFirst, .monthFirst] {
        for direction in [DateContext.Direction.past, .future] {
          let context = DateContext(today: SampleDays.today, order: order, direction: direction)
          if let days = DateQuery(text)?.days(in: context) { #expect(days.count <= 366, "\(text)") }
        }
      }
    }
  }

  @Test(
    "Invalid dates are rejected",
    arguments: [
      "", " ", "xyz", "m", "christmas", "2026-02-30", "2026-13-01", "31 nov", "0 nov", "-", "-x", "-3x", "--3",
      "-123456",
      "30 feb", "0", "32", "13/13", "31.11.2026", "19 nov 2024 x", "19 nov 99999", "2026-11-19-1", "１９ nov", "mondayy",
      "-3ww", "-99999y", "2026-W54", "2025-W53", "2026-00", "20261301", "5 days", "last christmas", "ago",
      "11/14/2026/1", "1.2.3.4", "nov nov", String(repeating: "1 ", count: 10_000),
    ])
  func refused(text: String) {
    #expect(DateQuery(text)?.day(today: SampleDays.today) == nil)
  }

  @Test("Moving by months keeps the day of the month if possible", arguments: -30...30)
  func months(count: Int) {
    let start = Day("2026-01-31") ?? SampleDays.today
    let moved = start.addingMonths(count)
    let expected = 2026 * 12 + count
    #expect(moved.fields.year * 12 + moved.fields.month - 1 == expected)
    #expect(moved.fields.day == 31 || (moved + 1).fields.day == 1)
  }
}
