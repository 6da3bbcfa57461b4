import HealthModel
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

  @Test("Neighbouring weeks are requested as one range, others separately")
  func ranges() {
    var days = DataCache()
    let monday = SampleDays.today.monday
    #expect(
      days.ask([.summaries((monday - 21)...(monday - 15)), .summaries((monday - 7)...(monday + 6))]).load
        == [.summaries((monday - 21)...(monday - 15)), .summaries((monday - 7)...(monday + 6))])
    #expect(days.ask([.summaries(monday...(monday + 6)), .summaries((monday - 21)...(monday - 15))]).load == [])
  }

  @Test("A partial week is not current")
  func partOfAWeek() {
    var days = DataCache()
    let monday = SampleDays.today.monday
    days.add(.summaries([]), to: .summaries((monday + 1)...(monday + 6)))
    #expect(days.isKnown(monday + 1))
    #expect(!days.isKnown(monday))
    #expect(days.ask([.summaries(monday...(monday + 6))]).load == [.summaries(monday...(monday + 6))])
  }

  @Test("An unrequested complete week is not requested again")
  func unasked() {
    var days = DataCache()
    let monday = SampleDays.today.monday
    days.add(.summaries([]), to: .summaries(monday...(monday + 13)))
    #expect(days.ask([.summaries(monday...(monday + 13))]).load == [])
  }

  @Test("Unneeded pending queries are cancelled, and repeated when needed again")
  func cancelling() {
    var days = DataCache()
    let monday = SampleDays.today.monday
    let here = Query.summaries(monday...(monday + 6))
    let there = Query.summaries((monday - 70)...(monday - 64))
    #expect(days.ask([there, .activity(monday - 70)]).load == [there, .activity(monday - 70)])
    let step = days.ask([here])
    #expect(step.load == [here])
    #expect(Set(step.cancel) == [there, .activity(monday - 70)])
    #expect(days.ask([here, there]).load == [there])
  }

  @Test("The result of a cancelled query is accepted")
  func late() {
    var days = DataCache()
    let monday = SampleDays.today.monday
    let there = Query.summaries((monday - 70)...(monday - 64))
    _ = days.ask([there])
    #expect(days.ask([]).cancel == [there])
    days.add(.summaries([SampleDays.summary(monday - 70)].compactMap(\.self)), to: there)
    #expect(days.summary(of: monday - 70) != nil)
    #expect(days.ask([there]).load == [])
  }
}
