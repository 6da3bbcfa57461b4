import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which clients have observers running, for whoever would start those that have none.
///
/// An observer holds a shared lock on one byte of a file beside the store, by its client and type. The kernel takes the
/// lock back when the process ends, however it does. Nothing is ever written to the file. Where it cannot be made, nobody
/// is known to be running.
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

  deinit {
    let descriptor = state.withLock { $0.descriptor }
    if descriptor >= 0 { close(descriptor) }
  }

  /// An observer of a type begins.
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

  /// The store lies elsewhere now, or was replaced with what lies beside it: the locks are taken again.
  package func renew() {
    state.withLock { state in
      guard !state.observers.isEmpty else { return }
      if state.descriptor >= 0 { close(state.descriptor) }
      state.descriptor = Self.open(path) ?? -1
      for place in state.observers.keys { Self.set(Int32(F_RDLCK), at: place, state.descriptor) }
    }
  }

  /// Whether any process has an observer of the type running.
  package static func isObserved(storePath: String, client: String, type: String) -> Bool {
    guard let descriptor = open(StorePath.resolved(storePath) + "-observers") else { return false }
    defer { close(descriptor) }
    var lock = lock(Int32(F_WRLCK), at: place(client, type))
    guard fcntl(descriptor, ofdGetLock, &lock) == 0 else { return false }
    return Int32(lock.l_type) != Int32(F_UNLCK)
  }

  // MARK: - Locks

  // Locks of the open file rather than of the process, which would end with any of its descriptors. Neither C library's
  // module has their names.
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

  /// Two pairs share a place once in 2^62.
  private static func place(_ client: String, _ type: String) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in Array(client.utf8) + [0] + Array(type.utf8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int64(hash >> 2)
  }

  private static func open(_ path: String) -> Int32? {
    // Not waiting is for a FIFO; what is opened is looked at before it is used.
    #if canImport(Glibc)
      let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    #else
      let descriptor = Darwin.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    #endif
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
