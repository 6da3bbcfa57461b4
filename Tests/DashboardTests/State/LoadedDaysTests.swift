import HealthModel
import Testing

@testable import Dashboard

@Suite("Loaded days")
struct LoadedDaysTests {
  @Test("A week begins on the chosen weekday and holds its day", arguments: 1...7)
  func weeks(start: Int) {
    let days = LoadedDays(weekStart: start)
    for number in -20...20 {
      let day = Day(number: number)
      let week = days.week(of: day)
      #expect(week.isoWeekday == start)
      #expect((0...6).contains(day - week))
    }
  }

  @Test("A weekday that does not exist means Monday", arguments: [0, 8, -1])
  func badWeekStart(start: Int) {
    #expect(LoadedDays(weekStart: start).weekStart == 1)
  }

  @Test("Neighbouring weeks are asked for as one range, others apart")
  func ranges() {
    var days = LoadedDays()
    let monday = SampleDays.today.monday
    #expect(
      days.ask(forWeeks: [monday, monday - 7, monday - 21])
        == [(monday - 21)...(monday - 15), (monday - 7)...(monday + 6)])
    #expect(days.ask(forWeeks: [monday]) == [])
  }

  @Test("A part of a week does not make the week current")
  func partOfAWeek() {
    var days = LoadedDays()
    let monday = SampleDays.today.monday
    days.add([], days: (monday + 1)...(monday + 6))
    #expect(days.isKnown(monday + 1))
    #expect(!days.isKnown(monday))
    #expect(days.ask(forWeeks: [monday]) == [monday...(monday + 6)])
  }

  @Test("A whole week that comes unasked is not asked for")
  func unasked() {
    var days = LoadedDays()
    let monday = SampleDays.today.monday
    days.add([], days: monday...(monday + 13))
    #expect(days.ask(forWeeks: [monday, monday + 7]) == [])
  }
}
