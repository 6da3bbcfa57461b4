import Dispatch

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
/// should not.
package enum WorkerThread {
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  package static func start(_ work: @escaping @Sendable () -> Void) {
    let passed = Unmanaged.passRetained(Work(work))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(
        &thread, nil,
        { raw in
          Unmanaged<Work>.fromOpaque(raw).takeRetainedValue().run()
          return nil
        }, passed.toOpaque())
      if code == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { raw in
          if let raw { Unmanaged<Work>.fromOpaque(raw).takeRetainedValue().run() }
          return nil
        }, passed.toOpaque())
      if code == 0 { pthread_detach(thread) }
    #endif
    // Without a free thread, the queue runs the work when it has one.
    if code != 0 { DispatchQueue.global(qos: .userInitiated).async(execute: passed.takeRetainedValue().run) }
  }
}
