#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Wakes a loop that waits in `TerminalScreen.wait`, from any thread.
///
/// Many wakes before the loop looks are one.
package final class Waker: Sendable {
  /// To be given to `wait`; readable after `wake()` until `acknowledge()`.
  package let descriptor: Int32
  private let writingEnd: Int32

  /// Throws the system's error when no more descriptors can be had.
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

  /// Makes the loop's present or next wait return. Never blocks; may be called by any thread.
  package func wake() {
    var byte: UInt8 = 1
    // A full pipe means that the loop is being woken already.
    _ = write(writingEnd, &byte, 1)
  }

  /// Takes note of the wakes so far. To be called before looking at what they were for, so that none is lost.
  package func acknowledge() {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    while read(descriptor, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
  }
}
