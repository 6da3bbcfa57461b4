import Foundation
import HealthDatabase
import HealthModel
import StoreCare

/// A copy of the store, or an empty one where there is none, in which `import --check` does what an import would do.
struct TrialStore {
  let connection: StoreConnection
  private let folder: String

  /// - Throws: `StoreError`, or `CancellationError` with nothing left behind.
  init(of store: StoreConnection, cancellation: Cancellation) throws {
    var template = Array((FileManager.default.temporaryDirectory.path + "/ringtop-check-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw StoreError(
        .cannotCreate, path: FileManager.default.temporaryDirectory.path, reason: "cannot hold a copy of the store")
    }
    folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
    connection = StoreConnection(path: folder + "/store.sqlite")
    do {
      guard try store.readingIfPresent() != nil else { return }
      try StoreBackup.write(
        path: store.path, to: connection.path,
        control: WorkControl(isCancelled: { cancellation.isCancelled }, report: { _ in }))
    } catch {
      remove()
      throw error
    }
  }

  func remove() {
    connection.close()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
