import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tracks which clients have running observers, so that only the others are started, and whether an import is running.
///
/// An observer holds a shared lock on one byte of a file beside the store, determined by its client and type. The
/// kernel releases the lock when the process ends, for whatever reason. Nothing is ever written to the file. If it
/// cannot be created, no client counts as running.
package final class ObserverPresence: Sendable {
  private struct State {
    var descriptor: Int32 = -1
    var observers: [Int64: Int] = [:]
  }

  private let path: String
  private let state = Lock(State())

  package init(storePath: String) {
    path = StorePath.resolved(storePath) + "-observers"
  }

  /// Holds a lock while an import stores batches that belong together.
  package convenience init(importingInto storePath: String) {
    self.init(storePath: storePath)
    add(client: "", type: Self.importing)
  }

  private static let importing = "import"

  deinit {
    let descriptor = state.withLock { $0.descriptor }
    if descriptor >= 0 { close(descriptor) }
  }

  /// An observer of a type starts.
  package func add(client: String, type: String) {
    let place = Self.place(client, type)
    state.withLock { state in
      if state.descriptor < 0 { state.descriptor = Self.open(path) ?? -1 }
      state.observers[place, default: 0] += 1
      if state.observers[place] == 1 { Self.set(Int32(F_RDLCK), at: place, state.descriptor) }
    }
  }

  /// An observer of a type has ended.
  package func remove(client: String, type: String) {
    let place = Self.place(client, type)
    state.withLock { state in
      guard let count = state.observers[place] else { return }
      state.observers[place] = count > 1 ? count - 1 : nil
      if count == 1 { Self.set(Int32(F_UNLCK), at: place, state.descriptor) }
    }
  }

  /// The store was moved, or replaced together with the files beside it: acquires the locks again.
  package func renew() {
    state.withLock { state in
      guard !state.observers.isEmpty else { return }
      if state.descriptor >= 0 { close(state.descriptor) }
      state.descriptor = Self.open(path) ?? -1
      for place in state.observers.keys { Self.set(Int32(F_RDLCK), at: place, state.descriptor) }
    }
  }

  /// Whether any process has a running observer of the type.
  package static func isObserved(storePath: String, client: String, type: String) -> Bool {
    guard let descriptor = open(StorePath.resolved(storePath) + "-observers") else { return false }
    defer { close(descriptor) }
    var lock = lock(Int32(F_WRLCK), at: place(client, type))
    guard fcntl(descriptor, ofdGetLock, &lock) == 0 else { return false }
    return Int32(lock.l_type) != Int32(F_UNLCK)
  }

  /// Whether any process is between the batches of an import.
  package static func isImporting(storePath: String) -> Bool {
    isObserved(storePath: storePath, client: "", type: importing)
  }

  // MARK: - Locks

  // Locks of the open file description rather than of the process, which would be released by closing any of its
  // descriptors. The modules of both C libraries lack their names.
  #if canImport(Glibc)
    private static let (ofdGetLock, ofdSetLock): (Int32, Int32) = (36, 37)
  #else
    private static let (ofdGetLock, ofdSetLock): (Int32, Int32) = (92, 90)
  #endif

  private static func lock(_ kind: Int32, at place: Int64) -> flock {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(place)
    lock.l_len = 1
    return lock
  }

  private static func set(_ kind: Int32, at place: Int64, _ descriptor: Int32) {
    guard descriptor >= 0 else { return }
    var lock = lock(kind, at: place)
    _ = fcntl(descriptor, ofdSetLock, &lock)
  }

  /// Two pairs have the same position with a probability of 2^-62.
  private static func place(_ client: String, _ type: String) -> Int64 {
    Int64(FNV.hash(Array(client.utf8) + [0] + Array(type.utf8)) >> 2)
  }

  private static func open(_ path: String) -> Int32? {
    RegularFile.open(path, O_RDWR | O_CREAT | O_NOFOLLOW)?.descriptor
  }
}
