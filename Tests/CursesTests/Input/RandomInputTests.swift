import Curses
import TerminalModel
import TestSupport
import Testing

/// Random terminal input: mostly well-formed sequences, split anywhere, with noise between them.
struct RandomInput {
  var generator: SplitMix

  /// One sequence, or a part of one.
  mutating func next() -> [UInt8] {
    var bytes = Array(whole().utf8)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
    case 1 where !bytes.isEmpty:
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
    case 2: bytes.insert(.random(in: 0...255, using: &generator), at: .random(in: 0...bytes.count, using: &generator))
    default: break
    }
    return bytes
  }

  private mutating func number(_ range: ClosedRange<Int> = 0...300) -> String {
    Int.random(in: 0..<20, using: &generator) == 0
      ? String(UInt64.random(in: 0...UInt64.max, using: &generator)) : String(Int.random(in: range, using: &generator))
  }

  private mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "" }

  private mutating func whole() -> String {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0, 1:
      return pick(["h", "j", "k", "l", "1", "?", "z", "é", "日", "\u{1}", "\u{1A}", "\u{0}", "\r", "\t", "\u{7F}"])
    case 2: return "\u{1B}" + pick(["", "q", "\u{1B}", "[", "O", "P", "é", "\r", "\u{3}"])
    case 3: return "\u{1B}[" + pick(["A", "B", "C", "D", "H", "F", "Z", "I", "O", "1;5C", "3~", "5;3~", "15~", "1;2P"])
    case 4: return "\u{1B}[\(number());\(number())" + pick(["A", "~", "u", "R", "$y", "c", "M"])
    case 5: return "\u{1B}[<\(number(0...130));\(number());\(number())" + pick(["M", "m"])
    case 6:
      let codes = (0..<3).map { _ in Unicode.Scalar(UInt8.random(in: 32...126, using: &generator)) }
      return "\u{1B}[M" + String(String.UnicodeScalarView(codes))
    case 7:
      let text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        pick(["q", "\r", "\u{1B}[A", "é", "\u{3}", "x"])
      }
      return "\u{1B}[200~" + text.joined() + pick(["\u{1B}[201~", "\u{1B}[201~", ""])
    case 8: return "\u{1B}P>|" + pick(["kitty(0.40.1)", "XTerm(379)", "", "x\u{7}"]) + pick(["\u{1B}\\", "\u{7}", ""])
    case 9: return "\u{1B}]11;" + pick(["rgb:1e1e/1e1e/1e1e", "#fff", "rgb:/", ""]) + pick(["\u{1B}\\", "\u{7}", ""])
    case 10: return "\u{1B}[?" + number() + ";" + number() + pick(["$y", "c", "h", "u"])
    default:
      let noise = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        Unicode.Scalar(UInt8.random(in: 0...255, using: &generator))
      }
      return String(String.UnicodeScalarView(noise))
    }
  }
}

extension OneTerminal {
  @Suite(.timeLimit(.minutes(10))) struct RandomInputs {
    @Test("After 100,000 random fragments, a key is decoded correctly")
    func decoder() {
      let seed = UInt64.random(in: 0...UInt64.max)
      var input = RandomInput(generator: SplitMix(seed: seed))
      var decoder = InputDecoder()
      var answers = TerminalReplies()
      for piece in 0..<100_000 {
        for byte in input.next() { decoder.receive(scalar: UInt32(byte)) }
        if piece % 5 == 0 { decoder.endBurst(expectsReplies: piece % 2 == 0) }
        if piece % 97 == 0 { decoder.receive(key: piece % 2 == 0 ? .shift(.up) : nil) }
        for answer in decoder.takeReplies() { answers.add(answer) }
        for event in decoder.takeEvents() {
          if case .paste(let text) = event {
            #expect(text.unicodeScalars.count <= 4096, "seed \(seed)")
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || $0.value >= 0x20 }, "seed \(seed)")
          }
          if case .mouse(let mouse) = event { #expect(mouse.position.column >= 0 && mouse.position.row >= 0) }
        }
        guard piece % 50 == 0 else { continue }
        decoder.endBurst()
        decoder.expire()
        #expect(!decoder.isPending)
        // A paste ends only at its end mark.
        for scalar in "\u{1B}[201~".unicodeScalars { decoder.receive(scalar: scalar.value) }
        _ = decoder.takeEvents()
        decoder.receive(scalar: 0x71)
        #expect(decoder.takeEvents() == [.key("q")], "seed \(seed), piece \(piece)")
      }
    }

