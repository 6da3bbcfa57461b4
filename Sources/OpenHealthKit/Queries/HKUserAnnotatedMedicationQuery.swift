public import Foundation
import HealthModel

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

  override func start(in store: HKHealthStore) {
    let (handler, limit, execution) = (handler, limit, execution)
    let selection = HealthReader.medications(predicate)
    let feed = SingleFeed { try $0.medications(selection, limit: limit) }
    FeedRun.start(feed, for: self, in: store, isLive: false) { event in
      switch event {
      case .first(let medications), .update(let medications):
        for medication in medications {
          guard execution.isRunning else { return }
          handler(self, medication, false, nil)
        }
        if execution.isRunning { handler(self, nil, true, nil) }
      case .failure(let error, _): handler(self, nil, true, error)
      }
    }
  }
}

extension HealthReader {
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
    let (reader, limit, selection) = (healthStore.reader, limit, HealthReader.medications(predicate))
    return try await healthStore.work { try reader.medications(selection, limit: limit) }
  }
}
