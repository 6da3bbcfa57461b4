import Foundation

/// How often a process was woken so far, over all its threads.
func wakeUps(of process: pid_t) throws -> Int {
  let tasks = "/proc/\(process)/task"
  return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
    let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return sum + (line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? 0)
  }
}

/// How often a process is woken in five seconds in which nothing happens, once it has come to rest.
func wakeUpsWhenIdle(of process: pid_t) async throws -> Int {
  var last = -1
  try await eventually("rest") {
    let now = try wakeUps(of: process)
    defer { last = now }
    if now != last { try await Task.sleep(for: .milliseconds(500)) }
    return now == last
  }
  let before = try wakeUps(of: process)
  // Starting took some; none means that nothing is counted.
  guard before > 0 else { throw Overdue(description: "No wake-up of process \(process) was counted.") }
  // The one wait that is not for a condition: that nothing happens can only be seen over time.
  try await Task.sleep(for: .seconds(5))
  return try wakeUps(of: process) - before
}
