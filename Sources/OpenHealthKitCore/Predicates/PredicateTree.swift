import Foundation
import HealthModel

/// A parsed predicate: filters, combined with opaque predicates.
indirect enum PredicateTree {
  case filter(SampleFilter)
  /// The error of an unsupported format.
  case unreadable(String)
  /// A block predicate, or one of an unknown class. It can only be evaluated, sample by sample.
  case opaque(NSPredicate)
  case and([PredicateTree])
  case or([PredicateTree])
  case not(PredicateTree)

  /// The maximum nesting depth: about half of what fits on the stack of a background thread.
  private static let deepest = 256

  static func checkDepth(_ depth: Int) {
    HKPrecondition.check(depth <= deepest, "A predicate is nested more than \(deepest) deep")
  }

  /// Parses a predicate. Traps if it is not about samples, or is nested too deeply.
  init(_ predicate: NSPredicate, type: HKSampleType, depth: Int = 0) {
    Self.checkDepth(depth)
    switch PredicateShape(predicate) {
    case .constant(let value):
      self = .filter(value ? .always : .never)
    case .filter(.sample(let filter)):
      if let reason = filter.validate(for: type.sampleKind, identifier: type.identifier, unit: type.canonicalUnit) {
        HKPrecondition.fail(reason)
      }
      self = .filter(filter)
    case .filter(.unreadable(let reason)):
      self = .unreadable(reason)
    case .filter(.activity):
      HKPrecondition.fail(
        "A workout activity predicate is not valid for type \(type); wrap it in predicateForWorkouts(activityPredicate:)"
      )
    case .filter(.day):
      HKPrecondition.fail("An activity summary predicate is not valid for type \(type)")
    case .and(let parts):
      self = .and(parts.map { PredicateTree($0, type: type, depth: depth + 1) })
    case .or(let parts):
      self = .or(parts.map { PredicateTree($0, type: type, depth: depth + 1) })
    case .not(let part):
      self = .not(PredicateTree(part, type: type, depth: depth + 1))
    case .opaque:
      self = .opaque(predicate)
    }
  }

  /// A filter that matches every sample that the tree matches, and no others if nothing is opaque.
  var upperBound: SampleFilter { bound(opaque: .always) }

  /// - Parameter opaque: the replacement for opaque parts: `always` for an upper bound, `never` for a lower bound.
  private func bound(opaque: SampleFilter) -> SampleFilter {
    switch self {
    case .filter(let filter): filter
    case .unreadable: .never
    case .opaque: opaque
    case .and(let trees): .and(trees.map { $0.bound(opaque: opaque) })
    case .or(let trees): .or(trees.map { $0.bound(opaque: opaque) })
    // Inside `not`, a lower bound becomes an upper bound.
    case .not(let tree): .not(tree.bound(opaque: opaque == .always ? .never : .always))
    }
  }

  /// Why a query with it fails, nil if it does not.
  var failure: String? {
    switch self {
    case .filter, .opaque: nil
    case .unreadable(let reason): reason
    case .and(let trees), .or(let trees): trees.lazy.compactMap(\.failure).first
    case .not(let tree): tree.failure
    }
  }

  var isOpaque: Bool {
    switch self {
    case .filter, .unreadable: false
    case .opaque: true
    case .and(let trees), .or(let trees): trees.contains { $0.isOpaque }
    case .not(let tree): tree.isOpaque
    }
  }

  func matches(_ sample: HKSample, _ subject: SampleSubject) -> Bool {
    switch self {
    case .filter(let filter): filter.matches(subject)
    case .unreadable: false
    case .opaque(let predicate): predicate.evaluate(with: sample)
    case .and(let trees): trees.allSatisfy { $0.matches(sample, subject) }
    case .or(let trees): trees.contains { $0.matches(sample, subject) }
    case .not(let tree): !tree.matches(sample, subject)
    }
  }
}

extension HKSampleType {
  /// The unit of a quantity type's stored values.
  var canonicalUnit: HealthUnit? { (self as? HKQuantityType)?.entry.unit }
}
