import Foundation
import TestSupport
import Testing

@Suite("Status", .serialized, .programs, .timeLimit(.minutes(10)))
struct StatusTests {
  private func object(_ text: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
  }

  private func dates(_ program: RunningProgram) -> [String] {
    program.output.split(separator: "\n").compactMap { (try? object($0))?["date"] as? String }
  }

  // MARK: - One line

  @Test("the output is one line about today")
  func line() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    let ending = try await sandbox.ringtop("status", "--format", "json")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(ending.lines.count == 1)
    let today = try object(ending.output)
    #expect(today["date"] as? String == Sandbox.today)
    #expect((today["move"] as? [String: Any])?["value"] as? Int == 320)
    #expect((today["move"] as? [String: Any])?["percent"] as? Int == 64)
    let template = "{move.percent}% {exercise.left} {stand.value}/{stand.goal}"
    #expect(try await sandbox.ringtop("status", "--template", template).output == "64% 9 8/12\n")
  }

  @Test(
    "every format prints one line of at most the requested number of cells",
    arguments: ["tmux", "plain", "json", "waybar", "i3bar", "i3blocks", "polybar", "starship", "zellij"])
  func formats(_ format: String) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    let ending = try await sandbox.ringtop("status", "--format", format)
    #expect(ending.code == 0 && ending.errors == "")
    #expect(!ending.output.trimmed.isEmpty)
    if format == "plain" {
      for width in [0, 1, 5, 12, 80] {
        let line = try await sandbox.ringtop("status", "--format", format, "--width", "\(width)").output
        #expect(line.hasSuffix("\n") && line.count - 1 <= width, "\(line)")
      }
    }
  }

  @Test("one line for a bar has the same markup and line breaks as a followed one")
  func markup() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    let zellij = try await sandbox.ringtop("status", "--format", "zellij").output
    #expect(zellij.hasPrefix("\u{1B}[38;2;") && !zellij.contains("\\x1B"), "\(zellij)")
    let lines = try await sandbox.ringtop("status", "--format", "i3blocks").output.split(separator: "\n")
    #expect(lines.count >= 2 && lines.allSatisfy { !$0.contains("\\n") }, "\(lines)")
  }

  @Test(
    "an option has the same effect in every notation",
    arguments: [
      ["--format", "json"], ["--width", "9"], ["--style", "digits"], ["--glyphs", "ascii"],
      ["--template", "{move.percent}%"], ["--format", "tmux", "--style", "bars", "--strict"],
    ])
  func spelling(_ words: [String]) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    // Arguments joined by "=" are handled by the parser, separate ones are not.
    var joined: [String] = []
    for word in words {
      if word.hasPrefix("--") { joined.append(word) } else { joined[joined.count - 1] += "=" + word }
    }
    let plain = try await Program.run([Program.ringtop, "status"] + words, environment: sandbox.environment)
    #expect(plain.code == 0 && plain.output != "")
    #expect(
      try await Program.run([Program.ringtop, "status"] + joined, environment: sandbox.environment).output
        == plain.output)
  }

  @Test("the day is the user's, one second before midnight and one after")
  func midnight() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    for zone in ["UTC", "Asia/Tokyo"] {
      // The clock runs while the program starts, so the second before midnight is a few seconds.
      for (clock, day) in [("2026-11-14T22:59:40Z", "2026-11-14"), ("2026-11-14T23:00:00Z", "2026-11-15")] {
        let line = try await sandbox.ringtop(
          "status", "--format", "json", environment: ["TZ": zone, "RINGTOP_CLOCK": clock])
        #expect(try object(line.output)["date"] as? String == day)
      }
    }
  }

  // MARK: - Nothing to show

  struct Trouble: CustomTestStringConvertible, Sendable {
    var name: String
    /// Prepares the state of the store.
    var shell: String
    var imports = false
    var problem: String
    var code: Int32
    var testDescription: String { name }
  }

  @Test(
    "whatever is wrong with the store, the bar stays intact, and --strict reports it",
    arguments: [
      Trouble(name: "missing", shell: "true", problem: "missing", code: 66),
      Trouble(name: "no store yet", shell: ": >\"$RINGTOP_STORE\"", problem: "missing", code: 66),
      Trouble(
        name: "empty", shell: "\"$RINGTOP\" import --quiet --undo 1", imports: true, problem: "empty", code: 66),
      Trouble(name: "noise", shell: "echo 'no database at all' >\"$RINGTOP_STORE\"", problem: "unreadable", code: 65),
      Trouble(
        name: "another's", shell: "sqlite3 \"$RINGTOP_STORE\" 'create table songs (title)'", problem: "unreadable",
        code: 65),
      Trouble(
        name: "newer", shell: "sqlite3 \"$RINGTOP_STORE\" 'pragma user_version = 99'", imports: true,
        problem: "newer", code: 65),
    ])
  func trouble(_ trouble: Trouble) async throws {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(atPath: sandbox.file("data"), withIntermediateDirectories: true)
    if trouble.imports { try await sandbox.imported(ExportFixture(days: 1)) }
    let made = try await sandbox.shell(trouble.shell)
    #expect(made.code == 0, "\(made.errors)")
    let json = try await sandbox.ringtop("status", "--format", "json")
    #expect(json.code == 0 && json.errors == "")
    #expect(try object(json.output)["problem"] as? String == trouble.problem)
    let plain = try await sandbox.ringtop("status")
    #expect(plain.code == 0 && plain.errors == "")
    #expect(plain.lines.count == 1 && !plain.output.trimmed.isEmpty && plain.output.count <= 25, "\(plain.output)")
    let strict = try await sandbox.ringtop("status", "--strict")
    #expect(strict.code == trouble.code, "\(strict.errors)")
    #expect(strict.output == "")
    #expect(strict.errors.hasPrefix("ringtop: ") && strict.errors.split(separator: "\n").count == 1)
  }

  // MARK: - Following

  @Test("--follow prints only when the text changes, even for a store that is created later")
  func follow() async throws {
    let sandbox = try Sandbox()
    try await Program.runBeside(
      [Program.ringtop, "status", "--follow", "--template", "{move.value}"], environment: sandbox.environment,
      outputPath: sandbox.file("out.txt")
    ) { program in
      func lines() -> [String] { program.output.split(separator: "\n").map(String.init) }
      try await eventually("a line without a store") { lines().count == 1 }
      try await sandbox.imported(ExportFixture(days: 2))
      try await eventually("today's value", state: { program.output }) { lines().last == "320" }
      let count = lines().count
      // One import that does not change today, then one that does.
      let old = try sandbox.write(ExportFixture(lastDay: "2026-10-01", days: 2).xml, to: "old.xml")
      #expect(try await sandbox.ringtop("import", "--quiet", old).code == 0)
      let more = """
        <HealthData><ExportDate value="2026-11-14 21:00:00 +0100"/>
        <Record type="HKQuantityTypeIdentifierActiveEnergyBurned" sourceName="Robin’s Apple Watch" unit="kcal" \
        startDate="2026-11-14 20:00:00 +0100" endDate="2026-11-14 20:10:00 +0100" value="5"/></HealthData>
        """
      let new = try sandbox.write(more, to: "new.xml")
      #expect(try await sandbox.ringtop("import", "--quiet", new).code == 0)
      try await eventually("the new value", state: { program.output }) { lines().last == "325" }
      #expect(lines().count == count + 1)
    }
  }

  @Test("--follow updates at midnight")
  func followMidnight() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    // If the start takes longer than the margin, it is repeated with a larger margin.
    for margin in [3, 12, 40] {
      var environment = sandbox.environment
      environment["RINGTOP_CLOCK"] = "2026-11-14T22:59:\(60 - margin < 10 ? "0" : "")\(60 - margin)Z"
      environment["TZ"] = "UTC"
      var isDecided = false
      try await Program.runBeside(
        [Program.ringtop, "status", "--follow", "--format", "json"], environment: environment,
        outputPath: sandbox.file("out.txt")
      ) { program in
        try await eventually("a line") { !dates(program).isEmpty }
        guard dates(program).first == "2026-11-14" else { return }
        isDecided = true
        try await eventually("the next day") { dates(program).last == "2026-11-15" }
        #expect(dates(program) == ["2026-11-14", "2026-11-15"])
      }
      if isDecided { return }
    }
    Issue.record("The program never started before midnight.")
  }

  @Test("--follow ends without an error when its reader closes the pipe")
  func readerGoes() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    let ending = try await sandbox.shell("\"$RINGTOP\" status --follow | head -n 1; echo \"${PIPESTATUS[0]}\"")
    #expect(ending.errors == "")
    #expect(ending.lines.last == "0")
    #expect(ending.lines.count == 2)
  }

  @Test("--set-option sets an option of a tmux server, which shows it correctly")
  func setOption() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    try await TmuxScreen.with(sandbox, ["cat"]) { screen in
      var environment = sandbox.environment
      environment["TMUX"] = try await screen.variable
      environment["NO_COLOR"] = "1"
      // tmux applies strftime to an expanded option: %H would be the hour.
      let command = [Program.ringtop, "status", "--set-option", "@rings", "--template", "{move.value}%H"]
      try await Program.runBeside(command, environment: environment, outputPath: sandbox.file("out.txt")) { program in
        try await eventually("the option", state: { program.output }) {
          try await screen.tmux("display-message", "-p", "#{@rings}").contains("320")
        }
        let shown = try await screen.tmux("display-message", "-p", "#{E:@rings}").trimmed
        #expect(shown == "320%H")
        #expect(program.output == "")
        #expect(!program.hasEnded)
      }
    }
  }

  #if os(Linux)
    @Test("--follow does not wake up while idle")
    func idle() async throws {
      let sandbox = try Sandbox()
      try await sandbox.imported(ExportFixture(days: 2))
      try await Program.runBeside(
        [Program.ringtop, "status", "--follow"], environment: sandbox.environment, outputPath: sandbox.file("out.txt")
      ) { program in
        try await eventually("a line") { !program.output.isEmpty }
        #expect(try await wakeUpsWhenIdle(of: program.identifier) <= 2)
      }
    }
  #endif

  @Test("the greeting of shells says that Move is closed while another ring is open")
  func greeting() async throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Assets/bars/greeting.sh")
    let text = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
    let template = try #require(text.firstMatch(of: /--template '([^']*)'/)).output.1
    let sandbox = try Sandbox()
    _ = try await sandbox.ringtop("add", "move", "600")
    _ = try await sandbox.ringtop("add", "exercise", "10")
    let greeting = try await sandbox.ringtop("status", "--format", "plain", "--template", String(template))
    #expect(greeting.output == "Move is closed, streak 0.\n", "\(greeting)")
  }
}
