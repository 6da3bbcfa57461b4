import Foundation
import TestSupport
import Testing

/// Terminal input other than plain keys.
@Suite("Input other than plain keys", .serialized, .programs, .timeLimit(.minutes(10)))
struct InputTests {
  /// The dashboard in a terminal that the test controls.
  private func dashboard(body: (FakeTerminal) async throws -> Void) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 7))
    let terminal = try FakeTerminal(sandbox)
    let code = try await terminal.ringtop("--still", replies: [(0, "\u{1B}[?62c")]) { terminal in
      try await terminal.wait(for: FakeTerminal.question)
      try await body(terminal)
    }
    #expect(code == 0)
    #expect(terminal.unread == "")
  }

  @Test("A paste is not taken for keys, and fills in a date in the prompt")
  func paste() async throws {
    try await dashboard { terminal in
      terminal.type("\u{1B}[200~qhhh\rq\u{1B}[201~g")
      try await terminal.wait(for: "Go to")
      terminal.type("\u{1B}[200~2026-11-10\nq\u{1B}[201~")
      terminal.type("\r")
      try await terminal.wait(for: "Tuesday 10")
      terminal.type("q")
    }
  }

  @Test("Sequences from modes that another program left enabled are decoded correctly")
  func leftovers() async throws {
    try await dashboard { terminal in
      // Focus, the cursor position, colours, kitty's replies, mouse motion.
      terminal.type(
        "\u{1B}[I\u{1B}[O\u{1B}[24;80R\u{1B}]10;rgb:ffff/ffff/ffff\u{7}\u{1B}[?1u\u{1B}_Gi=1;OK\u{1B}\\\u{1B}[<35;3;4M")
      // h and q in kitty's keyboard protocol, with their release.
      terminal.type("\u{1B}[104;1u\u{1B}[104;1:3u")
      try await terminal.wait(for: "Friday 1")
      terminal.type("\u{1B}[113u")
    }
  }

  @Test("A key with Alt is another key: Alt-q does not quit")
  func alt() async throws {
    try await dashboard { terminal in
      terminal.type("\u{1B}q")
      try await Task.sleep(for: .milliseconds(100))
      terminal.type("\u{1B}[113;3u\u{1B}[113;9u")
      terminal.type("h")
      try await terminal.wait(for: "Friday 1")
      terminal.type("q")
    }
  }

  @Test("A burst of sizes ends with a frame of the last one")
  func resizeStorm() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 7))
    try await TmuxScreen.dashboard(sandbox) { screen in
      for step in 1...40 {
        try await screen.resize(columns: 10 + (step * 37) % 150, rows: 1 + (step * 13) % 50)
      }
      try await screen.resize(columns: 80, rows: 24)
      try await screen.wait(until: "the picture of the last size") { text in
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
        return rows.count >= 24 && rows[0].hasSuffix("╮") && rows[23].contains("q quit")
      }
      try await screen.press("q")
      #expect(try await screen.end() == 0)
    }
  }
}
