import CMeasure

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program on a pseudo-terminal, whose output is read as by a terminal.
final class Screen {
  let program: RunningProgram
  let master: Int32
  /// The number of bytes that the program has sent.
  private(set) var count = 0
  /// The number of complete frames that it has sent.
  private(set) var frames = 0
  private var received: [UInt8] = []
  /// How many bytes of `frameEnd` the output ends with.
  private var matched = 0

  /// The sequence at the end of every frame, which allows the terminal to show it.
  private static let frameEnd = Array("\u{1B}[?2026l".utf8)

  /// Nil if the terminal shows no images.
  private var kitty: KittyReplies?

  /// - Parameter cell: the size of a cell in pixels, for a terminal that shows images and replies like kitty.
  /// - Throws: `BenchmarkError` if no pseudo-terminal is available.
  init(_ program: Program, columns: Int, rows: Int, cell: (width: Int, height: Int)? = nil) throws {
    var (master, terminal): (Int32, Int32) = (-1, -1)
    var extent = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * (cell?.width ?? 0)),
      ws_ypixel: UInt16(rows * (cell?.height ?? 0)))
    kitty = cell.map { _ in KittyReplies() }
    guard openpty(&master, &terminal, nil, nil, &extent) == 0 else {
      throw BenchmarkError("a pseudo-terminal cannot be opened")
    }
    defer { close(terminal) }
    self.master = master
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    self.program = try program.start(
      streams: measure_streams(input: terminal, output: terminal, error: terminal, terminal: terminal))
  }

  deinit {
    close(master)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Waits for the end of the next frame.
  ///
  /// - Returns: when it had been read completely, by the clock of `measure_now`.
  func waitForFrame(seconds: Double = 5) throws -> Double {
    let limit = measure_now() + seconds
    while measure_now() < limit {
      guard try read(waitingAtMost: limit - measure_now()) else { continue }
      if let end = received.endOfLast(Self.frameEnd) {
        let time = measure_now()
        received.removeSubrange(..<end)
        return time
      }
    }
    throw BenchmarkError("no frame was drawn within \(seconds) s")
  }

  /// Reads until nothing has arrived for a while.
  ///
  /// - Returns: the number of bytes read.
  @discardableResult
  func settle(quietSeconds: Double = 0.25) throws -> Int {
    let before = count
    while try read(waitingAtMost: quietSeconds) {}
    received.removeAll()
    return count - before
  }

  /// Quits the program with its own key.
  @discardableResult
  func quit() -> Run {
    type("q")
    let limit = measure_now() + 3
    while measure_now() < limit {
      if let run = program.ended() { return run }
      _ = try? read(waitingAtMost: 0.05)
    }
    program.send(signal: SIGKILL)
    return program.wait()
  }

  /// False if nothing arrived in time.
  private func read(waitingAtMost seconds: Double) throws -> Bool {
    var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Int32(max(0, seconds * 1_000).rounded(.up))) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    #if canImport(Glibc)
      let length = Glibc.read(master, &buffer, buffer.count)
    #else
      let length = Darwin.read(master, &buffer, buffer.count)
    #endif
    guard length > 0 else { throw BenchmarkError("\(program.name) has left its terminal") }
    count += length
    received += buffer.prefix(length)
    if let replies = kitty?.replies(to: buffer.prefix(length)), !replies.isEmpty { type(replies) }
    for byte in buffer.prefix(length) {
      if byte != Self.frameEnd[matched] { matched = 0 }
      if byte == Self.frameEnd[matched] { matched += 1 }
      guard matched == Self.frameEnd.count else { continue }
      frames += 1
      matched = 0
    }
    return true
  }
}

extension [UInt8] {
  /// The index after the last occurrence of the given bytes.
  fileprivate func endOfLast(_ wanted: [UInt8]) -> Int? {
    var index = count - wanted.count
    while index >= 0 {
      if self[index..<index + wanted.count].elementsEqual(wanted) { return index + wanted.count }
      index -= 1
    }
    return nil
  }
}
