package import FoundationEssentials

/// How a filter compares what a sample has, on the left, with what the filter says, on the right.
package enum Comparison: Hashable, Sendable, CaseIterable {
  case lessThan
  case lessThanOrEqual
  case greaterThan
  case greaterThanOrEqual
  case equal
  case notEqual

  /// Whether it holds. NaN compares as in IEEE 754: only `notEqual` holds.
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

  /// Whether it holds between dates, of which one may be no number: `Date` itself has `<=` hold then.
  package func callAsFunction(_ lhs: Date, _ rhs: Date) -> Bool {
    self(lhs.timeIntervalSinceReferenceDate, rhs.timeIntervalSinceReferenceDate)
  }
}
