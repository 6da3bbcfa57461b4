import HealthDatabase
package import HealthModel

/// SQLite files of other programs, for importers.
package enum ForeignDatabases {
  /// Opens a file for reading alone, with nothing in it allowed to run.
  ///
  /// - Throws: `ForeignDatabaseError`.
  package static func open(_ path: String, cancellation: Cancellation? = nil) throws -> any ForeignDatabase {
    try ForeignSQLite(path: path, cancellation: cancellation)
  }
}
