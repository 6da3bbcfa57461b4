import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("HKActivitySummary")
struct HKActivitySummaryTests {
  private static let day = Day(number: 20_000)

  private func summary(_ change: (inout DaySummary) -> Void = { _ in }) -> HKActivitySummary {
    var summary = DaySummary(
      day: Self.day, interval: Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 86_400),
      move: RingValue(value: 412.5, goal: 500), exercise: RingValue(value: 31, goal: 30),
      stand: RingValue(value: 11, goal: 12))
    change(&summary)
    return HKActivitySummary(summary)
  }

  @Test("a day's rings have HealthKit's units, with stand hours as a count")
  func values() {
    let rings = summary()
    #expect(rings.activeEnergyBurned.doubleValue(for: .kilocalorie()) == 412.5)
    #expect(rings.activeEnergyBurnedGoal.doubleValue(for: .kilocalorie()) == 500)
    #expect(rings.appleExerciseTime.doubleValue(for: .minute()) == 31)
    #expect(rings.exerciseTimeGoal?.doubleValue(for: .minute()) == 30)
    #expect(rings.appleStandHours.doubleValue(for: .count()) == 11)
    #expect(rings.standHoursGoal?.doubleValue(for: .count()) == 12)
    #expect(rings.activityMoveMode == .activeEnergy)
    #expect(!rings.isPaused)
  }

  @Test("without a watch there are no goals, and a young user has move time")
  func otherWearers() {
    let phone = summary {
      $0.exercise.goal = nil
      $0.stand.goal = nil
    }
    #expect(phone.exerciseTimeGoal == nil)
    #expect(phone.standHoursGoal == nil)
    let young = summary {
      $0.moveMode = .moveTime
      $0.move = RingValue(value: 45, goal: 60)
    }
    #expect(young.activityMoveMode == .appleMoveTime)
    #expect(young.appleMoveTime.doubleValue(for: .minute()) == 45)
    #expect(young.activeEnergyBurned.doubleValue(for: .kilocalorie()) == 0)
  }

  @Test(
    "the day is the user's, whatever the calendar's time zone",
    arguments: ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York"])
  func dateComponents(zone: String) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let components = summary().dateComponents(for: calendar)
    #expect(components.era == 1)
    #expect(components.year == 2024)
    #expect(components.month == 10)
    #expect(components.day == 4)
    #expect(components.hour == nil)
    #expect(components.calendar == calendar)
    #expect(Day(components) == Self.day)
  }

  @Test("another calendar expresses the same day in its own components")
  func otherCalendars() {
    let components = summary().dateComponents(for: Calendar(identifier: .buddhist))
    #expect(components.year == 2567)
    #expect(Day(components) == Self.day)
    #expect(Day(DateComponents(year: 2024, month: 10, day: 4)) == nil)
  }

  @Test("changes stay in the object and do not affect a copy")
  func copies() throws {
    let rings = summary()
    let copy = try #require(rings.copy() as? HKActivitySummary)
    #expect(copy == rings)
    copy.activeEnergyBurned = HKQuantity(unit: .jouleUnit(with: .kilo), doubleValue: 4184)
    copy.isPaused = true
    #expect(rings.activeEnergyBurned.doubleValue(for: .kilocalorie()) == 412.5)
    #expect(copy.activeEnergyBurned.doubleValue(for: .kilocalorie()) == 1000)
    #expect(copy != rings)
    let data = try NSKeyedArchiver.archivedData(withRootObject: copy, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKActivitySummary.self, from: data) == copy)
  }

  @Test("a new summary is empty and has no day; a value in the wrong unit traps")
  func fresh() async {
    let fresh = HKActivitySummary()
    #expect(fresh.activeEnergyBurned.doubleValue(for: .kilocalorie()) == 0)
    #expect(fresh.dateComponents(for: Calendar(identifier: .gregorian)).day == nil)
    await #expect(processExitsWith: .failure) {
      HKActivitySummary().appleStandHours = HKQuantity(unit: .hour(), doubleValue: 3)
    }
  }
}
