import Foundation
import Synchronization

/// A terminal that the test plays itself, on the far end of a pseudo-terminal: it keeps what is drawn and answers the
/// program's question when the test wants it.
final class FakeTerminal: Sendable {
  /// What kitty answers to `ringtop`'s question.
  static let kitty =
    "\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}]11;rgb:1010/1010/1010\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?62;c"
  /// The end of the question, which every terminal understands.
  static let question = "\u{1B}[c"

  /// Never looked into: held so that its folder lives as long as the terminal.
  private nonisolated(unsafe) let sandbox: Sandbox
  private let environment: [String: String]
  private let master: Int32
  /// Held open, so that what the program leaves unread stays.
  private let terminal: Int32
  private let path: String
  private let screen = Mutex(Screen())

  private struct Screen {
    var sent: [UInt8] = []
    /// What is typed once the question has come, and how many milliseconds after it.
    var replies: [(delay: Int, text: String)] = []
    var isRunning = false
    /// Which run it is: the thread that played the last one may not have ended yet.
    var run = 0
    var isReading = true
  }

  /// - Parameter cell: the size of a cell in pixels, which not every terminal tells.
  init(
    _ sandbox: Sandbox, columns: Int = 80, rows: Int = 24, cell: (width: Int, height: Int) = (0, 0)
  ) throws {
    self.sandbox = sandbox
    environment = sandbox.environment
    var ends: (master: Int32, terminal: Int32) = (-1, -1)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * cell.width),
      ws_ypixel: UInt16(rows * cell.height))
    guard openpty(&ends.master, &ends.terminal, nil, nil, &size) == 0, let name = ttyname(ends.terminal) else {
      throw Overdue(description: "There is no pseudo-terminal to be had.")
    }
    (master, terminal) = ends
    path = String(cString: name)
    for end in [master, terminal] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(master)
    close(terminal)
  }

  /// Runs `ringtop` in the terminal beside the body, and waits for its end after it.
  ///
  /// - Parameter replies: what the terminal does by itself once it was asked, at so many milliseconds after that. A
  ///   program waits only so long for an answer, so that a test on a busy machine must not stand in between.
  /// - Returns: its exit code.
  func ringtop(
    _ arguments: String..., environment changes: [String: String?] = [:], replies: [(delay: Int, text: String)] = [],
    body: (FakeTerminal) async throws -> Void = { _ in }
  ) async throws -> Int32 {
    try await run([Program.ringtop] + arguments, environment: changes, replies: replies, body: body)
  }

  /// Runs a command in the terminal in the same way.
  @discardableResult
  func run(
    _ words: [String], environment changes: [String: String?] = [:], replies: [(delay: Int, text: String)] = [],
    body: (FakeTerminal) async throws -> Void
  ) async throws -> Int32 {
    var environment = environment
    for (name, value) in changes { environment[name] = value }
    let command = ["bash", "-c", "exec \"${@:2}\" <>\"$1\" >&0 2>&0", "bash", path] + words
    let run = screen.withLock {
      $0 = Screen(replies: replies, isRunning: true, run: $0.run + 1, isReading: $0.isReading)
      return $0.run
    }
    defer { screen.withLock { $0.isRunning = false } }
    // Only a terminal that is read from lets a program write on. A thread of its own, since tests that wait may hold all
    // those that tasks have.
    Thread.detachNewThread { [self] in play(run) }
    return try await withThrowingTaskGroup(of: Int32.self) { [environment] group in
      group.addTask { try await Program.run(command, environment: environment).code }
      // A program whose test has failed is ended with its group.
      try await body(self)
      let code = try await group.next() ?? -1
      if isReading { look() }
      return code
    }
  }

  /// Reads what is sent, and replies to the question.
  private func play(_ run: Int) {
    var asked: ContinuousClock.Instant?
    while screen.withLock({ $0.isRunning && $0.run == run }) {
      var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, 5)
      guard isReading else {
        usleep(5_000)
        continue
      }
      look()
      if asked == nil, sent.contains(Self.question) { asked = .now }
      guard let asked else { continue }
      let due = screen.withLock { screen in
        guard screen.run == run else { return [(delay: Int, text: String)]() }
        let due = screen.replies.filter { asked + .milliseconds($0.delay) <= .now }
        screen.replies.removeAll { reply in due.contains { $0 == reply } }
        return due
      }
      for reply in due { type(reply.text) }
    }
  }

  /// Whether what is sent is read; a terminal that does not makes the program wait, if that lets itself.
  var isReading: Bool {
    get { screen.withLock { $0.isReading } }
    set { screen.withLock { $0.isReading = newValue } }
  }

  /// Reads what has been sent up to now.
  func readAll() { look() }

  /// How much has been sent and not been read.
  var waitingBytes: Int {
    var count: Int32 = 0
    _ = ioctl(master, UInt(FIONREAD), &count)
    return Int(count)
  }

  private func look() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return }
      screen.withLock { $0.sent += buffer.prefix(count) }
    }
  }

  /// Types, or answers.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// All that the program has sent since it was started.
  var sent: String {
    screen.withLock { String(decoding: $0.sent, as: UTF8.self) }
  }

  /// Waits until the program has sent a text.
  func wait(for text: String) async throws {
    try await eventually("\(text.debugDescription) on the terminal", state: { sent.debugDescription }) {
      sent.contains(text)
    }
  }

  /// What was typed and no program has read: a shell would find it on its command line.
  var unread: String {
    var modes = termios()
    tcgetattr(terminal, &modes)
    modes.c_lflag &= ~tcflag_t(ICANON)
    tcsetattr(terminal, TCSANOW, &modes)
    var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 0) > 0 else { return "" }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(terminal, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
