import Foundation
import HealthAnalysis
import HealthModel
import Testing

@Suite("Streaks")
struct StreaksTests {
  private static let first = Day(number: 20_000)

  private static func summary(_ kind: Character, _ day: Day) -> DaySummary? {
    let interval = Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 1)
    func value(_ progress: Double) -> RingValue { RingValue(value: progress * 10, goal: 10) }
    var summary = DaySummary(day: day, interval: interval, move: value(1), exercise: value(1), stand: value(1))
    switch kind {
    case "c": summary.basis = .computed
    case "o": summary.move = value(0.5)
    case "p": summary.isPaused = true
    case "q":
      summary.isPaused = true
      summary.move = value(0.5)
    default: return nil
    }
    return summary
  }

  private static func streak(_ days: String, today: Int? = nil) -> StreakLength {
    let kinds = Array(days)
    let today = first + (today ?? kinds.count - 1)
    return StreakLength(upTo: first + (kinds.count - 1)) { day in
      let index = day - first
      guard kinds.indices.contains(index) else { return .open }
      return kinds[index] == "?" ? .unknown : StreakDay(summary(kinds[index], day), isOver: day < today)
    }
  }

  @Test(
    "closed days count, pauses neither count nor break a streak, and today's open ring does not break it",
    arguments: [
      ("ccc", 3), ("cco", 2), ("occ", 2), ("ccn", 2), ("ncc", 2), ("cpc", 2), ("cqc", 2), ("cqo", 1), ("coco", 1),
      ("ooo", 0), ("ppp", 0), ("cppp", 1), ("copp", 0), ("cnpc", 1),
    ])
  func rule(days: String, expected: Int) {
    #expect(Self.streak(days).days == expected)
  }

  @Test("a ring that nothing recorded neither counts nor breaks its streak, and the day closes by the others")
  func unrecorded() {
    func days(_ moves: [Double?]) -> [DaySummary] {
      moves.enumerated().map { index, move in
        var day = Self.summary("c", Self.first + index) ?? Self.empty(Self.first + index)
        day.move.value = move
        return day
      }
    }
    let some = days([10, nil, 10, 4, nil, 10, nil])
    let (today, known) = (Self.first + 6, Self.first...(Self.first + 6))
    #expect(StreakLength.all(in: some, ring: .move, today: today).map(\.days) == [2, 1])
    #expect(StreakLength.all(in: some, ring: .stand, today: today).map(\.days) == [7])
    #expect(StreakLength.all(in: some, today: today).map(\.days) == [3, 3])
    #expect(ClosedDays(some, known: known, ring: .move) == Self.counted(3, of: 4))
    #expect(ClosedDays(some, known: known) == Self.counted(6, of: 7))
    // A day without any data is open, unless the period has nothing of the ring at all.
    let gap = [Self.empty(Self.first)] + days([nil, nil]).dropFirst()
    #expect(ClosedDays(gap, known: known, ring: .move) == Self.counted(0, of: 0))
    #expect(ClosedDays(gap, known: known, ring: .stand) == Self.counted(1, of: 2))
    #expect(Competition.points(some[1]) == 200)
  }

  @Test("a ring without a goal on a day neither counts nor breaks its streak, nor does a day without any goal")
  func withoutGoal() {
    func days(_ goals: [Double?], alone: Bool = false) -> [DaySummary] {
      goals.enumerated().map { index, goal in
        var day = Self.summary("c", Self.first + index) ?? Self.empty(Self.first + index)
        day.move.goal = goal
        return alone ? day.moveOnly : day
      }
    }
    let (today, known) = (Self.first + 4, Self.first...(Self.first + 4))
    let goals: [Double?] = [10, nil, 10, 20, 10]
    for some in [days(goals), days(goals, alone: true)] {
      #expect(StreakLength.all(in: some, ring: .move, today: today).map(\.days) == [2, 1])
      #expect(ClosedDays(some, known: known, ring: .move) == Self.counted(3, of: 4))
    }
    let alone = days(goals, alone: true)
    #expect(StreakLength.all(in: alone, today: today).map(\.days) == [2, 1])
    #expect(ClosedDays(alone, known: known) == Self.counted(3, of: 4))
  }

  private static func counted(_ closed: Int, of counted: Int) -> ClosedDays {
    var days = ClosedDays([DaySummary](), known: nil)
    (days.closed, days.counted) = (closed, counted)
    return days
  }

  @Test("days that have not been read yet end the count, and the result says where")
  func unknown() {
    let streak = Self.streak("cc?cc")
    #expect(streak.days == 2)
    #expect(streak.unknownFrom == Self.first + 2)
    #expect(streak.first == Self.first + 3)
    #expect(Self.streak("occ").unknownFrom == nil)
  }

  @Test("results for random days match a model that tries every span", arguments: 0..<60)
  func model(run: Int) {
    var generator = SystemRandomNumberGenerator()
    let kinds = (0..<Int.random(in: 1...24, using: &generator)).map { _ in
      ["c", "c", "c", "o", "p", "q", "n"].randomElement(using: &generator) ?? "c"
    }.joined()
    let letters = Array(kinds)
    let last = letters.count - 1
    // A span is a streak if no day in it is open, except that today, the last day, may be.
    func length(_ span: ClosedRange<Int>) -> Int? {
      let isBroken = span.contains { index in
        let isOpen = letters[index] == "o" || letters[index] == "n"
        return isOpen && index != last
      }
      return isBroken ? nil : span.count { letters[$0] == "c" }
    }
    let current = (0...last).compactMap { length($0...last) }.max() ?? 0
    #expect(Self.streak(kinds).days == current, "\(kinds)")
    let longest = (0...last).flatMap { low in (low...last).compactMap { length(low...$0) } }.max() ?? 0
    let summaries = letters.enumerated().map { index, kind in
      Self.summary(kind, Self.first + index) ?? Self.empty(Self.first + index)
    }
    #expect(StreakLength.longest(in: summaries, today: Self.first + last).days == longest, "\(kinds)")
    // Without any ring a period is unknown as a whole.
    let isKnown = letters.contains { $0 != "n" }
    let counted = isKnown ? letters.count { $0 != "p" && $0 != "q" } : 0
    let days = ClosedDays((Self.first - 2)...(Self.first + last + 3), known: Self.first...(Self.first + last)) { day in
      summaries.first { $0.day == day }
    }
    #expect(days.counted == counted && days.closed == letters.count { $0 == "c" }, "\(kinds)")
  }

  private static func empty(_ day: Day) -> DaySummary {
    DaySummary(day: day, interval: Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 1))
  }

  @Test("the best day is the one with the highest value, the earliest if several are equal, whatever the order")
  func best() {
    var days = [3.0, 9, 0, 9, 5].enumerated().map { index, value in
      var day = Self.empty(Self.first + index)
      day.move = RingValue(value: value, goal: nil)
      return day
    }
    #expect(days.best(.move)?.day == Self.first + 1)
    #expect(days.reversed().best(.move)?.day == Self.first + 1)
    #expect(days.best(.stand) == nil)
    days[1].move.value = nil
    #expect(days.best(.move)?.day == Self.first + 3)
  }
}
