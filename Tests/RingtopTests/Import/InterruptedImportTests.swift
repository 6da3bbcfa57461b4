import Foundation
import TestSupport
import Testing

@Suite("Interrupted import", .serialized, .programs, .timeLimit(.minutes(10)))
struct InterruptedImportTests {
  /// The content of a store, independent of the order of writing.
  private func meaning(_ sandbox: Sandbox) async throws -> String {
    let samples = try await sandbox.sql(
      """
      select sample_type.identifier, start, end, value, source.name from sample
      join sample_type on sample_type.id = type_id join provenance on provenance.id = provenance_id
      join source on source.id = source_id
      order by 1, 2, 3, 4, 5
      """)
    let summary = try await sandbox.ringtop("summary", "--from", "-30", "--format", "json").output
    let audit = try await sandbox.ringtop("audit", "--from", "-30", "--format", "json").output
    return samples + summary + audit
  }

  private func isSound(_ sandbox: Sandbox) async throws -> Bool {
    // A store interrupted before its first commit does not count as a store.
    guard try await sandbox.ringtop("summary").code != 66 else { return true }
    return try await sandbox.sql("pragma integrity_check").trimmed == "ok"
  }

  /// An export of several batches.
  private static let export = ExportFixture(days: 14, heartbeats: 80_000).xml

  /// A store with the whole export.
  private func whole() async throws -> Sandbox {
    let sandbox = try Sandbox()
    let file = try sandbox.write(Self.export, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    return sandbox
  }

  /// The content of such a store, and how long it takes to import, determined once.
  private static let wholeImport = programTask {
    let tests = InterruptedImportTests()
    let begun = ContinuousClock.now
    let store = try await tests.whole()
    let duration = ContinuousClock.now - begun
    return (meaning: try await tests.meaning(store), duration: duration)
  }

  @Test(
    "^C, SIGTERM and SIGHUP stop an import after a complete batch, and the next import completes it",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupt(signal: Int32) async throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(Self.export, to: "export.xml")
    let code = try await Program.runBeside(
      [Program.ringtop, "import", file], environment: sandbox.environment, outputPath: sandbox.file("out.txt")
    ) { program in
      // Part of it is stored.
      try await eventually("the first batch") {
        FileManager.default.fileExists(atPath: sandbox.store + "-signal") || program.hasEnded
      }
      program.send(signal)
      try await eventually("the end") { program.hasEnded }
    }
    #expect(code == 128 + signal)
    #expect(try await isSound(sandbox))
    #expect(try await sandbox.sql("select count(*) < 80000 from sample").trimmed == "1")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)

    #expect(try await meaning(sandbox) == Self.wholeImport.value.meaning)
  }

  @Test("SIGTERM stops the computation of thousands of days, which the next program completes")
  func longLoop() async throws {
    let sandbox = try Sandbox()
    // One sample on each of these days: the loop over days is much longer than the one over samples.
    let days = 20_000
    let records = (0..<days).map { day in
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200).formatted(
        .iso8601.year().month().day().dateSeparator(.dash))
      return " <Record type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" sourceName=\"a\" unit=\"kcal\" "
        + "startDate=\"\(date) 10:00:00 +0000\" endDate=\"\(date) 10:01:00 +0000\" value=\"\(day % 7 + 1)\"/>\n"
    }
    let file = try sandbox.write(
      "<HealthData>\n <ExportDate value=\"2026-11-14 20:00:00 +0000\"/>\n\(records.joined())</HealthData>\n",
      to: "export.xml")
    let code = try await Program.runBeside(
      [Program.ringtop, "import", file], environment: sandbox.environment, outputPath: sandbox.file("out.txt")
    ) { program in
      // All samples are stored before the first day is computed.
      try await eventually("the samples") {
        if program.hasEnded { return true }
        guard FileManager.default.fileExists(atPath: sandbox.store + "-signal") else { return false }
        return (try? await sandbox.sql("select count(*) from sample").trimmed) == "\(days)"
      }
      program.send(SIGTERM)
      try await eventually("the end") { program.hasEnded }
    }
    #expect(code == 143)
    #expect(try await isSound(sandbox))
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    #expect(
      try await sandbox.sql("select count(*), sum(move) from day_summary where move > 0").trimmed == "20000|79997.0")
    #expect(try await sandbox.ringtop("doctor").code == 0)
  }

  @Test("^C while an import is being undone leaves the import complete")
  func undo() async throws {
    // The deletion may be over before this process runs again; then it is tried again.
    for attempt in 1...5 {
      let sandbox = try await whole()
      let before = try await meaning(sandbox)
      let code = try await Program.runBeside(
        [Program.ringtop, "import", "--undo", "1"], environment: sandbox.environment,
        outputPath: sandbox.file("out.txt")
      ) { program in
        // It has begun to delete: its changes no longer fit into SQLite's memory.
        try await eventually("the deletion") {
          let log = try? FileManager.default.attributesOfItem(atPath: sandbox.store + "-wal")
          return (log?[.size] as? Int ?? 0) > 300_000 || program.hasEnded
        }
        program.send(SIGINT)
        try await eventually("the end") { program.hasEnded }
      }
      if code == 0, attempt < 5 { continue }
      #expect(code == 130)
      #expect(try await isSound(sandbox))
      #expect(try await meaning(sandbox) == before)
      #expect(try await sandbox.ringtop("import", "--quiet", "--undo", "1").code == 0)
      #expect(try await sandbox.sql("select count(*) from sample").trimmed == "0")
      return
    }
  }

  @Test("an import killed at random points and run again equals one without interruption")
  func kill() async throws {
    let (expected, duration) = try await Self.wholeImport.value
    var generator = SystemRandomNumberGenerator()
    let points = (0..<4).map { _ in Double.random(in: 0.02...0.98, using: &generator) }
    let sandbox = try Sandbox()
    let file = try sandbox.write(Self.export, to: "export.xml")
    for point in points {
      try await Program.runBeside(
        [Program.ringtop, "import", file], environment: sandbox.environment, outputPath: sandbox.file("out.txt")
      ) { program in
        try await Task.sleep(for: duration * point)
        program.send(SIGKILL)
      }
      #expect(try await isSound(sandbox), "killed after \(points) of \(duration)")
    }
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    #expect(try await meaning(sandbox) == expected, "killed after \(points) of \(duration)")
  }
}
