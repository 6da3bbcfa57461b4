/// The fractions of the rings of one day, outermost first.
package struct RingSet: Hashable, Sendable {
  /// Value / goal, unclamped: 1.4 is one full turn and another 40%. Nil draws an empty track.
  package var move: Double?
  package var exercise: Double?
  package var stand: Double?
  /// Of a goal of the user's own.
  package var own: Double?
  /// Whether the day is paused and drawn in grey.
  package var isPaused: Bool
  /// The rings that are drawn.
  package var form: RingForm
  /// The lights that run along the rings at this moment.
  package var flourish: RingFlourish

  package init(
    move: Double?, exercise: Double?, stand: Double?, own: Double? = nil, isPaused: Bool = false,
    form: RingForm = .three, flourish: RingFlourish = RingFlourish()
  ) {
    self.move = move
    self.exercise = exercise
    self.stand = stand
    self.own = own
    self.isPaused = isPaused
    self.form = form
    self.flourish = flourish
  }
}

/// The rings that a set draws.
package enum RingForm: Hashable, Sendable, CaseIterable {
  case three
  /// Only Move, for people whose data contains neither exercise minutes nor stand hours.
  case moveOnly
  /// Also a goal of the user's own, innermost.
  case threeAndOwn
  case moveAndOwn
}

/// A light that runs once along a ring that has just closed.
package struct RingFlourish: Hashable, Sendable {
  /// The position of the light along the ring, 0...1; nil without a light.
  package var move: Double?
  package var exercise: Double?
  package var stand: Double?
  package var own: Double?

  package init(move: Double? = nil, exercise: Double? = nil, stand: Double? = nil, own: Double? = nil) {
    self.move = move
    self.exercise = exercise
    self.stand = stand
    self.own = own
  }
}
