/// The fractions of the three rings of one day, outermost first.
package struct RingSet: Hashable, Sendable {
  /// Value / goal, unclamped: 1.4 is a ring that has gone round once and 40 % again. nil draws an empty track.
  package var move: Double?
  package var exercise: Double?
  package var stand: Double?
  /// A paused day is drawn grey.
  package var isPaused: Bool

  package init(move: Double?, exercise: Double?, stand: Double?, isPaused: Bool = false) {
    self.move = move
    self.exercise = exercise
    self.stand = stand
    self.isPaused = isPaused
  }
}
