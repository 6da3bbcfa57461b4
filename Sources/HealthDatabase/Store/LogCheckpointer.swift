import Dispatch
package import GRDB
import GRDBSQLite
import HealthModel
import Synchronization

/// Checkpoints a store's log after commits of its writer.
///
/// By default SQLite checkpoints a long log during the commit that exceeds the limit. That syncs the disk twice, a
/// tenth of a second each on a slow one, before anybody is notified of the commit. Here the writer checkpoints after
/// sending its signal.
///
/// An import continues while a second connection checkpoints on another thread; otherwise it would wait a sixth of its
/// time. New commits can only be appended meanwhile, so its log may grow longer.
package final class LogCheckpointer: Sendable {
  private struct Background {
    var isRunning = false
    /// The length of the log when the latest checkpoint began.
    var start = 0
    var connection: DatabaseQueue?
  }

  /// In pages of 4 KB; the same limit applies when a program exits.
  private static let longest = Connection.longestIdleLog / 4_096
  /// The limit during an import, whose log cannot begin again while a second connection checkpoints.
  private static let longestDuringImport = 4 * longest
  /// How long a writer waits for a checkpoint in progress: longer than it takes on any machine.
  private static let timeout = DispatchTimeInterval.seconds(600)

  private let path: String
  /// The length of the log.
  private let pages = Atomic<Int>(0)
  private let background = Lock(Background())
  private let group = DispatchGroup()

  init(path: String) {
    self.path = path
  }

  /// Observes the commits of a connection, which must not outlive this object.
  package func watch(_ db: Database) {
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
  ///
  /// - Parameter isImporting: whether the writer continues during the checkpoint.
  package func checkpoint(_ writer: DatabasePool, isImporting: Bool) {
    let pages = pages.load(ordering: .relaxed)
    if pages > (isImporting ? Self.longestDuringImport : Self.longest) {
      wait()
      try? writer.writeWithoutTransaction { _ = try $0.checkpoint() }
    } else if isImporting {
      begin(pages, least: Self.longest)
    }
  }

  /// Starts a checkpoint on another thread while the writer continues with something else, so that the one at the end
  /// is short.
  func checkpointAhead() {
    begin(pages.load(ordering: .relaxed), least: Self.longest / 8)
  }

  /// Starts a checkpoint on another thread, unless one is in progress.
  ///
  /// - Parameter least: the number of pages by which the log must have grown since the latest checkpoint.
  private func begin(_ pages: Int, least: Int) {
    let isNeeded = background.withLock { background in
      // After a checkpoint of everything, the log begins again.
      if pages < background.start { background.start = 0 }
      guard !background.isRunning, pages - background.start > least else { return false }
      (background.isRunning, background.start) = (true, pages)
      return true
    }
    guard isNeeded else { return }
    group.enter()
    let end: @Sendable () -> Void = {
      self.background.withLock { $0.isRunning = false }
      self.group.leave()
    }
    do {
      try WorkerThread.start {
        // What fails is left for a later checkpoint.
        try? self.checkpointInBackground()
        end()
      }
    } catch {
      end()
    }
  }

  private func checkpointInBackground() throws {
    let connection = try background.withLock(\.connection) ?? Opening.forCheckpoint(path: path)
    background.withLock { $0.connection = connection }
    _ = try connection.writeWithoutTransaction { try $0.checkpoint() }
  }

  /// Waits for a checkpoint on another thread.
  func wait() {
    _ = group.wait(timeout: .now() + Self.timeout)
  }
}
