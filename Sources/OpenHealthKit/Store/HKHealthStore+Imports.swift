package import Foundation
import HealthDatabase
package import HealthModel

/// An import under way: where an importer writes to, and what the store says when it is done.
package final class ImportRun: SampleSink {
  private let session: ImportSession

  init(_ session: ImportSession) {
    self.session = session
  }

  /// What the store found beside the counts; whole once `finish` has returned.
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

  package func endOfDay(beginningAt date: Date) -> Date? { session.endOfDay(beginningAt: date) }
}

extension HKHealthStore {
  /// Starts an import. Opens the store for writing, and makes it where it is missing.
  package func startImport(_ options: ImportOptions) throws -> ImportRun {
    ImportRun(ImportSession(store: try door.writing(), options: options))
  }

  /// Opens the store for writing, if it is there.
  package func prepareForWriting() throws {
    do {
      _ = try door.reading()
    } catch let error as StoreError where error.code == .missing {
      return
    }
    _ = try door.writing()
  }

  /// The identifier of the user's home zone; nil where there is no store yet, or one that was never told.
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

  /// What an import took out of the store, which taking it back does not bring back.
  package func removals(byImport id: Int64) throws -> ImportRemovals {
    try door.reading().removals(byImport: id)
  }

  /// Takes back everything that an import stored.
  ///
  /// - Parameter control: stops the work, which then leaves everything as it was.
  /// - Returns: the number of samples that were taken out.
  package func undoImport(_ id: Int64, control: WorkControl = WorkControl()) throws -> Int {
    // Only a store that is there has imports; none is made to find that out.
    _ = try door.reading()
    return try door.writing().undoImport(id, control: control)
  }
}
