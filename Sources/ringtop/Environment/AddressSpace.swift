import Foundation
import HealthModel

/// The memory and the threads that the program may use.
enum AddressSpace {
  /// What a command needs, in bytes. With less, memory for a small value or a stack can be missing at any point, which
  /// no program in Swift survives.
  static let needed = 32 << 20
  /// What an import needs besides: its batches of samples, SQLite's cache, and the stacks of its threads.
  static let neededByImport = 64 << 20
  /// The threads that a command has at once: those of Dispatch, which waits for ever for one that cannot be started,
  /// and its own.
  private static let threads = 3

  /// - Throws: a failure if there is too little. The memory is only reserved, and for a moment.
  static func require(_ bytes: Int = needed) throws {
    let space = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0)
    guard let space, space != MAP_FAILED else {
      throw Failure(.failed, "The limit on memory is too low: ringtop needs \(bytes >> 20) MB more (ulimit -v).")
    }
    munmap(space, bytes)
  }

  /// - Throws: a failure if too few threads can be started.
  static func requireThreads() throws {
    guard WorkerThread.canStart(threads) else { throw Failure(WorkerThread.Unavailable()) }
  }
}
