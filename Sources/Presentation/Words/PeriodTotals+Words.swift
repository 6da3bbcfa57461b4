package import HealthAnalysis
package import HealthModel

extension PeriodTotals {
  /// `3 of 7 days closed`; empty if no day counts.
  package var closedWords: String {
    counted == 0 ? "" : "\(closed) of \(DayWords.count(counted, "day", "days")) closed"
  }
}

extension Formatting {
  /// `3,946 kcal`: the sum of a ring, rounded down; nil without data.
  package func sum(of ring: Ring, in totals: PeriodTotals) -> String? {
    let unit = ring.unit(totals.moveMode, energy: energy)
    return totals[ring].map { number(Rounding.down($0 * unit.scale), 0) + " " + unit.symbol }
  }

  /// The duration, energy, distance and mean heart rate of a workout, as a list has them.
  package func cells(of workout: WorkoutSummary, dash: String = "-") -> [String] {
    [
      clockDuration(workout.duration), workout.energy.map(energyNumber) ?? dash,
      workout.distance.map(distanceNumber) ?? dash, workout.heartRate.map { number($0, 0) } ?? dash,
    ]
  }

  /// `312 kcal`
  package func energyText(_ kilocalories: Double) -> String { energyNumber(kilocalories) + " " + energy.symbol }

  /// An energy in the user's unit, rounded down like that of the rings; without the unit.
  package func energyNumber(_ kilocalories: Double) -> String {
    number(Rounding.down(kilocalories * energy.perKilocalorie), 0)
  }
}
