import Foundation
import TestSupport
import Testing

@Suite("Following the status line", .serialized, .programs, .timeLimit(.minutes(10)))
struct StatusFollowTests {
  private func lines(_ program: RunningProgram) -> [String] {
    program.output.split(separator: "\n").map(String.init)
  }

  private func dates(_ program: RunningProgram) throws -> [String] {
    try lines(program).compactMap {
      (try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["date"] as? String
    }
  }

  /// A day's energy as in an export.
  private func export(_ value: Int, at start: String, until end: String) -> String {
    """
    <HealthData><ExportDate value="2026-11-14 21:00:00 +0100"/>
    <Record type="HKQuantityTypeIdentifierActiveEnergyBurned" sourceName="Robin’s Apple Watch" unit="kcal" \
    startDate="\(start)" endDate="\(end)" value="\(value)"/></HealthData>
    """
  }

  // MARK: - Midnight

  struct Night: CustomTestStringConvertible, Sendable {
    var name: String
    /// Runs before the program reads the store.
    var shell = "true"
    /// The home zone; the days with data are spent in Berlin.
    var zone = "Europe/Berlin"
    /// The last day with data.
    var lastDay = Sandbox.today
    /// The instant at which the day ends.
    var midnight: String
    var before: String
    var after: String
    var testDescription: String { name }
  }

  @Test(
    "the day changes at the user's midnight, wherever the machine is",
    arguments: [
      Night(name: "a plain night", midnight: "2026-11-14T23:00:00Z", before: "2026-11-14", after: "2026-11-15"),
      Night(
        name: "a store without data", shell: "\"$RINGTOP\" import --quiet --undo 1", midnight: "2026-11-14T23:00:00Z",
        before: "2026-11-14", after: "2026-11-15"),
      Night(
        name: "after the day that has 25 hours", lastDay: "2026-10-25", midnight: "2026-10-25T23:00:00Z",
        before: "2026-10-25",
        after: "2026-10-26"),
      Night(
        name: "after the day that has 23 hours", lastDay: "2027-03-28", midnight: "2027-03-28T22:00:00Z",
        before: "2027-03-28",
        after: "2027-03-29"),
      Night(
        name: "where the clocks change at midnight", zone: "America/Asuncion", midnight: "2023-10-01T04:00:00Z",
        before: "2023-09-30", after: "2023-10-01"),
    ])
  func midnight(_ night: Night) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(lastDay: night.lastDay, days: 2), "--zone", night.zone)
    #expect(try await sandbox.shell(night.shell).code == 0)
    let parser = ISO8601DateFormatter()
    let midnight = try #require(parser.date(from: night.midnight))
    // If the start takes longer than the margin, it is repeated with a larger margin.
    for margin in [3.0, 12, 40] {
      var environment = sandbox.environment
      environment["RINGTOP_CLOCK"] = parser.string(from: midnight.addingTimeInterval(-margin))
      environment["TZ"] = "Asia/Kolkata"
      var isDecided = false
      try await Program.runBeside(
        [Program.ringtop, "status", "--follow", "--format", "json"], environment: environment,
        outputPath: sandbox.file("out.txt")
      ) { program in
        try await eventually("a line") { try !dates(program).isEmpty }
        guard try dates(program).first == night.before else { return }
        isDecided = true
        try await eventually("the next day", state: { program.output }) { try dates(program).last == night.after }
        #expect(try dates(program) == [night.before, night.after])
      }
      if isDecided { return }
    }
    Issue.record("The program never started before midnight.")
  }

  @Test("a change of the user's time zone changes the day and its midnight")
  func zoneChange() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    try await Program.runBeside(
      [Program.ringtop, "status", "--follow", "--format", "json"], environment: sandbox.environment,
      outputPath: sandbox.file("out.txt")
    ) { program in
      try await eventually("a line") { try dates(program) == ["2026-11-14"] }
      // The night was slept in Auckland, where it is already the next day.
      let nap = """
        <HealthData><ExportDate value="2026-11-14 22:30:00 +0100"/>
        <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Robin’s Apple Watch" \
        startDate="2026-11-14 20:00:00 +0100" endDate="2026-11-14 21:00:00 +0100" \
        value="HKCategoryValueSleepAnalysisAsleepCore"><MetadataEntry key="HKTimeZone" value="Pacific/Auckland"/>\
        </Record></HealthData>
        """
      #expect(try await sandbox.ringtop("import", "--quiet", sandbox.write(nap, to: "nap.xml")).code == 0)
      try await eventually("the day of Auckland", state: { program.output }) {
        try dates(program).last == "2026-11-15"
      }
    }
  }

  // MARK: - The store

  @Test("replacing or removing the store changes the text immediately")
  func replaced() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    let other = try Sandbox()
    try await other.imported(ExportFixture(days: 2))
    let more = export(5, at: "2026-11-14 20:00:00 +0100", until: "2026-11-14 20:10:00 +0100")
    #expect(try await other.ringtop("import", "--quiet", other.write(more, to: "more.xml")).code == 0)
    try await Program.runBeside(
      [Program.ringtop, "status", "--follow", "--template", "{move.value}"], environment: sandbox.environment,
      outputPath: sandbox.file("out.txt")
    ) { program in
      try await eventually("a line") { lines(program) == ["320"] }
      let store = sandbox.store
      #expect(try await sandbox.shell("rm \"$RINGTOP_STORE\"*").code == 0)
      try await eventually("no store", state: { program.output }) { lines(program).count == 2 }
      #expect(lines(program).last != "320")
      #expect(try await other.shell("cp \"$RINGTOP_STORE\" '\(store).new' && mv '\(store).new' '\(store)'").code == 0)
      try await eventually("the other store", state: { program.output }) { lines(program).last == "325" }
      // And changes of it are noticed.
      let yet = export(7, at: "2026-11-14 20:20:00 +0100", until: "2026-11-14 20:30:00 +0100")
      #expect(try await sandbox.ringtop("import", "--quiet", sandbox.write(yet, to: "yet.xml")).code == 0)
      try await eventually("the new value", state: { program.output }) { lines(program).last == "332" }
    }
  }

  @Test("a store that another program locks is busy until it is unlocked")
  func busy() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    try sandbox.write("", to: "hold")
    let keeper = [
      "sqlite3", sandbox.store, "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE",
      ".shell touch '\(sandbox.file("held"))'; while [ -e '\(sandbox.file("hold"))' ]; do sleep 0.05; done",
    ]
    try await Program.runBeside(keeper, environment: sandbox.environment, outputPath: sandbox.file("keeper.txt")) { _ in
      try await eventually("the lock") { FileManager.default.fileExists(atPath: sandbox.file("held")) }
      // If it waited in vain, it would take as long as the suite's time limit.
      let line = try await sandbox.ringtop("status", "--format", "json")
      #expect(line.code == 0 && line.errors == "")
      #expect(line.output.contains("\"problem\":\"busy\""), "\(line.output)")
      let strict = try await sandbox.ringtop("status", "--strict")
      #expect(strict.code == 1 && strict.output == "")
      #expect(strict.errors.hasPrefix("ringtop: ") && strict.lines.isEmpty, "\(strict.errors)")
      try await Program.runBeside(
        [Program.ringtop, "status", "--follow", "--template", "{move.value}"], environment: sandbox.environment,
        outputPath: sandbox.file("out.txt")
      ) { program in
        try await eventually("a line") { lines(program).count == 1 }
        #expect(lines(program) != ["320"])
        try FileManager.default.removeItem(atPath: sandbox.file("hold"))
        // Nothing was written, so there is no signal.
        try await eventually("the value", state: { program.output }) { lines(program).last == "320" }
      }
    }
  }

  @Test("commits of a killed writer are shown, even in a read-only folder")
  func hotLog() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    // A program that ends without closing leaves its commits in the log.
    try sandbox.write("", to: "hold")
    let writer = [
      "sqlite3", sandbox.store, "PRAGMA wal_autocheckpoint = 0", "UPDATE day_summary SET move = 777",
      ".shell touch '\(sandbox.file("written"))'; while [ -e '\(sandbox.file("hold"))' ]; do sleep 0.05; done",
    ]
    try await Program.runBeside(writer, environment: sandbox.environment, outputPath: sandbox.file("writer.txt")) {
      program in
      try await eventually("the commit") { FileManager.default.fileExists(atPath: sandbox.file("written")) }
      program.send(SIGKILL)
      try await eventually("its end") { program.hasEnded }
      try FileManager.default.removeItem(atPath: sandbox.file("hold"))
    }
    let log = try FileManager.default.attributesOfItem(atPath: sandbox.store + "-wal")[.size] as? Int
    #expect((log ?? 0) > 0)
    for _ in 0..<3 {
      let line = try await sandbox.ringtop("status", "--strict", "--template", "{move.value}")
      #expect(line.output == "777\n" && line.code == 0)
    }
    // Reading has left the log to the next writer.
    #expect(try FileManager.default.attributesOfItem(atPath: sandbox.store + "-wal")[.size] as? Int == log)
  }

  @Test("a store without other files in a read-only folder is read")
  func readOnlyFolder() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    #expect(try await sandbox.shell("rm -f \"$RINGTOP_STORE\"-* && chmod 500 \"$HOME/data\"").code == 0)
    guard let line = try await sandbox.ringtopUnprivileged("status", "--strict", "--template", "{move.value}") else {
      return
    }
    #expect(line.output == "320\n" && line.code == 0 && line.errors == "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.file("data")).count == 1)
  }

  // MARK: - The reader

  @Test("it ends without an error when its reader closes the pipe while idle")
  func idleReaderGoes() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    let script = """
      coproc "$RINGTOP" status --follow 2>"$HOME/errors.txt"
      read -r line <&"${COPROC[0]}"
      child=$COPROC_PID; exec {COPROC[0]}<&-
      wait "$child"; echo "$line|$?"
      """
    let ending = try await sandbox.shell(script)
    #expect(ending.lines.count == 1 && ending.output.hasSuffix("|0\n"), "\(ending.output)")
    #expect(try String(contentsOfFile: sandbox.file("errors.txt"), encoding: .utf8) == "")
  }

  @Test("--set-option ends without an error when its tmux server exits")
  func tmuxGoes() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    let path = sandbox.file("out.txt")
    var environment = sandbox.environment
    try await TmuxScreen.with(sandbox, ["cat"]) { screen in
      environment["TMUX"] = try await screen.variable
      let code = try await Program.runBeside(
        [Program.ringtop, "status", "--set-option", "@rings"], environment: environment, outputPath: path
      ) { program in
        try await eventually("the option") {
          try await !screen.tmux("show-options", "-gqv", "@rings").trimmed.isEmpty
        }
        _ = try await screen.tmux("kill-server")
        // With the next change at the latest.
        let more = export(5, at: "2026-11-14 20:00:00 +0100", until: "2026-11-14 20:10:00 +0100")
        #expect(try await sandbox.ringtop("import", "--quiet", sandbox.write(more, to: "more.xml")).code == 0)
        try await eventually("its end") { program.hasEnded }
        #expect(program.output == "")
      }
      #expect(code == 0)
    }
  }

  @Test("a write error is reported in one sentence")
  func fullDisk() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    for command in ["status", "status --strict --format json", "show --format plain", "summary"] {
      let ending = try await sandbox.shell("\"$RINGTOP\" \(command) >/dev/full")
      #expect(ending.code == 74, "\(command)")
      #expect(ending.errors == "ringtop: The output cannot be written: no space left on device.\n", "\(command)")
    }
    let gone = try await sandbox.shell("\"$RINGTOP\" status >&-")
    #expect(gone.code == 74 && gone.errors.hasPrefix("ringtop: "), "\(gone.errors)")
  }
}
