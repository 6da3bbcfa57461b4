import Foundation
import TestSupport
import Testing

@Suite("ringtop doctor, backup and restore", .serialized, .programs, .timeLimit(.minutes(10)))
struct DoctorTests {
  private func filled() async throws -> Sandbox {
    let sandbox = try Sandbox()
    let export = try sandbox.write(ExportFixture().xml, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", export).code == 0)
    return sandbox
  }

  @Test("doctor accepts a sound store, rejects an inconsistent one, and repairs it")
  func repairs() async throws {
    let sandbox = try await filled()
    let sound = try await sandbox.ringtop("doctor")
    #expect(sound.code == 0 && sound.output.contains("is sound"), "\(sound)")
    let summary = try await sandbox.ringtop("summary", "--format", "json").output
    _ = try await sandbox.sql("UPDATE day_summary SET computed_move = computed_move + 5; DELETE FROM source_type")
    let wrong = try await sandbox.ringtop("doctor")
    #expect(wrong.code == 1 && wrong.output.contains("--repair"), "\(wrong)")
    let json = try await sandbox.ringtop("doctor", "--format", "json")
    #expect(json.code == 1 && json.lines.count == 1)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(Set(findings.compactMap { $0["code"] as? String }).isSuperset(of: ["wrongRanks", "wrongSummaries"]))
    #expect(report["sound"] as? Bool == false && report["samples"] as? Int ?? 0 > 100)
    let repaired = try await sandbox.ringtop("doctor", "--repair")
    #expect(repaired.code == 0 && repaired.output.contains("Repaired: "), "\(repaired)")
    #expect(try await sandbox.ringtop("doctor").code == 0)
    #expect(try await sandbox.ringtop("summary", "--format", "json").output == summary)
  }

  @Test("if the store is missing or its file is not a store, doctor exits with the same codes as other commands")
  func noStore() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.ringtop("doctor").code == 66)
    sandbox.store = try sandbox.write("dear diary", to: "diary")
    for arguments in [["doctor"], ["doctor", "--repair"], ["backup", "copy"], ["restore", "none"]] {
      let ending = try await sandbox.shell("\"$RINGTOP\" " + arguments.joined(separator: " "))
      #expect(ending.code == (arguments[0] == "restore" ? 66 : 65) && ending.errors.hasPrefix("ringtop: "), "\(ending)")
    }
    #expect(try Data(contentsOf: URL(filePath: sandbox.store)) == Data("dear diary".utf8))
  }

  @Test("a backup made during an import is a complete store, and restoring it replaces the current one")
  func backup() async throws {
    let sandbox = try await filled()
    var long = ExportFixture()
    long.heartbeats = 20_000
    let export = try sandbox.write(long.xml, to: "long.xml")
    let copy = sandbox.file("copy.sqlite")
    try await Program.runBeside(
      [Program.ringtop, "import", "--quiet", export], environment: sandbox.environment, outputPath: sandbox.file("out")
    ) { running in
      for _ in 0..<4 {
        let backup = try await sandbox.ringtop("backup", copy)
        #expect(backup.code == 0 && backup.output.contains(copy), "\(backup)")
        #expect(try await sandbox.ringtop("doctor", "--store", copy).code == 0)
      }
      try await eventually("the import ends") { running.hasEnded }
    }
    let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try await sandbox.ringtop("backup", "--quiet", copy).code == 0)
    let before = try await sandbox.ringtop("summary", "--format", "json").output
    #expect(try await sandbox.ringtop("add", "move", "999kcal").code == 0)
    #expect(try await sandbox.ringtop("summary", "--format", "json").output != before)
    let restored = try await sandbox.ringtop("restore", copy)
    #expect(restored.code == 0 && restored.output.contains("is kept in"), "\(restored)")
    #expect(try await sandbox.ringtop("summary", "--format", "json").output == before)
    #expect(try await sandbox.ringtop("add", "move", "1kcal").code == 0)
    #expect(try await sandbox.ringtop("doctor").code == 0)
    // Other files are never overwritten.
    let diary = try sandbox.write("dear diary", to: "diary")
    #expect(try await sandbox.ringtop("backup", diary).code == 73)
    #expect(try await sandbox.ringtop("restore", diary).code == 65)
    #expect(try Data(contentsOf: URL(filePath: diary)) == Data("dear diary".utf8))
  }

  /// Starts a check and sends a signal once it has reached a point.
  private func stop(
    _ sandbox: Sandbox, with signal: Int32, _ arguments: [String] = [], when isFar: () -> Bool
  ) async throws -> (code: Int32, text: String) {
    let output = sandbox.file("out.txt")
    let command = ["bash", "-c", "exec \"$@\" 2>&1", "bash", Program.ringtop, "doctor"] + arguments
    let code = try await Program.runBeside(command, environment: sandbox.environment, outputPath: output) { program in
      try await eventually("the examination") { isFar() || program.hasEnded }
      program.send(signal)
      try await eventually("the end") { program.hasEnded }
    }
    return (code, try String(contentsOfFile: output, encoding: .utf8))
  }

  @Test("a check reports its progress, and a signal stops it and rolls back an unfinished repair")
  func stopped() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.ringtop("add", "move", "100kcal").code == 0)
    // A pause of more than a hundred years, for which a repair has to compute every day.
    _ = try await sandbox.sql("INSERT INTO pause VALUES (5000, 50000); DELETE FROM source_type")
    let before = try await sandbox.sql(".dump")
    for signal in [SIGTERM, SIGINT] {
      let repairing = try await stop(sandbox, with: signal, ["--repair"]) {
        // Its changes no longer fit into SQLite's memory.
        let log = try? FileManager.default.attributesOfItem(atPath: sandbox.store + "-wal")
        return (log?[.size] as? Int ?? 0) > 300_000
      }
      #expect(repairing.code == 128 + signal && repairing.text.contains("nothing was repaired"), "\(repairing)")
      #expect(try await sandbox.sql(".dump") == before)
    }
    try await TmuxScreen.shell(sandbox, columns: 110, rows: 12) { screen in
      try await screen.tmux("pipe-pane", "cat >'\(sandbox.file("typescript"))'")
      try await screen.enter("clear; \"$RINGTOP\" doctor --repair; echo \"code=$?\"")
      try await screen.wait(for: "code=0")
      try await screen.tmux("pipe-pane")
      #expect(try await !screen.text.contains(" %"))
      #expect(try String(contentsOfFile: sandbox.file("typescript"), encoding: .utf8).contains(" %"))
    }
    // Every reader of a store creates this file.
    let memory = sandbox.store + "-shm"
    func stopExamining() async throws -> (code: Int32, text: String) {
      try? FileManager.default.removeItem(atPath: memory)
      return try await stop(sandbox, with: SIGINT) { FileManager.default.fileExists(atPath: memory) }
    }
    var examining = try await stopExamining()
    // On a busy machine a check may be over before the signal is sent.
    for _ in 0..<9 where examining.code == 0 { examining = try await stopExamining() }
    #expect(examining.code == 130 && examining.text.contains("Stopped"), "\(examining)")
    #expect(try await sandbox.ringtop("doctor").code == 0)
  }
}
