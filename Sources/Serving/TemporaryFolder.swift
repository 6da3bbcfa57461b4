import Foundation
import HealthModel
import Synchronization

/// A private folder for copies of the store, created whenever one is needed: systems remove old temporary files, also
/// those of a program that is running.
///
/// It is locked, so that the next server can tell the folder of one that was killed, and remove it.
package final class TemporaryFolder: Sendable {
  private static let prefix = "ringtop-serve-"

  private let parents: [String]
  private let state = Mutex<(path: String, lock: Int32)?>(nil)

  /// Removes the folders that killed servers have left behind.
  ///
  /// - Parameter parents: where to create it: in the first that allows it, since the folder of a session may be removed
  ///   while the server runs.
  package init(in parents: String...) {
    self.parents = parents
    for parent in parents {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
      for name in names where name.hasPrefix(Self.prefix) {
        let path = parent + "/" + name
        let lock = Self.lock(path)
        guard lock >= 0 else { continue }
        try? FileManager.default.removeItem(atPath: path)
        close(lock)
      }
    }
  }

  deinit {
    guard let (path, lock) = state.withLock({ $0 }) else { return }
    try? FileManager.default.removeItem(atPath: path)
    close(lock)
  }

  /// The path of the existing folder.
  ///
  /// - Throws: `StoreError` if it cannot be created.
  func path() throws -> String {
    try state.withLock { state in
      if let (path, lock) = state {
        if access(path, W_OK) == 0 { return path }
        close(lock)
        state = nil
      }
      let (path, _) = try make { mkdir($0, 0o700) }
      state = (path, Self.lock(path))
      return path
    }
  }

  /// A new file without a name, which the system removes with its last descriptor, however the program ends.
  ///
  /// - Throws: `StoreError` if it cannot be created.
  func makeFile() throws -> Int32 {
    let (path, descriptor) = try make { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    unlink(path)
    return descriptor
  }

  /// - Parameter body: creates what is at a path, and is negative if that failed.
  private func make(_ body: (String) -> Int32) throws -> (path: String, result: Int32) {
    var failure: StoreError?
    for parent in parents {
      let path = "\(parent)/\(Self.prefix)\(UUID().uuidString)"
      let result = body(path)
      if result >= 0 { return (path, result) }
      let number = errno
      failure =
        failure
        ?? StoreError(
          number == ENOSPC || number == EDQUOT ? .diskFull : .cannotCreate, path: parent,
          reason: "no file can be created in it (\(SystemError.text(number)))")
    }
    throw failure ?? StoreError(.cannotCreate, path: "", reason: "there is no folder for temporary files")
  }

  /// - Returns: an open descriptor; -1 if it is another server's, or another user's.
  private static func lock(_ path: String) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return -1 }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return -1
    }
    return descriptor
  }
}
