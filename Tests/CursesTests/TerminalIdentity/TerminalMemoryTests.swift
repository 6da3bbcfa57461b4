import Curses
import TerminalModel
import Testing

@Suite struct TerminalMemoryTests {
  private static let all = CharacterSupport(isUTF8: true, knowsLegacySymbols: true, knowsOctants: true)

  private static let kitty = TerminalReplies(
    bytes: "\u{1B}P>|kitty(0.40.1)\u{1B}\\\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?62;c".utf8)

  private func entry(_ key: String, _ replies: TerminalReplies = kitty, at instant: Int64 = 1) -> TerminalMemory.Entry {
    TerminalMemory.Entry(key: key, replies: replies, instant: instant)
  }

  private func memory(_ entries: TerminalMemory.Entry...) -> TerminalMemory {
    var memory = TerminalMemory()
    for entry in entries { memory.remember(entry) }
    return memory
  }

  @Test("The cache is read back unchanged, newest first")
  func roundTrip() {
    let silent = entry("2.7 TERM=vt220", TerminalReplies(), at: 99)
    let vte = entry("3.9 TERM=x COLORTERM=truecolor", TerminalReplies(bytes: "\u{1B}]11;#fff\u{7}\u{1B}[?65;1;9c".utf8))
    let memory = memory(entry("1.5 TERM=xterm-256color", at: 1_795_110_123), vte, silent)
    #expect(TerminalMemory(text: memory.text) == memory)
    #expect(memory.entries.first == silent && memory.entry(for: silent.key)?.replies.isEmpty == true)
    #expect(TerminalMemory(text: TerminalMemory().text) == TerminalMemory())
  }

  @Test("A terminal has one entry, and the oldest entries are evicted")
  func capacity() {
    var memory = memory(entry("a", TerminalReplies(version: "old")), entry("a"))
    #expect(memory.entries == [entry("a")])
    for number in 0..<100 { memory.remember(entry("\(number)")) }
    #expect(memory.entries.count == TerminalMemory.capacity && memory.entries.first?.key == "99")
    #expect(memory.entry(for: "a") == nil)
    let long = "ringtop terminals 1\n" + (0..<1000).map { "1\tk\($0)\tanswered\t\t\t\n" }.joined()
    #expect(TerminalMemory(text: long).entries.count == TerminalMemory.capacity)
  }

  @Test(
    "A damaged cache, or one of another version, is ignored",
    arguments: [
      "", "\n", "ringtop terminals 2\n1\ta\tanswered\t\t\t\n", "1\ta\tanswered\t\t\t\n", "ringtop terminals 1",
      "ringtop terminals 1\n1\ta\tanswered\t\t", "ringtop terminals 1\n1\t\tanswered\t\t\t\n",
      "ringtop terminals 1\nx\ta\tanswered\t\t\t\n", "ringtop terminals 1\n-1\ta\tanswered\t\t\t\n",
      "ringtop terminals 1\n1\ta\tmaybe\t\t\t\n", "ringtop terminals 1\n1\ta\u{1B}\tanswered\t\t\t\n",
      "ringtop terminals 1\n1\ta\tanswered\tkitty\u{9B}2J\t\t\n", "\0\0\0\u{FFFD}",
    ])
  func damaged(text: String) {
    #expect(TerminalMemory(text: text).entries.isEmpty)
  }

  @Test("The complete lines of a truncated cache are used")
  func cut() {
    let text = memory(entry("a"), entry("b"), entry("c")).text
    for length in 0..<text.count {
      let read = TerminalMemory(text: String(text.prefix(length)))
      #expect(read.entries.map(\.key) == ["c", "b", "a"].prefix(read.entries.count).map(\.self))
      #expect(read.entries.dropLast().allSatisfy { $0.replies == Self.kitty })
    }
  }

  @Test("Replies can neither add lines to the cache nor be of unlimited length")
  func hostile() throws {
    let text = memory(
      entry("a\tb\nc", TerminalReplies(version: "x\n1\tz\tanswered\t\t\t\n" + String(repeating: "y", count: 9_999)))
    ).text
    #expect(text.split(separator: "\n").count == 2)
    #expect(text.utf8.count < 2_000)
    #expect(try #require(TerminalMemory(text: text).entries.first).key == "abc")
  }

  @Test("A malformed background is ignored, and the other replies are used")
  func background() throws {
    for word in ["", "12345", "1234567", "12345g", "+12345"] {
      let memory = TerminalMemory(text: "ringtop terminals 1\n1\ta\tanswered\tkitty(0.40.1)\t\(word)\tperhaps\n")
      let answers = try #require(memory.entry(for: "a")).replies
      #expect(answers.background == nil && answers.version == "kitty(0.40.1)" && answers.synchronizedOutput == nil)
    }
    #expect(RGB(0x0A, 0, 0xFF).hexadecimal == "#0a00ff")
  }

  // MARK: - Keys

  private func key(_ environment: [String: String], device: String? = "26.1.4", isTerminal: Bool = true) -> String? {
    var evidence = TerminalEvidence(environment: environment, characters: Self.all)
    evidence.device = device
    evidence.isTerminal = isTerminal
    return evidence.memoryKey
  }

  @Test("A cached reply is found only for the same terminal")
  func keys() throws {
    let bare = ["TERM": "xterm-256color", "HOME": "/a"]
    #expect(key(bare) == key(["TERM": "xterm-256color", "HOME": "/b"]))
    // The environment is not sufficient: ssh forwards nothing else from any terminal.
    #expect(key(bare) != key(bare, device: "26.1.5"))
    for change in [
      ["TERM": "xterm"], ["VTE_VERSION": "7006"], ["TERM_PROGRAM": "WezTerm"], ["COLORTERM": "truecolor"],
      ["TERM_PROGRAM_VERSION": "2"], ["XTERM_VERSION": "XTerm(379)"], ["KONSOLE_VERSION": "230401"],
    ] {
      #expect(key(bare.merging(change) { $1 }) != key(bare), "\(change)")
    }
    let hostile = try #require(key(["TERM": "a\nb\tc\u{1B}", "COLORTERM": String(repeating: "x", count: 9_999)]))
    #expect(!hostile.unicodeScalars.contains { $0.value < 0x20 } && hostile.count <= 500)
  }

  @Test("Nothing is cached if the device may later belong to another terminal, or if there is no device")
  func noKeys() {
    #expect(key(["TERM": "tmux-256color", "TMUX": "/tmp/t,1,0"]) == nil)
    #expect(key(["TERM": "xterm-256color", "TERM_PROGRAM": "tmux"]) == nil)
    #expect(key(["TERM": "screen.xterm-256color", "STY": "1.pts"]) == nil)
    #expect(key(["TERM": "dumb"]) == nil && key([:]) == nil)
    #expect(key(["TERM": "xterm"], device: nil) == nil && key(["TERM": "xterm"], device: "") == nil)
    #expect(key(["TERM": "xterm"], isTerminal: false) == nil)
  }

  @Test("A terminal that was queried before is not queried again for its levels, even if it did not reply")
  func notAsked() {
    var evidence = TerminalEvidence(environment: ["TERM": "xterm-256color"], characters: Self.all)
    #expect(TerminalDecision(evidence).isWorthQuerying)
    evidence.replies = Self.kitty
    let decision = TerminalDecision(evidence)
    #expect(decision.glyphs == .octant && decision.color == .truecolor && !decision.isWorthQuerying)
    #expect(decision.background == RGB(0x1E, 0x1E, 0x2E))
    evidence.replies = TerminalReplies()
    #expect(!TerminalDecision(evidence).isWorthQuerying)
  }
}
