import HealthDatabase
import HealthModel

/// Opens the store once, with no more access than needed. A file that was removed or replaced is opened again.
final class StoreConnection: Sendable {
  private struct Opened {
    var reader: Store?
    var writer: Store?
  }

  let path: String
  private let timeout: Double
  private let opened = Lock(Opened())

  /// - Parameter timeout: seconds to wait for another program that locks the whole file.
  init(path: String, timeout: Double = 10) {
    self.path = path
    self.timeout = timeout
  }

  /// - Throws: `StoreError`, with the code `missing` if there is no store.
  func reading() throws -> Store {
    try opened.withLock { opened in
      if let store = opened.writer ?? opened.reader, store.isCurrent { return store }
      opened = Opened()
      let store = try Store(path: path, access: .read, busyTimeout: timeout)
      opened.reader = store
      return store
    }
  }

  /// The store for writing; the file and its directory are created if they are missing.
  func writing() throws -> Store {
    try opened.withLock { opened in
      if let store = opened.writer, store.isCurrent { return store }
      let store = try Store(path: path, access: .create, busyTimeout: timeout)
      opened.writer = store
      opened.reader = nil
      return store
    }
  }

  /// Closes the store. The next use opens the file that is then at the path.
  func close() {
    opened.withLock { $0 = Opened() }
  }
}
