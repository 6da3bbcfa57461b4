import Configuration
import Foundation
import Processes

/// Runs commands on events: at most one per event at a time, each with a timeout, one after the other in the order of
/// the events.
///
/// Never blocks: the caller calls `step` when a child has ended, and at the instant that it returns.
struct HookRunner {
  /// A command to run.
  struct Job {
    var event: HookEvent
    var command: [String]
    var timeout: Double
    var variables: [String: String]
    /// Its standard input.
    var input: String
  }

  private struct Running {
    var job: Job
    var child: ChildProcess
    var end: ContinuousClock.Instant
    var stage = Stage.running
  }

  private enum Stage {
    case running
    /// It was sent SIGTERM, with everything that it started.
    case terminating
    /// It was killed, with everything that it started.
    case killed
  }

  private let environment: [String: String]
  private let report: (String) -> Void
  private var running: [Running] = []
  private var waiting: [Job] = []

  /// Seconds that a command has to exit after SIGTERM.
  private static let grace = 2.0
  /// The maximum number of waiting commands. A command that is slower than the events gets the newest ones.
  private static let longestQueue = 32

  /// - Parameters:
  ///   - environment: the environment of all commands, beside the event's variables.
  ///   - report: receives an error message.
  init(environment: [String: String], report: @escaping (String) -> Void) {
    self.environment = environment
    self.report = report
  }

  var isIdle: Bool { running.isEmpty && waiting.isEmpty }

  mutating func add(_ job: Job) {
    // Of pending changes of the rings, only the last one is needed.
    if job.event == .ringsChanged {
      waiting.removeAll { $0.event == job.event && $0.command == job.command }
    }
    waiting.append(job)
    if waiting.count > Self.longestQueue {
      report("\(Self.name(waiting[0].command)) takes too long: the event \"\(waiting[0].event.rawValue)\" was dropped.")
      waiting.removeFirst()
    }
  }

  /// Handles commands that have ended, ends those that have timed out, and starts pending ones.
  ///
  /// - Returns: seconds until the next step even if no child ends; nil if nothing runs.
  mutating func step() -> Double? {
    let now = ContinuousClock.now
    for index in running.indices.reversed() {
      let (job, child) = (running[index].job, running[index].child)
      let isOver = now >= running[index].end
      switch running[index].stage {
      case .running:
        if let code = child.exitCode {
          if code != 0 {
            report("The command for \"\(job.event.rawValue)\", \(Self.name(job.command)), ended with code \(code).")
          }
          running.remove(at: index)
        } else if isOver {
          report(
            "The command for \"\(job.event.rawValue)\", \(Self.name(job.command)), took longer than "
              + "\(job.timeout.secondsWords) and was stopped.")
          kill(-child.identifier, SIGTERM)
          running[index].stage = .terminating
          running[index].end = now + .seconds(Self.grace)
        }
      case .terminating:
        // It may have exited, but not what it started. Its process id is not reused until it has been waited for.
        guard isOver else { continue }
        kill(-child.identifier, SIGKILL)
        running[index].stage = .killed
        running[index].end = now + .seconds(Self.grace)
        if child.exitCode != nil { running.remove(at: index) }
      case .killed:
        if child.exitCode != nil {
          running.remove(at: index)
        } else if isOver {
          running[index].end = now + .seconds(Self.grace)
        }
      }
    }
    for job in waiting where !running.contains(where: { $0.job.event == job.event }) { start(job) }
    return running.map { now.duration(to: $0.end) / .seconds(1) }.min().map { max(0.01, $0) }
  }

  private mutating func start(_ job: Job) {
    guard let index = waiting.firstIndex(where: { $0.event == job.event }) else { return }
    let job = waiting.remove(at: index)
    do {
      let child = try ChildProcess(
        job.command[0], Array(job.command.dropFirst()), streams: .report,
        environment: environment.merging(job.variables) { $1 }, leadsGroup: true)
      if let input = child.input {
        // Less than the capacity of a pipe; a command that does not read it is not affected.
        _ = fcntl(input.fileDescriptor, F_SETFL, O_NONBLOCK)
        _ = Output.sendNow(job.input, to: input.fileDescriptor)
        try? input.close()
      }
      running.append(Running(job: job, child: child, end: .now + .seconds(job.timeout)))
    } catch {
      report("The command for \"\(job.event.rawValue)\": \(Failure(error).sentence)")
    }
  }

  /// The name of a command in messages.
  static func name(_ command: [String]) -> String {
    let isShell = command.prefix(2) == ["/bin/sh", "-c"]
    let text = isShell ? command.dropFirst(2).joined(separator: " ") : command.joined(separator: " ")
    return "\"" + (text.count > 60 ? text.prefix(57) + "..." : text) + "\""
  }
}
