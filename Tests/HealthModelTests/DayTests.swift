import HealthModel
import Testing

@Suite("Day")
struct DayTests {
  @Test("a day's number and its civil fields agree for 400 years")
  func roundTrip() throws {
    var expected = try #require(Day(year: 1900, month: 1, day: 1))
    #expect(expected.number == -25_567)
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for year in 1900..<2300 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for month in 1...12 {
        let length = lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
        for day in 1...length {
          #expect(expected.fields == (year, month, day))
          #expect(Day(year: year, month: month, day: day) == expected)
          expected = expected + 1
        }
        #expect(Day(year: year, month: month, day: length + 1) == nil)
      }
    }
  }

  @Test(
    "only ISO 8601 text is accepted",
    arguments: ["2026-1-09", "2026-02-30", "20261119", "2026-11-19 ", "", "abcd-ef-gh", "2026-11-1９"])
  func refusesOtherText(text: String) {
    #expect(Day(text) == nil)
  }

  @Test("is printed as it was parsed", arguments: ["1970-01-01", "2026-11-19", "2024-02-29", "0001-01-01"])
  func prints(text: String) {
    #expect(Day(text)?.description == text)
  }

  @Test("2026-11-19 is a Thursday in the week of the 16th")
  func weekday() throws {
    let day = try #require(Day("2026-11-19"))
    #expect(day.isoWeekday == 4)
    #expect(day.monday.description == "2026-11-16")
  }
}

/// At both ends of the days, and at both ends of the calendar that can be typed.
@Suite("Days at the ends of the calendar")
struct DayEndTests {
  private static let ends: [Day] =
    [.distantPast, .distantFuture, Day(number: .min), Day(number: .max)]
    + ["0000-01-01", "0000-03-01", "9999-12-31", "9999-12-01"].compactMap(Day.init)
    + [Day(year: -9999, month: 1, day: 1)].compactMap(\.self)

  @Test("the first and the last day begin and end a year")
  func extremes() {
    #expect(Day.distantPast.fields == (-40_000, 1, 1) && Day.distantFuture.fields == (40_000, 12, 31))
  }

  @Test("arithmetic stops at the first and the last day", arguments: ends)
  func arithmetic(day: Day) {
    for step in [Int.min, -30_000_000, -1, 0, 1, 30_000_000, Int.max] {
      for result in [day + step, day - step, day.advanced(by: step), day.addingMonths(step)] {
        #expect(Day.distantPast <= result && result <= Day.distantFuture)
      }
      #expect(step < 0 ? day + step <= day : day + step >= day)
      #expect(step < 0 ? day.addingMonths(step) <= day : day.addingMonths(step) >= day)
    }
    #expect(day.distance(to: .distantPast) <= 0 && day.distance(to: .distantFuture) >= 0)
  }

  @Test("every day is in its week, month and year, which are no longer than elsewhere", arguments: ends)
  func periods(day: Day) {
    for weekStart in 1...7 { #expect(day.week(startingOn: weekStart).contains(day)) }
    #expect(day.month.contains(day) && (28...31).contains(day.month.count))
    #expect(day.year.contains(day) && (365...366).contains(day.year.count))
    #expect((0...365).contains(day.dayOfYear) && (1...7).contains(day.isoWeekday))
  }

  @Test("months beyond the year 9999 have their lengths")
  func months() throws {
    let last = try #require(Day("9999-12-31"))
    #expect(last.month.count == 31 && last.year.count == 365)
    #expect((last + 1).description == "10000-01-01")
    #expect((last + 1).year.count == 366 && (last + 1 + 31).month.count == 29)
    #expect(last.addingMonths(2).description == "10000-02-29")
    #expect(last.addingMonths(2).addingMonths(-2).description == "9999-12-29")
  }

  @Test("months are added as a calendar does", arguments: [-1_200, -13, -12, -1, 0, 1, 11, 12, 25, 4_800])
  func addsMonths(count: Int) throws {
    for number in stride(from: -20_000, to: 40_000, by: 331) {
      let day = Day(number: number)
      let sum = day.addingMonths(count)
      let (old, new) = (day.fields, sum.fields)
      #expect(new.year * 12 + new.month == old.year * 12 + old.month + count)
      #expect(new.day == old.day || (new.day < old.day && (sum + 1).fields.day == 1))
    }
  }
}
