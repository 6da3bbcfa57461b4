import Foundation
import TestSupport
import Testing

@testable import Processes

/// SQLite's own shell on the store, and statistics by device.
@Suite("sql, and query by device", .serialized, .programs, .timeLimit(.minutes(10)))
struct SQLTests {
  @Test("the views agree with summary, types and the tables, also for a day to which samples were added")
  func views() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    #expect(try await sandbox.ringtop("add", "move", "30 kcal").code == 0)
    let rows = try await sandbox.ringtop(
      "sql", "--json", "select * from day where date >= '2026-11-12' order by date")
    #expect(rows.code == 0 && rows.errors.isEmpty)
    let days = try #require(
      try JSONSerialization.jsonObject(with: Data(rows.output.utf8)) as? [[String: any Sendable]])
    let summary = try await sandbox.ringtop("summary", "--from", "2026-11-12", "--format", "json")
    let expected = try #require(
      try JSONSerialization.jsonObject(with: Data(summary.output.utf8)) as? [[String: any Sendable]])
    #expect(days.map { $0["date"] as? String } == expected.map { $0["date"] as? String })
    for (day, known) in zip(days, expected) {
      for ring in ["move", "exercise", "stand"] {
        let own = known[ring] as? [String: any Sendable]
        #expect(day[ring] as? Double == own?["value"] as? Double, "\(day)")
        #expect(day[ring + "_goal"] as? Double == own?["goal"] as? Double)
      }
      #expect(day["basis"] as? String == known["basis"] as? String)
    }
    #expect(days.last?["move"] as? Double == 350)
    let counts = try await sandbox.ringtop("sql", "--csv", "select type, samples from type order by type")
    let counted = try await sandbox.ringtop(
      "sql", "--csv", "select type, count(*) as samples from sample group by type order by type")
    #expect(counts.code == 0 && counts.output == counted.output && counts.output.contains("activeEnergyBurned"))
    let first = try await sandbox.ringtop(
      "sql",
      "select start || ' ' || value || ' ' || unit || ' ' || source from sample where type = 'activeEnergyBurned' limit 1"
    )
    #expect(first.output.contains("2026-11-06 07:00:00 48.0 kcal Robin’s Apple Watch"))
  }

  @Test("workouts and sleep have their views, in kilocalories, metres and seconds")
  func workouts() async throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(ViewTests.export, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    let workouts = try await sandbox.ringtop(
      "sql", "--csv",
      "select activity, start, duration_seconds, energy_kcal, distance_m, heart_rate from workout order by start limit 1"
    )
    #expect(
      workouts.output.replacing("\r", with: "")
        == "activity,start,duration_seconds,energy_kcal,distance_m,heart_rate\n"
        + "running,\"2026-11-10 07:00:00\",1800.0,250.0,5000.0,130.0\n")
    let sleep = try await sandbox.ringtop("sql", "--csv", "select stage, seconds from sleep order by start")
    #expect(
      sleep.output.replacing("\r", with: "")
        == "stage,seconds\nasleepCore,10800.0\nasleepDeep,3600.0\nasleepREM,12600.0\n")
  }

  @Test("sql and types name every type alike, also one without a name and one that is no single value")
  func typeNames() async throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(ViewTests.export, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    let later =
      #"{"type":"HKQuantityTypeIdentifierOfTomorrow","unit":"count","start":"2026-11-12T08:00:00Z","value":1}"#
    #expect(try await sandbox.ringtop("import", "--quiet", try sandbox.write(later, to: "later.jsonl")).code == 0)
    struct Row: Decodable, Hashable {
      let type: String
      let identifier: String
    }
    let types = try await sandbox.ringtop("types", "--format", "json")
    let known = try JSONDecoder().decode(Set<Row>.self, from: Data(types.output.utf8))
    #expect(known.contains(Row(type: "workout", identifier: "HKWorkoutTypeIdentifier")))
    let rows = try await sandbox.ringtop("sql", "--json", "select type, identifier from type where samples > 0")
    #expect(try JSONDecoder().decode(Set<Row>.self, from: Data(rows.output.utf8)) == known)
    let used = try await sandbox.ringtop("sql", "--json", "select distinct type from sample")
    let names = try JSONDecoder().decode([[String: String]].self, from: Data(used.output.utf8))
    #expect(Set(names.compactMap { $0["type"] }) == Set(known.map(\.type)))
  }

  @Test("nothing can be written, and every error has a message and an exit code")
  func readOnly() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    let before = try await sandbox.sql("select count(*) from sample")
    for statement in ["delete from main.sample", "create table t (a)", "select * from nothing"] {
      let ending = try await sandbox.ringtop("sql", statement)
      #expect(ending.code != 0 && !ending.errors.isEmpty, "\(statement)")
    }
    #expect(try await sandbox.sql("select count(*) from sample") == before)
    // A program that ignores the ends of its children leaves no exit codes to those that it starts.
    let ignoring = try await sandbox.shell("trap '' CHLD; exec \"$RINGTOP\" sql 'select nonsense'")
    #expect(try await ignoring.code == sandbox.ringtop("sql", "select nonsense").code && ignoring.code != 0)
    let missing = try await sandbox.shell("PATH=/nonexistent \"$RINGTOP\" sql 'select 1'")
    #expect(missing.code == 1 && missing.errors.contains("sqlite3 is not installed"))
    let none = try await sandbox.ringtop("sql", "--store", sandbox.file("none.sqlite"), "select 1")
    #expect(none.code == 66 && none.errors.hasPrefix("ringtop: "))
    #expect(try await sandbox.ringtop("sql", "--csv", "--json").code == 64)
    let views = try await sandbox.ringtop("sql", "--views")
    #expect(views.code == 0 && views.output.contains("CREATE TEMP VIEW day"))
  }

  @Test("what SQLite's shell prints is harmless on a terminal, and unchanged elsewhere")
  func hostileNames() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 1))
    let name = "a\u{1B}]0;title\u{7}\u{9B}2Jb\u{202E}c'"
    _ = try await sandbox.sql("update source set name = '\(name.replacing("'", with: "''"))'")
    _ = try await sandbox.sql("update sample_type set unit = unit || char(27) || '[31m' || char(10)")
    let names = "select distinct source from sample"
    let piped = try await sandbox.ringtop("sql", "--csv", names)
    #expect(piped.output.replacing("\r\n", with: "\n") == "source\n\(name)\n" || piped.output.contains("\"\(name)\""))

    let terminal = try FakeTerminal(sandbox)
    func check(_ what: String) {
      #expect(
        terminal.sent.contains("a\\x1B]0;title\\x07\\x9B2Jb\\u{202E}c'"), "\(what): \(terminal.sent.debugDescription)")
      #expect(!terminal.sent.contains("\u{1B}]0;") && !terminal.sent.contains("\u{9B}"), "\(what)")
    }
    #expect(try await terminal.run([Program.ringtop, "sql", "--csv", names]) { _ in } == 0)
    check("a statement")
    // The terminal itself adds the carriage returns.
    #expect(terminal.sent.hasPrefix("source\r\n") && !terminal.sent.contains("\\r"))
    #expect(try await terminal.run([Program.ringtop, "sql", "select \u{1B}[31m"]) { _ in } == 1)
    #expect(!terminal.sent.contains("\u{1B}[31m") && terminal.sent.contains("\\x1B[31m"))
    let script = try sandbox.write(names + ";\n", to: "script.sql")
    try await terminal.run(["bash", "-c", "\"$0\" sql < \"$1\"", Program.ringtop, script]) { _ in }
    check("a script")

    let code = try await terminal.run([Program.ringtop, "sql"]) { terminal in
      try await terminal.wait(for: "sqlite> ")
      terminal.type("\(names); select unit from type;\n")
      try await terminal.wait(for: "c'")
      terminal.type(".exit 3\n")
    }
    #expect(code == 1)
    check("the interactive shell")
    #expect(!terminal.sent.contains("\u{1B}[31m"))
  }

  @Test("pieces of output are as harmless as the whole, wherever they are divided")
  func pieces() {
    var random = SplitMix(seed: 12)
    let whole = Array("äb\u{1B}[31m\u{9B}\r\n日本\rx\r\r\n🏃🏽\u{202E}\tz".utf8) + [0xFF, 0x9B, 0xC3, 0x0A, 0xF0, 0x9F]
    var stream = PrintableStream()
    let expected = stream.add(whole) + stream.end()
    #expect(expected.hasPrefix("äb\\x1B[31m\\x9B\n日本\\rx\\r\n🏃🏽\\u{202E}\tz\u{FFFD}"))
    for _ in 0..<500 {
      var stream = PrintableStream()
      var text = ""
      var rest = whole[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...min(5, rest.count), using: &random)
        text += stream.add(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(text + stream.end() == expected)
    }
  }

  @Test("a store in a read-only folder can be read")
  func readOnlyFolder() async throws {
    let sandbox = try Sandbox()
    sandbox.store = sandbox.file("da?a #%41/health.sqlite")
    try await sandbox.imported(ExportFixture(days: 2))
    #expect(
      try await sandbox.shell("rm -f \"$RINGTOP_STORE\"-* && chmod 500 \"$(dirname \"$RINGTOP_STORE\")\"").code == 0)
    guard let rows = try await sandbox.ringtopUnprivileged("sql", "--csv", "select count(*) as days from day") else {
      return
    }
    #expect(rows.code == 0 && rows.errors == "" && rows.output.replacing("\r", with: "") == "days\n2\n", "\(rows)")
  }

  @Test("the exit code of SQLite's shell is mapped to one of the program's own")
  func exitCodes() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    func code(_ arguments: String..., path: String = "") async throws -> Int32 {
      try await Program.run(
        [Program.ringtop, "sql"] + arguments,
        environment: sandbox.environment.merging(["PATH": path + (sandbox.environment["PATH"] ?? "")]) { $1 }
      ).code
    }
    #expect(try await code("delete from main.sample") == 73)
    #expect(try await code("select nonsense") == 1)
    // A shell that exits as SQLite's does if the file is damaged, locked or unreadable, or after a signal.
    for (ending, expected) in [
      ("exit 11", 65), ("exit 26", 65), ("exit 5", 1), ("exit 10", 74), ("exit 14", 66), ("exit 9", 130),
      ("kill -PIPE $$", 141),
    ] as [(String, Int32)] {
      try sandbox.write("#!/bin/sh\n\(ending)\n", to: "bin/sqlite3")
      chmod(sandbox.file("bin/sqlite3"), 0o755)
      #expect(try await code("select 1", path: sandbox.file("bin") + ":") == expected, "\(ending)")
    }
  }

  @Test("the statistics of all devices add up to the total")
  func devices() async throws {
    let sandbox = try Sandbox()
    let records = (0..<12).map { index in
      let device = ["name:Watch, manufacturer:Apple Inc., model:Watch", "name:Ring, model:R1", ""][index % 3]
      let attribute = device.isEmpty ? "" : " device=\"&lt;&lt;HKDevice: 0x1&gt;, \(device)&gt;\""
      return """
         <Record type="HKQuantityTypeIdentifierDietaryWater" sourceName="App"\(attribute) unit="mL" \
        startDate="2026-11-13 \(10 + index):00:00 +0100" endDate="2026-11-13 \(10 + index):00:00 +0100" value="\(100 + index)"/>

        """
    }
    let file = try sandbox.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_DE">
       <ExportDate value="2026-11-14 20:00:00 +0100"/>
      \(records.joined())</HealthData>
      """, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    let json = try await sandbox.ringtop(
      "query", "water", "--from", "2026-11-13", "--every", "day", "--by", "device", "--format", "json")
    #expect(json.code == 0 && json.errors.isEmpty)
    let rows = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: any Sendable]])
    let sums = Dictionary(uniqueKeysWithValues: rows.map { ($0["device"] as? String ?? "?", $0["value"] as? Double) })
    func sum(_ rest: Int) -> Double { (0..<12).filter { $0 % 3 == rest }.reduce(0) { $0 + 100 + Double($1) } }
    #expect(sums == ["Watch": sum(0), "Ring": sum(1), "": sum(2)])
    #expect(try await sandbox.ringtop("query", "water", "--by", "device").code == 64)
  }
}
