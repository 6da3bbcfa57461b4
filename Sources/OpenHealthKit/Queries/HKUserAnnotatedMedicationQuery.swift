public import Foundation
import HealthModel
public import OpenHealthKitCore

/// A query for the user's medications.
///
/// Its handler is called with one medication at a time, and finally with nil and `done`.
open class HKUserAnnotatedMedicationQuery: HKQuery, @unchecked Sendable {
  /// The maximum number of medications; ``HKObjectQueryNoLimit`` for all.
  public let limit: Int

  private let handler:
    @Sendable (HKUserAnnotatedMedicationQuery, HKUserAnnotatedMedication?, Bool, (any Error)?) -> Void

  /// A query for medications, all of them without a predicate.
  public init(
    predicate: NSPredicate?, limit: Int,
    resultsHandler:
      @escaping @Sendable (
        HKUserAnnotatedMedicationQuery, HKUserAnnotatedMedication?, Bool, (any Error)?
      ) -> Void
  ) {
    self.limit = limit
    handler = resultsHandler
    super.init(objectType: .userAnnotatedMedicationType(), predicate: predicate)
  }
}

extension HKUserAnnotatedMedicationQuery: ReadingQuery {
  package func read(_ reader: ClientReader) throws -> [HKUserAnnotatedMedication] {
    try reader.medications(ClientReader.medications(predicate), limit: limit)
  }

  package func deliver(
    _ result: Result<[HKUserAnnotatedMedication], any Error>, while isRunning: @Sendable () -> Bool
  ) {
    switch result {
    case .success(let medications):
      for medication in medications {
        guard isRunning() else { return }
        handler(self, medication, false, nil)
      }
      if isRunning() { handler(self, nil, true, nil) }
    case .failure(let error): handler(self, nil, true, error)
    }
  }
}

extension ClientReader {
  /// Medications are stored as samples on the day when their file was made.
  static func medications(_ predicate: NSPredicate?) -> SampleSelection {
    SampleSelection(type: HKSampleType(named: TypeIdentifier.medication), predicate: predicate)
  }

  func medications(_ selection: SampleSelection, limit: Int?) throws -> [HKUserAnnotatedMedication] {
    try samples([selection], limit: limit).compactMap { sample in
      sample.header.metadata.content().map { HKUserAnnotatedMedication($0) }
    }
  }
}

/// A descriptor of a query for the user's medications.
public struct HKUserAnnotatedMedicationQueryDescriptor: HKAsyncQuery, @unchecked Sendable {
  // Unchecked because of the predicate, which must not be changed.

  /// The predicate; nil for all medications.
  public var predicate: NSPredicate?
  /// The maximum number of medications; nil for all.
  public var limit: Int?

  /// A descriptor of a query for medications.
  public init(predicate: NSPredicate? = nil, limit: Int? = nil) {
    self.predicate = predicate
    self.limit = limit
  }

  /// The currently stored medications.
  public func result(for healthStore: HKHealthStore) async throws -> [HKUserAnnotatedMedication] {
    let (reader, limit, selection) = (healthStore.reader, limit, ClientReader.medications(predicate))
    return try await healthStore.work { try reader.medications(selection, limit: limit) }
  }
}
