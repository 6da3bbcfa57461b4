package import FoundationEssentials

/// The activity in one clock hour of a day. A day on which the clocks change has 23 or 25 of them.
package struct HourActivity: Hashable, Sendable {
  package var start: Date
  /// Kilocalories, or minutes of move time in move-time mode.
  package var move: Double
  /// Minutes.
  package var exercise: Double
  /// true for a stand hour, false for an idle one, nil if the watch was not worn.
  package var stood: Bool?
  package var steps: Double

  package init(start: Date, move: Double = 0, exercise: Double = 0, stood: Bool? = nil, steps: Double = 0) {
    self.start = start
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
