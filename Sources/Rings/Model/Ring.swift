/// One of the rings of a day.
package enum Ring: Int, Sendable, Hashable, CaseIterable {
  case move, exercise, stand
  /// A goal of the user's own.
  case own
}

extension RingForm {
  /// The rings of this form, outermost first.
  package var rings: [Ring] {
    switch self {
    case .three: [.move, .exercise, .stand]
    case .moveOnly: [.move]
    case .threeAndOwn: Ring.allCases
    case .moveAndOwn: [.move, .own]
    }
  }
}

extension RingSet {
  /// The fraction of one ring.
  package subscript(ring: Ring) -> Double? {
    get {
      switch ring {
      case .move: move
      case .exercise: exercise
      case .stand: stand
      case .own: own
      }
    }
    set {
      switch ring {
      case .move: move = newValue
      case .exercise: exercise = newValue
      case .stand: stand = newValue
      case .own: own = newValue
      }
    }
  }
}

extension RingFlourish {
  /// The position of the light on one ring.
  package subscript(ring: Ring) -> Double? {
    get {
      switch ring {
      case .move: move
      case .exercise: exercise
      case .stand: stand
      case .own: own
      }
    }
    set {
      switch ring {
      case .move: move = newValue
      case .exercise: exercise = newValue
      case .stand: stand = newValue
      case .own: own = newValue
      }
    }
  }
}
