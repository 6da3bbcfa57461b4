import GRDB
import GRDBSQLite
import Synchronization

/// The length of a store's log, updated by each commit of its writer.
///
/// By default SQLite checkpoints a long log during the commit that exceeds the limit. That syncs the disk twice, a
/// tenth of a second each on a slow one, before anybody is notified of the commit. Here the writer checkpoints after
/// sending its signal.
final class LogCheckpointer: Sendable {
  private let pages = Atomic<Int>(0)

  /// Longer logs are checkpointed. In pages of 4 KB; the same limit applies when a program exits.
  private static let longest = Connection.longestIdleLog / 4_096

  /// Observes the commits of a connection, which must not outlive this object.
  func watch(_ db: Database) {
    // It replaces SQLite's own hook, which checkpoints.
    sqlite3_wal_hook(
      db.sqliteConnection,
      { context, _, _, pages in
        if let context {
          Unmanaged<LogCheckpointer>.fromOpaque(context).takeUnretainedValue().pages.store(
            Int(pages), ordering: .relaxed)
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  var isTooLong: Bool { pages.load(ordering: .relaxed) > Self.longest }
}
