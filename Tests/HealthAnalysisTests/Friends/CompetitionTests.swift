import HealthAnalysis
import HealthModel
import TestSupport
import Testing

@Suite("Competitions")
struct CompetitionTests {
  private let today = SampleDays.today
  private let competition = Competition(from: SampleDays.today - 6)

  private func standing(
    today: Day? = nil, otherToday: Day? = nil, mine: [Day: DaySummary] = [:], theirs: [Day: DaySummary] = [:]
  ) -> Competition.Standing {
    competition.standing(
      today: today ?? self.today, otherToday: otherToday ?? self.today, mine: { mine[$0] }, theirs: { theirs[$0] })
  }

  private func days(_ range: Range<Int>, _ value: Double, isPaused: Bool = false) -> [Day: DaySummary] {
    Dictionary(
      uniqueKeysWithValues: range.map {
        (today - $0, SampleDays.summary(today - $0, value, value, value, isPaused: isPaused))
      })
  }

  @Test("a day gives a point for each percent of each ring, at most 600")
  func points() {
    #expect(Competition.points(SampleDays.summary(today, 0.77, 1.26, 0.5)) == 77 + 126 + 50)
    #expect(Competition.points(SampleDays.summary(today, 0, 0, 0)) == 0)
    #expect(Competition.points(SampleDays.summary(today, 4, 2.5, 1)) == 600)
    #expect(Competition.points(SampleDays.summary(today, 1e300, 0.1, 0.1)) == 600)
    // 599.9 of 600 is open, and 29 of 100 are 29 percent.
    #expect(Competition.points(SampleDays.summary(today, 599.9 / 600, 0, 0)) == 99)
    var odd = SampleDays.summary(today, 0, 0, 0)
    odd.move = RingValue(value: 29, goal: 100)
    #expect(Competition.points(odd) == 29)
    odd.move = RingValue(value: .infinity, goal: 100)
    #expect(Competition.points(odd) == 600)
    odd.move = RingValue(value: .nan, goal: 100)
    #expect(Competition.points(odd) == 0)
    odd.move = RingValue(value: -50, goal: 100)
    #expect(Competition.points(odd) == 0)
  }

  @Test("percentages are those of one's own goals, and a ring without a goal gives nothing")
  func goals() {
    var light = SampleDays.summary(today, 0, 0, 0)
    light.move = RingValue(value: 300, goal: 300)
    var hard = light
    hard.move = RingValue(value: 300, goal: 900)
    #expect(Competition.points(light) == 100 && Competition.points(hard) == 33)
    for goal in [nil, 0.0] {
      light.move.goal = goal
      #expect(Competition.points(light) == 0)
    }
  }

  @Test("a day without data gives no points and is unknown")
  func unknown() {
    var empty = SampleDays.summary(today, 0, 0, 0)
    for value in [\DaySummary.move, \.exercise, \.stand] { empty[keyPath: value].value = nil }
    #expect(Competition.points(nil) == nil && Competition.points(empty) == nil)
    let standing = standing(mine: days(0..<3, 1), theirs: days(0..<7, 0.5))
    #expect(standing.days.map(\.mine) == [nil, nil, nil, nil, 300, 300, 300])
    #expect(standing.mine == 900 && standing.theirs == 7 * 150 && standing.outcome == .behind)
  }

  @Test("a day that one has paused counts for nobody")
  func paused() {
    let rest = days(0..<7, 1).merging(days(2..<3, 1, isPaused: true)) { $1 }
    let standing = standing(mine: days(0..<7, 1), theirs: rest)
    #expect(standing.mine == 1_800 && standing.theirs == 1_800 && standing.outcome == .tied)
    #expect(standing.days.map(\.isPaused) == [false, false, false, false, true, false, false])
  }

  @Test("a paused day gives no points of the week either")
  func pausedWeek() {
    let all = days(0..<7, 1).merging(days(2..<3, 1, isPaused: true)) { $1 }
    func points(_ days: [Day: DaySummary]) -> Int? {
      FriendState(id: "", name: "Kim", today: today, days: days).points(in: competition.days)
    }
    #expect(points(all) == 6 * 300)
    #expect(points(all.filter { $0.value.isPaused }) == nil)
  }

  @Test("it is over when the last day has ended for both, or two days later")
  func end() {
    #expect(!standing().isOver && standing().daysLeft == 1 && standing().hasBegun)
    #expect(!standing(today: today + 1, otherToday: today).isOver)
    #expect(standing(today: today + 1, otherToday: today + 1).isOver)
    #expect(!standing(today: today, otherToday: today + 1).isOver)
    #expect(!standing(today: today + 2, otherToday: today - 3).isOver)
    #expect(standing(today: today + 3, otherToday: today - 3).isOver)
    #expect(standing(today: today + 3).daysLeft == 0)
    let early = standing(today: today - 8)
    #expect(!early.hasBegun && early.daysLeft == 7 && early.days.count == 7 && early.mine == 0)
    let unknown = competition.standing(today: today + 1, otherToday: nil, mine: { _ in nil }, theirs: { _ in nil })
    #expect(!unknown.isOver)
  }
}
