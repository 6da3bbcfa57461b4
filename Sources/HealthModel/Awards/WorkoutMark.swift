/// The properties of a workout that awards depend on.
package struct WorkoutMark: Hashable, Sendable {
  /// The day on which it began.
  package var day: Day
  /// The raw value of its activity.
  package var activity: Int
  /// Seconds.
  package var duration: Double
  /// Kilocalories of active energy; nil if unknown.
  package var energy: Double?

  package init(day: Day, activity: Int, duration: Double, energy: Double? = nil) {
    self.day = day
    self.activity = activity
    self.duration = duration
    self.energy = energy
  }
}
