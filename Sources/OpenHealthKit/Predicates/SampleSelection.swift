import Foundation
import HealthDatabase
import HealthModel

/// Which samples of a type a query is about: the front door, where Foundation's predicates end.
///
/// Made once, when a query is made, and sent wherever the query runs.
struct SampleSelection: @unchecked Sendable {
  // Unchecked for predicates of other classes, which nobody changes once a query has them. That a caller's block can be
  // called from any thread is what HealthKit demands of it too.

  let type: HKSampleType
  /// For the store: it selects all samples that belong to the selection, and no others unless something is left over.
  let filter: SampleFilter
  /// What a store cannot answer, nil in nearly all queries.
  private let leftover: PredicateTree?
  /// Why a query of it fails, nil where it does not.
  private let failure: String?
  /// What a correlation must have members of.
  private let members: [SampleSelection]

  /// Takes a predicate apart. One that makes no sense for the type traps.
  ///
  /// - Parameter members: of correlations, that they must have a member of each of these.
  init(type: HKSampleType, predicate: NSPredicate?, members: [SampleSelection] = []) {
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
    leftover = tree.isOpaque || !bound.fitsStatement ? tree : nil
  }

  /// True where `admits(_:_:)` must be asked of each sample that the filter selected, and limits
  /// can only be applied after it.
  var needsAdmission: Bool { leftover != nil || members.contains(where: \.needsAdmission) }

  /// - Throws: ``HKError/Code/errorInvalidArgument`` where a predicate, or one of a member, says nothing that can be asked.
  func validate() throws {
    if let failure { throw HKError(.errorInvalidArgument, reason: failure) }
    for member in members { try member.validate() }
  }

  /// Whether a sample that the filter selected belongs to the selection.
  ///
  /// - Parameter memberships: what it and its members belong to, by their identities.
  func admits(_ sample: HKSample, _ memberships: [UUID: SampleMembership] = [:]) -> Bool {
    if let leftover, !leftover.matches(sample, SampleSubject(sample, memberships)) { return false }
    guard needsAdmission, !members.isEmpty else { return true }
    let objects = (sample as? HKCorrelation)?.objects ?? []
    return members.allSatisfy { member in
      objects.contains { object in
        object.sampleType == member.type && member.filter.matches(SampleSubject(object, memberships))
          && member.admits(object, memberships)
      }
    }
  }
}

/// Which days a query of activity summaries is about.
struct DaySelection: Sendable {
  let filter: DayFilter
  /// Why a query of it fails, nil where it does not.
  private let failure: String?

  /// Takes a predicate apart. One over anything else traps, a block included: there is no summary yet that it
  /// could be asked about.
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

  /// - Throws: ``HKError/Code/errorInvalidArgument`` where the predicate says nothing that can be asked.
  func validate() throws {
    if let failure { throw HKError(.errorInvalidArgument, reason: failure) }
  }
}

extension DayFilter {
  /// - Throws: for a format that says nothing that can be asked.
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
  /// Takes a predicate over the activities of workouts apart. One over anything else traps.
  ///
  /// - Throws: for a format that says nothing that can be asked.
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
