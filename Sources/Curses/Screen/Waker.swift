#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Wakes an event loop in `TerminalScreen.wait` from any thread.
///
/// Multiple wakes before the loop handles them are coalesced.
package final class Waker: Sendable {
  /// Pass this to `wait`; readable from `wake()` until `acknowledge()`.
  package let descriptor: Int32
  private let writingEnd: Int32

  /// - Throws: the system error if no descriptors are available.
  package init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw TerminalError(.system(errorNumber: errno), terminalName: "") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    writingEnd = ends[1]
  }

  deinit {
    close(descriptor)
    close(writingEnd)
  }

  /// Makes the current or next wait return. Never blocks; may be called on any thread.
  package func wake() {
    var byte: UInt8 = 1
    // A full pipe means that the loop is already being woken.
    _ = write(writingEnd, &byte, 1)
  }

  /// Resets the waker. Call it before handling the reason for the wake, so that no wake is lost.
  package func acknowledge() {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    while read(descriptor, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
  }
}
