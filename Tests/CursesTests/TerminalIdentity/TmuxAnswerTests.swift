import Curses
import Testing

@Suite struct TmuxAnswerTests {
  @Test("Who sees the pane counts: the session's clients, and others whose window it is linked into")
  func clients() throws {
    let answer = try #require(
      TmuxAnswer(
        """
        /dev/pts/7 $1 @4
        $1 @4 xterm-kitty kitty(0.40.1) 256,RGB,title
        $1 @9 xterm-256color  bpaste
        $2 @4 foot foot(1.20.0) 256,RGB
        $2 @5 linux  title
        """))
    #expect(answer.paneDevice == "/dev/pts/7")
    #expect(answer.clients.map(\.terminalName) == ["xterm-kitty", "xterm-256color", "foot"])
    #expect(answer.clients[0].terminalType == "kitty(0.40.1)" && answer.clients[1].features == ["bpaste"])
  }

  @Test("Nobody may be attached")
  func detached() {
    #expect(TmuxAnswer("/dev/pts/7 $1 @4\n")?.clients == [])
  }

  @Test("An older tmux, which knows less of its clients, is understood")
  func older() {
    // As 2.9 answers: neither their own words nor features.
    let answer = TmuxAnswer("/dev/pts/0 $0 @0\n$0 @0 xterm-256color Unknown \n$0 @0 xterm-kitty Unknown \n")
    #expect(answer?.clients.map(\.program?.kind) == [nil, .kitty])
  }

  @Test(
    "What is no answer is none", arguments: ["", "\n", "no server running on /tmp/tmux-0/default", "/dev/pts/7 $1"])
  func noAnswer(text: String) {
    #expect(TmuxAnswer(text) == nil)
  }

  @Test("Marks of a tmux that is not around the program are passed over")
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
