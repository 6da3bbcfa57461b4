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
