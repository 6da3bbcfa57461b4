import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import Processes

/// An import that opens the store only before the first write, so that an invalid file does not create one, and while
/// the file is already being read.
final class DeferredImport: SampleSink {
  private let store: StoreConnection
  private let options: ImportOptions
  private var run: ImportSession?

  init(store: StoreConnection, options: ImportOptions) {
    self.store = store
    self.options = options
  }

  /// The store's result; complete once `finish` has returned.
  var outcome: ImportOutcome { run?.outcome ?? ImportOutcome() }

  func begin(_ header: ImportHeader) throws -> SinkCounts {
    let run = ImportSession(store: try store.writing(), options: options)
    self.run = run
    return try run.begin(header)
  }

  func receive(_ batch: SampleBatch) throws -> SinkCounts { try run?.receive(batch) ?? SinkCounts() }
  func finish(complete: Bool) throws { try run?.finish(complete: complete) }
  var endOfDay: @Sendable (_ beginning: Date) -> Date? {
    guard let run else { return { _ in nil } }
    return run.endOfDay
  }
}

extension Failure {
  /// For a file that is imported completely or not at all.
  init(_ fault: JSONLinesImporter.Fault, file: String) {
    let place = fault.error.place.isEmpty ? "" : " \(fault.error.place)"
    self.init(.badData, "Line \(fault.line) of \(file):\(place) \(fault.error.reason). Nothing was stored.")
  }
}
