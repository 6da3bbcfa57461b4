import HealthModel

extension HKActivitySummary {
  /// The summary of a day as the store keeps it.
  convenience init(_ summary: DaySummary) {
    var state = State()
    state.day = summary.day
    state.isPaused = summary.isPaused
    switch summary.moveMode {
    case .activeEnergy:
      state.moveMode = .activeEnergy
      state.energy = HKQuantity(model: .kilocalorie, value: summary.move.value ?? 0)
      state.energyGoal = HKQuantity(model: .kilocalorie, value: summary.move.goal ?? 0)
    case .moveTime:
      state.moveMode = .appleMoveTime
      state.moveTime = HKQuantity(model: .minute, value: summary.move.value ?? 0)
      state.moveTimeGoal = HKQuantity(model: .minute, value: summary.move.goal ?? 0)
    }
    state.exercise = HKQuantity(model: .minute, value: summary.exercise.value ?? 0)
    state.exerciseGoal = summary.exercise.goal.map { HKQuantity(model: .minute, value: $0) }
    state.stand = HKQuantity(model: .count, value: summary.stand.value ?? 0)
    state.standGoal = summary.stand.goal.map { HKQuantity(model: .count, value: $0) }
    self.init(state)
  }
}
