import GRDB
import GRDBSQLite
import Synchronization

/// Checkpoints a store's log after commits of its writer.
///
/// By default SQLite checkpoints a long log during the commit that exceeds the limit. That syncs the disk twice, a
/// tenth of a second each on a slow one, before anybody is notified of the commit. Here the writer checkpoints after
/// sending its signal.
final class LogCheckpointer: Sendable {
  /// In pages of 4 KB; the same limit applies when a program exits.
  private static let longest = Connection.longestIdleLog / 4_096

  /// The length of the log.
  private let pages = Atomic<Int>(0)

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

  /// Checkpoints the log if it is long. If that is not possible now, because of another checkpoint or because of a
  /// reader, a later commit repeats it.
  func checkpoint(_ writer: DatabasePool) {
    guard pages.load(ordering: .relaxed) > Self.longest else { return }
    try? writer.writeWithoutTransaction { _ = try $0.checkpoint() }
  }
}
