#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The cost of one run of a program, as reported by `wait4`.
struct Run {
  /// From the moment the process executed the program to the moment its exit was reported.
  let seconds: Double
  /// User and system time.
  let cpuSeconds: Double
  let peakBytes: Double
  /// 128 plus the signal's number if a signal ended it.
  let exitCode: Int32

  init(seconds: Double, status: Int32, usage: rusage) {
    self.seconds = seconds
    let times = [usage.ru_utime, usage.ru_stime]
    cpuSeconds = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6 }
    #if canImport(Glibc)
      peakBytes = Double(usage.ru_maxrss) * 1024
    #else
      peakBytes = Double(usage.ru_maxrss)
    #endif
    let signal = status & 0x7F
    exitCode = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
