import Curses
import TerminalModel
import Testing

extension OneTerminal {
  @Suite struct Events {
    private let terminal: PseudoTerminal
    private let screen: TerminalScreen

    init() throws {
      terminal = try PseudoTerminal(size: CellSize(columns: 80, rows: 24), pixels: (804, 456))
      var options = TerminalOptions(terminalName: "xterm-256color", colorLevel: .truecolor)
      options.endpoint = .descriptors(input: terminal.terminal, output: terminal.terminal)
      options.capturesStandardError = false
      screen = try TerminalScreen(options: options)
    }

    /// Waits for this number of events; returns additional ones too.
    private func events(_ count: Int) -> [TerminalEvent] {
      var events: [TerminalEvent] = []
      for _ in 0..<100 where events.count < count {
        guard screen.wait(timeoutMilliseconds: 60_000).hasEvents else { break }
        events += screen.readEvents()
      }
      return events
    }

    @Test("Keys in the description, in other encodings, and characters")
    func keys() {
      terminal.type("q\u{1B}OA\u{1B}[A\u{1B}[5~\u{1B}OPé\u{1B}[Z\u{1B}[3~\u{1B}[1;2D\r\u{7F}")
      let expected: [Key] = [
        "q", .up, .up, .pageUp, .function(1), "é", .backTab, .delete, .shift(.left), .enter, .backspace,
      ]
      #expect(events(expected.count) == expected.map(TerminalEvent.key))
    }

    @Test("Keys include their modifiers")
    func modifiers() {
      terminal.type(
        "\u{1B}q\u{1B}[1;5C\u{1B}[1;3A\u{1B}[1;2H\u{1B}[3;5~\u{1B}[5;2~\u{1B}[6;7~\u{1B}[2~\u{1B}[15;2~\u{1B}[1;5P"
          + "\u{1B}\u{1B}OA\u{1B}[2;2~")
      let expected: [Key] = [
        .alt("q"), Key(.right, modifiers: .control), .alt(.up), .shift(.home), Key(.delete, modifiers: .control),
        .shift(.pageUp), Key(.pageDown, modifiers: [.control, .alt]), .insert, .shift(.function(5)),
        Key(.function(1), modifiers: .control), .alt(.up), .shift(.insert),
      ]
      #expect(events(expected.count) == expected.map(TerminalEvent.key))
    }

    @Test("Pointer movement is reported on request, reduced to its last position")
    func pointer() {
      screen.setMouse(true, motion: true)
      var shown = VirtualTerminal(size: screen.size)
      shown.receive(terminal.drain())
      #expect(shown.modeChanges.suffix(4) == ["-1006", "-1000", "+1003", "+1006"])
      terminal.type("\u{1B}[<35;3;4M\u{1B}[<35;4;4M\u{1B}[<35;5;4M\u{1B}[<32;5;4M")
      #expect(
        events(2) == [
          .mouse(MouseEvent(action: .move, position: CellPoint(column: 4, row: 3))),
          .mouse(MouseEvent(action: .drag, position: CellPoint(column: 4, row: 3))),
        ])
      screen.setMouse(false)
      shown.receive(terminal.drain())
      #expect(shown.modes.isDisjoint(with: [1000, 1002, 1003, 1006]))
    }

    @Test("Keys with a meaning in canonical mode arrive")
    func controlKeys() {
      terminal.type("\u{13}\u{11}\u{16}\u{F}\u{4}")
      #expect(events(5) == ["s", "q", "v", "o", "d"].map { TerminalEvent.key(.control($0)) })
    }

    @Test("The escape key is reported after a short delay")
    func escape() {
      let start = ContinuousClock.now
      terminal.type("\u{1B}")
      #expect(events(1) == [.key(.escape)])
      #expect(ContinuousClock.now - start < .milliseconds(900))
    }

    @Test("Mouse reports arrive in order")
    func mouse() {
      terminal.type(
        "\u{1B}[<0;3;4M\u{1B}[<0;3;4m" + String(repeating: "\u{1B}[<65;80;24M", count: 20) + "\u{1B}[<64;1;1M")
      func event(_ action: MouseEvent.Action, _ column: Int, _ row: Int) -> TerminalEvent {
        .mouse(MouseEvent(action: action, position: CellPoint(column: column, row: row)))
      }
      let wheel = Array(repeating: event(.wheelDown, 79, 23), count: 20)
      #expect(events(23) == [event(.press, 2, 3), event(.release, 2, 3)] + wheel + [event(.wheelUp, 0, 0)])
    }

    @Test("The mouse can be disabled and enabled again")
    func mouseSwitch() {
      screen.setMouse(false)
      var shown = VirtualTerminal(size: screen.size)
      shown.receive(terminal.drain())
      #expect(shown.modeChanges.suffix(4) == ["+1000", "+1006", "-1006", "-1000"])
      screen.setMouse(true)
      shown = VirtualTerminal(size: screen.size)
      shown.receive(terminal.drain())
      #expect(shown.modes.isSuperset(of: [1000, 1006]))
    }

    @Test("Replies are collected and never taken for keys, however late or fragmented")
    func answers() {
      terminal.drain()
      screen.queryTerminal()
      #expect(Array(terminal.drain().suffix(TerminalReplies.query.count)) == TerminalReplies.query)
      terminal.type("a\u{1B}P>|XTerm(3")
      #expect(events(1) == [.key("a")])
      terminal.type("79)\u{1B}\\\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\b\u{1B}[?2026;0$y\u{1B}[?64;1c")
      #expect(events(1) == [.key("b")])
      while !screen.replies.isComplete, screen.wait(timeoutMilliseconds: 2000).hasEvents {
        #expect(screen.readEvents() == [])
      }
      #expect(screen.replies.version == "XTerm(379)")
      #expect(screen.replies.background == RGB(255, 128, 0))
      #expect(screen.replies.synchronizedOutput == false)
    }

