import Foundation

/// Runs commands that are told facts: at most one of an event at a time, each with a time limit, one after the other in the
/// order of the facts.
///
/// Never waits: whoever runs it calls `step` when a child has ended, and at the instant that it names.
struct HookRunner {
  /// A command that is to run.
  struct Job {
    var event: HookEvent
    var command: [String]
    var timeout: Double
    var variables: [String: String]
    /// What it reads from its standard input.
    var input: String
  }

  private struct Running {
    var job: Job
    var child: ChildProcess
    var end: ContinuousClock.Instant
    var stage = Stage.works
  }

  private enum Stage {
    case works
    /// Was asked to end, with all that it started.
    case ends
    /// Was killed, with all that it started.
    case killed
  }

  private let environment: [String: String]
  private let report: (String) -> Void
  private var running: [Running] = []
  private var waiting: [Job] = []

  /// Seconds that a command has to end after it was asked to.
  private static let grace = 2.0
  /// How many wait at most. A command that takes longer than facts come is told the newest.
  private static let longestQueue = 32

  /// - Parameters:
  ///   - environment: what every command finds beside the facts.
  ///   - report: takes a sentence of what went wrong.
  init(environment: [String: String], report: @escaping (String) -> Void) {
    self.environment = environment
    self.report = report
  }

  var isIdle: Bool { running.isEmpty && waiting.isEmpty }

  mutating func add(_ job: Job) {
    // Of changes that nobody has been told the last says all.
    if job.event == .ringsChanged {
      waiting.removeAll { $0.event == job.event && $0.command == job.command }
    }
    waiting.append(job)
    if waiting.count > Self.longestQueue {
      report("\(Self.name(waiting[0].command)) takes too long: \"\(waiting[0].event.rawValue)\" was not told.")
      waiting.removeFirst()
    }
  }

  /// Takes note of those that have ended, ends those that take too long, and starts what may start.
  ///
  /// - Returns: seconds until the next step though no child ends; nil where nothing runs.
  mutating func step() -> Double? {
    let now = ContinuousClock.now
    for index in running.indices.reversed() {
      let (job, child) = (running[index].job, running[index].child)
      let isOver = now >= running[index].end
      switch running[index].stage {
      case .works:
        if let code = child.exitCode {
          if code != 0 {
            report("The command for \"\(job.event.rawValue)\", \(Self.name(job.command)), ended with code \(code).")
          }
          running.remove(at: index)
        } else if isOver {
          report(
            "The command for \"\(job.event.rawValue)\", \(Self.name(job.command)), took longer than "
              + "\(job.timeout.secondsText) seconds and was ended.")
          kill(-child.identifier, SIGTERM)
          running[index].stage = .ends
          running[index].end = now + .seconds(Self.grace)
        }
      case .ends:
        // It may have ended, and not what it started. Until it is waited for its number is nobody else's.
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
        // Less than a pipe holds; a command that does not read it misses it.
        _ = fcntl(input.fileDescriptor, F_SETFL, O_NONBLOCK)
        _ = Output.sendNow(job.input, to: input.fileDescriptor)
        try? input.close()
      }
      running.append(Running(job: job, child: child, end: .now + .seconds(job.timeout)))
    } catch {
      report("The command for \"\(job.event.rawValue)\": \(Failure(error).sentence)")
    }
  }

  /// What a sentence calls a command.
  static func name(_ command: [String]) -> String {
    let isShell = command.prefix(2) == ["/bin/sh", "-c"]
    let text = isShell ? command.dropFirst(2).joined(separator: " ") : command.joined(separator: " ")
    return "\"" + (text.count > 60 ? text.prefix(57) + "..." : text) + "\""
  }
}
