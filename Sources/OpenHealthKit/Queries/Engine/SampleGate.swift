import Foundation
import HealthDatabase
import HealthModel

/// Decides about stored samples what the store could not: block predicates, and members that may not be read.
struct SampleGate {
  private let selections: [HKSampleType: [SampleSelection]]
  private let members: [SampleSelection]
  private let reader: HealthReader
  private let hasCorrelations: Bool
  private let hasWorkouts: Bool

  init(_ selections: [SampleSelection], members: [SampleSelection] = [], reader: HealthReader) {
    self.selections = Dictionary(grouping: selections, by: \.type)
    self.members = members
    self.reader = reader
    hasCorrelations = selections.contains { $0.type is HKCorrelationType }
    hasWorkouts = selections.contains { $0.type is HKWorkoutType }
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
      return try visible(samples)
    }
    let memberships = needsSubjects ? try store.memberships(of: stored.samples.map(\.row)) : [:]
    let ties = members.isEmpty ? [:] : try memberTies(of: stored, from: store)
    let samples: [HKSample] = try stored.samples.compactMap { record in
      guard var sample = builder.sample(record), admits(sample, memberships[record.row] ?? SampleMembership()) else {
        return nil
      }
      if let correlation = sample as? HKCorrelation {
        guard let visible = try reader.visible(correlation), hasMembers(visible, ties) else { return nil }
        sample = visible
      }
      return sample
    }
    return try visible(samples)
  }

  /// The same samples, workouts among them with the numbers that the client may read.
  func visible(_ samples: [HKSample]) throws -> [HKSample] {
    guard hasWorkouts else { return samples }
    return try samples.map { sample in try (sample as? HKWorkout).map(reader.visible) ?? sample }
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

  // MARK: - Members of correlations

  private func hasMembers(_ correlation: HKCorrelation, _ memberships: [UUID: SampleMembership]) -> Bool {
    members.allSatisfy { member in
      correlation.objects(for: member.type).contains { sample in
        let workouts = memberships[sample.uuid]?.workouts ?? []
        return member.filter.matches(SampleSubject(sample, isCorrelated: true, workouts: workouts))
          && member.admits(sample, isCorrelated: true, workouts: workouts)
      }
    }
  }

  private func memberTies(
    of stored: StoredSamples, from store: Store
  ) throws -> [UUID: SampleMembership] {
    let members = stored.members.values.joined()
    let byRow = try store.memberships(of: members.map(\.row))
    return Dictionary(members.map { ($0.uuid, byRow[$0.row] ?? SampleMembership()) }) { first, _ in first }
  }
}
