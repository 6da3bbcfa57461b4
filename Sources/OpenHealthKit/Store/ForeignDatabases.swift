import HealthDatabase
package import HealthModel

/// SQLite files of other programs, for importers.
package enum ForeignDatabases {
  /// Opens a file read-only, without executing anything in it.
  ///
  /// - Throws: `ForeignDatabaseError`.
  package static func open(_ path: String, cancellation: Cancellation? = nil) throws -> any ForeignDatabase {
    try ForeignSQLite(path: path, cancellation: cancellation)
  }
}
