import Foundation
import TestSupport
import Testing

/// The program's report on its terminal.
@Suite("ringtop terminal", .serialized, .programs, .timeLimit(.minutes(10)))
struct TerminalCommandTests {
  @Test("explains its decisions, without a test card if the output is not a terminal")
  func pipe() async throws {
    let sandbox = try Sandbox()
    let ending = try await sandbox.ringtop("terminal")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(ending.output.contains("TERM=xterm-256color"))
    #expect(ending.output.contains("The output is not a terminal."))
    #expect(!ending.output.contains("\u{1B}") && !ending.output.contains("[block]"))
  }

  @Test("names the option or the variable behind each decision")
  func reasons() async throws {
    let sandbox = try Sandbox()
    let option = try await sandbox.ringtop("terminal", "--glyphs", "ascii", "--color", "16")
    #expect(option.output.contains("Set by the option --glyphs."))
    #expect(option.output.contains("Set by the option --color."))
    let variable = try await sandbox.ringtop("terminal", environment: ["RINGTOP_GLYPHS": "legacy"])
    #expect(variable.output.contains("Set by the variable RINGTOP_GLYPHS."))
  }

  @Test("does not let the environment control the terminal")
  func hostileEnvironment() async throws {
    let sandbox = try Sandbox()
    let ending = try await sandbox.ringtop("terminal", environment: ["COLORTERM": "\u{1B}]0;owned\u{7}\u{9B}2J"])
    #expect(ending.code == 0)
    #expect(!ending.output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) })
  }

  @Test("draws a card of every level on a terminal, and restores the terminal")
  func card() async throws {
    let sandbox = try Sandbox()
    try await TmuxScreen.shell(sandbox, columns: 90, rows: 50) { screen in
      try await screen.enter("$RINGTOP terminal; echo ended with $?")
      try await screen.wait(for: "ended with 0")
      let text = try await screen.text
      for words in [
        "Terminal", "tmux", "90 x 50", "ascii", "[block]", "legacy", "octant", "truecolor", "[256]", "16", "mono",
        "none",
      ] {
        #expect(text.contains(words), "\(words)")
      }
      #expect(try await screen.variable("alternate_on") == "0")
    }
  }

  @Test("uses only ASCII on a terminal without a name, however narrow")
  func plainTerminals() async throws {
    let sandbox = try Sandbox()
    try await TmuxScreen.shell(sandbox, columns: 30, rows: 100) { screen in
      try await screen.enter("env -u TMUX -u TERM_PROGRAM TERM=dumb $RINGTOP terminal; echo ended with $?")
      try await screen.wait(for: "ended with 0")
      #expect(try await screen.text.contains("[ascii]"))
    }
  }
}
