import Dispatch
import TerminalModel
import Testing

/// A pseudo-terminal whose other end belongs to the test.
final class PseudoTerminal {
  /// The program's end, kept open so that modes and output outlive the program.
  let terminal: Int32
  let path: String
  private let master: Int32
  private(set) var received: [UInt8] = []

  init(size: CellSize, pixels: (width: Int, height: Int) = (0, 0)) throws {
    var ends: (master: Int32, terminal: Int32) = (-1, -1)
    try #require(openpty(&ends.master, &ends.terminal, nil, nil, nil) == 0)
    (master, terminal) = ends
    for end in [master, terminal] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    path = String(cString: try #require(ttyname(terminal)))
    resize(to: size, pixels: pixels)
  }

  deinit {
    close(terminal)
    hangUp()
  }

  private var isHungUp = false

  /// Closes the test's end, like closing a window.
  func hangUp() {
    guard !isHungUp else { return }
    isHungUp = true
    close(master)
  }

  func resize(to size: CellSize, pixels: (width: Int, height: Int) = (0, 0)) {
    var extent = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: UInt16(pixels.width),
      ws_ypixel: UInt16(pixels.height))
    _ = ioctl(master, UInt(TIOCSWINSZ), &extent)
  }

  /// Types on the terminal.
  func type(_ text: String) {
    type(Array(text.utf8))
  }

  /// Types as many bytes as the terminal accepts.
  func type(_ bytes: [UInt8]) {
    _ = write(master, bytes, bytes.count)
  }

  /// Types in the background, with a pause of this many milliseconds after each occurrence of a character.
  func typeSlowly(_ text: String, pausingAfter stop: Character, milliseconds: UInt32) {
    let master = master
    // Not a task: tests that wait for a terminal may block all threads of the cooperative pool.
    DispatchQueue.global().async {
      for part in text.split(separator: stop, omittingEmptySubsequences: false).map(String.init) {
        let bytes = Array((part + (text.hasSuffix(part) ? "" : String(stop))).utf8)
        _ = write(master, bytes, bytes.count)
        usleep(1_000 * milliseconds)
      }
    }
  }

  /// The output to the terminal so far.
  @discardableResult
  func drain() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return received }
      received += buffer.prefix(count)
    }
  }

  /// How long a program is given for anything: only failures wait so long, and a busy machine is slow.
  static let patience = Duration.seconds(60)

  /// The output after the first occurrence of a text; nil if it does not come.
  func wait(for text: String, after start: Int = 0) async throws -> Int? {
    let wanted = Array(text.utf8)
    let end = ContinuousClock.now + Self.patience
    var index = start
    while true {
      drain()
      while index + wanted.count <= received.count {
        if received[index..<index + wanted.count].elementsEqual(wanted) { return index + wanted.count }
        index += 1
      }
      if ContinuousClock.now > end { return nil }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Sets or resets the UTF-8 mode of the line, as terminal programs do.
  func setUTF8Line(_ isUTF8: Bool) {
    var modes = termios()
    tcgetattr(terminal, &modes)
    if isUTF8 { modes.c_iflag |= tcflag_t(IUTF8) } else { modes.c_iflag &= ~tcflag_t(IUTF8) }
    tcsetattr(terminal, TCSANOW, &modes)
  }

  /// Unread input: a shell would take it for its command line.
  var unread: [UInt8] {
    var modes = termios()
    tcgetattr(terminal, &modes)
    modes.c_lflag &= ~tcflag_t(ICANON)
    tcsetattr(terminal, TCSANOW, &modes)
    _ = fcntl(terminal, F_SETFL, O_NONBLOCK)
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(terminal, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
  }

  /// The modes of the line, as far as programs change them.
  var lineModes: [UInt32] {
    var modes = termios()
    tcgetattr(terminal, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
