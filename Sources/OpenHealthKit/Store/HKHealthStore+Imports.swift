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

/// Importing, and writing the package's own values. All of these throw `StoreError`.
extension HKHealthStore {
  /// Starts an import. Opens the store for writing, and creates it if it is missing.
  package func startImport(_ options: ImportOptions) throws -> ImportRun {
    ImportRun(ImportSession(store: try connection.writing(), options: options))
  }

  /// Opens the store for writing, if it exists.
  package func prepareForWriting() throws {
    do {
      _ = try connection.reading()
    } catch let error as StoreError where error.code == .missing {
      return
    }
    _ = try connection.writing()
  }

  /// The identifier of the user's home zone; nil if there is no store yet, or no choice has been made.
  package func homeZone() throws -> String? {
    do {
      return try connection.reading().homeZone()
    } catch let error as StoreError where error.code == .missing {
      return nil
    }
  }

  /// Every import that stored something, oldest first.
  package func imports() throws -> [ImportEntry] {
    try connection.reading().imports()
  }

  /// The samples that an import deleted, which undoing it does not restore.
  package func removals(byImport id: Int64) throws -> ImportRemovals {
    try connection.reading().removals(byImport: id)
  }

  /// Removes everything that an import stored.
  ///
  /// - Parameter control: cancels the work, which then leaves the store unchanged.
  /// - Returns: the number of samples that were removed.
  package func undoImport(_ id: Int64, control: WorkControl = WorkControl()) throws -> Int {
    // Only an existing store has imports, so none is created.
    _ = try connection.reading()
    return try connection.writing().undoImport(id, control: control)
  }

  // MARK: - Samples that are known to be new

  /// Creates the store if it is missing, and sets the user's home zone if there is none yet.
  package func prepare(homeZone: String) throws {
    try connection.writing().setHomeZone(HomeZoneChoice(zone: homeZone, reason: .system))
  }

  /// Stores samples that are known to be new, in one transaction.
  package func save(_ batch: SampleBatch) throws {
    try connection.writing().save(batch)
  }

  // MARK: - Feeds

  /// Checks that the store exists.
  ///
  /// - Throws: `StoreError`, with the code `missing` if it does not.
  package func requireStore() throws {
    _ = try connection.reading()
  }

  /// Stores one delivery of a feed, completely or not at all. Creates the store if it is missing.
  ///
  /// - Parameter body: passes the delivery to the sink, including calls of its `begin` and `finish`.
  /// - Returns: the result of the delivery, after the commit.
  /// - Throws: the error of the body, without any change, or `StoreError`.
  package func receive(
    _ options: FeedOptions, _ body: (any SampleSink) throws -> Void
  ) throws -> FeedReceipt {
    try connection.writing().receive(options) { try body($0) }
  }
}

/// SQLite files of other programs, for importers.
package enum ForeignDatabases {
  /// Opens a file read-only, without executing anything in it.
  ///
  /// - Throws: `ForeignDatabaseError`.
  package static func open(_ path: String, cancellation: Cancellation? = nil) throws -> any ForeignDatabase {
    try ForeignSQLite(path: path, cancellation: cancellation)
  }
}
