import Foundation
import HealthModel

/// The memory and the threads that the program may use.
package enum AddressSpace {
  /// What a command needs, in bytes. With less, memory for a small value or a stack can be missing at any point, which
  /// no program in Swift survives.
  static let needed = 32 << 20
  /// What an import needs besides: its batches of samples, SQLite's cache, and the stacks of its threads.
  package static let neededByImport = 64 << 20
  /// The threads that a command has at once: those of Dispatch, which waits for ever for one that cannot be started,
  /// and its own.
  private static let threads = 3

  /// What the C library reserves for the heaps of threads.
  private static let heaps = 512 << 20

  /// - Throws: a failure if there is too little.
  package static func require(_ bytes: Int = needed) throws {
    guard canReserve(bytes) else {
      throw Failure(.failed, "The limit on memory is too low: ringtop needs \(bytes >> 20) MB more (ulimit -v).")
    }
    if !canReserve(heaps) { shareHeap() }
  }

  private static func canReserve(_ bytes: Int) -> Bool {
    let space = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0)
    guard let space, space != MAP_FAILED else { return false }
    munmap(space, bytes)
    return true
  }

  /// Lets all threads use one heap. Otherwise glibc tries to reserve 64 MB for a thread at each of its allocations, as
  /// long as that fails, which makes an import take minutes.
  private static func shareHeap() {
    #if canImport(Glibc)
      // Swift's module of the C library does not contain it.
      guard let symbol = dlsym(nil, "mallopt") else { return }
      typealias Option = @convention(c) (_ option: Int32, _ value: Int32) -> Int32
      let mostHeaps: Int32 = -8
      _ = unsafeBitCast(symbol, to: Option.self)(mostHeaps, 1)
    #endif
  }

  /// - Throws: a failure if too few threads can be started.
  package static func requireThreads() throws {
    guard WorkerThread.canStart(threads) else { throw Failure(WorkerThread.Unavailable()) }
  }
}
