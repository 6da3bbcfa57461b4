import HealthDatabase
package import HealthModel

/// Waits for commits to a store by any process, without a timer.
package final class StoreWatch: Sendable {
  private let watcher: StoreWatcher
  private let connection: StoreConnection
  private let presence: ObserverPresence

  init(connection: StoreConnection, presence: ObserverPresence) throws {
    self.connection = connection
    self.presence = presence
    watcher = try StoreWatcher(storePath: connection.path)
  }

  /// Readable for `poll` when there is something to `drain`.
  package var descriptor: Int32 { watcher.descriptor }

  /// Reads all pending events; true if the store should be read again. A store that was replaced by another file is
  /// reopened at its next use.
  package func drain() -> Bool { drainEvents().hasChanged }

  /// Like `drain`, and whether the store was replaced by another file, whose log is unrelated.
  package func drainEvents() -> (hasChanged: Bool, wasReplaced: Bool) {
    let events = watcher.drain()
    if events.wasReplaced {
      connection.close()
      presence.renew()
    }
    return (events.hasChanged || events.wasReplaced, events.wasReplaced)
  }
}

extension HKHealthStore {
  /// Starts watching the store, which need not exist yet.
  package func watch() throws -> StoreWatch {
    try StoreWatch(connection: connection, presence: presence)
  }

  /// The number of the latest committed change.
  package func latestChange() throws -> Int64 {
    try connection.reading().latestChange()
  }

  /// Identifies the state of the store, also among those of other stores.
  package func version() throws -> String {
    try connection.reading().version()
  }

  /// The changes that any process has committed since a given one.
  package func loggedChanges(after id: Int64) throws -> LoggedChanges {
    try connection.reading().loggedChanges(after: id)
  }
}
