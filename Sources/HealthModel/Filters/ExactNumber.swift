/// A whole number or a `Double`, compared by value with every digit: 2^53 + 1 is more than 2^53.
package struct ExactNumber: Hashable, Sendable, Comparable {
  /// Rounded down; NaN and what lies beyond 2^126 keeps no digits.
  private let whole: Int128
  /// What is above the whole number, from 0 up to 1; for numbers beyond 2^126, the number.
  private let rest: Double

  package init(_ integer: Int128) {
    whole = integer
    rest = 0
  }

  package init(_ number: Double) {
    let floor = number.rounded(.down)
    if let whole = Int128(exactly: floor), floor.magnitude < 0x1p126 {
      self.whole = whole
      rest = number - floor
    } else {
      whole = number < 0 ? .min : .max
      rest = number.isNaN ? .infinity : number
    }
  }

  package static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.whole, lhs.rest) < (rhs.whole, rhs.rest)
  }
}
