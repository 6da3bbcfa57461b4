import Foundation
import HealthModel

/// A predicate taken apart: filters, joined with predicates whose inside cannot be seen.
indirect enum PredicateTree {
  case filter(SampleFilter)
  /// A format that says nothing that can be asked, and why.
  case unreadable(String)
  /// A block predicate, or one of a class that is not known here. It can only be asked, sample by sample.
  case opaque(NSPredicate)
  case and([PredicateTree])
  case or([PredicateTree])
  case not(PredicateTree)

  /// How deep predicates may be nested: about half of what the stack of a background thread bears.
  private static let deepest = 256

  static func checkDepth(_ depth: Int) {
    HKPrecondition.check(depth <= deepest, "A predicate is nested more than \(deepest) deep")
  }

  /// Takes a predicate apart. One that is not about samples, or is nested without end, traps.
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

  /// A filter that is true of every sample that the tree is true of, and of no others if nothing is opaque.
  var upperBound: SampleFilter { bound(opaque: .always) }

  /// - Parameter opaque: what stands for the parts that cannot be looked into: `always` for a filter that lets too many
  ///   through, `never` for one that lets too few.
  private func bound(opaque: SampleFilter) -> SampleFilter {
    switch self {
    case .filter(let filter): filter
    case .unreadable: .never
    case .opaque: opaque
    case .and(let trees): .and(trees.map { $0.bound(opaque: opaque) })
    case .or(let trees): .or(trees.map { $0.bound(opaque: opaque) })
    // Too few inside is too many outside.
    case .not(let tree): .not(tree.bound(opaque: opaque == .always ? .never : .always))
    }
  }

  /// Why a query with it fails, nil where it does not.
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
