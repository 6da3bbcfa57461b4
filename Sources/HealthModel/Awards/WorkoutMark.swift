/// What an award needs to know of a workout.
package struct WorkoutMark: Hashable, Sendable {
  /// The day on which it began.
  package var day: Day
  /// The raw value of its activity.
  package var activity: Int
  /// Seconds.
  package var duration: Double
  /// Kilocalories of active energy; nil where they are not known.
  package var energy: Double?

  package init(day: Day, activity: Int, duration: Double, energy: Double? = nil) {
    self.day = day
    self.activity = activity
    self.duration = duration
    self.energy = energy
  }
}
