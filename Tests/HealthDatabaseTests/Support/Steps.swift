import GRDB
import GRDBSQLite
import Synchronization

@testable import HealthDatabase
@testable import HealthQueries

/// Counts SQLite's work, which is the same on every machine and at every load.
enum Steps {
  private final class Counter: Sendable {
    let value = Atomic<Int>(0)
  }

  /// The number of instructions, in hundreds, that SQLite's virtual machine runs for a store's writes.
  static func count(_ store: Store, _ body: () throws -> Void) throws -> Int {
    let counter = Counter()
    try store.write { db in
      sqlite3_progress_handler(
        db.sqliteConnection, 100,
        { counter in
          if let counter {
            Unmanaged<Counter>.fromOpaque(counter).takeUnretainedValue().value.add(1, ordering: .relaxed)
          }
          return 0
        }, Unmanaged.passUnretained(counter).toOpaque())
    }
    defer { try? store.write { sqlite3_progress_handler($0.sqliteConnection, 0, nil, nil) } }
    try body()
    return withExtendedLifetime(counter) { counter.value.load(ordering: .relaxed) }
  }

  /// The number of statements that are run for a store's writes.
  static func statements(_ store: Store, _ body: () throws -> Void) throws -> Int {
    let counter = Counter()
    try store.write { $0.trace { _ in counter.value.add(1, ordering: .relaxed) } }
    defer { try? store.write { $0.trace(options: []) } }
    try body()
    return counter.value.load(ordering: .relaxed)
  }
}
