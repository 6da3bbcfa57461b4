#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs work on a thread of its own, which ends with the work.
///
/// On Linux, a process that has used a global queue once wakes up every second as long as it runs, and an idle server
/// should not. And where no thread can be started, a queue tries again each second, for ever.
package enum WorkerThread {
  /// No thread could be started: the limit on memory or on threads has been reached.
  package struct Unavailable: Error {
    package init() {}
  }

  #if canImport(Darwin)
    private typealias Argument = UnsafeMutableRawPointer
  #else
    private typealias Argument = UnsafeMutableRawPointer?
  #endif

  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// - Parameter stackSize: in bytes; nil for the system's default.
  package static func start(
    stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void
  ) throws(Unavailable) {
    let passed = Unmanaged.passRetained(Work(work))
    let thread = create(passed.toOpaque(), stackSize: stackSize) { raw in
      let work: UnsafeMutableRawPointer? = raw
      if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
      return nil
    }
    guard let thread else {
      passed.release()
      throw Unavailable()
    }
    pthread_detach(thread)
  }

  /// Whether a number of threads can run at the same time. They are started temporarily.
  package static func canStart(_ count: Int) -> Bool {
    let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(gate, nil)
    defer {
      pthread_mutex_destroy(gate)
      gate.deallocate()
    }
    pthread_mutex_lock(gate)
    var threads: [pthread_t] = []
    while threads.count < count {
      let thread = create(gate, stackSize: nil) { raw in
        let gate: UnsafeMutableRawPointer? = raw
        if let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) {
          pthread_mutex_lock(gate)
          pthread_mutex_unlock(gate)
        }
        return nil
      }
      guard let thread else { break }
      threads.append(thread)
    }
    pthread_mutex_unlock(gate)
    for thread in threads { pthread_join(thread, nil) }
    return threads.count == count
  }

  private static func create(
    _ argument: UnsafeMutableRawPointer, stackSize: Int?,
    _ body: @convention(c) (Argument) -> UnsafeMutableRawPointer?
  ) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    return pthread_create(&thread, &attributes, body, argument) == 0 ? thread : nil
  }
}
