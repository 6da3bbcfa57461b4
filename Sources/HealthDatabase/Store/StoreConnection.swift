import HealthModel
package import StoreFiles

/// Opens the store once, with no more access than needed. A file that was removed or replaced is opened again.
package final class StoreConnection: Sendable {
  private struct Opened {
    var reader: Store?
    var writer: Store?
  }

  package let path: String
  private let timeout: Double
  private let opened = Lock(Opened())

  /// - Parameter timeout: seconds to wait for another program that locks the whole file.
  package init(path: String, timeout: Double = 10) {
    self.path = path
    self.timeout = timeout
  }

  /// - Throws: `StoreError`, with the code `missing` if there is no store.
  package func reading() throws -> Store {
    try opened.withLock { opened in
      if let store = opened.writer ?? opened.reader, store.isCurrent { return store }
      opened = Opened()
      let store = try Store(path: path, access: .read, busyTimeout: timeout)
      opened.reader = store
      return store
    }
  }

  /// The store, or nil if there is none.
  package func readingIfPresent() throws -> Store? {
    do {
      return try reading()
    } catch let error as StoreError where error.code == .missing {
      return nil
    }
  }

  /// The store for writing; the file and its directory are created if they are missing.
  package func writing() throws -> Store {
    try opened.withLock { opened in
      if let store = opened.writer, store.isCurrent { return store }
      let store = try Store(path: path, access: .create, busyTimeout: timeout)
      opened.writer = store
      opened.reader = nil
      return store
    }
  }

  /// The store for writing, created if it is missing, with a home zone if it has none yet.
  @discardableResult
  package func writing(homeZone: String) throws -> Store {
    let store = try writing()
    try store.setHomeZone(HomeZoneChoice(zone: homeZone, reason: .system))
    return store
  }

  /// The existing store for writing.
  ///
  /// - Throws: `StoreError`, with the code `missing` if there is no store: none is created.
  package func changing() throws -> Store {
    _ = try reading()
    return try writing()
  }

  /// Closes the store. The next use opens the file that is then at the path.
  package func close() {
    opened.withLock { $0 = Opened() }
  }
}

extension StoreWatcher {
  /// Watches the store of a connection, and closes the connection when the store is replaced.
  package convenience init(_ connection: StoreConnection) throws {
    try self.init(storePath: connection.path) { connection.close() }
  }
}
