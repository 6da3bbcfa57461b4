import Foundation
import HealthDatabase
import HealthModel
import HealthQueries

/// Evaluates what the store could not: block predicates, and predicates too large for SQL.
struct PredicateEvaluator {
  private let selections: [HKSampleType: [SampleSelection]]

  init(_ selections: [SampleSelection]) {
    self.selections = Dictionary(grouping: selections, by: \.type)
  }

  /// Whether all selected samples match, so that the store may apply limits.
  var isOpen: Bool {
    !selections.values.contains { $0.contains(where: \.needsAdmission) }
  }

  /// The matching samples, in order.
  func matching(_ stored: StoredSamples, from view: AuthorizedView, withDocuments: Bool) throws -> [HKSample] {
    var builder = SampleBuilder(stored, withDocuments: withDocuments, scope: view.scope)
    guard !isOpen else {
      var samples: [HKSample] = []
      samples.reserveCapacity(stored.samples.count)
      builder.add(stored, to: &samples)
      return samples
    }
    let all = stored.samples + stored.members.values.joined()
    let byRow = try view.memberships(of: all.map(\.row))
    let memberships = Dictionary(all.map { ($0.uuid, byRow[$0.row] ?? SampleMembership()) }) { first, _ in first }
    return stored.samples.compactMap { record in
      guard let sample = builder.sample(record), matches(sample, memberships) else { return nil }
      return sample
    }
  }

  private func matches(_ sample: HKSample, _ memberships: [UUID: SampleMembership]) -> Bool {
    guard let selections = selections[sample.sampleType], selections.contains(where: \.needsAdmission) else {
      return true
    }
    let subject = SampleSubject(sample, memberships)
    // The store combines the filters of a type, so which of them the sample matches must be evaluated again.
    return selections.contains { $0.filter.matches(subject) && $0.matches(sample, memberships) }
  }
}
