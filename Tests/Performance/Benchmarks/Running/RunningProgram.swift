import CMeasure

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A running program.
struct RunningProgram {
  let name: String
  private let child: measure_child

  init(name: String, child: measure_child) {
    self.name = name
    self.child = child
  }

  var processID: pid_t { child.pid }

  /// When the process executed the program, by the clock of `measure_now`.
  var started: Double { child.started.pointee }

  /// The processor time that it has used so far, on all threads; nil if the system does not provide it, as everywhere
  /// except on Linux.
  var cpuSeconds: Double? {
    #if canImport(Glibc)
      var clock = clockid_t()
      var used = timespec()
      guard clock_getcpuclockid(child.pid, &clock) == 0, clock_gettime(clock, &used) == 0 else { return nil }
      return Double(used.tv_sec) + Double(used.tv_nsec) * 1e-9
    #else
      return nil
    #endif
  }

  func send(signal: Int32) {
    kill(child.pid, signal)
  }

  /// Waits for its exit.
  func wait() -> Run {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child.pid, &status, 0, &usage) < 0, errno == EINTR {}
    return Run(seconds: measure_now() - started, status: status, usage: usage)
  }

  /// Its result if it has ended; nil while it runs.
  func ended() -> Run? {
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(child.pid, &status, WNOHANG, &usage) == child.pid else { return nil }
    return Run(seconds: measure_now() - started, status: status, usage: usage)
  }
}
