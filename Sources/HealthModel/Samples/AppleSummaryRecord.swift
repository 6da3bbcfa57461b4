/// A row of Apple's own day summaries as an export prints it, in canonical units.
package struct AppleSummaryRecord: Hashable, Sendable {
  package var day: Day
  /// Kilocalories.
  package var energy: Double
  package var energyGoal: Double
  /// Minutes; used instead of energy by accounts in move-time mode, whose move-time goal is above 0.
  package var moveTime: Double
  package var moveTimeGoal: Double
  /// Minutes.
  package var exercise: Double
  package var exerciseGoal: Double
  /// Hours.
  package var stand: Double
  package var standGoal: Double
  /// What the samples that Apple knew resulted in, in an export of a store where that has changed since.
  package var counted: Counted?
  package var line: Int32

  package struct Counted: Hashable, Sendable {
    package var move: Double
    package var exercise: Double
    package var stand: Double

    package init(move: Double, exercise: Double, stand: Double) {
      (self.move, self.exercise, self.stand) = (move, exercise, stand)
    }
  }

  package init(
    day: Day, energy: Double, energyGoal: Double, moveTime: Double = 0, moveTimeGoal: Double = 0,
    exercise: Double, exerciseGoal: Double, stand: Double, standGoal: Double, counted: Counted? = nil, line: Int32 = 0
  ) {
    self.day = day
    self.energy = energy
    self.energyGoal = energyGoal
    self.moveTime = moveTime
    self.moveTimeGoal = moveTimeGoal
    self.exercise = exercise
    self.exerciseGoal = exerciseGoal
    self.stand = stand
    self.standGoal = standGoal
    self.counted = counted
    self.line = line
  }
}
