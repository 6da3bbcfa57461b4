import HealthModel
import Testing

@testable import Dashboard

@Suite("Typed dates")
struct DateQueryTests {
  @Test(
    "Dates are read as people type them; today is Thursday 19 November 2026",
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
    "What is no date is refused",
    arguments: [
      "", " ", "xyz", "m", "2026-02-30", "2026-13-01", "31 nov", "0 nov", "-", "-x", "-3x", "--3", "-123456", "30 feb",
      "nov", "19", "19 nov 2024 x", "19 nov 99999", "2026-11-19-1", "１９ nov", "mondayy", "-3ww",
    ])
  func refused(text: String) {
    #expect(DateQuery(text)?.day(today: SampleDays.today) == nil)
  }

  @Test("A month on or back keeps the day where the month has it", arguments: -30...30)
  func months(count: Int) {
    let start = Day("2026-01-31") ?? SampleDays.today
    let moved = start.addingMonths(count)
    let expected = 2026 * 12 + count
    #expect(moved.fields.year * 12 + moved.fields.month - 1 == expected)
    #expect(moved.fields.day == 31 || (moved + 1).fields.day == 1)
  }
}
