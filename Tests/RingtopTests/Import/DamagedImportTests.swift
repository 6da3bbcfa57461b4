import Foundation
import TestSupport
import Testing

/// Files that no phone has written: their cost and the program's messages.
@Suite("Damaged and hostile exports", .serialized, .programs, .timeLimit(.minutes(10)))
struct DamagedImportTests {
  private func report(_ ending: Ending) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any], "\(ending)")
  }

  private func record(_ attributes: String) -> String {
    " <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Robin\" unit=\"count\" \(attributes)/>\n"
  }

  private func document(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="de_DE">
     <ExportDate value="2026-11-14 20:00:00 +0100"/>
    \(body)</HealthData>

    """
  }

  @Test("distant dates, long durations and huge values are skipped, each with its own reason")
  func bounds() async throws {
    let sandbox = try Sandbox()
    let body =
      record("value=\"5\" startDate=\"2026-11-14 08:00:00 +0100\"")
      + record("value=\"5\" startDate=\"0001-01-01 00:00:00 +0000\"")
      + record("value=\"5\" startDate=\"2026-11-14 08:00:00 +0100\" endDate=\"2126-11-14 08:00:00 +0100\"")
      + record("value=\"5\" startDate=\"2026-11-14 08:00:00 +0100\" endDate=\"2046-11-14 08:00:00 +0100\"")
      + record("value=\"1e308\" startDate=\"2026-11-14 08:00:00 +0100\"")
      + " <ActivitySummary dateComponents=\"9999-12-31\" activeEnergyBurned=\"5\"/>\n"
      + " <ActivitySummary dateComponents=\"2026-11-13\" activeEnergyBurned=\"-5\"/>\n"
    let file = try sandbox.write(document(body), to: "export.xml")
    let ending = try await sandbox.ringtop("import", "--json", file)
    #expect(ending.code == 0)
    let report = try report(ending)
    #expect(report["read"] as? Int == 7 && report["stored"] as? Int == 1)
    #expect(
      report["skipCounts"] as? [String: Int] == ["dateOutOfRange": 3, "lastsTooLong": 1, "valueOutOfRange": 2])
  }

  @Test("omitted parts of a stored element are reported with their line, in text and in JSON")
  func leftOut() async throws {
    let sandbox = try Sandbox()
    let workout = """
       <Workout workoutActivityType="HKWorkoutActivityTypeYoga" sourceName="x" startDate="2026-11-14 08:00:00 +0100" endDate="2026-11-14 09:00:00 +0100">
        <WorkoutEvent type="HKWorkoutEventTypeNap" date="2026-11-14 08:10:00 +0100"/>
       </Workout>

      """
    let file = try sandbox.write(document(workout), to: "export.xml")
    let told = try await sandbox.ringtop("import", "--check", file)
    #expect(told.code == 0)
    #expect(told.lines.dropLast().last == "  left out: 1 WorkoutEvent badValue, first on line 5")
    let dropped = try report(try await sandbox.ringtop("import", "--json", file))["dropped"] as? [[String: Any]]
    #expect(dropped?.count == 1)
    #expect(dropped?.first?["element"] as? String == "WorkoutEvent")
    #expect(dropped?.first?["line"] as? Int == 5)
  }

  @Test("--check reports what an import would store, and writes nothing")
  func check() async throws {
    let sandbox = try Sandbox()
    let fixture = ExportFixture(days: 2)
    let file = try sandbox.write(fixture.xml, to: "export.xml")
    let checked = try await sandbox.ringtop("import", "--check", "--json", file)
    #expect(checked.code == 0)
    #expect(!FileManager.default.fileExists(atPath: sandbox.file("data")))
    let imported = try await sandbox.ringtop("import", "--json", file)
    for key in ["read", "stored", "skipped"] {
      #expect(try report(checked)[key] as? Int == report(imported)[key] as? Int, "\(key)")
    }
    let list = try await sandbox.ringtop("import", "--list")
    let again = try report(try await sandbox.ringtop("import", "--check", "--json", file))
    #expect(try again["stored"] as? Int == 0 && again["alreadyPresent"] as? Int == report(imported)["stored"] as? Int)
    #expect(try await sandbox.ringtop("import", "--list").output == list.output)
    #expect(try await sandbox.ringtop("import", "--check", "--list").code == 64)
    let half = try sandbox.write(String(fixture.xml.prefix(fixture.xml.count / 2)), to: "half.xml")
    #expect(try await sandbox.ringtop("import", "--check", half).code == 65)
  }

  @Test("an export without any valid record exits with 65, and no home zone is printed")
  func nothingStored() async throws {
    let sandbox = try Sandbox()
    for body in [record("value=\"5\""), " <ClinicalRecord/>\n"] {
      let file = try sandbox.write(document(body), to: "export.xml")
      for arguments in [["import", file], ["import", "--check", file]] {
        let ending = try await Program.run([Program.ringtop] + arguments, environment: sandbox.environment)
        #expect(ending.code == 65, "\(ending)")
        #expect(ending.errors.split(separator: "\n").count == 1 && ending.errors.contains("export.xml"))
        #expect(!ending.output.contains("Home"))
      }
    }
    let header = try sandbox.write(document(""), to: "header.xml")
    #expect(try await sandbox.ringtop("import", header).code == 0)
  }

  @Test("an export from 2015 is imported, including its dates and sources")
  func olderExport() async throws {
    let sandbox = try Sandbox()
    let body =
      " <Record type=\"HKQuantityTypeIdentifierStepCount\" source=\"Robin\" unit=\"count\" value=\"7\" startDate=\"20150915113529+0200\" endDate=\"20150915113629+0200\"/>\n"
    let file = try sandbox.write(document(body), to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    #expect(try await sandbox.sql("select name from source").trimmed == "Robin")
  }

  @Test(
    "a mutated export or archive accounts for every record or is reported in one sentence, and never crashes",
    arguments: 0..<16)
  func mutations(seed: UInt64) async throws {
    let sandbox = try Sandbox()
    var random = SplitMix(seed: seed)
    let fixture = ExportFixture(days: 2)
    var bytes = seed.isMultiple(of: 2) ? Array(fixture.xml.utf8) : Array(fixture.zip)
    let marks = Array("<>/=\"'& \n!?".utf8) + [0, 0xFF]
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = marks.randomElement(using: &random) ?? 0
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...200, using: &random)))
      case 2: bytes.insert(contentsOf: Array(bytes[place...].prefix(60)), at: place)
      default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    }
    let file = sandbox.file("export.bin")
    try Data(bytes).write(to: URL(filePath: file))
    let ending = try await sandbox.ringtop("import", "--json", file)
    #expect([0, 65].contains(ending.code), "seed \(seed): \(ending)")
    #expect((ending.code == 0) == ending.errors.isEmpty, "seed \(seed): \(ending)")
    guard !ending.output.isEmpty else { return }
    let report = try report(ending)
    let parts = ["stored", "alreadyPresent", "skipped"].compactMap { report[$0] as? Int }
    #expect(parts.reduce(0, +) == report["read"] as? Int, "seed \(seed)")
    // The second time, the stored samples are already present.
    let again = try self.report(try await sandbox.ringtop("import", "--json", file))
    #expect(again["stored"] as? Int == 0, "seed \(seed)")
    #expect(again["alreadyPresent"] as? Int == report["stored"] as? Int, "seed \(seed)")
  }
}
