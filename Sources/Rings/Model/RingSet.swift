/// The fractions of the three rings of one day, outermost first.
package struct RingSet: Hashable, Sendable {
  /// Value / goal, unclamped: 1.4 is a ring that has gone round once and 40 % again. nil draws an empty track.
  package var move: Double?
  package var exercise: Double?
  package var stand: Double?
  /// A paused day is drawn grey.
  package var isPaused: Bool
  /// Which rings there are.
  package var form: RingForm
  /// Lights that run along the rings at this moment.
  package var flourish: RingFlourish

  package init(
    move: Double?, exercise: Double?, stand: Double?, isPaused: Bool = false, form: RingForm = .three,
    flourish: RingFlourish = RingFlourish()
  ) {
    self.move = move
    self.exercise = exercise
    self.stand = stand
    self.isPaused = isPaused
    self.form = form
    self.flourish = flourish
  }
}

/// Which rings a set draws.
package enum RingForm: Hashable, Sendable, CaseIterable {
  case three
  /// Only Move, for people whose data knows neither exercise minutes nor stand hours.
  case moveOnly
}

/// A light that runs once along a ring that has just closed.
package struct RingFlourish: Hashable, Sendable {
  /// How far round the light is, 0...1; nil where there is none.
  package var move: Double?
  package var exercise: Double?
  package var stand: Double?

  package init(move: Double? = nil, exercise: Double? = nil, stand: Double? = nil) {
    self.move = move
    self.exercise = exercise
    self.stand = stand
  }
}
