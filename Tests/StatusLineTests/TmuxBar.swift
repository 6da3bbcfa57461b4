import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A tmux server with one attached client, so that its bar is really drawn, and an outer tmux that reads the screen.
///
/// The two servers have sockets in a separate folder and no configuration. `end()` stops both.
struct TmuxBar {
  static let isInstalled = run("command -v tmux").status == 0
  static let columns = 120

  /// A temporary folder for sockets, programs and their logs.
  let folder: String
  private var inner: String { "TMUX_TMPDIR=\(Self.quoted(folder)) LC_ALL=C.UTF-8 tmux -u -L i" }
  private var outer: String { "TMUX_TMPDIR=\(Self.quoted(folder)) LC_ALL=C.UTF-8 tmux -u -L o" }

  /// Starts both servers. The inner one redraws every second, shows only its sides, and has `path` at the front of
  /// PATH.
  init(path: String? = nil) throws {
    folder =
      FileManager.default.temporaryDirectory.appendingPathComponent("ringtop-\(UInt32.random(in: 0...UInt32.max))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = path.map { "PATH=\(Self.quoted("\(folder)/\($0)")):\"$PATH\"" } ?? ""
    let size = "-x \(Self.columns) -y"
    let sides = "set -g status-left-length 100 \\; set -g status-right-length 100 \\; set -g status-right ''"
    let quiet = "set -g status-interval 1 \\; set -g status-left '' \\; set -g window-status-current-format ''"
    try #require(
      Self.run(
        "unset TMUX; \(path) \(inner) -f /dev/null new-session -d \(size) 9 'sleep 600' \\; \(quiet) \\; \(sides)"
      )
      .status == 0)
    let attach = Self.quoted("unset TMUX; \(inner) attach")
    try #require(
      Self.run("unset TMUX; \(outer) -f /dev/null new-session -d \(size) 10 \(attach) \\; set -g status off").status
        == 0)
  }

  func end() {
    Self.run("\(inner) kill-server; \(outer) kill-server; rm -rf \(Self.quoted(folder))")
  }

  /// Runs a tmux command, in shell syntax, in the inner server.
  @discardableResult
  func tmux(_ command: String) -> String {
    Self.run("\(inner) \(command)").output
  }

  func set(_ option: String, _ value: String) {
    tmux("set-option -g \(option) \(Self.quoted(value))")
  }

  func option(_ option: String) -> String {
    tmux("show-option -gqv \(option)")
  }

  /// Types keys into the client.
  func type(_ keys: String) {
    Self.run("\(outer) send-keys \(keys)")
  }

  /// The client's screen.
  var screen: String {
    Self.run("\(outer) capture-pane -p").output
  }

  /// The client's bar, without surrounding blanks.
  var bar: String {
    let line = screen.split(separator: "\n").last.map(String.init) ?? ""
    return line.trimmingCharacters(in: .whitespaces)
  }

  /// Waits until the bar satisfies the condition, at most a minute, and returns the bar.
  func bar(where condition: (String) -> Bool) -> String {
    wait { condition(bar) }
    return bar
  }

  @discardableResult
  func wait(until condition: () -> Bool) -> Bool {
    for _ in 0..<1_200 {
      if condition() { return true }
      usleep(50_000)
    }
    return condition()
  }

  static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }

  /// Runs a shell command to completion; standard error is discarded.
  @discardableResult
  static func run(_ command: String) -> (status: Int32, output: String) {
    guard let pipe = popen("exec 2>/dev/null; " + command, "r") else { return (-1, "") }
    var bytes: [UInt8] = []
    while case let byte = getc(pipe), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    let status = pclose(pipe)
    var output = String(decoding: bytes, as: UTF8.self)
    if output.hasSuffix("\n") { output.removeLast() }
    return (status, output)
  }
}
