import Foundation

/// The number of wake-ups of a process so far, in all its threads.
func wakeUps(of process: pid_t) throws -> Int {
  let tasks = "/proc/\(process)/task"
  return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
    let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return sum + (line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? 0)
  }
}

/// The number of wake-ups of an idle process in five seconds.
func wakeUpsWhenIdle(of process: pid_t) async throws -> Int {
  var last = -1
  try await eventually("rest") {
    let now = try wakeUps(of: process)
    defer { last = now }
    if now != last { try await Task.sleep(for: .milliseconds(500)) }
    return now == last
  }
  let before = try wakeUps(of: process)
  // Starting causes some; none means that they are not counted.
  guard before > 0 else { throw Overdue(description: "No wake-up of process \(process) was counted.") }
  // The only wait without a condition: the absence of events can only be observed over time.
  try await Task.sleep(for: .seconds(5))
  return try wakeUps(of: process) - before
}
