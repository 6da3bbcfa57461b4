#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that only one thread at a time can access.
///
/// Has the interface of the standard library's `Mutex`, but uses the C library's lock. On Linux, `Mutex` is in a
/// library that the Thread Sanitizer does not instrument, so everything it protects is reported as a race.
package final class Lock<Value: ~Copyable>: @unchecked Sendable {
  // Unchecked because the value is only accessed with the lock held.
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

  /// Acquires the lock and calls the closure with the value. Not recursive: acquiring the lock again inside
  /// deadlocks.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
