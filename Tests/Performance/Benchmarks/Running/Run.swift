#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What one run of a program cost, as `wait4` tells it.
struct Run {
  /// From the moment the process became the program to the moment its end was known.
  let seconds: Double
  /// User and system time.
  let cpuSeconds: Double
  let peakBytes: Double
  /// 128 and the signal's number where a signal ended it.
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
