import Dispatch
import TerminalModel
import Testing

/// A terminal whose other end is held by the test.
final class PseudoTerminal {
  /// The program's end, held open so that modes and output outlive the program.
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

  /// Closes the test's end, as a window that is closed does.
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

  /// Types bytes, as far as the line takes them.
  func type(_ bytes: [UInt8]) {
    _ = write(master, bytes, bytes.count)
  }

  /// Types beside the test, with a pause of so many milliseconds after each of a character.
  func typeSlowly(_ text: String, pausingAfter stop: Character, milliseconds: UInt32) {
    let master = master
    // Not a task: tests that wait for a terminal may hold all the threads that tasks have.
    DispatchQueue.global().async {
      for part in text.split(separator: stop, omittingEmptySubsequences: false).map(String.init) {
        let bytes = Array((part + (text.hasSuffix(part) ? "" : String(stop))).utf8)
        _ = write(master, bytes, bytes.count)
        usleep(1_000 * milliseconds)
      }
    }
  }

  /// What has been sent to the terminal so far.
  @discardableResult
  func drain() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return received }
      received += buffer.prefix(count)
    }
  }

  /// The sent bytes after the first occurrence of a text; nil when ten seconds have not brought it.
  func wait(for text: String, after start: Int = 0) async throws -> Int? {
    let wanted = Array(text.utf8)
    for _ in 0..<2000 {
      drain()
      var index = start
      while index + wanted.count <= received.count {
        if received[index..<index + wanted.count].elementsEqual(wanted) { return index + wanted.count }
        index += 1
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    return nil
  }

  /// Says, or not, that the line is in UTF-8, as terminal programs do.
  func setUTF8Line(_ isUTF8: Bool) {
    var modes = termios()
    tcgetattr(terminal, &modes)
    if isUTF8 { modes.c_iflag |= tcflag_t(IUTF8) } else { modes.c_iflag &= ~tcflag_t(IUTF8) }
    tcsetattr(terminal, TCSANOW, &modes)
  }

  /// What has been typed and nobody has read: what a shell would take for its command line.
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
