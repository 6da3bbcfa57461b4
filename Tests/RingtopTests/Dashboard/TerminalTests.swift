import Foundation
import TestSupport
import Testing

/// The terminal is restored however the dashboard ends.
@Suite("Quitting the dashboard", .serialized, .programs, .timeLimit(.minutes(10)))
struct TerminalTests {
  /// Starts the dashboard from a shell that has recorded the terminal's settings.
  ///
  /// - Parameter repeats: whether the program starts again when it has ended as asked, until there is a file `done`.
  private func inShell(
    backtraces: Bool = false, repeats: Bool = false, body: (TmuxScreen, Sandbox) async throws -> Void
  ) async throws {
    let sandbox = try Sandbox()
    if backtraces { sandbox.environment["SWIFT_BACKTRACE"] = nil }
    try await sandbox.imported(ExportFixture(days: 7))
    try await TmuxScreen.shell(sandbox, columns: 60, rows: 16) { screen in
      try await screen.enter("ulimit -c 0; cd; stty -g >before; clear")
      try await screen.enter(
        repeats
          ? "c=0; until [ -e done ] || [ $c != 0 ]; do \"$RINGTOP\" --still; c=$?; done; echo \"code=$c\""
          : "sh -c 'echo $$ >pid; exec \"$RINGTOP\" --still'; echo \"code=$?\"")
      try await screen.wait(for: "quit")
      try await body(screen, sandbox)
    }
  }

  /// The size is not compared: tmux may pass the latest one on a little later.
  private func expectRestored(_ screen: TmuxScreen) async throws {
    #expect(try await screen.variable("alternate_on") == "0")
    #expect(try await screen.variable("cursor_flag") == "1")
    #expect(try await screen.variable("mouse_any_flag") == "0")
    #expect(try await screen.variable("keypad_cursor_flag") == "0")
    try await screen.enter("stty -g | cmp - before && echo same$((1 + 1))")
    try await screen.wait(for: "same2")
  }

  private func process(_ sandbox: Sandbox) throws -> pid_t {
    let text = try String(contentsOfFile: sandbox.file("pid"), encoding: .utf8)
    return try #require(pid_t(text.trimmed))
  }

  @Test("q and ^C restore the terminal", arguments: ["q", "C-c"])
  func quit(_ key: String) async throws {
    try await inShell { screen, _ in
      try await screen.press(key)
      try await screen.wait(for: "code=0")
      try await expectRestored(screen)
    }
  }

  @Test("^\\ ends it as other programs, with the terminal restored")
  func quitKey() async throws {
    // Not reported as a crash by Swift's own handler, as users have it.
    try await inShell(backtraces: true) { screen, _ in
      try await screen.press("C-\\")
      try await screen.wait(for: "code=131")
      try await expectRestored(screen)
    }
  }

  @Test("no control key on any screen keeps it from quitting")
  func controlKeys() async throws {
    // Not ^C, ^\ and ^Z, and not ^[, ^I and ^M, which are keys of every screen.
    let keys = "abdefghjklnopqrstuvwxy".map { "C-\($0)" } + ["C-Space", "C-]", "C-^", "C-_"]
    try await inShell { screen, _ in
      for opening in [
        "?", "g", ":", "1", "z", "M", "Y", "w", "n", "e", "c", "v", "S", "R", "V", "A", "B", "a", "o", "p", "T", "i",
        "P",
      ] {
        try await screen.press(opening)
        try await screen.tmux("send-keys", arguments: keys)
        try await screen.press("Escape")
        try await screen.press("Escape")
      }
      try await screen.press("C-c")
      try await screen.wait(for: "code=0")
      try await expectRestored(screen)
    }
  }

  @Test(
    "a signal that ends it restores the terminal and shows in the exit code",
    arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGABRT, 134), (SIGSEGV, 139)])
  func signal(_ number: Int32, code: Int) async throws {
    try await inShell { screen, sandbox in
      kill(try process(sandbox), number)
      try await screen.wait(for: "code=\(code)")
      try await expectRestored(screen)
    }
  }

  @Test("^Z suspends to the shell, and fg resumes at the current size")
  func suspend() async throws {
    try await inShell { screen, _ in
      try await screen.press("C-z")
      try await screen.wait(for: "Stopped")
      try await expectRestored(screen)
      try await screen.resize(columns: 76, rows: 23)
      try await screen.enter("fg")
      try await screen.wait { $0.contains("Saturday 14 November 2026") && $0.contains("q quit") }
      #expect(try await screen.variable("alternate_on") == "1")
      #expect(try await screen.variable("mouse_any_flag") == "1")
      // It handles its keys again.
      try await screen.press("h")
      try await screen.wait(for: "Friday 13 November 2026")
      try await screen.press("q")
      try await screen.wait(for: "ready>")
      try await expectRestored(screen)
    }
  }

  @Test("after random keys, mouse reports, pastes and sizes, it ends on request and restores the terminal")
  func random() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    // A click may hit "quit" in the last row, wherever that is when it is handled.
    try await inShell(repeats: true) { screen, sandbox in
      var random = SplitMix(seed: seed)
      func token() -> String {
        let (column, row) = (Int.random(in: 1...90, using: &random), Int.random(in: 1...30, using: &random))
        let button = [0, 0, 32, 35, 35, 64, 65].randomElement(using: &random) ?? 0
        return [
          // Neither q nor anything that leads to a command of that name.
          "hjklHLtg123zM[]?/adopTumxy 0.-".map(String.init).randomElement(using: &random) ?? "h",
          ["\r", "\t", "\u{7F}", "\u{1B}[A", "\u{1B}[5~", "\u{1B}OP", "\u{0C}"].randomElement(using: &random) ?? "\r",
          "\u{1B}[<\(button);\(column);\(row)\(Bool.random(using: &random) ? "M" : "m")",
          "\u{1B}[200~q 2026-11-1\(row % 10)\u{1B}[201~", "\u{1B}[\(column);\(row)R", "漢",
        ].randomElement(using: &random) ?? "h"
      }
      for _ in 0..<8 {
        try await screen.send((0..<60).map { _ in token() }.joined())
        try await screen.resize(
          columns: Int.random(in: 1...120, using: &random), rows: Int.random(in: 1...40, using: &random))
      }
      try await screen.resize(columns: 60, rows: 16)
      try await screen.wait(until: "a running program") { !$0.contains("ready>") }
      try sandbox.write("", to: "done")
      try await screen.press("C-c")
      try await screen.wait(until: "its end (seed \(seed))") { $0.contains("code=0") }
      try await expectRestored(screen)
    }
  }

  @Test("an invalid store is reported in one sentence, not on a broken screen")
  func noStore() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("Dear diary, this is no database.", to: "data/health.sqlite")
    try await TmuxScreen.shell(sandbox, columns: 100, rows: 16) { screen in
      try await screen.enter("\"$RINGTOP\"; echo \"code=$?\"")
      try await screen.wait(for: "code=65")
      let text = try await screen.text
      #expect(text.contains("ringtop: ") && text.contains("not a ringtop store"))
      #expect(try await screen.variable("alternate_on") == "0")
    }
  }

  @Test("a terminal without full-screen support is reported in one sentence")
  func dumb() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 1))
    try await TmuxScreen.shell(sandbox, columns: 100, rows: 16) { screen in
      try await screen.enter("TERM=dumb \"$RINGTOP\"; echo \"code=$?\"")
      try await screen.wait(for: "code=1")
      #expect(try await screen.text.contains("xterm-256color"))
    }
  }
}
