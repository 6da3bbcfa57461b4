import Foundation
import HealthAnalysis
import HealthModel
import Testing

@Suite("Usual hours")
struct UsualHoursTests {
  private static func days(using random: inout some RandomNumberGenerator) -> [DayActivity] {
    let count = Int.random(in: 4...28, using: &random)
    return (0..<count).map { index in
      let length = [23, 24, 24, 25].randomElement(using: &random) ?? 24
      return DayActivity(
        day: Day(number: 20_000 + 7 * index),
        hours: (0..<length).map { hour in
          HourActivity(
            start: Date(timeIntervalSince1970: Double(hour) * 3_600), hour: clock(hour, length),
            move: Double.random(in: 0...60, using: &random),
            stood: Bool.random(using: &random))
        })
    }
  }

  /// The clocks are put back from 3 to 2, or forward from 2 to 3.
  private static func clock(_ index: Int, _ length: Int) -> Int {
    length == 25 ? index > 2 ? index - 1 : index : length == 23 ? index > 1 ? index + 1 : index : index
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// A day's total up to a minute, added up minute by minute.
  private static func sum(_ day: DayActivity, _ ring: Ring, minutes: Int) -> Double {
    (0..<minutes).reduce(0) { sum, minute in
      sum + day.hours.filter { $0.hour == minute / 60 }.reduce(0) { $0 + ring.amount(in: $1) / 60 }
    }
  }

  @Test("the usual value and the pace match a minute-by-minute model", arguments: 0..<20)
  func model(run: Int) throws {
    var random = SystemRandomNumberGenerator()
    let days = Self.days(using: &random)
    let usual = UsualHours(day: Day(number: 21_000), past: days)
    let minute = Int.random(in: 0..<1_440, using: &random)
    let hours = Double(minute) / 60
    for ring in [Ring.move, .stand] {
      let found = try #require(usual.usual(ring, at: hours))
      #expect(abs(found - Self.median(days.map { Self.sum($0, ring, minutes: minute) })) < 1e-6)
      let value = Double.random(in: 0...900, using: &random)
      let rest = Self.median(
        days.map { Self.sum($0, ring, minutes: 1_440) - Self.sum($0, ring, minutes: minute) })
      let expected = try #require(usual.expected(ring, value: value, at: hours, until: 24))
      #expect(abs(expected - value - rest) < 1e-6)
      let goal = value + Double.random(in: 1...800, using: &random)
      let closing = (minute / 60 + 1...24).first { hour in
        value
          + Self.median(
            days.map { Self.sum($0, ring, minutes: hour * 60) - Self.sum($0, ring, minutes: minute) }) >= goal - 1e-9
      }
      #expect(usual.closing(ring, value: value, goal: goal, at: hours) == closing)
    }
  }

  @Test("with few days there is no usual value, and a closed ring has no closing time")
  func limits() {
    var random = SystemRandomNumberGenerator()
    let few = UsualHours(day: Day(number: 21_000), past: Array(Self.days(using: &random).prefix(3)))
    #expect(few.usual(.move, at: 12) == nil && few.closing(.move, value: 1, goal: 2, at: 12) == nil)
    let many = UsualHours(day: Day(number: 21_000), past: Self.days(using: &random))
    #expect(many.closing(.move, value: 600, goal: 600, at: 12) == nil)
    #expect(UsualHours.days(before: Day(number: 21_000)).allSatisfy { $0.isoWeekday == Day(number: 21_000).isoWeekday })
    #expect(UsualHours.days(before: Day(number: 21_000)).count == 28)
  }
}
