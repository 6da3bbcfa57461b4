import Foundation
import TestSupport
import Testing

/// Other programs that do not reply, and a terminal that does not read.
@Suite("Unresponsive terminals and programs do not block", .serialized, .programs, .timeLimit(.minutes(10)))
struct StalledTests {
  private func sandbox() async throws -> Sandbox {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    return sandbox
  }

  @Test("a termination request ends the dashboard on a terminal that stops reading", arguments: [SIGTERM, SIGHUP])
  func stalledTerminal(_ number: Int32) async throws {
    let sandbox = try await sandbox()
    let terminal = try FakeTerminal(sandbox, columns: 230, rows: 70)
    terminal.isReading = false
    sandbox.environment["RINGTOP_GLYPHS"] = "octant"
    let code = try await terminal.run(
      [
        "bash", "-c", "echo $$ >\"$HOME/pid\"; exec \"$@\"", "bash", Program.ringtop, "--still", "--color", "truecolor",
      ],
      environment: ["RINGTOP_GLYPHS": "octant"]
    ) { terminal in
      let file = sandbox.file("pid")
      var process: pid_t = 0
      try await eventually("the program") {
        process = (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { pid_t($0.trimmed) } ?? 0
        return process > 0
      }
      // Every step changes most cells, until the terminal accepts no more.
      try await eventually("a terminal that is full") {
        terminal.type("k")
        try await Task.sleep(for: .milliseconds(20))
        return terminal.waitingBytes >= 4_000
      }
      for _ in 0..<200 { terminal.type("kh") }
      try await Task.sleep(for: .milliseconds(300))
      kill(process, number)
    }
    #expect(code == 128 + number)
    terminal.readAll()
    #expect(terminal.sent.contains("\u{1B}[?1049l") && terminal.sent.contains("\u{1B}[?1000l"))
  }

  @Test("a hanging tmux blocks neither show nor the dashboard", arguments: ["fake", "stopped"])
  func hangingTmux(_ kind: String) async throws {
    let sandbox = try await sandbox()
    if kind == "fake" {
      try sandbox.write("#!/bin/sh\nexec sleep 1000\n", to: "bin/tmux")
      chmod(sandbox.file("bin/tmux"), 0o755)
      let path = sandbox.file("bin") + ":" + (sandbox.environment["PATH"] ?? "")
      try await useHangingTmux(sandbox, ["TMUX": "/nowhere,1,0", "TMUX_PANE": "%0", "PATH": path])
    } else {
      try await TmuxScreen.shell(sandbox) { screen in
        let variable = try await screen.variable
        let server = try #require(pid_t(variable.split(separator: ",")[1]))
        kill(server, SIGSTOP)
        defer { kill(server, SIGCONT) }
        try await useHangingTmux(sandbox, ["TMUX": variable, "TMUX_PANE": "%0"])
      }
    }
  }

  private func useHangingTmux(_ sandbox: Sandbox, _ environment: [String: String]) async throws {
    var changes: [String: String?] = environment.mapValues { $0 }
    changes["TERM"] = "tmux-256color"
    changes["TERM_PROGRAM"] = "tmux"
    let terminal = try FakeTerminal(sandbox)
    #expect(try await terminal.ringtop("show", environment: changes) == 0)
    #expect(terminal.sent.contains("Move"))
    #expect(try await terminal.ringtop("terminal", environment: changes) == 0)
    let code = try await terminal.ringtop("--still", environment: changes) { terminal in
      try await terminal.wait(for: "quit")
      terminal.type("hhq")
    }
    #expect(code == 0)
    // A bar queries tmux for the colour of its status line.
    let status = try await sandbox.ringtop("status", "--format", "tmux", environment: environment)
    #expect(status.code == 0 && status.output.contains("#[fg=#ff336e]"))
    let running = try await Program.run(
      ["bash", "-c", "ps -eo args | grep -c '^tmux.*display-messag[e]'; true"], environment: sandbox.environment)
    #expect(running.output.trimmed == "0", "what does not answer is ended")
  }

  @Test("late mouse reports do not reach the shell after q")
  func reportsAfterQuitting() async throws {
    let terminal = try FakeTerminal(try await sandbox())
    let code = try await terminal.ringtop("--still") { terminal in
      try await terminal.wait(for: "quit")
      terminal.type("q")
      try await terminal.wait(for: "\u{1B}[?1000l")
      // The wheel is still turning.
      terminal.type(String(repeating: "\u{1B}[<65;10;5M", count: 30))
    }
    #expect(code == 0)
    #expect(terminal.unread == "")
  }
}
