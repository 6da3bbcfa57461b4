import Foundation
import TestSupport
import Testing

/// What `DamageTests` of the store shows for its calls, for what the program makes of their results.
@Suite("A store with an extreme number", .serialized, .programs, .timeLimit(.minutes(30)))
struct DamagedStoreTests {
  private static let commands = [
    ["doctor"], ["show"], ["show", "--view", "year"], ["show", "--view", "streaks"], ["summary"], ["status"], ["goals"],
    ["goals", "history"], ["query", "steps", "--every", "month"], ["query", "activeEnergyBurned"], ["types"],
    ["sources", "activeEnergyBurned"], ["chart", "steps"], ["import", "--list"], ["audit"], ["undo", "--list"],
    ["export"], ["doctor", "--repair"], ["goals", "set", "--move", "510"], ["add", "move", "1kcal"], ["undo"],
    ["import", "--quiet", "--undo", "1"],
  ]

  /// Those with which the program calculates most.
  private static let columns = [
    "pause.first_day", "goal_schedule.first_day", "apple_summary.day", "sample.end",
  ]

  /// `RINGTOP_DAMAGE=all swift test --filter DamagedStoreTests` tries every column, for some minutes.
  private static let isComplete = ProcessInfo.processInfo.environment["RINGTOP_DAMAGE"] == "all"

  @Test("with overwritten pages is called damaged, in one line that names what helps")
  func overwritten() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 30))
    _ = try await sandbox.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    let file = try FileHandle(forUpdating: URL(filePath: sandbox.store))
    let size = try file.seekToEnd()
    for offset in stride(from: 8_192, to: size, by: 4_096) {
      try file.seek(toOffset: offset)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 200))
    }
    try file.close()
    for command in [["show"], ["query", "steps"], ["backup", sandbox.file("copy")]] {
      let ending = try await sandbox.ringtop(words: command)
      #expect(ending.code == 65 && ending.errors.contains(" is damaged ("), "\(command): \(ending)")
      #expect(ending.errors.contains("ringtop doctor") && !ending.errors.contains("\\n"), "\(command): \(ending)")
    }
  }

  @Test("ends no command by a crash")
  func commands() async throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(ExportFixture().xml, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    for change in [["set", "--move", "480"], ["set", "--stand", "9", "--on", Sandbox.today], ["pause"]] {
      let ending = try await Program.run([Program.ringtop, "goals"] + change, environment: sandbox.environment)
      #expect(ending.code == 0, "\(ending)")
    }
    _ = try await sandbox.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    let origin = try Data(contentsOf: URL(filePath: sandbox.store))
    var columns = Self.columns
    if Self.isComplete {
      columns = try await sandbox.sql(
        """
        SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c
        WHERE t.type = 'table' AND c.type IN ('INTEGER', 'REAL') AND t.name NOT LIKE 'sqlite%'
        """
      ).split(separator: "\n").map(String.init)
    }
    let values = ["-9223372036854775808", "9223372036854775807", "9e999", "-1"]
    for (turn, column) in columns.enumerated() {
      let place = column.split(separator: ".").joined(separator: " SET ")
      for value in Self.isComplete ? values : [values[turn % 2]] {
        for command in Self.commands {
          for suffix in ["-wal", "-shm", "-before-repair"] { unlink(sandbox.store + suffix) }
          try origin.write(to: URL(filePath: sandbox.store))
          chmod(sandbox.store, 0o600)
          _ = try await sandbox.sql("UPDATE OR IGNORE \(place) = \(value)")
          let ending = try await Program.run([Program.ringtop] + command, environment: sandbox.environment)
          #expect(ending.code < 128, "\(column) = \(value): \(command): \(ending)")
        }
      }
    }
  }
}
