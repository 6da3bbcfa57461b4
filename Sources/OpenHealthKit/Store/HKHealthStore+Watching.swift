import HealthDatabase
package import HealthModel

/// Hears of every commit to a store, by whichever process, without a timer.
package final class StoreWatch: Sendable {
  private let watcher: StoreWatcher
  private let door: StoreConnection
  private let presence: ObserverPresence

  init(door: StoreConnection, presence: ObserverPresence) throws {
    self.door = door
    self.presence = presence
    watcher = try StoreWatcher(storePath: door.path)
  }

  /// Readable for `poll` when there is something to `drain`.
  package var descriptor: Int32 { watcher.descriptor }

  /// Takes what has happened; true where the store should be read again. A store that was replaced by another file is
  /// opened anew at its next use.
  package func drain() -> Bool { drainEvents().hasChanged }

  /// As `drain`, and whether the store is another file now, whose log tells nothing of what was known.
  package func drainEvents() -> (hasChanged: Bool, wasReplaced: Bool) {
    let events = watcher.drain()
    if events.wasReplaced {
      door.close()
      presence.renew()
    }
    return (events.hasChanged || events.wasReplaced, events.wasReplaced)
  }
}

extension HKHealthStore {
  /// Starts to watch the store, which need not be there yet.
  package func watch() throws -> StoreWatch {
    try StoreWatch(door: door, presence: presence)
  }

  /// The number of the latest committed change.
  package func latestChange() throws -> Int64 {
    try door.reading().latestChange()
  }

  /// What tells the state of the store from every other, also from those of other stores.
  package func version() throws -> String {
    try door.reading().version()
  }

  /// What has been committed since a change, by any process.
  package func loggedChanges(after id: Int64) throws -> LoggedChanges {
    try door.reading().loggedChanges(after: id)
  }
}
