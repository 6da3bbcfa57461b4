package import Foundation
import HealthDatabase
import HealthModel
import HealthQueries

/// The samples that a query selects: at this point Foundation's predicates have been converted.
///
/// Created once for a query, and passed on to wherever it runs.
package struct SampleSelection: @unchecked Sendable {
  // Unchecked because of opaque predicates, which must not be changed after they were passed to a query. HealthKit
  // also requires that a caller's block can be called on any thread.

  let type: HKSampleType
  /// For the store: selects all samples of the selection, and no others unless something is left over.
  let filter: SampleFilter
  /// The part that a store cannot evaluate, nil in nearly all queries.
  private let leftover: PredicateTree?
  /// Why a query with it fails, nil if it does not.
  private let failure: String?
  /// The required members of a correlation.
  private let members: [SampleSelection]

  /// Parses a predicate. Traps if it is invalid for the type.
  ///
  /// - Parameter members: for correlations: a member that matches each of these is required.
  package init(type: HKSampleType, predicate: NSPredicate?, members: [SampleSelection] = []) {
    self.type = type
    self.members = members
    let ofMembers = members.map { SampleFilter.hasMember(types: [$0.type.identifier], $0.filter) }
    guard let predicate else {
      filter = SampleFilter.and(ofMembers).simplified
      leftover = nil
      failure = nil
      return
    }
    let tree = PredicateTree(predicate, type: type)
    failure = tree.failure
    let bound = SampleFilter.and([tree.upperBound] + ofMembers).simplified
    filter = bound.fitsStatement ? bound : bound.outline
    leftover = tree.isOpaque ? tree : bound.fitsStatement ? nil : .filter(tree.upperBound.simplified)
  }

  /// Whether `matches(_:_:)` must be called for each sample that the filter selected, so that limits can be applied
  /// only afterwards.
  var needsAdmission: Bool { leftover != nil || members.contains(where: \.needsAdmission) }

  /// - Throws: ``HKError/Code/errorInvalidArgument`` if a predicate, or one for a member, is unsupported.
  func validate() throws {
    if let failure { throw HKError.invalid(failure) }
    for member in members { try member.validate() }
  }

  /// Whether a sample that the filter selected belongs to the selection.
  ///
  /// - Parameter memberships: the associations of the sample and its members, by identity.
  func matches(_ sample: HKSample, _ memberships: [UUID: SampleMembership] = [:]) -> Bool {
    if let leftover, !leftover.matches(sample, SampleSubject(sample, memberships)) { return false }
    guard needsAdmission, !members.isEmpty else { return true }
    let objects = (sample as? HKCorrelation)?.objects ?? []
    return members.allSatisfy { member in
      objects.contains { object in
        object.sampleType == member.type && member.filter.matches(SampleSubject(object, memberships))
          && member.matches(object, memberships)
      }
    }
  }
}

/// The days that a query of activity summaries selects.
struct DaySelection: Sendable {
  let filter: DayFilter
  /// Why a query with it fails, nil if it does not.
  private let failure: String?

  /// Parses a predicate. Traps if it is about anything else, or a block, because there is no summary yet with which
  /// it could be evaluated.
  init(_ predicate: NSPredicate?) {
    guard let predicate else {
      filter = .always
      failure = nil
      return
    }
    do throws(PredicateFormat.Failure) {
      filter = try DayFilter(summaries: predicate)
      failure = nil
    } catch {
      filter = .never
      failure = error.reason
    }
  }

  /// - Throws: ``HKError/Code/errorInvalidArgument`` if the predicate is unsupported.
  func validate() throws {
    if let failure { throw HKError.invalid(failure) }
  }
}

extension DayFilter {
  /// - Throws: if a format is unsupported.
  fileprivate init(summaries predicate: NSPredicate, depth: Int = 0) throws(PredicateFormat.Failure) {
    PredicateTree.checkDepth(depth)
    func filters(_ parts: [NSPredicate]) throws(PredicateFormat.Failure) -> [DayFilter] {
      var filters: [DayFilter] = []
      for part in parts { filters.append(try DayFilter(summaries: part, depth: depth + 1)) }
      return filters
    }
    switch PredicateShape(predicate) {
    case .constant(let value): self = value ? .always : .never
    case .filter(.day(let filter)): self = filter
    case .filter(.unreadable(let reason)): throw PredicateFormat.Failure(reason: reason)
    case .filter(.sample), .filter(.activity):
      HKPrecondition.fail("Unexpected dataType of class HKActivitySummaryType for a sample predicate")
    case .and(let parts): self = .and(try filters(parts))
    case .or(let parts): self = .or(try filters(parts))
    case .not(let part): self = .not(try DayFilter(summaries: part, depth: depth + 1))
    case .opaque: HKPrecondition.fail("Unsupported predicate \(predicate) for an activity summary query")
    }
  }
}

extension ActivityFilter {
  /// Parses a predicate over the activities of workouts. Traps if it is about anything else.
  ///
  /// - Throws: if a format is unsupported.
  init(activities predicate: NSPredicate, depth: Int = 0) throws(PredicateFormat.Failure) {
    PredicateTree.checkDepth(depth)
    func filters(_ parts: [NSPredicate]) throws(PredicateFormat.Failure) -> [ActivityFilter] {
      var filters: [ActivityFilter] = []
      for part in parts { filters.append(try ActivityFilter(activities: part, depth: depth + 1)) }
      return filters
    }
    switch PredicateShape(predicate) {
    case .constant(let value): self = value ? .always : .never
    case .filter(.activity(let filter)): self = filter
    case .filter(.unreadable(let reason)): throw PredicateFormat.Failure(reason: reason)
    case .filter(.sample), .filter(.day):
      HKPrecondition.fail("Only predicates of predicateForWorkoutActivities can be wrapped: \(predicate)")
    case .and(let parts): self = .and(try filters(parts))
    case .or(let parts): self = .or(try filters(parts))
    case .not(let part): self = .not(try ActivityFilter(activities: part, depth: depth + 1))
    case .opaque: HKPrecondition.fail("Unsupported predicate \(predicate) for workout activities")
    }
  }
}
