package import HealthAnalysis
package import HealthModel

extension Award {
  /// `Perfect Move week`, `Move 300%`, `First workout: running`.
  package var name: String {
    switch kind {
    case .perfectWeek(let ring): "Perfect \(ring.map { $0.name + " " } ?? "")week"
    case .perfectMonth(let ring): "Perfect \(ring.map { $0.name + " " } ?? "")month"
    case .moveStreak: "Longest Move streak"
    case .moveRecord: "Move record"
    case .moveMultiple(let times): "Move \(times * 100)%"
    case .moveGoals(let count): "Move goal met \(count) times"
    case .firstWorkout(let activity): "First workout: \(WorkoutWords.words(activity))"
    case .workoutRecord(let activity): "Workout record: \(WorkoutWords.words(activity))"
    }
  }

  /// The name in JSON: `perfectWeek`.
  package var key: String {
    switch kind {
    case .perfectWeek: "perfectWeek"
    case .perfectMonth: "perfectMonth"
    case .moveStreak: "moveStreak"
    case .moveRecord: "moveRecord"
    case .moveMultiple: "moveMultiple"
    case .moveGoals: "moveGoals"
    case .firstWorkout: "firstWorkout"
    case .workoutRecord: "workoutRecord"
    }
  }

  /// For streaks `41 days`, for records `1,190 kcal`; nil if there is no number.
  package func valueWords(_ formatting: Formatting, _ moveMode: MoveMode) -> String? {
    guard let value else { return nil }
    if kind == .moveStreak { return "\(formatting.number(value, 0)) \(value == 1 ? "day" : "days")" }
    var unit = Ring.move.unit(moveMode, energy: formatting.energy)
    if case .workoutRecord = kind { unit = Ring.move.unit(.activeEnergy, energy: formatting.energy) }
    return "\(formatting.number(Rounding.down(value * unit.scale), 0)) \(unit.symbol)"
  }
}
