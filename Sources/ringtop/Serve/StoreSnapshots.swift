import Foundation
import OpenHealthKit
import Synchronization

/// Copies of the store for programs on other machines: each is one state of it, and lies on the disk only while it is being
/// sent.
final class StoreSnapshots: Sendable {
  /// A copy without a name, which goes with the last who sends it.
  final class Snapshot: HTTPFile, Sendable {
    let descriptor: Int32
    let size: Int
    let version: String

    fileprivate init(descriptor: Int32, size: Int, version: String) {
      self.descriptor = descriptor
      self.size = size
      self.version = version
    }

    deinit {
      close(descriptor)
    }
  }

  private struct State {
    weak var latest: Snapshot?
  }

  private let store: HKHealthStore
  private let folder: String
  private let state = Mutex(State())

  /// - Parameter folder: where copies are made.
  init(store: HKHealthStore, folder: String) {
    self.store = store
    self.folder = folder
  }

  /// The store as it is now. Those who ask at once share a copy.
  ///
  /// - Throws: `StoreError`.
  func make() throws -> Snapshot {
    try state.withLock { state in
      if let latest = state.latest, latest.version == (try store.version()) { return latest }
      let path = try store.snapshot(in: folder)
      defer { unlink(path) }
      var configuration = store.configuration
      configuration.path = path
      // Of the copy itself: the store may have changed meanwhile.
      let version = try HKHealthStore(configuration: configuration).version()
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      var status = stat()
      guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
        if descriptor >= 0 { close(descriptor) }
        throw HTTPFault(500, "store", "The copy of the store cannot be read.")
      }
      let snapshot = Snapshot(descriptor: descriptor, size: Int(status.st_size), version: version)
      state.latest = snapshot
      return snapshot
    }
  }
}
