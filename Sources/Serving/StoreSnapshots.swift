import Foundation
import HealthDatabase
import Synchronization
import StoreCare

/// Copies of the store for programs on other machines: each is one state, and is on disk only while it is being sent.
final class StoreSnapshots: Sendable {
  /// An unlinked copy, which is deleted after the last transfer.
  final class Snapshot: HTTPFile, Sendable {
    let size: Int
    let version: String
    /// Distinguishes its bytes from those of every other copy, including one of the same version.
    let tag: String
    fileprivate let digests: PageDigests
    private let descriptor: Int32

    fileprivate init(descriptor: Int32, version: String) throws {
      self.descriptor = descriptor
      self.version = version
      tag = RemoteVersion.tag(version)
      guard let digests = PageDigests(descriptor) else {
        close(descriptor)
        throw HTTPFault(500, "store", "The copy of the store cannot be read.")
      }
      self.digests = digests
      size = digests.pages.count * digests.pageSize
    }

    deinit {
      close(descriptor)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
      pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
    }
  }

  private struct State {
    weak var latest: Snapshot?
    /// The hashes of recently sent copies by tag, latest last.
    var sent: [(tag: String, digests: PageDigests)] = []
  }

  private let store: StoreConnection
  private let folder: TemporaryFolder
  private let state = Mutex(State())
  private let lastCost = Mutex(Duration.zero)

  /// The limits on remembered copies, and on their total number of pages: 8 MB of hashes.
  private static let (mostSent, mostPages) = (16, 1 << 20)

  /// - Parameter folder: the folder for copies.
  init(store: StoreConnection, folder: TemporaryFolder) {
    self.store = store
    self.folder = folder
  }

  /// The time that the last copy took; 0 before the first.
  var cost: Duration { lastCost.withLock(\.self) }

  /// The current state of the store. Concurrent requests share a copy.
  ///
  /// - Throws: `StoreError`.
  func make() throws -> Snapshot {
    try state.withLock { state in
      if let latest = state.latest, latest.version == (try store.reading().version()) { return latest }
      let start = ContinuousClock.now
      let (path, version) = try StoreBackup.snapshot(of: try store.reading(), in: try folder.path())
      defer { unlink(path) }
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw HTTPFault(500, "store", "The copy of the store cannot be read.") }
      let snapshot = try Snapshot(descriptor: descriptor, version: version)
      state.latest = snapshot
      lastCost.withLock { $0 = .now - start }
      state.sent.append((snapshot.tag, snapshot.digests))
      while state.sent.count > Self.mostSent || state.sent.reduce(0, { $0 + $1.digests.pages.count }) > Self.mostPages {
        state.sent.removeFirst()
      }
      return snapshot
    }
  }

  /// The patch from an earlier copy.
  ///
  /// - Parameter tags: the copies that the client has.
  /// - Returns: nil if none of them is known, or if little would be saved.
  func changes(of snapshot: Snapshot, since tags: [String]) -> (changes: SnapshotChanges, base: String)? {
    let sent = state.withLock { $0.sent }
    guard let base = sent.last(where: { tags.contains($0.tag) && $0.digests.pageSize == snapshot.digests.pageSize })
    else { return nil }
    let changes = SnapshotChanges(
      snapshot, pageSize: snapshot.digests.pageSize, changed: snapshot.digests.changed(from: base.digests))
    return changes.size < snapshot.size / 2 ? (changes, base.tag) : nil
  }
}
