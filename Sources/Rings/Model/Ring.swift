/// One of the three rings of a day.
package enum Ring: Int, Sendable, Hashable, CaseIterable {
  case move, exercise, stand
}

extension RingForm {
  /// The rings of this form, outermost first.
  package var rings: [Ring] {
    switch self {
    case .three: Ring.allCases
    case .moveOnly: [.move]
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
      }
    }
    set {
      switch ring {
      case .move: move = newValue
      case .exercise: exercise = newValue
      case .stand: stand = newValue
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
      }
    }
    set {
      switch ring {
      case .move: move = newValue
      case .exercise: exercise = newValue
      case .stand: stand = newValue
      }
    }
  }
}
