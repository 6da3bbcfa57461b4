package import FoundationEssentials

/// How a filter compares the sample's value, on the left, with the filter's value, on the right.
package enum Comparison: Hashable, Sendable, CaseIterable {
  case lessThan
  case lessThanOrEqual
  case greaterThan
  case greaterThanOrEqual
  case equal
  case notEqual

  /// Whether the comparison is true. NaN compares as in IEEE 754: only `notEqual` is true.
  package func callAsFunction<Value: Comparable>(_ lhs: Value, _ rhs: Value) -> Bool {
    switch self {
    case .lessThan: lhs < rhs
    case .lessThanOrEqual: lhs <= rhs
    case .greaterThan: lhs > rhs
    case .greaterThanOrEqual: lhs >= rhs
    case .equal: lhs == rhs
    case .notEqual: lhs != rhs
    }
  }

  /// Whether the comparison is true for dates, one of which may be NaN: `Date`'s own `<=` would then be true.
  package func callAsFunction(_ lhs: Date, _ rhs: Date) -> Bool {
    self(lhs.timeIntervalSinceReferenceDate, rhs.timeIntervalSinceReferenceDate)
  }
}
