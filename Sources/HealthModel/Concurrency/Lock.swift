#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that one thread at a time may touch.
///
/// It is the standard library's `Mutex` over the C library's lock. `Mutex` lies on Linux in a library that the Thread
/// Sanitizer does not see into, so that all that it protects is reported as a race; the C library's lock is known to it.
package final class Lock<Value: ~Copyable>: @unchecked Sendable {
  // Unchecked because the value is only reached with the lock held.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: consuming sending Value) {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Waits until nobody else touches the value, then does something with it. Taking the lock again inside waits for ever.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
