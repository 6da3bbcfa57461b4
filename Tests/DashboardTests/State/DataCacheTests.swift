import HealthModel
import TestSupport
import Testing

@testable import Dashboard

@Suite("Loaded days")
struct DataCacheTests {
  @Test("A week begins on the chosen weekday and contains its day", arguments: 1...7)
  func weeks(start: Int) {
    let days = DataCache(weekStart: start)
    for number in -20...20 {
      let day = Day(number: number)
      let week = days.week(of: day)
      #expect(week.isoWeekday == start)
      #expect((0...6).contains(day - week))
    }
  }

  @Test("An invalid weekday means Monday", arguments: [0, 8, -1])
  func badWeekStart(start: Int) {
    #expect(DataCache(weekStart: start).weekStart == 1)
  }

  private let monday = SampleDays.today.monday

  private func week(_ weeks: Int, count: Int = 1) -> SummariesQuery {
    SummariesQuery((monday + 7 * weeks)...(monday + 7 * (weeks + count) - 1))
  }

  @Test("Neighbouring weeks are requested as one range, others separately")
  func ranges() {
    var days = DataCache()
    #expect(days.ask([week(-3), week(-1, count: 2)]).load == [AnyQuery(week(-3)), AnyQuery(week(-1, count: 2))])
    #expect(days.ask([week(0), week(-3)]).load == [])
  }

  @Test("A partial week is not current")
  func partOfAWeek() {
    var days = DataCache()
    days.add(LoadedQuery(SummariesQuery((monday + 1)...(monday + 6)), []))
    #expect(days.isKnown(monday + 1))
    #expect(!days.isKnown(monday))
    #expect(days.ask([week(0)]).load == [AnyQuery(week(0))])
  }

  @Test("An unrequested complete week is not requested again")
  func unasked() {
    var days = DataCache()
    days.add(LoadedQuery(week(0, count: 2), []))
    #expect(days.ask([week(0, count: 2)]).load == [])
  }

  @Test("Unneeded pending queries are cancelled, and repeated when needed again")
  func cancelling() {
    var days = DataCache()
    let (here, there) = (week(0), week(-10))
    let activity = ActivityQuery(monday - 70)
    #expect(days.ask([there, activity]).load == [AnyQuery(there), AnyQuery(activity)])
    let step = days.ask([here])
    #expect(step.load == [AnyQuery(here)])
    #expect(Set(step.cancel) == [AnyQuery(there), AnyQuery(activity)])
    #expect(days.ask([here, there]).load == [AnyQuery(there)])
  }

  @Test("The result of a cancelled query is accepted")
  func late() {
    var days = DataCache()
    let there = week(-10)
    _ = days.ask([there])
    #expect(days.ask([]).cancel == [AnyQuery(there)])
    days.add(LoadedQuery(there, [SampleDays.summary(monday - 70)].compactMap(\.self)))
    #expect(days.summary(of: monday - 70) != nil)
    #expect(days.ask([there]).load == [])
  }
}
