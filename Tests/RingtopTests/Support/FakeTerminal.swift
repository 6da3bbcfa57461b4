import Foundation
import Synchronization

/// A terminal that the test emulates at the other end of a pseudo-terminal: it records the output and replies to the
/// program's queries when the test requests it.
final class FakeTerminal: Sendable {
  /// kitty's replies to `ringtop`'s queries.
  static let kitty =
    "\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}]11;rgb:1010/1010/1010\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?62;c"
  /// The last query, to which every terminal replies.
  static let question = "\u{1B}[c"

  /// Not accessed: kept so that its folder lives as long as the terminal.
  private nonisolated(unsafe) let sandbox: Sandbox
  private let environment: [String: String]
  private let master: Int32
  /// Kept open, so that input the program leaves unread is preserved.
  private let terminal: Int32
  private let path: String
  private let screen = Mutex(Screen())
  /// Held while output is read and stored: of two readers, the second must find what the first has read.
  private let reading = Mutex(())

  private struct Screen {
    var sent: [UInt8] = []
    /// The input to type once the query has arrived, and the delay in milliseconds.
    var replies: [(delay: Int, text: String)] = []
    var isRunning = false
    /// The number of the run: the thread of the last run may still be running.
    var run = 0
    var isReading = true
  }

  /// - Parameter cell: the size of a cell in pixels, which not every terminal reports.
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

  /// Runs `ringtop` in the terminal concurrently with the body, and then waits for its exit.
  ///
  /// - Parameter replies: the replies that are sent automatically at these delays in milliseconds after the query. A
  ///   program waits only for a limited time, so the test itself must not be involved on a busy machine.
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
    // The program can only write while the terminal is read. A separate thread, because waiting tests may block all
    // threads of the cooperative pool.
    Thread.detachNewThread { [self] in play(run) }
    return try await withThrowingTaskGroup(of: Int32.self) { [environment] group in
      group.addTask { try await Program.run(command, environment: environment).code }
      // If the test fails, the program and its process group are killed.
      try await body(self)
      group.addTask {
        try await Task.sleep(for: timeout)
        throw Overdue(description: "The program has not ended: \(words)")
      }
      let code = try await group.next() ?? -1
      group.cancelAll()
      if isReading { look() }
      return code
    }
  }

  /// Reads the output, and replies to the query.
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

  /// Whether the output is read; if not, the program may block.
  var isReading: Bool {
    get { screen.withLock { $0.isReading } }
    set { screen.withLock { $0.isReading = newValue } }
  }

  /// Reads all output so far.
  func readAll() { look() }

  /// The number of unread bytes of the output.
  var waitingBytes: Int {
    var count: Int32 = 0
    _ = ioctl(master, UInt(FIONREAD), &count)
    return Int(count)
  }

  private func look() {
    reading.withLock { _ in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else { return }
        screen.withLock { $0.sent += buffer.prefix(count) }
      }
    }
  }

  /// Changes the size; the program must be sent a SIGWINCH, because this terminal does not control it.
  func resize(columns: Int, rows: Int, cell: (width: Int, height: Int) = (0, 0)) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * cell.width),
      ws_ypixel: UInt16(rows * cell.height))
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Types text or sends a reply.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// All output of the program since its start.
  var sent: String {
    screen.withLock { String(decoding: $0.sent, as: UTF8.self) }
  }

  /// Waits until the program has written a text.
  func wait(for text: String) async throws {
    try await eventually("\(text.debugDescription) on the terminal", state: { sent.debugDescription }) {
      sent.contains(text)
    }
  }

  /// Typed text that no program has read: a shell would find it on its command line.
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
