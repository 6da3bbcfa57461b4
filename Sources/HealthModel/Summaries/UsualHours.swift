/// What days like a given one had come to hour by hour: the same weekday of the weeks before it.
package struct UsualHours: Hashable, Sendable {
  package var day: Day
  /// How many such days are known.
  package var dayCount: Int
  /// By ring, of each of these days, what it had come to at the end of each hour since midnight.
  private var sums: [Ring: [[Double]]]

  /// How many days back are looked at.
  package static let weeks = 28
  /// With fewer days there is no telling what is usual.
  package static let leastDays = 4

  /// The same weekday of the weeks before a day, ascending.
  package static func days(before day: Day) -> [Day] {
    (1...weeks).reversed().map { day - 7 * $0 }
  }

  /// - Parameter past: the days like this one of which something is known, without paused ones.
  package init(day: Day, past: [DayActivity]) {
    self.day = day
    dayCount = past.count
    sums = [:]
    for ring in Ring.allCases {
      sums[ring] = past.map { activity in
        var sum = 0.0
        return activity.hours.map { hour in
          let amount = ring.amount(in: hour)
          sum += amount.isFinite ? max(0, amount) : 0
          return sum
        }
      }
    }
  }

  /// What a day like this one usually has at a time: the median over the days.
  ///
  /// - Parameter hours: since midnight, with parts of an hour.
  /// - Returns: nil with too few days.
  package func usual(_ ring: Ring, at hours: Double) -> Double? {
    guard dayCount >= Self.leastDays, let days = sums[ring] else { return nil }
    return Self.median(days.map { Self.sum($0, at: hours) })
  }

  /// What a ring will have come to at a later time, if the rest of the day is a usual one.
  ///
  /// - Parameters:
  ///   - value: what it has come to now.
  ///   - hours: now, in hours since midnight.
  ///   - later: then.
  package func expected(_ ring: Ring, value: Double, at hours: Double, until later: Double) -> Double? {
    guard dayCount >= Self.leastDays, let days = sums[ring] else { return nil }
    return value + max(0, Self.median(days.map { Self.sum($0, at: later) - Self.sum($0, at: hours) }))
  }

  /// When a ring will reach a goal at this pace, in whole hours since midnight; nil where it will not today.
  package func closing(_ ring: Ring, value: Double, goal: Double, at hours: Double) -> Int? {
    guard value < goal, hours >= 0, hours < 24 else { return nil }
    return (Int(hours) + 1...24).first { later in
      expected(ring, value: value, at: hours, until: Double(later)).map { $0 >= goal - 1e-9 } ?? false
    }
  }

  /// Between two full hours it is taken to grow evenly.
  private static func sum(_ sums: [Double], at hours: Double) -> Double {
    guard let last = sums.last, hours > 0 else { return 0 }
    guard hours < Double(sums.count) else { return last }
    let hour = Int(hours)
    let before = hour > 0 ? sums[hour - 1] : 0
    return before + (sums[hour] - before) * (hours - Double(hour))
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.last else { return 0 }
    let middle = sorted.count / 2
    if sorted.count == 1 { return last }
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
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
