import Foundation

/// A terminal of a known size that runs a program: a separate tmux server, which is stopped after the test.
struct TmuxScreen {
  private let name: String
  private let sandbox: Sandbox

  /// Opens a terminal with a command, and closes it after the body in any case.
  ///
  /// - Parameter command: the program and its arguments; the window stays open after it exits, so that it can be
  ///   inspected.
  static func with(
    _ sandbox: Sandbox, columns: Int = 80, rows: Int = 24, _ command: [String],
    body: (TmuxScreen) async throws -> Void
  ) async throws {
    let screen = TmuxScreen(name: "rt\(UUID().uuidString.prefix(8))", sandbox: sandbox)
    do {
      try await screen.tmux(
        "start-server", ";", "set-option", "-g", "status", "off", ";", "set-option", "-g", "remain-on-exit", "on", ";",
        "set-option", "-g", "default-terminal", "tmux-256color", ";",
        "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "--", arguments: command)
      try await body(screen)
    } catch {
      _ = try? await screen.tmux("kill-server")
      throw error
    }
    _ = try? await screen.tmux("kill-server")
  }

  /// Opens a terminal with the dashboard and waits for its first frame.
  static func dashboard(
    _ sandbox: Sandbox, columns: Int = 80, rows: Int = 24, _ arguments: String..., showing text: String? = nil,
    body: (TmuxScreen) async throws -> Void
  ) async throws {
    try await with(sandbox, columns: columns, rows: rows, [Program.ringtop, "--still"] + arguments) { screen in
      try await screen.wait(for: text ?? "Move")
      try await body(screen)
    }
  }

  /// Opens a terminal with a shell with job control and a short prompt.
  static func shell(
    _ sandbox: Sandbox, columns: Int = 80, rows: Int = 24, body: (TmuxScreen) async throws -> Void
  ) async throws {
    let shell = [
      "env", "PS1=ready> ", "HISTFILE=/dev/null", "RINGTOP=\(Program.ringtop)", "bash", "--norc", "--noprofile", "-i",
    ]
    try await with(sandbox, columns: columns, rows: rows, shell) { screen in
      try await screen.wait(for: "ready>")
      try await body(screen)
    }
  }

  /// The value of TMUX for a program in the terminal, to connect to this server.
  var variable: String {
    get async throws { try await tmux("display-message", "-p", "#{socket_path},#{pid},0").trimmed }
  }

  /// The command that attaches another terminal to this session.
  var attaching: [String] { ["tmux", "-L", name, "-f", "/dev/null", "attach-session"] }

  @discardableResult
  func tmux(_ words: String..., arguments: [String] = []) async throws -> String {
    let ending = try await Program.run(
      ["tmux", "-L", name, "-f", "/dev/null"] + words + arguments, environment: sandbox.environment)
    guard ending.code == 0 else { throw Overdue(description: "tmux \(words): \(ending.errors)") }
    return ending.output
  }

  // MARK: - Input

  /// Presses keys by their names in tmux, `Enter`, `C-c`, `Left`.
  func press(_ keys: String...) async throws {
    try await tmux("send-keys", arguments: keys)
  }

  /// Types text literally.
  func type(_ text: String) async throws {
    try await tmux("send-keys", "-l", "--", text)
  }

  /// Types a shell command and presses enter.
  func enter(_ line: String) async throws {
    try await type(line)
    try await press("Enter")
  }

  func resize(columns: Int, rows: Int) async throws {
    try await tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// Clicks on the last occurrence of a text on the screen.
  func click(_ text: String) async throws {
    let rows = try await self.text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let row = rows.lastIndex(where: { $0.contains(text) }), let range = rows[row].firstRange(of: text) else {
      throw Overdue(description: "\(text) is not on the screen\n\(try await self.text)")
    }
    let column = rows[row].distance(from: rows[row].startIndex, to: range.lowerBound)
    try await send("\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m")
  }

  func turnWheel(up: Bool) async throws {
    try await send("\u{1B}[<\(up ? 64 : 65);5;5M")
  }

  /// Sends bytes as if from the terminal.
  func send(_ text: String) async throws {
    try await tmux("send-keys", "-H", arguments: text.utf8.map { String($0, radix: 16) })
  }

  // MARK: - Output

  /// The rows of the screen, without trailing blanks.
  var text: String {
    get async throws { try await tmux("capture-pane", "-p") }
  }

  /// The screen with its colours and attributes.
  var picture: String {
    get async throws {
      // Whether a line's last colour ends before or after the end of the line is invisible.
      try await tmux("capture-pane", "-p", "-e").replacing(/\n((?:\u{1B}\[[0-9;]*m)+)/) { "\($0.1)\n" }
    }
  }

  /// The picture once it has not changed for a while.
  func pictureAtRest() async throws -> String {
    var last = try await picture
    try await eventually("a picture at rest") {
      try await Task.sleep(for: .milliseconds(400))
      let now = try await picture
      defer { last = now }
      return now == last
    }
    return last
  }

  /// The first row of the screen.
  var firstRow: String {
    get async throws {
      try await text.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init) ?? ""
    }
  }

  /// A variable of tmux's formats, for example `alternate_on`.
  func variable(_ name: String) async throws -> String {
    try await tmux("display-message", "-p", "#{\(name)}").trimmed
  }

  /// The program's process.
  var process: pid_t {
    get async throws { pid_t(try await variable("pane_pid")) ?? 0 }
  }

  func wait(for text: String) async throws {
    try await eventually("\"\(text)\" on the screen", state: { try await self.text }) {
      try await self.text.contains(text)
    }
  }

  func wait(until what: String = "what is expected on the screen", _ condition: (String) -> Bool) async throws {
    try await eventually(what, state: { try await text }) { condition(try await text) }
  }

  /// Waits for the exit of the terminal's program, and returns its exit code, or 128 plus the signal's number if it was
  /// killed.
  func end() async throws -> Int32 {
    var ending: [Substring] = []
    try await eventually("the program's end", state: { try await text }) {
      // The terminal is closed slightly before the exit code is known.
      ending = try await variable("pane_dead_status},#{pane_dead_signal").split(
        separator: ",", omittingEmptySubsequences: false)
      if ending.contains(where: { !$0.isEmpty }) { return true }
      // tmux 3.3 sometimes misses the exit of its child and leaves a zombie, whose status the system still has.
      guard try await variable("pane_dead") == "1", let status = Self.zombieStatus(of: try await process) else {
        return false
      }
      ending = status & 0x7F == 0 ? ["\((status >> 8) & 0xFF)", ""] : ["", "\(status & 0x7F)"]
      return true
    }
    if let signal = ending.last.flatMap({ Int32($0) }) { return 128 + signal }
    return ending.first.flatMap { Int32($0) } ?? -1
  }
}

extension TmuxScreen {
  /// The wait status of a zombie process; nil for any other, and where the system does not tell it.
  private static func zombieStatus(of process: pid_t) -> Int32? {
    #if canImport(Darwin)
      return nil
    #else
      guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        // The name in parentheses may contain blanks.
        let name = text.lastIndex(of: ")")
      else { return nil }
      let fields = text[name...].dropFirst().split(separator: " ")
      guard fields.first == "Z" else { return nil }
      return fields.last.flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    #endif
  }
}

extension String {
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
