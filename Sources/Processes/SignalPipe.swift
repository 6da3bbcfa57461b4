import Foundation
import Synchronization

/// Turns signals into bytes in a pipe, so that an event loop receives them in `poll` without a separate thread.
///
/// There is one instance per process. A hangup that the process was started to ignore stays ignored.
package final class SignalPipe {
  /// The descriptor for the handler, which may access little else than an atomic number.
  private static let writingEnd = Atomic<Int32>(-1)
  /// Becomes readable for `poll` when a signal has arrived.
  package let descriptor: Int32

  /// - Throws: a failure if no descriptors are available.
  package init(_ signals: [Int32]) throws {
    guard let ends = Spawn.makePipe() else { throw Failure(.failed, "The limit on open files is too low (ulimit -n).") }
    for end in [ends.reading, ends.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    descriptor = ends.reading
    Self.writingEnd.store(ends.writing, ordering: .sequentiallyConsistent)
    for number in signals where number != SIGHUP || !Self.isIgnored(number) {
      signal(number) { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        // A full pipe wakes the event loop as well.
        _ = write(SignalPipe.writingEnd.load(ordering: .relaxed), &byte, 1)
        errno = error
      }
    }
  }

  /// Whether the process was started with a signal ignored, as nohup does.
  private static func isIgnored(_ number: Int32) -> Bool {
    guard let previous = signal(number, SIG_IGN) else {
      signal(number, SIG_DFL)
      return false
    }
    signal(number, previous)
    return unsafeBitCast(previous, to: Int.self) == 1
  }

  /// The signals since the last call.
  package func take() -> Set<Int32> {
    var signals: Set<Int32> = []
    var bytes = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return signals }
      signals.formUnion(bytes.prefix(count).map(Int32.init))
    }
  }
}
