import Curses
import Testing

@Suite struct TmuxReplyTests {
  @Test("All clients that see the pane count, including those of linked windows")
  func clients() throws {
    let answer = try #require(
      TmuxReply(
        """
        /dev/pts/7 $1 @4
        $1 @4 /dev/pts/1 xterm-kitty kitty(0.40.1) 256,RGB,title
        $1 @9 /dev/pts/2 xterm-256color  bpaste
        $2 @4 /dev/pts/3 foot foot(1.20.0) 256,RGB
        $2 @5 /dev/pts/4 linux  title
        """))
    #expect(answer.paneDevice == "/dev/pts/7")
    #expect(answer.clients.map(\.terminalName) == ["xterm-kitty", "xterm-256color", "foot"])
    #expect(answer.clients[0].terminalType == "kitty(0.40.1)" && answer.clients[1].features == ["bpaste"])
  }

  @Test("The query names the pane, in a popup the session, and outside tmux there is none")
  func target() {
    func target(_ environment: [String: String]) -> TmuxReply.Target? { TmuxReply.Target(environment) }
    #expect(target(["TMUX": "/tmp/tmux-0/default,123,4", "TMUX_PANE": "%7"]) == .pane("%7"))
    #expect(target(["TMUX": "/tmp/a,b/default,123,4"]) == .session("$4:"))
    #expect(target(["TMUX": "/tmp/tmux-0/default,123,4", "TMUX_PANE": ""]) == .session("$4:"))
    #expect(target(["TMUX": "nonsense"]) == nil && target(["TMUX": ""]) == nil && target(["TMUX_PANE": "%7"]) == nil)
    #expect(TmuxReply.query(.session("$4:")).contains("$4:"))
  }

  @Test("No client is attached")
  func detached() {
    #expect(TmuxReply("/dev/pts/7 $1 @4\n")?.clients == [])
  }

  @Test("Replies of an older tmux, with fewer fields, are parsed")
  func older() {
    // The reply of 2.9, without types and features.
    let answer = TmuxReply(
      """
      /dev/pts/0 $0 @0
      $0 @0 /dev/pts/3 xterm-256color Unknown\u{20}
      $0 @0 /dev/pts/2 xterm-kitty Unknown\u{20}
      Terminal 0: xterm-kitty [references=1, flags=0x1]:
        9: colors: (number) 256
      203: Tc: (flag) true
      Terminal 1: xterm-256color [references=1, flags=0x1]:
      203: Tc: [missing]
      """)
    #expect(answer?.clients.map(\.program?.kind) == [nil, .kitty])
    #expect(answer?.clients.map { $0.features.contains("RGB") } == [false, true])
  }

  @Test(
    "24-bit colours in a terminal's description are passed on, whatever its features are",
    arguments: [
      ("223: Tc: (flag) true", true), ("197: RGB: (flag) true", true), ("197: RGB: (string) 8/8/8", true),
      ("207: setrgbb: (string) x\n 208: setrgbf: (string) y", true), ("207: setrgbb: (string) x", false),
      ("197: RGB: [missing]\n 223: Tc: [missing]", false), ("13: colors: (number) 256", false),
    ])
  func descriptions(lines: String, expected: Bool) throws {
    let answer = try #require(
      TmuxReply(
        """
        /dev/pts/7 $1 @4
        $1 @4 /dev/pts/1 xterm-kitty kitty(0.26.5) bpaste
        $1 @4 /dev/pts/2 xterm-kitty  bpaste
        Terminal 0: xterm-kitty for /dev/pts/2, flags=0x20:
         13: colors: (number) 256
        Terminal 1: xterm-kitty for /dev/pts/1, flags=0x30:
         \(lines)
        """))
    #expect(answer.clients.map { $0.features.contains("RGB") } == [expected, false])
  }

  @Test(
    "An invalid reply is rejected", arguments: ["", "\n", "no server running on /tmp/tmux-0/default", "/dev/pts/7 $1"])
  func noAnswer(text: String) {
    #expect(TmuxReply(text) == nil)
  }

  @Test("Variables of a tmux that the program does not run in are ignored")
  func leaving() {
    var evidence = TerminalEvidence(
      environment: [
        "TMUX": "/tmp/t,1,0", "TMUX_PANE": "%0", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a",
        "TERM": "xterm",
        "XTERM_VERSION": "XTerm(379)",
      ], characters: CharacterSupport(isUTF8: true, knowsLegacySymbols: true, knowsOctants: true))
    #expect(evidence.isInsideTmux)
    evidence.leaveTmux()
    #expect(!evidence.isInsideTmux)
    #expect(TerminalDecision(evidence).programs.map(\.kind) == [.xterm])
    evidence.environment = ["TERM_PROGRAM": "WezTerm", "TMUX": "x"]
    evidence.leaveTmux()
    #expect(evidence.environment == ["TERM_PROGRAM": "WezTerm"])
  }
}
