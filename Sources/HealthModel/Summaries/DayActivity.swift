package import FoundationEssentials

/// The activity in one clock hour of a day. A day on which the clocks change has 23 or 25 of them.
package struct HourActivity: Hashable, Sendable {
  package var start: Date
  /// The local time at which it begins, 0 to 23.
  package var hour: Int
  /// Kilocalories, or minutes of move time in move-time mode.
  package var move: Double
  /// Minutes.
  package var exercise: Double
  /// true for a stand hour, false for an idle one, nil if the watch was not worn.
  package var stood: Bool?
  package var steps: Double

  package init(
    start: Date, hour: Int, move: Double = 0, exercise: Double = 0, stood: Bool? = nil, steps: Double = 0
  ) {
    self.start = start
    self.hour = hour
    self.move = move
    self.exercise = exercise
    self.stood = stood
    self.steps = steps
  }
}

/// The data that a day view shows beside the rings.
package struct DayActivity: Hashable, Sendable {
  package var day: Day
  package var steps: Double
  /// Walking and running distance in metres.
  package var distance: Double
  package var flights: Double
  package var hours: [HourActivity]

  package init(
    day: Day, steps: Double = 0, distance: Double = 0, flights: Double = 0, hours: [HourActivity] = []
  ) {
    self.day = day
    self.steps = steps
    self.distance = distance
    self.flights = flights
    self.hours = hours
  }
}

package struct ClockHour: Hashable, Sendable {
  /// The local time at which it begins, 0 to 23: on a day on which the clocks change one of them is missing or comes twice.
  package var hour: Int
  /// An hour; less at the end of a day that is shortened by a part of an hour.
  package var span: Range<Date>

  /// The hours of a day, in order.
  package static func hours(of day: Range<Date>, in zone: TimeZone) -> [ClockHour] {
    var hours: [ClockHour] = []
    var start = day.lowerBound
    // The longest day that travel makes has 50 hours.
    while start < day.upperBound, hours.count < 60 {
      let end = min(day.upperBound, start + 3_600)
      let local = start.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: start))
      hours.append(ClockHour(hour: ((Int((local / 3_600).rounded(.down)) % 24) + 24) % 24, span: start..<end))
      start = end
    }
    return hours
  }
}
