import Foundation
import TestSupport
import Testing

@Suite("Locations of a store, and faults in it", .serialized, .programs, .timeLimit(.minutes(10)))
struct StorePlaceTests {
  @Test("a name may be a single character of any script", arguments: ["x", "é", "🙂", "a b"])
  func names(name: String) async throws {
    let sandbox = try Sandbox()
    let ending = try await sandbox.shell(
      "cd \"$HOME\" && \"$RINGTOP\" add steps 5 --store '\(name)' && \"$RINGTOP\" show --store '\(name)'")
    #expect(ending.code == 0, "\(ending)")
    #expect(FileManager.default.fileExists(atPath: sandbox.file(name)))
  }

  @Test("a FIFO or a device is rejected immediately")
  func fifo() async throws {
    let sandbox = try Sandbox()
    mkfifo(sandbox.file("fifo"), 0o600)
    for path in [sandbox.file("fifo"), "/dev/null"] {
      for command in ["show", "summary", "add steps 1", "doctor", "backup \(sandbox.file("copy"))"] {
        let ending = try await sandbox.shell("\"$RINGTOP\" \(command) --store \(path)")
        #expect(ending.code == 65 && ending.errors.contains("is not a regular file"), "\(command): \(ending)")
      }
      #expect(try await sandbox.shell("\"$RINGTOP\" status --store \(path)").code == 0)
    }
  }

  @Test("exceeding the file size limit is reported as a disk error, and leaves no broken store")
  func fileSizeLimit() async throws {
    let sandbox = try Sandbox()
    for blocks in [4, 16, 64, 128, 300] {
      let ending = try await sandbox.shell("ulimit -f \(blocks); \"$RINGTOP\" add steps 5")
      #expect(ending.code == 74 || ending.code == 0, "\(blocks): \(ending)")
    }
    #expect(try await sandbox.ringtop("add", "steps", "5").code == 0)
    #expect(try await sandbox.ringtop("doctor").code == 0)
  }

