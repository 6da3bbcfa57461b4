import Foundation
import HealthDatabase
import HealthModel
import TestSupport
import Testing

@Suite("ringtop watch: hooks", .serialized, .programs, .timeLimit(.minutes(12)))
struct WatchHookTests {
  /// A command that adds a line to a file.
  private func noting(_ file: String, _ words: String = "$RINGTOP_EVENT $RINGTOP_RING") -> String {
    "shell = 'echo \"\(words)\" >>\(file)'"
  }

  private func configure(_ sandbox: Sandbox, _ text: String) throws {
    try sandbox.write(text, to: ".config/ringtop/config.toml")
  }

  private func lines(_ path: String) -> [String] {
    ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }

  /// Runs `ringtop watch` concurrently with the body, and ends it afterwards.
  private func watching(
    _ sandbox: Sandbox, _ arguments: String..., body: (RunningProgram) async throws -> Void
  ) async throws {
    let command = ["bash", "-c", "exec \"$@\" 2>>\"$HOME/errors.txt\"", "bash", Program.ringtop, "watch"] + arguments
    let code = try await Program.runBeside(
      command, environment: sandbox.environment, outputPath: sandbox.file("out.txt")
    ) { program in
      try await body(program)
      program.send(SIGTERM)
      try await eventually("its end") { program.hasEnded }
    }
    #expect(code == 0)
  }

  private func errors(_ sandbox: Sandbox) -> String {
    (try? String(contentsOfFile: sandbox.file("errors.txt"), encoding: .utf8)) ?? ""
  }

