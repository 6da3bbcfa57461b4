import Foundation
import HealthDatabase
import HealthModel

/// Decides about stored samples what the store could not: block predicates, and members that may not be read.
struct SampleGate {
  private let selections: [HKSampleType: [SampleSelection]]
  private let members: [SampleSelection]
  private let reader: HealthReader
  private let hasCorrelations: Bool

  init(_ selections: [SampleSelection], members: [SampleSelection] = [], reader: HealthReader) {
    self.selections = Dictionary(grouping: selections, by: \.type)
    self.members = members
    self.reader = reader
    hasCorrelations = selections.contains { $0.type is HKCorrelationType }
  }

  /// Whether all that the store selects passes, so that the store may apply limits.
  var isOpen: Bool {
    !hasCorrelations && !needsSubjects && !members.contains(where: \.needsAdmission)
  }

  private var needsSubjects: Bool {
    selections.values.contains { $0.contains(where: \.needsAdmission) }
  }

  /// The samples that pass, in their order.
  func admitted(_ stored: StoredSamples, from store: Store, withDocuments: Bool) throws -> [HKSample] {
    var builder = SampleBuilder(stored, withDocuments: withDocuments)
    guard !isOpen else {
      var samples: [HKSample] = []
      samples.reserveCapacity(stored.samples.count)
      builder.add(stored, to: &samples)
      return samples
    }
    let memberships = needsSubjects ? try store.memberships(of: stored.samples.map(\.row)) : [:]
    return try stored.samples.compactMap { record in
      guard var sample = builder.sample(record), admits(sample, memberships[record.row] ?? SampleMembership()) else {
        return nil
      }
      if let correlation = sample as? HKCorrelation {
        guard let visible = try visible(correlation), hasMembers(visible) else { return nil }
        sample = visible
      }
      return sample
    }
  }

  private func admits(_ sample: HKSample, _ membership: SampleMembership) -> Bool {
    guard let selections = selections[sample.sampleType], selections.contains(where: \.needsAdmission) else {
      return true
    }
    let subject = SampleSubject(sample, isCorrelated: membership.isCorrelated, workouts: membership.workouts)
    return selections.contains { selection in
      // The store joined the filters of a type, so which of them the sample has passed must be asked again.
      selection.filter.matches(subject)
        && selection.admits(sample, isCorrelated: membership.isCorrelated, workouts: membership.workouts)
    }
  }

  // MARK: - Correlations

  /// The correlation with those members that the client may read; nil if there are none.
  private func visible(_ correlation: HKCorrelation) throws -> HKCorrelation? {
    var isWhole = true
    let visible = try correlation.objects.filter { member in
      let access: ReadAccess?
      do {
        access = try reader.access.reading(of: member.sampleType.identifier)
      } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
        // Of the members' types only some need to have been asked for.
        access = nil
      }
      let isReadable =
        switch access {
        case .everything: true
        case .ownSamples, nil: member.sourceRevision.source.model == reader.client
        }
      if !isReadable { isWhole = false }
      return isReadable
    }
    if isWhole { return correlation }
    guard !visible.isEmpty else { return nil }
    return HKCorrelation(
      type: correlation.correlationType, objects: visible, start: correlation.startDate, end: correlation.endDate,
      header: correlation.header)
  }

  private func hasMembers(_ correlation: HKCorrelation) -> Bool {
    members.allSatisfy { member in
      correlation.objects(for: member.type).contains { sample in
        member.filter.matches(SampleSubject(sample, isCorrelated: true)) && member.admits(sample, isCorrelated: true)
      }
    }
  }
}
