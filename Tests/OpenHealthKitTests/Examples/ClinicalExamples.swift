import Foundation
import OpenHealthKit

// example: States of mind
func logMood(_ valence: Double, in store: HKHealthStore) async throws {
  let type = HKObjectType.stateOfMindType()
  try await store.requestAuthorization(toShare: [type], read: [type])
  try await store.save(
    HKStateOfMind(
      date: Date(), kind: .momentaryEmotion, valence: valence, labels: [.calm, .grateful], associations: [.family]))
}

func daysWithWorries(in store: HKHealthStore) async throws -> [Date] {
  let predicate = HKQuery.predicateForStatesOfMind(with: HKStateOfMind.Label.worried)
  return try await HKSampleQueryDescriptor(
    predicates: [.stateOfMind(predicate)], sortDescriptors: [SortDescriptor(\.startDate)]
  ).result(for: store).map(\.startDate)
}
// end

// example: Missed doses
func missedDoses(since date: Date, in store: HKHealthStore) async throws -> [String: Int] {
  let skipped = HKQuery.predicateForMedicationDoseEvent(status: .skipped)
  let recent = HKQuery.predicateForMedicationDoseEvent(scheduledStart: date, end: nil)
  let doses = try await HKSampleQueryDescriptor(
    predicates: [.medicationDoseEvent(NSCompoundPredicate(andPredicateWithSubpredicates: [skipped, recent]))],
    sortDescriptors: []
  ).result(for: store)
  let medications = try await HKUserAnnotatedMedicationQueryDescriptor().result(for: store)
  var missed: [String: Int] = [:]
  for annotated in medications {
    let concept = annotated.medication
    missed[annotated.nickname ?? concept.displayText] = doses.count {
      $0.medicationConceptIdentifier == concept.identifier
    }
  }
  return missed
}
// end

// example: Reading clinical records
func laboratoryResults(in store: HKHealthStore) async throws -> [String: Data] {
  guard let type = HKObjectType.clinicalType(forIdentifier: .labResultRecord) else { return [:] }
  let records = try await HKSampleQueryDescriptor(predicates: [.clinicalRecord(type: type)], sortDescriptors: [])
    .result(for: store)
  return Dictionary(records.map { ($0.displayName, $0.fhirResource?.data ?? Data()) }) { first, _ in first }
}
// end