  @Test("a ring that closes while the dashboard is open runs its hook once, even across a restart")
  func closesOnce() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    let notes = sandbox.file("notes.txt")
    try configure(
      sandbox, "[[hook]]\non = \"ring-closed\"\n\(noting(notes))\n[[hook]]\non = \"all-closed\"\n\(noting(notes))")
    try await TmuxScreen.dashboard(sandbox, columns: 76, rows: 23, showing: "320 / 500 kcal") { screen in
      try await watching(sandbox) { _ in
        #expect(try await sandbox.ringtop("add", "move", "100kcal").code == 0)
        try await screen.wait(for: "420 / 500 kcal")
        #expect(lines(notes) == [])
        #expect(try await sandbox.ringtop("add", "move", "90kcal").code == 0)
        try await screen.wait(for: "510 / 500 kcal")
        try await eventually("the hook") { lines(notes) == ["ring-closed move"] }
        #expect(try await sandbox.ringtop("add", "move", "10kcal").code == 0)
        try await screen.wait(for: "520 / 500 kcal")
      }
    }
    try await watching(sandbox) { _ in
      // The next fact shows that the previous one is not reported again.
      #expect(try await sandbox.ringtop("add", "exercise", "30min").code == 0)
      try await eventually("the next hook") { lines(notes).contains("ring-closed exercise") }
    }
    #expect(lines(notes) == ["ring-closed move", "ring-closed exercise"])
    #expect(errors(sandbox) == "")
    // Undone and added again, it is still the same day's fact.
    #expect(try await sandbox.ringtop("undo").code == 0)
    #expect(try await sandbox.ringtop("add", "exercise", "30min").code == 0)
    #expect(try await sandbox.ringtop("watch", "--once").code == 0)
    #expect(lines(notes).count == 2)
  }

  @Test("a command gets the facts in its environment and as JSON on standard input; --json prints the same")
  func facts() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    #expect(try await sandbox.ringtop("add", "move", "200kcal").code == 0)
    let (input, variables) = (sandbox.file("input.json"), sandbox.file("variables.txt"))
    try configure(
      sandbox,
      """
      [[hook]]
      on = "ring-closed"
      run = ["/bin/sh", "-c", "cat >\(input); env | grep ^RINGTOP_ >\(variables)"]
      """)
    let ending = try await sandbox.ringtop("watch", "--once", "--json")
    #expect(ending.code == 0 && ending.errors == "", "\(ending)")
    let told = try String(contentsOfFile: input, encoding: .utf8)
    #expect(ending.output == told)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(told.utf8)) as? [String: Any])
    #expect(object["event"] as? String == "ring-closed" && object["ring"] as? String == "move")
    let today = try #require(object["today"] as? [String: Any])
    let move = try #require(today["move"] as? [String: Any])
    #expect(today["date"] as? String == Sandbox.today && move["value"] as? Double == 520)
    #expect((object["week"] as? [Any])?.count == 7)
    let found = lines(variables)
    for expected in [
      "RINGTOP_EVENT=ring-closed", "RINGTOP_RING=move", "RINGTOP_DATE=2026-11-14", "RINGTOP_MOVE=520",
      "RINGTOP_MOVE_GOAL=500", "RINGTOP_MOVE_PERCENT=104", "RINGTOP_MOVE_LEFT=0", "RINGTOP_MOVE_CLOSED=1",
      "RINGTOP_EXERCISE_CLOSED=0", "RINGTOP_STORE=\(sandbox.store)", "RINGTOP_TEXT=Move is closed: 520/500 kcal.",
    ] {
      #expect(found.contains(expected), "\(expected)")
    }
  }

  @Test("no event is passed on while an import is under way, whose goals come last")
  func duringImport() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.ringtop("add", "move", "600kcal").code == 0)
    let session = ImportSession(
      store: try Store(path: sandbox.store, access: .write),
      options: ImportOptions(now: try Date(Sandbox.clock, strategy: .iso8601), systemZone: "Europe/Berlin"))
    _ = try session.begin(ImportHeader(path: "export.xml"))
    let early = try await sandbox.ringtop("watch", "--once")
    #expect(early.code == 0 && early.output == "" && early.errors == "", "\(early)")
    try await watching(sandbox) { program in
      try session.finish(complete: true)
      // Nothing has changed, so nothing wakes it up.
      try await eventually("the event") { program.output.contains("Move is closed: 600/500 kcal.") }
    }
  }

  @Test("hooks that fail, hang, do not exist or are invalid are each reported in one sentence, and the others run")
  func failures() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    #expect(try await sandbox.ringtop("add", "move", "200kcal").code == 0)
    let notes = sandbox.file("notes.txt")
    try configure(
      sandbox,
      """
      [[hook]]
      on = "ring-closed"
      run = ["false"]
      [[hook]]
      on = "ring-closed"
      run = ["/nowhere/at-all"]
      [[hook]]
      on = "ring-closed"
      shell = "trap '' TERM; sleep 100 & wait; sleep 100"
      timeout = 0.3
      [[hook]]
      on = "ring-closes"
      run = ["true"]
      [[hook]]
      on = "ring-closed"
      \(noting(notes))
      """)
    let ending = try await sandbox.ringtop("watch", "--once")
    #expect(ending.code == 0)
    #expect(lines(notes) == ["ring-closed move"])
    let sentences = ending.errors.split(separator: "\n")
    #expect(sentences.count == 4, "\(ending.errors)")
    #expect(ending.errors.contains("config.toml:12: on must be one of"))
    #expect(ending.errors.contains("\"false\", ended with code 1."))
    #expect(ending.errors.contains("/nowhere/at-all could not be started: no such file or directory."))
    #expect(ending.errors.contains("took longer than 0.3 seconds and was stopped."))
  }

  @Test("the processes that a command started are ended with it, even if the command itself ended on request")
  func children() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    #expect(try await sandbox.ringtop("add", "move", "200kcal").code == 0)
    let notes = sandbox.file("child.txt")
    try configure(
      sandbox,
      """
      [[hook]]
      on = "ring-closed"
      shell = "(trap '' TERM; exec sleep 333) & echo $! >\(notes); exec sleep 100"
      timeout = 0.5
      """)
    let ending = try await sandbox.ringtop("watch", "--once")
    #expect(ending.code == 0 && ending.errors.contains("took longer than 0.5 seconds and was stopped."), "\(ending)")
    let child = try #require(lines(notes).last)
    let state = try await sandbox.shell("ps -o stat= -p \(child)").output
    #expect(state.isEmpty || state.hasPrefix("Z"), "\(state)")
  }

  @Test("commands of one event never run at the same time, and the last change is always reported")
  func oneAtATime() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    let notes = sandbox.file("notes.txt")
    // The directory is a lock: two commands at the same time would leave a line.
    try configure(
      sandbox,
      """
      [[hook]]
      on = "rings-changed"
      shell = "mkdir $HOME/lock || echo two >>\(notes); sleep 0.2; echo $RINGTOP_MOVE >>\(notes); rmdir $HOME/lock"
      """)
    try await watching(sandbox) { _ in
      try await eventually("the first") { lines(notes) == ["320"] }
      for _ in 0..<6 { #expect(try await sandbox.ringtop("add", "move", "10kcal").code == 0) }
      try await eventually("the last", state: { "\(lines(notes))" }) { lines(notes).last == "380" }
    }
    #expect(!lines(notes).contains("two"))
    #expect(errors(sandbox) == "")
  }

  @Test("watch does not wake up while idle, and applies a changed configuration")
  func idle() async throws {
    let sandbox = try Sandbox()
    // Noon: no reminder is due soon.
    sandbox.environment["RINGTOP_CLOCK"] = "2026-11-14T11:05:00Z"
    try await sandbox.imported(ExportFixture(days: 9))
    let notes = sandbox.file("notes.txt")
    try await watching(sandbox, "--inbox", sandbox.file("inbox")) { program in
      try await eventually("its start") { errors(sandbox).contains("There is no folder") }
      #expect(try await sandbox.ringtop("add", "move", "200kcal").code == 0)
      // It has written to the store.
      try await eventually("a fact") { program.output.contains("Move is closed") }
      #expect(try await wakeUpsWhenIdle(of: program.identifier) == 0)
      try configure(sandbox, "[[hook]]\non = \"ring-closed\"\n\(noting(notes))")
      try await eventually("that the configuration was read") {
        if lines(notes).isEmpty { _ = try await sandbox.ringtop("add", "exercise", "30min") }
        return !lines(notes).isEmpty
      }
      try configure(sandbox, "[[hook]]\non = 1\n")
      try await eventually("a sentence") { errors(sandbox).contains("config.toml:2: on must be one of") }
    }
  }

  @Test("the line is set as a tmux option, and watch ends if the reader of --json closes the pipe")
  func tmuxAndReader() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    try configure(sandbox, "tmux_option = \"@rings\"")
    try await TmuxScreen.with(sandbox, ["cat"]) { screen in
      sandbox.environment["TMUX"] = try await screen.variable
      try await watching(sandbox) { _ in
        try await eventually("the option") { try await screen.tmux("show-options", "-gqv", "@rings").contains(" 64#") }
        #expect(try await sandbox.ringtop("add", "move", "100kcal").code == 0)
        try await eventually("the next") { try await screen.tmux("show-options", "-gqv", "@rings").contains(" 84#") }
      }
    }
    let script = "set -o pipefail; timeout 60 \"$RINGTOP\" watch --json | head -n 1; echo \"${PIPESTATUS[0]}\""
    #expect(try await sandbox.ringtop("add", "move", "300kcal").code == 0)
    let ending = try await sandbox.shell(script)
    #expect(ending.lines.first?.contains("\"event\":\"ring-closed\"") == true && ending.lines.last == "0", "\(ending)")
  }

  @Test("an event is passed on once, even if the clock goes back and forth between days")
  func clockGoesBack() async throws {
    let sandbox = try Sandbox()
    let days = ["2026-11-14T21:00:00Z", "2026-11-13T21:00:00Z"]
    for clock in days {
      #expect(try await sandbox.ringtop("add", "move", "600kcal", environment: ["RINGTOP_CLOCK": clock]).code == 0)
    }
    var lines: [String] = []
    for clock in days + days + days {
      lines += try await sandbox.ringtop("watch", "--once", environment: ["RINGTOP_CLOCK": clock]).lines
    }
    #expect(lines.filter { $0.hasPrefix("Move is closed") }.count == 2, "\(lines)")
  }
}
