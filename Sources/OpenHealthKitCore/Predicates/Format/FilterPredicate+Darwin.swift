#if canImport(Darwin)
  import Foundation
  import HealthModel

  extension FilterPredicate.Content {
    /// The filter of one of Foundation's comparisons, which `NSPredicate(format:)` creates where Foundation parses
    /// formats.
    ///
    /// - Throws: `PredicateFormat.Failure` for an unsupported comparison.
    init(_ predicate: NSComparisonPredicate) throws {
      guard let relation = PredicateRelation(predicate.predicateOperatorType) else {
        throw PredicateFormat.Failure(reason: "Unsupported operator in \(predicate.predicateFormat)")
      }
      let (left, right) = (predicate.leftExpression, predicate.rightExpression)
      if left.expressionType == .keyPath, right.expressionType == .constantValue {
        self = try PredicateKeyPath(left.keyPath).content(relation, right.constantValue ?? NSNull())
      } else if right.expressionType == .keyPath, left.expressionType == .constantValue, let turned = relation.flipped {
        self = try PredicateKeyPath(right.keyPath).content(turned, left.constantValue ?? NSNull())
      } else {
        throw PredicateFormat.Failure(
          reason: "A comparison needs a key path and a value: \"\(predicate.predicateFormat)\"")
      }
    }
  }

  extension PredicateRelation {
    fileprivate init?(_ operatorType: NSComparisonPredicate.Operator) {
      switch operatorType {
      case .in: self = .isIn
      case .between: self = .isBetween
      case .beginsWith: self = .text(.beginsWith)
      case .endsWith: self = .text(.endsWith)
      case .contains: self = .text(.contains)
      default:
        guard let comparison = Comparison(operatorType) else { return nil }
        self = .compares(comparison)
      }
    }
  }
#endif
