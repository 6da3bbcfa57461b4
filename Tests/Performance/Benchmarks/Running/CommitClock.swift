import CMeasure

#if canImport(Glibc)
  import Glibc
#endif

/// Detects when another process has committed to a store, by the signal that it sends afterwards.
///
/// It receives the signal at the same time as the program under test. Only Linux is measured.
final class CommitClock {
  private let descriptor: Int32

  init(store: String) throws {
    #if os(Linux)
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard inotify_add_watch(descriptor, "\(store)-signal", UInt32(IN_MODIFY | IN_CLOSE_WRITE)) >= 0 else {
        throw BenchmarkError("\(store)-signal cannot be watched")
      }
    #else
      throw BenchmarkError("the time of a commit can be measured only on Linux")
    #endif
  }

  deinit {
    close(descriptor)
  }

  /// Discards earlier signals: a program may signal more than once.
  func drain() {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while read(descriptor, &buffer, buffer.count) > 0 {}
  }

  /// Waits for a commit and returns when its signal arrived, by the clock of `measure_now`.
  func wait(seconds: Int32 = 10) throws -> Double {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, seconds * 1_000) > 0 else { throw BenchmarkError("there was no commit") }
    let time = measure_now()
    drain()
    return time
  }
}
