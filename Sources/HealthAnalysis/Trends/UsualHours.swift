package import HealthModel

/// The values that comparable days had reached hour by hour: the same weekday of the previous weeks.
package struct UsualHours: Hashable, Sendable {
  package var day: Day
  /// By ring, for each such day that has it, the value at the end of each clock hour.
  private var sums: [Ring: [[Double]]]

  /// How many days back are considered.
  package static let weeks = 28
  /// The minimum number of days.
  package static let leastDays = 4

  /// The same weekday of the previous weeks, ascending.
  package static func days(before day: Day) -> [Day] {
    (1...weeks).reversed().map { day - 7 * $0 }
  }

  /// - Parameters:
  ///   - past: the comparable days with data, without paused ones.
  ///   - lacks: whether nothing has recorded a ring on one of these days.
  package init(day: Day, past: [DayActivity], lacks: (Day, Ring) -> Bool = { _, _ in false }) {
    self.day = day
    sums = [:]
    for ring in Ring.allCases {
      sums[ring] = past.filter { !lacks($0.day, ring) }.map { activity in
        var sums = [Double](repeating: 0, count: 24)
        for hour in activity.hours {
          let amount = ring.amount(in: hour)
          if sums.indices.contains(hour.hour), amount.isFinite { sums[hour.hour] += max(0, amount) }
        }
        for hour in 1..<24 { sums[hour] += sums[hour - 1] }
        return sums
      }
    }
  }

  /// The usual value at a time of day: the median over the days.
  ///
  /// - Parameter hours: hours since midnight, with fractions.
  /// - Returns: nil with too few days.
  package func usual(_ ring: Ring, at hours: Double) -> Double? {
    guard let days = sums[ring], days.count >= Self.leastDays else { return nil }
    return Statistics.median(days.map { Self.sum($0, at: hours) }) ?? 0
  }

  /// What an hour usually adds: the median over the days.
  ///
  /// - Parameter hour: hours since midnight.
  /// - Returns: nil with too few days.
  package func usual(_ ring: Ring, in hour: Int) -> Double? {
    expected(ring, value: 0, at: Double(hour), until: Double(hour) + 1)
  }

  /// The predicted value of a ring at a later time, if the rest of the day is as usual.
  ///
  /// - Parameters:
  ///   - value: the current value.
  ///   - hours: the current time, in hours since midnight.
  ///   - later: the later time, in the same unit.
  package func expected(_ ring: Ring, value: Double, at hours: Double, until later: Double) -> Double? {
    guard let days = sums[ring], days.count >= Self.leastDays else { return nil }
    return value + max(0, Statistics.median(days.map { Self.sum($0, at: later) - Self.sum($0, at: hours) }) ?? 0)
  }

  /// When a ring is predicted to reach its goal, in whole hours since midnight; nil if not today.
  package func closing(_ ring: Ring, value: Double, goal: Double, at hours: Double) -> Int? {
    guard value < goal, hours >= 0, hours < 24 else { return nil }
    return (Int(hours) + 1...24).first { later in
      expected(ring, value: value, at: hours, until: Double(later)).map { $0 >= goal - 1e-9 } ?? false
    }
  }

  /// Interpolates linearly between full hours.
  private static func sum(_ sums: [Double], at hours: Double) -> Double {
    guard let last = sums.last, hours > 0 else { return 0 }
    guard hours < Double(sums.count) else { return last }
    let hour = Int(hours)
    let before = hour > 0 ? sums[hour - 1] : 0
    return before + (sums[hour] - before) * (hours - Double(hour))
  }

}

extension Ring {
  /// What an hour adds to the ring, in the ring's own unit.
  package func amount(in hour: HourActivity) -> Double {
    switch self {
    case .move: hour.move
    case .exercise: hour.exercise
    case .stand: hour.stood == true ? 1 : 0
    }
  }
}