    @Test("Fragmented replies with pauses are not taken for keys")
    func answersInPieces() {
      screen.queryTerminal()
      let answer = "\u{1B}P>|kitty(0.40.1)\u{1B}\\\u{1B}[?62c"
      // Longer than the timeout for the rest of a key.
      terminal.typeSlowly(answer, pausingAfter: ">", milliseconds: 80)
      while !screen.replies.isComplete, screen.wait(timeoutMilliseconds: 2000).hasEvents {
        #expect(screen.readEvents() == [])
      }
      #expect(screen.replies.version == "kitty(0.40.1)")
    }

    @Test("A wait shorter than the pause within a sequence does not end the sequence")
    func shortWaits() {
      terminal.type("\u{1B}[<0;3")
      #expect(screen.wait(timeoutMilliseconds: 2000).hasEvents)
      #expect(screen.readEvents() == [])
      #expect(screen.wait(timeoutMilliseconds: 0).isTimeout)
      terminal.type(";4M")
      #expect(events(1) == [.mouse(MouseEvent(action: .press, position: CellPoint(column: 2, row: 3)))])
    }

    @Test("A paste arrives as text")
    func paste() {
      var shown = VirtualTerminal(size: screen.size)
      shown.receive(terminal.drain())
      #expect(shown.modes.contains(2004))
      terminal.type("\u{1B}[200~quit\r\u{1B}[201~x")
      #expect(events(2) == [.paste("quit\n"), .key("x")])
    }

    @Test("A burst of sizes is reported as the last one")
    func resizeStorm() {
      for columns in 1...200 {
        terminal.resize(to: CellSize(columns: columns, rows: 1 + columns % 50))
        kill(getpid(), SIGWINCH)
      }
      let last = CellSize(columns: 33, rows: 7)
      terminal.resize(to: last)
      kill(getpid(), SIGWINCH)
      var sizes: [TerminalEvent] = []
      while sizes.last != .resize(last), screen.wait(timeoutMilliseconds: 2000).hasEvents {
        sizes += screen.readEvents()
      }
      #expect(sizes.last == .resize(last) && screen.size == last)
    }

    @Test("An incomplete sequence times out, and no wait follows")
    func unfinished() {
      terminal.type("\u{1B}[")
      #expect(events(1) == [.key(.alt("["))])
      #expect(screen.wait(timeoutMilliseconds: 0).isTimeout)
    }

    @Test("A new size is reported, and the next frame fills it")
    func resize() {
      var grid = CellGrid(size: screen.size, filledWith: Cell("#"))
      screen.present(grid)
      terminal.drain()
      let size = CellSize(columns: 20, rows: 5)
      terminal.resize(to: size)
      kill(getpid(), SIGWINCH)
      #expect(events(1) == [.resize(size)])
      #expect(screen.size == size)
      let start = terminal.drain().count
      grid = CellGrid(size: size, filledWith: Cell("+"))
      screen.present(grid)
      var shown = VirtualTerminal(size: size)
      shown.receive(Array(terminal.drain()[start...]))
      #expect(Picture(shown) == Picture(grid))
    }

    @Test("The cell aspect excludes the terminal's border")
    func aspect() {
      #expect(screen.size == CellSize(columns: 80, rows: 24))
      #expect(screen.cellAspect == 1.9)
      terminal.resize(to: CellSize(columns: 80, rows: 24))
      #expect(screen.cellAspect == 2)
      terminal.resize(to: CellSize(columns: 80, rows: 24), pixels: (80, 1000))
      #expect(screen.cellAspect == 2)
    }

    @Test("The interrupt key is a key")
    func interrupt() {
      kill(getpid(), SIGINT)
      #expect(events(1) == [.key(.control("c"))])
      #expect(screen.endRequest == nil)
    }

    @Test("A closed terminal requests the end, and the loop does not spin")
    func hangup() {
      terminal.hangUp()
      #expect(screen.wait(timeoutMilliseconds: 2000).hasEvents)
      #expect(screen.endRequest == .hangup)
    }

    @Test("A wake from another thread ends the wait, and multiple wakes are coalesced")
    func waker() throws {
      let waker = try Waker()
      #expect(screen.wait(wakeDescriptors: [waker.descriptor], timeoutMilliseconds: 0).isTimeout)
      let thread = Task.detached { for _ in 0..<100_000 { waker.wake() } }
      let reasons = screen.wait(wakeDescriptors: [waker.descriptor])
      #expect(reasons == WakeReasons(descriptors: [waker.descriptor]))
      withExtendedLifetime(thread) {}
      while true {
        waker.acknowledge()
        if screen.wait(wakeDescriptors: [waker.descriptor], timeoutMilliseconds: 100).isTimeout { break }
      }
      waker.wake()
      #expect(!screen.wait(wakeDescriptors: [waker.descriptor], timeoutMilliseconds: 0).isTimeout)
    }

    @Test("Only readable descriptors are returned, together with keyboard events")
    func descriptors() throws {
      let (first, second) = (try Waker(), try Waker())
      second.wake()
      terminal.type("x")
      // A pseudo-terminal transmits bytes with a delay.
      _ = screen.wait(timeoutMilliseconds: 2000)
      let reasons = screen.wait(wakeDescriptors: [first.descriptor, second.descriptor], timeoutMilliseconds: 2000)
      #expect(reasons == WakeReasons(hasEvents: true, descriptors: [second.descriptor]))
    }
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
