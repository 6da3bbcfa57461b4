import Foundation

/// The number of wake-ups of a process so far, in all its threads.
func wakeUps(of process: pid_t) throws -> Int {
  #if canImport(Darwin)
    return Int(try taskInformation(of: process).pti_csw)
  #else
    let tasks = "/proc/\(process)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return sum + (line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? 0)
    }
  #endif
}

/// The CPU time of a process so far, in hundredths of a second.
func processorTicks(of process: pid_t) throws -> Int {
  #if canImport(Darwin)
    let information = try taskInformation(of: process)
    return Int((information.pti_total_user + information.pti_total_system) / 10_000_000)
  #else
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    return (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0)
  #endif
}

/// The private memory of a process in kilobytes.
func memory(of process: pid_t) throws -> Int {
  #if canImport(Darwin)
    return Int(try taskInformation(of: process).pti_resident_size / 1_024)
  #else
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon") || $0.hasPrefix("VmRSS") }
    return line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") } ?? 0
  #endif
}

/// Whether a process has exited; its parent may not have waited for it yet.
func hasEnded(_ process: pid_t) -> Bool {
  guard kill(process, 0) == 0 else { return true }
  #if canImport(Darwin)
    return (try? taskInformation(of: process)) == nil
  #else
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
    return status.split(separator: ")").last?.split(separator: " ").first == "Z"
  #endif
}

#if canImport(Darwin)
  /// - Throws: `Overdue` if the process has ended.
  private func taskInformation(of process: pid_t) throws -> proc_taskinfo {
    var information = proc_taskinfo()
    let size = Int32(MemoryLayout<proc_taskinfo>.size)
    guard proc_pidinfo(process, PROC_PIDTASKINFO, 0, &information, size) == size else {
      throw Overdue(description: "Process \(process) has ended.")
    }
    return information
  }
#endif

/// The number of wake-ups of an idle process in five seconds: of three times the least, because idle threads of Dispatch
/// end some seconds after their last work, and on a loaded machine that may be late.
func wakeUpsWhenIdle(of process: pid_t) async throws -> Int {
  var last = -1
  try await eventually("rest") {
    let now = try wakeUps(of: process)
    defer { last = now }
    if now != last { try await Task.sleep(for: .milliseconds(500)) }
    return now == last
  }
  // Starting causes some; none means that they are not counted.
  guard last > 0 else { throw Overdue(description: "No wake-up of process \(process) was counted.") }
  var least = Int.max
  for _ in 0..<3 where least > 0 {
    let before = try wakeUps(of: process)
    // The only wait without a condition: the absence of events can only be observed over time.
    try await Task.sleep(for: .seconds(5))
    least = min(least, try wakeUps(of: process) - before)
  }
  return least
}
