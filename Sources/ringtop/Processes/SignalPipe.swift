import Foundation
import Synchronization

/// Turns signals into bytes of a pipe, so that a loop hears of them in `poll` without a thread of its own.
///
/// There is one for the process.
final class SignalPipe {
  /// Where the handler writes to; a handler may use little else than an atomic number.
  private static let writingEnd = Atomic<Int32>(-1)
  /// Readable for `poll` when a signal has come.
  let descriptor: Int32

  /// - Throws: a failure where no more descriptors can be had.
  init(_ signals: [Int32]) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(.failed, "Too few files may be open at once (ulimit -n).") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    Self.writingEnd.store(ends[1], ordering: .sequentiallyConsistent)
    for number in signals {
      signal(number) { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        // A full pipe wakes the loop as well.
        _ = write(SignalPipe.writingEnd.load(ordering: .relaxed), &byte, 1)
        errno = error
      }
    }
  }

  /// The signals that have come since the last call.
  func take() -> Set<Int32> {
    var signals: Set<Int32> = []
    var bytes = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return signals }
      signals.formUnion(bytes.prefix(count).map(Int32.init))
    }
  }
}
