package import Foundation
import HealthDatabase
package import HealthModel

/// An import in progress: the sink for an importer, and the store's result at the end.
package final class ImportRun: SampleSink {
  private let session: ImportSession

  init(_ session: ImportSession) {
    self.session = session
  }

  /// The store's result beside the counts; complete once `finish` has returned.
  package var outcome: ImportOutcome { session.outcome }

  package func begin(_ header: ImportHeader) throws -> SinkCounts {
    try session.begin(header)
  }

  package func receive(_ batch: SampleBatch) throws -> SinkCounts {
    try session.receive(batch)
  }

  package func finish(complete: Bool) throws {
    try session.finish(complete: complete)
  }

  package var endOfDay: @Sendable (_ beginning: Date) -> Date? { session.endOfDay }
}

extension HKHealthStore {
  /// Starts an import. Opens the store for writing, and creates it if it is missing.
  package func startImport(_ options: ImportOptions) throws -> ImportRun {
    ImportRun(ImportSession(store: try door.writing(), options: options))
  }

  /// Opens the store for writing, if it exists.
  package func prepareForWriting() throws {
    do {
      _ = try door.reading()
    } catch let error as StoreError where error.code == .missing {
      return
    }
    _ = try door.writing()
  }

  /// The identifier of the user's home zone; nil if there is no store yet, or no choice has been made.
  package func homeZone() throws -> String? {
    do {
      return try door.reading().homeZone()
    } catch let error as StoreError where error.code == .missing {
      return nil
    }
  }

  /// Every import that stored something, oldest first.
  package func imports() throws -> [ImportEntry] {
    try door.reading().imports()
  }

  /// The samples that an import deleted, which undoing it does not restore.
  package func removals(byImport id: Int64) throws -> ImportRemovals {
    try door.reading().removals(byImport: id)
  }

  /// Removes everything that an import stored.
  ///
  /// - Parameter control: cancels the work, which then leaves the store unchanged.
  /// - Returns: the number of samples that were removed.
  package func undoImport(_ id: Int64, control: WorkControl = WorkControl()) throws -> Int {
    // Only an existing store has imports, so none is created.
    _ = try door.reading()
    return try door.writing().undoImport(id, control: control)
  }
}