  @Test("too few file descriptors are reported in one sentence by every command")
  func descriptors() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.ringtop("add", "steps", "5").code == 0)
    for count in 3...14 {
      for command in ["add steps 5", "show", "status", "summary"] {
        let ending = try await sandbox.shell("ulimit -n \(count); exec \"$RINGTOP\" \(command)")
        // With fewer than the dynamic linker needs, the program does not start.
        if ending.code == 127, ending.errors.contains("shared") || ending.errors.contains("ringtop:") { continue }
        // A status line shows the problem itself.
        #expect(ending.code == (command == "status" ? 0 : 1), "\(count), \(command): \(ending)")
        #expect(
          command == "status"
            || ending.errors == "ringtop: The limit on open files is too low: ringtop needs 12 more (ulimit -n).\n",
          "\(count), \(command): \(ending)")
      }
    }
    #expect(try await sandbox.ringtop("doctor").code == 0)
  }

  @Test("too little memory, or too few threads, end an import with one sentence: it neither hangs nor crashes")
  func memory() async throws {
    let sandbox = try Sandbox()
    let export = try sandbox.write(ExportFixture(days: 3, heartbeats: 40_000).xml, to: "export.xml")
    func ending(_ megabytes: Int, _ command: String) async throws -> Ending {
      try await sandbox.shell(
        "ulimit -v \(megabytes << 10); exec timeout -s KILL 60 \"$RINGTOP\" \(command)",
        environment: ["RINGTOP_STORE": sandbox.file("\(megabytes)/health.sqlite")])
    }
    // What the program and its libraries occupy is different on each machine.
    var least = 40
    while least < 2_000, try await ending(least, "--version").code != 0 { least += 20 }
    var successes = 0
    var refusals = 0
    // With more memory than that of two successes there is nothing left to find.
    for extra in stride(from: 0, through: 140, by: 10) where successes < 2 {
      let imported = try await ending(least + extra, "import --quiet '\(export)'")
      if imported.code == 0 {
        successes += 1
        continue
      }
      refusals += 1
      #expect(imported.code == 1, "\(least) + \(extra) MB: \(imported)")
      #expect(
        imported.errors.hasPrefix("ringtop: The limit on memory is too low: ringtop needs ")
          && imported.lines.isEmpty, "\(least) + \(extra) MB: \(imported)")
    }
    #expect(successes > 0 && refusals > 0)
  }

  @Test(
    "a store can be created after an earlier attempt was killed and its file opened by SQLite's own tool")
  func killedCreation() async throws {
    let sandbox = try Sandbox()
    var random = SystemRandomNumberGenerator()
    var early = 0
    for round in 0..<60 {
      sandbox.store = sandbox.file("round\(round)/health.sqlite")
      let delay = Double(Int.random(in: 0..<90, using: &random)) / 1_000
      let killed = try await sandbox.shell("timeout -s KILL \(delay + 0.001) \"$RINGTOP\" add steps 5; true")
      _ = killed
      if FileManager.default.fileExists(atPath: sandbox.store) {
        if round.isMultiple(of: 2) {
          // This writes the log, if any, into the file.
          _ = try await sandbox.shell("sqlite3 \"$RINGTOP_STORE\" 'SELECT count(*) FROM sqlite_schema'")
        }
        early += 1
      }
      let ending = try await sandbox.ringtop("add", "steps", "7")
      #expect(ending.code == 0, "round \(round), killed after \(delay) s: \(ending)")
      #expect(try await sandbox.ringtop("doctor").code == 0, "round \(round)")
    }
    #expect(early > 0)
  }

  @Test("every command reports a damaged value in the same words, however it reads the store")
  func damagedWords() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    // A strict table refuses it.
    _ = try await sandbox.sql(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'sample_type';
      PRAGMA writable_schema = RESET;
      UPDATE sample_type SET longest = x'00';
      """)
    for command in [
      ["query", "activeEnergyBurned", "--every", "day"], ["query", "move"], ["chart", "move"], ["export"],
    ] {
      let ending = try await Program.run([Program.ringtop] + command, environment: sandbox.environment)
      #expect(ending.code == 65, "\(command): \(ending.errors)")
      #expect(
        ending.errors
          == """
          ringtop: \(sandbox.store) is damaged: there is a value of the wrong kind in its table sample_type. \
          Run "ringtop doctor" for details.

          """, "\(command)")
    }
  }

  @Test("invalid dates and row ids are reported by every command that reads them, and found by doctor")
  func invalidNumbers() async throws {
    let sandbox = try Sandbox()
    let export = try sandbox.write(ExportFixture(days: 2).xml, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", export).code == 0)
    for damage in [
      "sample SET start = 9e999 WHERE id = 1", "sample SET end = 1e300 WHERE id = 1",
      "sample SET created = 1e300 WHERE id = 1", "import SET export_date = 9e999",
      "change SET last_sample = 9223372036854775807 WHERE last_sample IS NOT NULL",
    ] {
      let script = """
        rm -f "$HOME"/bad*; "$RINGTOP" backup "$HOME/bad" >/dev/null && sqlite3 "$HOME/bad" "UPDATE \(damage)" || exit
        for command in doctor types "export --format xml" "export --format csv" export "import --list" \
          "show --view workouts" status "add move 5kcal" "import --quiet $HOME/export.xml" "import --undo 1"; do
          "$RINGTOP" $command --store "$HOME/bad" >/dev/null 2>"$HOME/errors"
          code=$?
          [ $code -lt 128 ] || echo "$command ended with $code"
          [ "$(wc -l < "$HOME/errors")" -le 1 ] || cat "$HOME/errors"
          [ "$command" != doctor ] || [ $code != 0 ] || echo "doctor found nothing"
        done
        """
      let output = try await sandbox.shell(script).output
      #expect(output == "", "\(damage)")
    }
  }

  @Test(
    "damaged values crash no command, and status still exits with 0")
  func damaged() async throws {
    let sandbox = try Sandbox()
    var fixture = ExportFixture()
    fixture.days = 3
    let export = try sandbox.write(fixture.xml, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", export).code == 0)
    #expect(try await sandbox.shell("\"$RINGTOP\" backup \"$HOME/copy\"").code == 0)
    let columns = try await sandbox.sql(
      """
      SELECT m.name || ' ' || c.name FROM sqlite_schema m, pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name != 'grdb_migrations'
      """)
    let values = ["x'FF00'", "'text'", "9e999", "9223372036854775807", "NULL"]
    // Every command for every column would take minutes; the status line, which must always work, is tested with all.
    let commands = ["show", "summary --format json", "audit --format json", "doctor", "add steps 1", "status --strict"]
    for (index, line) in columns.split(separator: "\n").enumerated() {
      let (table, column) = (line.split(separator: " ")[0], line.split(separator: " ")[1])
      // A separate store with one value for each, so that every value is tested in every kind of column.
      let script = """
        cp "$HOME/copy" "$HOME/bad"
        sqlite3 "$HOME/bad" "UPDATE OR IGNORE \\"\(table)\\" SET \\"\(column)\\" = \(values[index % values.count])" 2>/dev/null
        for command in status "\(commands[index % commands.count])"; do
          "$RINGTOP" $command --store "$HOME/bad" >/dev/null 2>"$HOME/errors"
          code=$?
          [ $code -lt 128 ] || echo "\(table).\(column) \(values[index % values.count]): $command ended with $code"
          [ "$command" != status ] || [ $code = 0 ] || echo "\(table).\(column): status ended with $code"
        done
        """
      #expect(try await sandbox.shell(script).output == "")
    }
  }
}
