import GRDB
import GRDBSQLite
import Synchronization

/// How long a store's log is, as its writer learns with each commit.
///
/// SQLite by itself copies a long log into the file within the commit that made it too long. That waits for the disk two
/// times, a tenth of a second each on a slow one, in which nobody would be told of the commit: here the writer copies the
/// log after its signal.
final class LogLength: Sendable {
  private let pages = Atomic<Int>(0)

  /// Longer logs are copied into the file. Of 4 KB each; a log is as long as a program may leave it.
  private static let longest = Connection.longestIdleLog / 4_096

  /// Learns of the commits of a connection, which must not outlive this.
  func watch(_ db: Database) {
    // It takes the place of SQLite's own, which copies the log.
    sqlite3_wal_hook(
      db.sqliteConnection,
      { context, _, _, pages in
        if let context {
          Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue().pages.store(Int(pages), ordering: .relaxed)
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  var isTooLong: Bool { pages.load(ordering: .relaxed) > Self.longest }
}
