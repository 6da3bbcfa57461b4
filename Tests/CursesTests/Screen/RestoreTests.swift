import Curses
import TerminalModel
import Testing

extension OneTerminal {
  /// All ways to end a program, executed by a child process on a pseudo-terminal of the test.
  @Suite struct Restoring {
    private static let size = CellSize(columns: 40, rows: 6)

    /// Runs in the child: shows a frame on the terminal and ends the program.
    private static func show(on path: String, then end: (TerminalScreen) throws -> Void) throws {
      // Threads of a pool block signals that a program's main thread handles.
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      // The test awaits the end of the child without a limit.
      alarm(2 * UInt32(PseudoTerminal.patience.components.seconds))
      let terminal = open(path, O_RDWR | O_NOCTTY)
      dup2(terminal, STDERR_FILENO)
      var options = TerminalOptions(terminalName: "xterm-256color", colorLevel: .truecolor)
      options.endpoint = .descriptors(input: terminal, output: terminal)
      let screen = try TerminalScreen(options: options)
      screen.present(frame(screen.size))
      try end(screen)
    }

    private static func frame(_ size: CellSize) -> CellGrid {
      var grid = CellGrid(size: size)
      grid.write("picture", at: CellPoint(column: 1, row: 1), style: CellStyle(foreground: .rgb(RGB(200, 0, 0))))
      return grid
    }

    /// A terminal, and a check that it was opened and restored.
    private struct Check {
      let terminal: PseudoTerminal
      private let modesBefore: [UInt32]

      init() throws {
        terminal = try PseudoTerminal(size: Restoring.size)
        modesBefore = terminal.lineModes
      }

      func isRestored(leaving message: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
        let bytes = terminal.drain()
        var screen = VirtualTerminal(size: Restoring.size)
        screen.receive(bytes)
        #expect(screen.modeChanges.contains("+1049"), "the screen was taken", sourceLocation: sourceLocation)
        #expect(screen.modeChanges.contains("+1006"), "the mouse was on", sourceLocation: sourceLocation)
        for mode in [1049, 1000, 1006, 2004, 2026] {
          #expect(!screen.modes.contains(mode), sourceLocation: sourceLocation)
        }
        #expect(screen.modeChanges.last { $0.hasSuffix("25") } == "+25", sourceLocation: sourceLocation)
        #expect(terminal.lineModes == modesBefore, sourceLocation: sourceLocation)
        guard let message else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        let afterwards = text.split(separator: "\u{1B}[?1049l", omittingEmptySubsequences: false).dropFirst().joined()
        #expect(afterwards.contains(message), sourceLocation: sourceLocation)
      }
    }

    @Test("On closing, with captured standard error printed afterwards")
    func byClosing() async throws {
      let check = try Check()
      await #expect(processExitsWith: .exitCode(0)) { [path = check.terminal.path as String] in
        try Self.show(on: path) { screen in
          _ = write(STDERR_FILENO, "a warning\n", 10)
          screen.close()
        }
      }
      check.isRestored(leaving: "a warning")
    }

