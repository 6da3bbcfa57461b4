import Foundation
import HealthImport
import HealthModel
import OpenHealthKit

/// An import that opens the store once the first thing is to be written, so that a file at fault makes none.
final class DeferredImport: SampleSink {
  private let store: HKHealthStore
  private let options: ImportOptions
  private var run: ImportRun?

  init(store: HKHealthStore, options: ImportOptions) {
    self.store = store
    self.options = options
  }

  /// What the store found; whole once `finish` has returned.
  var outcome: ImportOutcome { run?.outcome ?? ImportOutcome() }

  func begin(_ header: ImportHeader) throws -> SinkCounts {
    let run = try store.startImport(options)
    self.run = run
    return try run.begin(header)
  }

  func receive(_ batch: SampleBatch) throws -> SinkCounts { try run?.receive(batch) ?? SinkCounts() }
  func finish(complete: Bool) throws { try run?.finish(complete: complete) }
  func endOfDay(beginningAt date: Date) -> Date? { run?.endOfDay(beginningAt: date) }
}

extension Failure {
  /// Of a file of which all is good or none.
  init(_ fault: JSONLinesImporter.Fault, file: String) {
    let place = fault.error.place.isEmpty ? "" : " \(fault.error.place)"
    self.init(.badData, "Line \(fault.line) of \(file):\(place) \(fault.error.reason). Nothing was stored.")
  }
}
