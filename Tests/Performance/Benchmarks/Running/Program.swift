import CMeasure

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program with its arguments, ready to be run and measured.
struct Program {
  let path: String
  var arguments: [String]
  /// The program's complete environment.
  var environment: [String: String]

  /// - Parameter name: a path, or a name that is searched in `PATH`.
  /// - Throws: `BenchmarkError` if there is no such program.
  init(_ name: String, _ arguments: [String], environment: [String: String] = Program.plainEnvironment) throws {
    guard let path = Self.find(name) else {
      throw BenchmarkError("\(name) is not installed; Assets/setup --bench installs the baselines")
    }
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }

  /// The environment that a program needs, without the user's own configuration.
  static let plainEnvironment = [
    "PATH": variable("PATH") ?? "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8", "TZ": "America/New_York",
  ]

  /// This program.
  static var own: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      CommandLine.arguments[0]
    #endif
  }

  static func find(_ name: String) -> String? {
    if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
    return (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Starts the program and returns immediately.
  func start(
    streams: measure_streams = measure_streams(input: -1, output: -1, error: -1, terminal: -1)
  ) throws -> RunningProgram {
    let child = withCStrings([path] + arguments) { arguments in
      withCStrings(environment.map { "\($0)=\($1)" }) { measure_start(path, arguments, $0, streams) }
    }
    guard child.pid > 0 else { throw BenchmarkError("\(path) cannot be started") }
    return RunningProgram(name: path, child: child)
  }

  /// Runs the program until it exits, and discards its output.
  ///
  /// - Throws: `BenchmarkError` unless it exits with code 0.
  @discardableResult
  func run() throws -> Run {
    let run = try start().wait()
    guard run.exitCode == 0 else {
      throw BenchmarkError("\(([path] + arguments).joined(separator: " ")) ended with code \(run.exitCode)")
    }
    return run
  }

  /// Runs the program until it exits, and returns its output.
  func output() throws -> String {
    var ends: (Int32, Int32) = (-1, -1)
    let made = withUnsafeMutablePointer(to: &ends) {
      $0.withMemoryRebound(to: Int32.self, capacity: 2) { pipe($0) }
    }
    guard made == 0 else { throw BenchmarkError("a pipe cannot be created") }
    let running = try start(streams: measure_streams(input: -1, output: ends.1, error: -1, terminal: -1))
    close(ends.1)
    defer { close(ends.0) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(ends.0, &buffer, buffer.count)
      guard count > 0 else { break }
      text += buffer.prefix(count)
    }
    _ = running.wait()
    return String(decoding: text, as: UTF8.self)
  }
}

/// Passes null-terminated strings in a null-terminated array for the duration of a call.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return pointers.withUnsafeMutableBufferPointer { buffer in
    guard let base = buffer.baseAddress else { preconditionFailure("an array that holds nil is not empty") }
    return body(base)
  }
}
