import Curses
import TerminalModel
import Testing

extension OneTerminal {
  /// A terminal that has stopped reading: a pane in copy mode, a stalled connection, a window that is being dragged.
  @Suite(.timeLimit(.minutes(10))) struct Stalling {
    private static let size = CellSize(columns: 230, rows: 70)

    /// Frames in which all cells have different colours and contents.
    private static func frames(_ count: Int) -> [CellGrid] {
      (0..<count).map { number in
        var grid = CellGrid(size: size)
        let letter = Unicode.Scalar(UInt8(0x61 + number))
        for row in 0..<size.rows {
          for column in 0..<size.columns {
            let color = RGB(UInt8(column), UInt8(row), UInt8(200 + number))
            grid[column, row] = Cell(letter, style: CellStyle(foreground: .rgb(color)))
          }
        }
        return grid
      }
    }

    @Test(
      "The program does not wait for it, and when it reads again it gets the complete newest frame and none in between",
      arguments: [false, true])
    func newestFrame(isShared: Bool) throws {
      let terminal = try PseudoTerminal(size: Self.size)
      // As another program may have left it.
      if isShared { _ = fcntl(terminal.terminal, F_SETFL, fcntl(terminal.terminal, F_GETFL) | O_NONBLOCK) }
      var options = TerminalOptions(terminalName: "xterm-256color", colorLevel: .truecolor)
      options.endpoint = .descriptors(input: terminal.terminal, output: terminal.terminal)
      options.capturesStandardError = false
      let screen = try TerminalScreen(options: options)
      let frames = Self.frames(5)
      for frame in frames { #expect(screen.present(frame)) }
      screen.setMouse(false)
      // There is no wake-up while nothing can be sent.
      #expect(screen.wait(timeoutMilliseconds: 20).isTimeout)
      for _ in 0..<1000 {
        let before = terminal.received.count
        _ = terminal.drain()
        _ = screen.wait(timeoutMilliseconds: 5)
        if before == terminal.received.count { break }
      }
      var shown = VirtualTerminal(size: Self.size)
      shown.receive(terminal.received)
      #expect(Picture(shown).firstDifference(from: Picture(try #require(frames.last))) == nil)
      #expect(shown.modeChanges.count { $0 == "+2026" } == 2, "the first frame, which had begun, and the newest")
      #expect(shown.modes.isDisjoint(with: [1000, 1006, 2026]) && shown.unknown == [])
      #expect(fcntl(terminal.terminal, F_GETFL) & O_NONBLOCK == (isShared ? O_NONBLOCK : 0))
      screen.close()
    }

    @Test("An output that cannot be reopened does not block either, and its flags do not change for others")
    func pipe() throws {
      var ends: [Int32] = [-1, -1]
      try #require(openPipe(&ends) == 0)
      let input = open("/dev/null", O_RDONLY)
      defer { for end in ends + [input] { close(end) } }
      var options = TerminalOptions(terminalName: "xterm-256color", colorLevel: .truecolor)
      options.endpoint = .descriptors(input: input, output: ends[1])
      options.fallbackSize = Self.size
      options.handlesSignals = false
      options.mouse = false
      let screen = try TerminalScreen(options: options)
      for frame in Self.frames(2) { #expect(screen.present(frame)) }
      #expect(fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0)
      screen.close()
    }

    @Test(
      "A termination request ends the program, and the terminal is restored when it reads again", arguments: [1, 2])
    func requests(count: Int) async throws {
      for signal in [SIGTERM, SIGHUP] {
        let terminal = try PseudoTerminal(size: Self.size)
        let modes = terminal.lineModes
        let expected: ExitTest.Condition = count == 1 ? .exitCode(signal) : .signal(signal)
        await #expect(processExitsWith: expected) {
          [path = terminal.path as String, count = count as Int, signal = signal as Int32] in
          try Self.stall(on: path) { screen in
            for _ in 0..<count { raise(signal) }
            while screen.endRequest == nil {
              _ = screen.wait()
              _ = screen.readEvents()
            }
            screen.close()
            exit(signal)
          }
        }
        Self.expectRestored(terminal, modes)
      }
    }

    @Test("A crash ends the program, and the terminal is restored when it reads again")
    func crash() async throws {
      let terminal = try PseudoTerminal(size: Self.size)
      let modes = terminal.lineModes
      await #expect(processExitsWith: .failure) { [path = terminal.path as String] in
        try Self.stall(on: path) { screen in fatalError("\(String(repeating: "a long message ", count: 9000))") }
      }
      Self.expectRestored(terminal, modes)
    }

    /// Runs in the child: presents more than the terminal accepts.
    private static func stall(on path: String, then end: (TerminalScreen) throws -> Void) throws {
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      let terminal = open(path, O_RDWR | O_NOCTTY)
      dup2(terminal, STDERR_FILENO)
      var options = TerminalOptions(terminalName: "xterm-256color", colorLevel: .truecolor)
      options.endpoint = .descriptors(input: terminal, output: terminal)
      let screen = try TerminalScreen(options: options)
      for frame in frames(2) { screen.present(frame) }
      try end(screen)
    }

    private static func expectRestored(
      _ terminal: PseudoTerminal, _ modes: [UInt32], sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let text = String(decoding: terminal.drain(), as: UTF8.self)
      for sequence in ["\u{1B}[?1000l", "\u{1B}[?2004l", "\u{1B}[?2026l", "\u{1B}[?25h", "\u{1B}[?1049l"] {
        #expect(text.contains(sequence), sourceLocation: sourceLocation)
      }
      let afterwards = text.split(separator: "\u{1B}[?1049l", omittingEmptySubsequences: false).last ?? ""
      #expect(!afterwards.contains("\u{1B}[38;2"), "no part of a frame", sourceLocation: sourceLocation)
      #expect(terminal.lineModes == modes, sourceLocation: sourceLocation)
    }
  }
}

/// The system's `pipe`, which is hidden by the test of that name.
private func openPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
