import Foundation
import TestSupport
import Testing

/// Replies to queries that arrive late, never, or after the program has ended.
@Suite("A terminal's replies", .serialized, .programs, .timeLimit(.minutes(10)))
struct AnswersTests {
  private func sandbox() async throws -> Sandbox {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    return sandbox
  }

  /// The first frame: the output before the query.
  private func firstFrame(_ sent: String) -> String {
    sent.components(separatedBy: "\u{1B}[>0q")[0]
  }

  private func drawsWedges(_ text: String) -> Bool {
    text.unicodeScalars.contains { (0x1FB00...0x1FB6F).contains($0.value) }
  }

  @Test("arrive after the first frame, which does not wait, and are used for the first frame of the next start")
  func remembered() async throws {
    let sandbox = try await sandbox()
    let terminal = try FakeTerminal(sandbox)
    let first = try await terminal.ringtop("--still", replies: [(300, FakeTerminal.kitty)]) { terminal in
      try await terminal.wait(for: FakeTerminal.question)
      let frame = firstFrame(terminal.sent)
      #expect(frame.contains("Move") && !drawsWedges(frame) && !frame.contains("38;2;"))
      // More symbols and more colours than at first, in the same frame.
      try await eventually("wedges") { drawsWedges(terminal.sent) }
      #expect(terminal.sent.contains("38;2;"))
      terminal.type("q")
    }
    #expect(first == 0)
    let second = try await terminal.ringtop("--still", replies: [(0, FakeTerminal.kitty)]) { terminal in
      try await terminal.wait(for: FakeTerminal.question)
      let frame = firstFrame(terminal.sent)
      #expect(drawsWedges(frame) && frame.contains("38;2;"))
      terminal.type("q")
    }
    #expect(second == 0)
    // Another window with the same environment is another terminal.
    let other = try FakeTerminal(sandbox)
    _ = try await other.ringtop("--still", replies: [(0, FakeTerminal.kitty)]) { terminal in
      try await terminal.wait(for: FakeTerminal.question)
      let frame = firstFrame(terminal.sent)
      #expect(!drawsWedges(frame) && !frame.contains("38;2;"))
      terminal.type("q")
    }
  }

  @Test("that come after the quit key do not reach the shell")
  func afterQuitting() async throws {
    let terminal = try FakeTerminal(try await sandbox())
    let code = try await terminal.ringtop("--still", replies: [(0, "q"), (300, FakeTerminal.kitty)])
    #expect(code == 0)
    #expect(terminal.unread == "")
    #expect(terminal.sent.contains("\u{1B}[?1049l"))
  }

  @Test("that never arrive are queried again at the next start, as a slow connection may have delayed them")
  func never() async throws {
    let terminal = try FakeTerminal(try await sandbox())
    let code = try await terminal.ringtop("--still") { terminal in
      try await terminal.wait(for: FakeTerminal.question)
      terminal.type("q")
    }
    #expect(code == 0)
    let again = try await terminal.ringtop("--still") { terminal in
      try await terminal.wait(for: FakeTerminal.question)
      terminal.type("q")
    }
    #expect(again == 0)
  }

  @Test("that have changed replace the cached ones")
  func changed() async throws {
    let sandbox = try await sandbox()
    let terminal = try FakeTerminal(sandbox)
    for (version, isDrawn) in [("kitty(0.35.2)", false), ("XTerm(379)", true), ("XTerm(379)", false)] {
      let answer = FakeTerminal.kitty.replacingOccurrences(of: "kitty(0.35.2)", with: version)
      _ = try await terminal.ringtop("--still", replies: [(0, answer)]) { terminal in
        try await terminal.wait(for: FakeTerminal.question)
        #expect(drawsWedges(firstFrame(terminal.sent)) == isDrawn)
        terminal.type("q")
      }
    }
  }

  /// A terminal that is attached during the body and replies to tmux's query for its name.
  private func attached(
    to screen: TmuxScreen, _ sandbox: Sandbox, as version: String, columns: Int, after delay: Duration = .zero,
    body: () async throws -> Void
  ) async throws {
    let terminal = try FakeTerminal(sandbox, columns: columns, rows: 30)
    try await terminal.run(screen.attaching) { terminal in
      try await terminal.wait(for: "\u{1B}[>q")
      try await Task.sleep(for: delay)
      terminal.type("\u{1B}P>|\(version)\u{1B}\\")
      try await body()
      // tmux's prefix key and the key that detaches.
      terminal.type("\u{2}d")
    }
  }

  @Test("inside tmux are those of the least capable attached terminal, as clients attach and detach")
  func weakestClient() async throws {
    let sandbox = try await sandbox()
    try await TmuxScreen.dashboard(sandbox) { screen in
      #expect(!drawsWedges(try await screen.text))
      try await attached(to: screen, sandbox, as: "kitty(0.35.2)", columns: 90) {
        try await screen.wait(until: "wedges for kitty", drawsWedges)
        try await attached(to: screen, sandbox, as: "XTerm(379)", columns: 84) {
          try await screen.wait(until: "blocks for xterm") { !drawsWedges($0) && $0.contains("Move") }
        }
        try await screen.wait(until: "wedges again", drawsWedges)
      }
    }
  }

  @Test("that tmux has not received yet are queried again")
  func slowClient() async throws {
    let sandbox = try await sandbox()
    try await TmuxScreen.dashboard(sandbox) { screen in
      #expect(!drawsWedges(try await screen.text))
      try await attached(to: screen, sandbox, as: "kitty(0.35.2)", columns: 90, after: .milliseconds(900)) {
        try await screen.wait(until: "wedges for kitty", drawsWedges)
      }
    }
  }

  @Test("of a tmux from which the terminal was started are ignored")
  func startedFromTmux() async throws {
    let sandbox = try await sandbox()
    let text = try await sandbox.shell(
      """
      tmux -L outer -f /dev/null new-session -d sleep 60
      pane=$(tmux -L outer display-message -p '#{pane_id}')
      server=$(tmux -L outer display-message -p '#{socket_path},#{pid},0')
      TMUX=$server TMUX_PANE=$pane TERM_PROGRAM=tmux TERM=xterm XTERM_VERSION='XTerm(379)' \
        script -qec "$RINGTOP terminal" /dev/null </dev/null
      tmux -L outer kill-server
      """
    ).output
    #expect(text.contains("The terminal is xterm 379") && !text.contains("tmux"), "\(text)")
  }

  @Test("inside tmux are not cached, because other terminals may show the pane later")
  func tmux() async throws {
    let sandbox = try await sandbox()
    try await TmuxScreen.shell(sandbox, columns: 100, rows: 60) { screen in
      try await screen.enter("$RINGTOP terminal; echo ended with $?")
      try await screen.wait(for: "ended with 0")
      #expect(try await screen.text.contains("tmux is queried at every start"))
      try await screen.enter("clear; $RINGTOP --still; echo ended with $?")
      try await screen.wait(for: "quit")
      try await screen.press("q")
      try await screen.wait(for: "ended with 0")
    }
    #expect(!FileManager.default.fileExists(atPath: sandbox.file(".cache")))
  }
}
