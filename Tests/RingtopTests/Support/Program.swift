import Foundation
import Subprocess

/// The result of a program: its exit code and its output.
struct Ending {
  var output: String
  var errors: String
  /// The exit code, or 128 plus the number of the signal that ended it.
  var code: Int32

  /// The lines of its output.
  var lines: [String] {
    output.split(separator: "\n").map(String.init)
  }
}

/// Programs that tests start: the built `ringtop` and tools that inspect its results.
enum Program {
  /// The built program, beside the test runner.
  static let ringtop: String = {
    let runner = ProcessInfo.processInfo.arguments.first ?? ""
    let absolute = runner.hasPrefix("/") ? runner : FileManager.default.currentDirectoryPath + "/" + runner
    // On macOS the runner is three folders deep in a bundle.
    var folder = URL(filePath: absolute).deletingLastPathComponent()
    for _ in 0..<4 {
      let candidate = folder.appending(path: "ringtop").path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
      folder.deleteLastPathComponent()
    }
    return "ringtop"
  }()

  /// How long a program may run: only one that hangs runs so long.
  private static let longestRun = Duration.seconds(300)

  /// Runs a program until it exits, and kills it if it does not.
  ///
  /// - Parameters:
  ///   - command: a path, or a name that is searched in `PATH`, and its arguments.
  ///   - environment: the program's complete environment.
  static func run(_ command: [String], environment: [String: String], input: String = "") async throws -> Ending {
    let limit = 64 << 20
    return try await withThrowingTaskGroup(of: Ending.self) { group in
      group.addTask {
        let result = try await Subprocess.run(
          configuration(["env", "--"] + command, environment), input: .string(input), output: .string(limit: limit),
          error: .string(limit: limit))
        return Ending(
          output: result.standardOutput, errors: result.standardError, code: code(result.terminationStatus))
      }
      group.addTask {
        try await Task.sleep(for: longestRun)
        throw Overdue(description: "The program has not ended: \(command)")
      }
      defer { group.cancelAll() }
      return try await group.next() ?? Ending(output: "", errors: "", code: -1)
    }
  }

  /// Runs a program concurrently with the body, and kills it after the body if it is still running.
  ///
  /// - Parameter outputPath: the file for its output.
  /// - Returns: its exit code; 128 plus SIGKILL if the body did not wait for its exit.
  @discardableResult
  static func runBeside(
    _ command: [String], environment: [String: String], outputPath: String,
    body: (RunningProgram) async throws -> Void
  ) async throws -> Int32 {
    try Data().write(to: URL(filePath: outputPath))
    let redirected = ["bash", "-c", "exec \"${@:2}\" >\"$1\"", "bash", outputPath] + command
    let result = try await Subprocess.run(
      configuration(redirected, environment), input: .none, output: .discarded, error: .discarded
    ) { execution in
      let running = RunningProgram(identifier: execution.processIdentifier.value, outputPath: outputPath)
      // Its exit is awaited at the end, even if the body fails.
      defer { if !running.hasEnded { running.send(SIGKILL) } }
      try await body(running)
    }
    return code(result.terminationStatus)
  }

  private static func configuration(_ command: [String], _ environment: [String: String]) -> Configuration {
    var variables: [Environment.Key: String] = [:]
    for (name, value) in environment {
      if let key = Environment.Key(rawValue: name) { variables[key] = value }
    }
    return Configuration(
      executable: .name(command[0]), arguments: Arguments(Array(command.dropFirst())),
      environment: .custom(variables))
  }

  private static func code(_ status: TerminationStatus) -> Int32 {
    switch status {
    case .exited(let code): code
    case .signaled(let number): 128 + number
    }
  }
}

/// A running program that a test inspects.
struct RunningProgram {
  let identifier: pid_t
  let outputPath: String

  func send(_ signal: Int32) {
    kill(identifier, signal)
  }

  /// Its output so far.
  var output: String {
    (try? String(contentsOfFile: outputPath, encoding: .utf8)) ?? ""
  }

  /// Also true if it has exited and was not waited for yet.
  var hasEnded: Bool { RingtopTests.hasEnded(identifier) }
}
