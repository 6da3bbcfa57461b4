import HealthModel

extension HKActivitySummary {
  /// The summary of a day as stored.
  convenience init(_ summary: DaySummary) {
    var state = State()
    state.day = summary.day
    state.isPaused = summary.isPaused
    switch summary.moveMode {
    case .activeEnergy:
      state.moveMode = .activeEnergy
      state.energy = Amount(.kilocalorie, summary.move.value ?? 0)
      state.energyGoal = Amount(.kilocalorie, summary.move.goal ?? 0)
    case .moveTime:
      state.moveMode = .appleMoveTime
      state.moveTime = Amount(.minute, summary.move.value ?? 0)
      state.moveTimeGoal = Amount(.minute, summary.move.goal ?? 0)
    }
    state.exercise = Amount(.minute, summary.exercise.value ?? 0)
    state.exerciseGoal = summary.exercise.goal.map { Amount(.minute, $0) }
    state.stand = Amount(.count, summary.stand.value ?? 0)
    state.standGoal = summary.stand.goal.map { Amount(.count, $0) }
    self.init(state)
  }
}
