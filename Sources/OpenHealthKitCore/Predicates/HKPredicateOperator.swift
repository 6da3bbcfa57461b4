public import Foundation
package import HealthModel

/// The operators of predicates: the same type as `NSComparisonPredicate.Operator` in HealthKit's signatures.
///
/// On Linux, Foundation has the operators but marks the class around them deprecated, so every use of the type causes
/// a warning. It is therefore used once, in a declaration that is also deprecated, and inferred from there.
public typealias HKPredicateOperator = HKPredicateOperatorCarrier.Operator

/// See ``HKPredicateOperator``.
public protocol HKPredicateOperatorCarrying {
  /// The type of the operators.
  associatedtype Operator
  /// Not called: the compiler infers the type from its parameter.
  static func carry(_ operatorType: Operator)
}

/// See ``HKPredicateOperator``.
public enum HKPredicateOperatorCarrier: HKPredicateOperatorCarrying {
  /// Not called: the compiler infers the type from its parameter.
  @available(*, deprecated, message: "Only there so that the compiler infers the type.")
  public static func carry(_ operatorType: NSComparisonPredicate.Operator) {}
}

extension Comparison {
  /// The comparison for an operator, nil if it is not a comparison, such as `contains`.
  package init?(_ operatorType: HKPredicateOperator) {
    switch operatorType {
    case .lessThan: self = .lessThan
    case .lessThanOrEqualTo: self = .lessThanOrEqual
    case .greaterThan: self = .greaterThan
    case .greaterThanOrEqualTo: self = .greaterThanOrEqual
    case .equalTo: self = .equal
    case .notEqualTo: self = .notEqual
    default: return nil
    }
  }

  /// The comparison for an operator. Traps if it is not a comparison.
  init(checked operatorType: HKPredicateOperator) {
    guard let comparison = Comparison(operatorType) else {
      HKPrecondition.fail("Invalid operator type (\(operatorType)) for predicate")
    }
    self = comparison
  }
}