    @Test("On exit")
    func byExit() async throws {
      let check = try Check()
      await #expect(processExitsWith: .exitCode(3)) { [path = check.terminal.path as String] in
        try Self.show(on: path) { _ in exit(3) }
      }
      check.isRestored()
    }

    @Test("On a fatal error, whose message is printed afterwards")
    func fatal() async throws {
      let check = try Check()
      await #expect(processExitsWith: .failure) { [path = check.terminal.path as String] in
        try Self.show(on: path) { _ in fatalError("the reason why") }
      }
      check.isRestored(leaving: "the reason why")
    }

    @Test("On an index out of range")
    func outOfRange() async throws {
      let check = try Check()
      await #expect(processExitsWith: .failure) { [path = check.terminal.path as String] in
        try Self.show(on: path) { screen in _ = [1, 2][screen.size.columns] }
      }
      check.isRestored(leaving: "Fatal error")
    }

    @Test("On abort")
    func byAbort() async throws {
      let check = try Check()
      await #expect(processExitsWith: .signal(SIGABRT)) { [path = check.terminal.path as String] in
        try Self.show(on: path) { _ in abort() }
      }
      check.isRestored()
    }

    @Test("On an invalid memory write")
    func badAccess() async throws {
      let check = try Check()
      await #expect(processExitsWith: .signal(SIGSEGV)) { [path = check.terminal.path as String] in
        try Self.show(on: path) { screen in
          UnsafeMutablePointer<Int>(bitPattern: screen.size.columns)?.pointee = 1
        }
      }
      check.isRestored()
    }

    @Test("On a stack overflow")
    func stackOverflow() async throws {
      let check = try Check()
      await #expect(processExitsWith: .signal(SIGSEGV)) { [path = check.terminal.path as String] in
        try Self.show(on: path) { _ in _ = Overflow.deeper(1) }
      }
      check.isRestored()
    }

    @Test("On the quit key and other signals", arguments: [SIGQUIT, SIGSEGV, SIGTRAP, SIGSYS])
    func sentSignals(signal: Int32) async throws {
      let check = try Check()
      await #expect(processExitsWith: .signal(signal)) {
        [path = check.terminal.path as String, signal = signal as Int32] in
        try Self.show(on: path) { _ in raise(signal) }
      }
      check.isRestored()
    }

    @Test("On the quit key, typed on the terminal that controls the process")
    func typedQuit() async throws {
      let check = try Check()
      nonisolated(unsafe) let terminal = check.terminal
      async let typing: Void = {
        _ = try await terminal.wait(for: "picture")
        terminal.type("\u{1C}")
      }()
      await #expect(processExitsWith: .signal(SIGQUIT)) { [path = check.terminal.path as String] in
        setsid()
        // The first terminal that the leader of a session opens controls it.
        close(open(path, O_RDWR))
        try Self.show(on: path) { screen in
          for _ in 0..<3 { _ = screen.wait(timeoutMilliseconds: 2_000) }
          exit(1)
        }
      }
      try await typing
      check.isRestored()
    }

    @Test("Not on the quit key if the process was started to ignore it, and the interrupt key is a key all the same")
    func ignoredKeys() async throws {
      let check = try Check()
      nonisolated(unsafe) let terminal = check.terminal
      async let typing: Void = {
        _ = try await terminal.wait(for: "picture")
        terminal.type("\u{1C}")
        _ = try await terminal.wait(for: "still here")
        terminal.type("\u{3}q")
      }()
      await #expect(processExitsWith: .exitCode(7)) { [path = check.terminal.path as String] in
        // As a shell does for a job that a script starts in the background.
        for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
        setsid()
        close(open(path, O_RDWR))
        try Self.show(on: path) { screen in
          _ = screen.wait(timeoutMilliseconds: 200)
          var grid = Self.frame(screen.size)
          grid.write("still here", at: CellPoint(column: 1, row: 2))
          screen.present(grid)
          var events: [TerminalEvent] = []
          while events.count < 2, screen.wait(timeoutMilliseconds: 3_000).hasEvents { events += screen.readEvents() }
          screen.close()
          exit(Set(events) == [.key(.control("c")), .key("q")] ? 7 : 1)
        }
      }
      try await typing
      check.isRestored()
    }

    @Test("On a termination request that the event loop handles")
    func requests() async throws {
      for signal in [SIGTERM, SIGHUP] {
        let check = try Check()
        await #expect(processExitsWith: .exitCode(signal)) {
          [path = check.terminal.path as String, signal = signal as Int32] in
          try Self.show(on: path) { screen in
            raise(signal)
            while screen.endRequest == nil {
              _ = screen.wait()
              _ = screen.readEvents()
            }
            screen.close()
            exit(screen.endRequest?.signalNumber ?? 0)
          }
        }
        check.isRestored()
      }
    }

    @Test("On a second request while the event loop is blocked")
    func hanging() async throws {
      for signal in [SIGTERM, SIGHUP, SIGINT] {
        let check = try Check()
        await #expect(processExitsWith: .signal(signal)) {
          [path = check.terminal.path as String, signal = signal as Int32] in
          try Self.show(on: path) { _ in
            raise(signal)
            raise(signal)
          }
        }
        check.isRestored()
      }
    }

    @Test("On closing while replies are pending, which do not reach the next program")
    func lateAnswers() async throws {
      let check = try Check()
      let path = check.terminal.path
      async let ended = #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
        try Self.show(on: path) { screen in
          screen.queryTerminal()
          screen.close()
          exit(screen.replies.version == "kitty(0.40.1)" && !screen.expectsReplies ? 0 : 9)
        }
      }
      let asked = try #require(try await check.terminal.wait(for: "\u{1B}[c"))
      _ = try #require(try await check.terminal.wait(for: "\u{1B}[c", after: asked))
      try await Task.sleep(for: .milliseconds(100))
      check.terminal.type("\u{1B}P>|kitty(0.40.1)\u{1B}\\q\u{1B}]11;#000\u{7}\u{1B}[?62c\u{1B}[?62cls")
      _ = await ended
      check.isRestored()
      #expect(String(decoding: check.terminal.unread, as: UTF8.self) == "ls")
    }

    @Test("With the mouse enabled: late reports are discarded, and later keys reach the next program")
    func reportsOnTheirWay() async throws {
      let check = try Check()
      let path = check.terminal.path
      async let ended = #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
        try Self.show(on: path) { $0.close() }
      }
      _ = try #require(try await check.terminal.wait(for: "\u{1B}[?1000l"))
      // A terminal continues to report until it has processed the sequence that disables reports.
      check.terminal.type(String(repeating: "\u{1B}[<65;30;10M", count: 50))
      _ = try #require(try await check.terminal.wait(for: "\u{1B}[c"))
      check.terminal.type("\u{1B}[<0;30;10M\u{1B}[<0;30;10m\u{1B}[?62;4cexit\r")
      _ = await ended
      check.isRestored()
      #expect(String(decoding: check.terminal.unread, as: UTF8.self) == "exit\r")
    }

    @Test("On a crash with the mouse enabled: unread reports are discarded")
    func reportsAtACrash() async throws {
      let check = try Check()
      check.terminal.type(String(repeating: "\u{1B}[<65;30;10M\n", count: 5))
      await #expect(processExitsWith: .signal(SIGABRT)) { [path = check.terminal.path as String] in
        try Self.show(on: path) { _ in abort() }
      }
      check.isRestored()
      #expect(check.terminal.unread == [])
    }

    @Test("On closing on a terminal that never replies")
    func noAnswers() async throws {
      let check = try Check()
      await #expect(processExitsWith: .exitCode(0)) { [path = check.terminal.path as String] in
        try Self.show(on: path) { screen in
          screen.queryTerminal()
          screen.close()
          exit(screen.hasQueried && screen.replies.isEmpty ? 0 : 9)
        }
      }
      check.isRestored()
    }

    @Test("On closing without pending replies: there is no wait")
    func nothingOutstanding() async throws {
      let check = try Check()
      check.terminal.type("\u{1B}[?62c")
      await #expect(processExitsWith: .exitCode(0)) { [path = check.terminal.path as String] in
        try Self.show(on: path) { screen in
          guard !screen.expectsReplies, !screen.hasQueried else { exit(8) }
          screen.queryTerminal()
          while !screen.replies.isComplete {
            _ = screen.wait()
            _ = screen.readEvents()
          }
          guard !screen.expectsReplies, screen.hasQueried else { exit(9) }
          screen.close()
        }
      }
      check.isRestored()
    }

    @Test(
      "While suspended; afterwards the picture is redrawn at the current size",
      arguments: [size, CellSize(columns: 30, rows: 5)])
    func suspended(newSize: CellSize) async throws {
      let check = try Check()
      let terminal = check.terminal
      let path = terminal.path
      async let ended = #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
        // The suspend key's signal stops no process whose group has no parent in the session, such as that of a session's leader.
        setpgid(0, 0)
        let early = open(path, O_RDWR | O_NOCTTY)
        let name = "pid \(getpid()) "
        _ = write(early, name, name.utf8.count)
        try Self.show(on: path) { screen in
          raise(SIGTSTP)
          var events: [TerminalEvent] = []
          while !events.contains(.key("q")) {
            _ = screen.wait()
            events += screen.readEvents()
            screen.present(Self.frame(screen.size))
          }
          // Continuing reports the size, which may have changed.
          guard events.first == .resize(screen.size) else { exit(9) }
          screen.close()
        }
      }
      func child() -> pid_t? {
        String(decoding: terminal.drain(), as: UTF8.self).firstMatch(of: /pid (\d+)\s/).flatMap { pid_t($0.1) }
      }
      var hasEnded = false
      // After a failure a stopped child would never end. One that has not started yet finds no terminal.
      defer {
        if !hasEnded, let pid = child() { kill(pid, SIGKILL) }
        terminal.hangUp()
      }
      let start = try #require(try await terminal.wait(for: "pid "))
      _ = try #require(try await terminal.wait(for: " ", after: start))
      let pid = try #require(child())
      let away = try #require(try await terminal.wait(for: "\u{1B}[c"))
      terminal.type("\u{1B}[?62c")
      try await Self.waitForStop(of: pid)
      check.isRestored()
      terminal.resize(to: newSize)
      kill(pid, SIGCONT)
      let back = try #require(try await terminal.wait(for: "\u{1B}[?1049h", after: away))
      _ = try #require(try await terminal.wait(for: "picture", after: back))
      _ = try #require(try await terminal.wait(for: "\u{1B}[?1000h", after: back))
      var shown = VirtualTerminal(size: newSize)
      shown.receive(Array(terminal.drain()[back...]))
      #expect(Picture(shown) == Picture(Self.frame(newSize)))
      terminal.type("q")
      _ = try #require(try await terminal.wait(for: "\u{1B}[?1049l", after: back))
      _ = await ended
      hasEnded = true
      check.isRestored()
    }

    /// Waits until a child is suspended.
    private static func waitForStop(of pid: pid_t) async throws {
      func isStopped() -> Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(pid), &information, WSTOPPED | WNOHANG | WNOWAIT) == 0
          && information.si_code == CLD_STOPPED
      }
      let end = ContinuousClock.now + PseudoTerminal.patience
      while !isStopped() {
        try #require(ContinuousClock.now < end, "The program was not suspended.")
        try await Task.sleep(for: .milliseconds(5))
      }
    }
  }
}

private enum Overflow {
  /// Recurses endlessly in a way that the compiler cannot turn into a loop.
  @inline(never)
  static func deeper(_ depth: Int) -> Int {
    var values = (depth, depth + 1, depth + 2, depth + 3)
    return withUnsafeMutablePointer(to: &values) { pointer in
      pointer.pointee.0 < 0 ? 0 : deeper(depth + 1) + pointer.pointee.3
    }
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
