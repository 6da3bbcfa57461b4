import Demo
import Foundation
import HealthDatabase

/// A temporary folder for one test, with its own home, store path and clock.
final class Sandbox {
  /// The time of the tests: Saturday, 14 November 2026, 23:00 in Berlin.
  static let clock = "2026-11-14T22:00:00Z"
  static let today = "2026-11-14"

  let path: String
  /// Independent of the user's own environment, except for the search path.
  var environment: [String: String]

  init() throws {
    // Short, because it contains sockets.
    path = FileManager.default.temporaryDirectory.appending(path: "rt-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": path,
      "LC_ALL": "C.UTF-8",
      "TZ": "Europe/Berlin",
      "TERM": "xterm-256color",
      "TMUX_TMPDIR": path,
      // Swift's own handler, which prompts on the terminal after a crash.
      "SWIFT_BACKTRACE": "enable=no",
      "RINGTOP_STORE": path + "/data/health.sqlite",
      "RINGTOP_CLOCK": Self.clock,
    ]
  }

  deinit {
    _ = try? FileManager.default.subpathsOfDirectory(atPath: path).forEach { chmod("\(path)/\($0)", 0o700) }
    try? FileManager.default.removeItem(atPath: path)
  }

  var store: String {
    get { environment["RINGTOP_STORE"] ?? "" }
    set { environment["RINGTOP_STORE"] = newValue }
  }

  /// Lets the programs use a store with the data of the demo, which costs less than `--demo` for each of several runs.
  func useDemo() throws -> DemoStore {
    let now = try Date(environment["RINGTOP_CLOCK"] ?? Self.clock, strategy: .iso8601)
    let demo = try DemoStore(now: now, homeZone: "Europe/Berlin")
    store = demo.store.path
    return demo
  }

  /// Runs the built program until it exits.
  func ringtop(_ arguments: String..., environment changes: [String: String] = [:]) async throws -> Ending {
    try await ringtop(words: arguments, environment: changes)
  }

  func ringtop(words: [String], environment changes: [String: String] = [:]) async throws -> Ending {
    try await Program.run([Program.ringtop] + words, environment: environment.merging(changes) { $1 })
  }

  /// Runs the built program without root privileges; nil if that is impossible.
  func ringtopUnprivileged(_ arguments: String...) async throws -> Ending? {
    let command = [Program.ringtop] + arguments
    guard getuid() == 0 else { return try await Program.run(command, environment: environment) }
    let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--"]
    guard try await shell("chown -R 65534:65534 \"$HOME\"").code == 0,
      try await Program.run(nobody + ["test", "-x", Program.ringtop], environment: environment).code == 0
    else { return nil }
    return try await Program.run(nobody + command, environment: environment)
  }

  /// Runs a shell command, which finds the built program as `$RINGTOP`.
  func shell(_ line: String, environment changes: [String: String] = [:]) async throws -> Ending {
    try await Program.run(
      ["bash", "-c", line],
      environment: environment.merging(["RINGTOP": Program.ringtop]) { $1 }.merging(changes) { $1 })
  }

  /// The output of SQLite's own tool for the store.
  func sql(_ statement: String) async throws -> String {
    let ending = try await Program.run(["sqlite3", store, statement], environment: environment)
    guard ending.code == 0 else { throw Overdue(description: "sqlite3: \(ending.errors)") }
    return ending.output
  }

  // MARK: - Files

  func file(_ name: String) -> String { path + "/" + name }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = file(name)
    let folder = URL(filePath: file).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// All files below a folder with their bytes: equal before and after if nothing was changed.
  ///
  /// SQLite's files for readers, the -shm file and an empty WAL, are excluded.
  func contents(below folder: String) -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] {
      let bytes = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
      if name.hasSuffix("-shm") || (name.hasSuffix("-wal") && bytes.isEmpty) { continue }
      contents[name] = bytes
    }
    return contents
  }
}
