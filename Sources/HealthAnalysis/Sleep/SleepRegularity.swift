import HealthModel

/// The times of going to bed and of getting up, and how much they vary from night to night.
package struct SleepRegularity: Hashable, Sendable {
  package struct Time: Hashable, Sendable {
    /// The mean, in minutes after midnight; negative if before.
    package var mean: Double
    /// The standard deviation, in minutes.
    package var deviation: Double
  }

  package var bedtime: Time
  package var wakeUp: Time
  /// The mean of the time asleep, in seconds.
  package var asleep: Double
  package var nights: Int

  /// - Parameter nights: bedtime and waking up in local minutes after the midnight of the day of waking up, and the
  ///   seconds asleep.
  /// - Returns: nil with fewer than three nights.
  package init?(_ nights: [(bedtime: Double, wakeUp: Double, asleep: Double)]) {
    guard nights.count >= 3 else { return nil }
    func time(_ values: [Double]) -> Time {
      let mean = Statistics.mean(values) ?? 0
      let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
      return Time(mean: mean, deviation: variance.squareRoot())
    }
    bedtime = time(nights.map(\.bedtime))
    wakeUp = time(nights.map(\.wakeUp))
    asleep = nights.reduce(0) { $0 + $1.asleep } / Double(nights.count)
    self.nights = nights.count
  }
}
