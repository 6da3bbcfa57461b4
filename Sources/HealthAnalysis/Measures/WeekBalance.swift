package import HealthModel

/// The activity of a week against the recommendation of the WHO (2020) for adults: at least 150 minutes of moderate
/// intensity, or 75 of vigorous, or an equivalent of both.
package struct WeekBalance: Hashable, Sendable {
  /// Minutes.
  package var moderate: Double
  package var vigorous: Double

  /// Minutes of moderate intensity: a vigorous one counts twice.
  package var equivalent: Double { moderate + 2 * vigorous }
  package static let recommended = 150.0
  package var isMet: Bool { equivalent >= Self.recommended }

  /// The fractions of the heart rate reserve from which exercise is moderate and vigorous (Garber et al. 2011).
  package static let moderatePart = 0.4
  package static let vigorousPart = 0.6

  /// - Parameter workouts: those of the week, each with the heart's limits on its day.
  /// - Returns: a reason if the intensity of more than a quarter of the time is unknown.
  package static func week(
    _ workouts: [(times: HeartRateTimes, duration: Double, profile: HeartRateProfile)]
  ) -> Measure<WeekBalance> {
    var balance = WeekBalance(moderate: 0, vigorous: 0)
    var (known, whole) = (0.0, 0.0)
    var missing: MissingReason?
    for workout in workouts {
      whole += max(workout.duration, workout.times.duration)
      guard case .success(let reserve) = workout.profile.reserve else {
        if case .failure(let reason) = workout.profile.reserve { missing = reason }
        continue
      }
      known += workout.times.duration
      for time in workout.times.entries {
        let part = (time.rate - reserve.lowerBound) / (reserve.upperBound - reserve.lowerBound)
        if part >= vigorousPart {
          balance.vigorous += time.seconds / 60
        } else if part >= moderatePart {
          balance.moderate += time.seconds / 60
        }
      }
    }
    guard !workouts.isEmpty else { return .failure(.undefined("there was no workout in this week")) }
    guard known >= whole * 0.75 else { return .failure(missing ?? .uncovered(known: known, whole: whole)) }
    return .success(
      Measured(
        balance, .balance,
        [MeasureInput("moderate", balance.moderate, "min"), MeasureInput("vigorous", balance.vigorous, "min")]
          + (workouts.last?.profile.inputs ?? []),
        coverage: MeasureCoverage(known / 60, of: whole / 60, .minute)))
  }
}
