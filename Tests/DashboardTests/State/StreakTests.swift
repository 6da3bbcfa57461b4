import HealthModel
import TestSupport
import Testing

@testable import Dashboard

/// Days as letters, today last: `c` closed, `o` open, `p` paused, `q` paused although closed, `n` without data, `?`
/// unknown.
@Suite("Streaks")
struct StreakTests {
  @Test(
    "Consecutive closed days count; today may be open, a paused day neither extends nor breaks a streak",
    arguments: [
      ("nccc", 3), ("ncco", 2), ("no", 0), ("nc", 1), ("ccocc", 2), ("cconcc", 2), ("noo", 0), ("occoo", 0),
      ("ncpc", 2), ("nccpp", 2), ("ncpppco", 2), ("ncqc", 2), ("op", 0), ("nccn", 2), ("ccnn", 0), ("nqqq", 0),
    ])
  func counting(days: String, expected: Int) {
    let streak = streak(days)
    #expect(streak.days == expected)
    #expect(streak.unknownFrom == nil)
  }

  @Test(
    "A streak that reaches unknown days reports the most recent of them",
    arguments: [("?cc", 2), ("?cpo", 1), ("?", 0), ("c?o", 0)])
  func unknown(days: String, expected: Int) {
    let streak = streak(days)
    #expect(streak.days == expected)
    let back = days.reversed().firstIndex(of: "?").map {
      days.reversed().distance(from: days.reversed().startIndex, to: $0)
    }
    #expect(streak.unknownFrom == back.map { SampleDays.today - $0 })
  }

  @Test("From an earlier day, only its past counts, and it must be closed")
  func earlier() {
    #expect(streak("nccocc", upTo: SampleDays.today - 3).days == 2)
    #expect(streak("nccocc", upTo: SampleDays.today - 2).days == 0)
  }

  @Test("A day after today counts as today")
  func future() {
    #expect(streak("ncc", upTo: SampleDays.today + 5).days == 2)
  }

  @Test("Endless pauses end at the first day")
  func endless() {
    var days = DataCache()
    let range = Day(number: -10)...Day(number: 300)
    days.add(
      LoadedQuery(SummariesQuery(range), range.map { SampleDays.summary($0, 0, 0, 0, isPaused: true) }))
    #expect(
      Streak(upTo: Day(number: 300), today: Day(number: 300), in: days)
        == Streak(upTo: Day(number: 0), today: Day(number: 300), in: days))
  }

  private func streak(_ letters: String, upTo last: Day = SampleDays.today) -> Streak {
    var days = DataCache()
    for (ago, letter) in letters.reversed().enumerated() where letter != "?" {
      let day = SampleDays.today - ago
      let summary: DaySummary? =
        switch letter {
        case "c": SampleDays.summary(day, 1, 1.2, 1)
        case "p": SampleDays.summary(day, 0.2, 0, 0, isPaused: true)
        case "q": SampleDays.summary(day, 2, 2, 2, isPaused: true)
        case "n": nil
        default: SampleDays.summary(day, 1, 0.9, 1)
        }
      days.add(LoadedQuery(SummariesQuery(day...day), summary.map { [$0] } ?? []))
    }
    return Streak(upTo: last, today: SampleDays.today, in: days)
  }
}