    @Test("Random replies of terminals and tmux, and random caches, do not crash their parsers")
    func answers() {
      let seed = UInt64.random(in: 0...UInt64.max)
      var input = RandomInput(generator: SplitMix(seed: seed))
      for _ in 0..<3_000 {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...6, using: &input.generator) { bytes += input.next() }
        let text = String(decoding: bytes, as: UTF8.self)
        let answers = TerminalReplies(bytes: bytes)
        #expect((answers.version?.utf8.count ?? 0) <= 512)
        _ = TerminalProgram(reply: text)
        _ = TmuxReply("/dev/pts/1 $0 @0\n$0 @0 \(text)\nTerminal 0: \(text)")
        _ = TmuxClient(line: text)
        // A cache that was parsed is written and parsed again unchanged.
        let memory = TerminalMemory(text: "ringtop terminals 1\n" + text.replacing("\u{1B}", with: "\t"))
        #expect(TerminalMemory(text: memory.text).text == memory.text, "seed \(seed)")
      }
    }

    @Test("After 100,000 bytes of random input, sizes and frames, the terminal is restored")
    func terminal() throws {
      let seed = UInt64.random(in: 0...UInt64.max)
      var input = RandomInput(generator: SplitMix(seed: seed))
      let terminal = try PseudoTerminal(size: CellSize(columns: 80, rows: 24))
      let modes = terminal.lineModes
      var options = TerminalOptions(terminalName: "xterm-256color", colorLevel: .truecolor)
      options.endpoint = .descriptors(input: terminal.terminal, output: terminal.terminal)
      options.capturesStandardError = false
      let screen = try TerminalScreen(options: options)
      var sent = 0
      while sent < 100_000 {
        var bytes: [UInt8] = []
        while bytes.count < 500 { bytes += input.next() }
        // ^C, ^\ and ^Z are signals, and the second would end the test.
        bytes.removeAll { [0x03, 0x1C, 0x1A].contains($0) }
        sent += bytes.count
        terminal.type(bytes)
        if Int.random(in: 0..<10, using: &input.generator) == 0 {
          let size = CellSize(
            columns: .random(in: 1...150, using: &input.generator), rows: .random(in: 1...60, using: &input.generator))
          terminal.resize(to: size)
          kill(getpid(), SIGWINCH)
        }
        for _ in 0..<200 where screen.wait(timeoutMilliseconds: 0).hasEvents { _ = screen.readEvents() }
        if Int.random(in: 0..<10, using: &input.generator) == 0 {
          screen.setMouse(Bool.random(using: &input.generator), motion: Bool.random(using: &input.generator))
        }
        screen.present(CellGrid(size: screen.size, filledWith: Cell("x")))
        if Bool.random(using: &input.generator) { _ = terminal.drain() }
      }
      // Incomplete sequences time out, then keys are decoded normally.
      while !screen.wait(timeoutMilliseconds: 700).isTimeout { _ = screen.readEvents() }
      terminal.type("\u{1B}[201~")
      // The first key may end an incomplete sequence of the random bytes.
      var isKey = false
      for _ in 0..<5 where !isKey {
        terminal.type("q")
        _ = screen.wait(timeoutMilliseconds: 2_000)
        isKey = screen.readEvents().contains(.key("q"))
      }
      #expect(isKey, "seed \(seed)")
      let size = CellSize(columns: 20, rows: 4)
      terminal.resize(to: size)
      kill(getpid(), SIGWINCH)
      _ = screen.wait(timeoutMilliseconds: 2_000)
      _ = screen.readEvents()
      _ = terminal.drain()
      let start = terminal.received.count
      var grid = CellGrid(size: size)
      grid.write("sane", at: CellPoint(column: 3, row: 1))
      screen.invalidate()
      screen.present(grid)
      while screen.wait(timeoutMilliseconds: 20).hasEvents { _ = screen.readEvents() }
      var shown = VirtualTerminal(size: size)
      shown.receive(Array(terminal.drain().dropFirst(start)))
      #expect(Picture(shown) == Picture(grid), "seed \(seed)")
      screen.close()
      #expect(terminal.lineModes == modes)
    }
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
