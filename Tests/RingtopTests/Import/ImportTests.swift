import Foundation
import TestSupport
import Testing

@Suite("Import", .serialized, .programs, .timeLimit(.minutes(10)))
struct ImportTests {
  private func report(_ ending: Ending) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any], "\(ending)")
  }

  // MARK: - The report

  @Test("the list of imports has the person's local times, wherever the machine is")
  func localTimes() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    let list = try await sandbox.ringtop("import", "--list", environment: ["TZ": "Asia/Tokyo"])
    #expect(list.output.contains("2026-11-14 23:00") && list.output.contains("2026-11-14 20:00"), "\(list)")
  }

  @Test("the report has every key and its numbers add up, for each kind of input")
  func json() async throws {
    let sandbox = try Sandbox()
    let fixture = ExportFixture(days: 2)
    let folder = sandbox.file("folder/apple_health_export")
    let inputs = [
      try sandbox.write(fixture.xml, to: "export.xml"), try sandbox.write(fixture.zip, to: "export.zip"),
    ]
    try sandbox.write(fixture.xml, to: "folder/apple_health_export/export.xml")
    for (index, path) in (inputs + [folder]).enumerated() {
      let ending = try await sandbox.ringtop("import", "--json", path)
      #expect(ending.code == 0 && ending.errors == "", "\(ending.errors)")
      #expect(ending.lines.count == 1)
      let report = try report(ending)
      #expect(
        Set(report.keys) == [
          "read", "stored", "alreadyPresent", "skipped", "skipCounts", "skips", "dropped", "routes", "others",
          "complete", "seconds",
        ])
      #expect(report["complete"] as? Bool == true)
      #expect((report["seconds"] as? Double ?? -1) >= 0)
      let read = try #require(report["read"] as? Int)
      // The records and the summaries.
      let records = fixture.xml.split(separator: "<Record ").count - 1
      #expect(read == records + 2)
      #expect(report["others"] as? [String] == ["exportDate", "characteristics"])
      #expect(report["stored"] as? Int == (index == 0 ? read : 0))
      #expect(report["alreadyPresent"] as? Int == (index == 0 ? 0 : read))
      #expect(report["skipped"] as? Int == 0)
      #expect((report["skipCounts"] as? [String: Int])?.isEmpty == true)
    }
  }

  @Test("the sentence, the JSON and the list of imports count the same records, without header and document")
  func counts() async throws {
    let sandbox = try Sandbox()
    let xml = ExportFixture(days: 3).xml
    let records = xml.split(separator: "<Record ").count - 1 + xml.split(separator: "<ActivitySummary ").count - 1
    try sandbox.write(xml, to: "folder/export.xml")
    try sandbox.write(
      "<ClinicalDocument><effectiveTime value=\"20261114110000+0100\"/></ClinicalDocument>",
      to: "folder/export_cda.xml")
    let folder = sandbox.file("folder")
    let check = try await sandbox.ringtop("import", "--check", folder)
    #expect(check.output.contains("read \(records), can be stored \(records), already there 0, skipped 0"))
    let first = try await sandbox.ringtop("import", folder)
    #expect(first.output.contains("read \(records), stored \(records), already there 0, skipped 0"), "\(first)")
    #expect(first.output.contains("  besides: the export's date, characteristics, a clinical document\n"))
    let list = try await sandbox.ringtop("import", "--list")
    #expect(list.lines.last?.split(separator: " ").contains("\(records)") == true, "\(list)")
    let again = try report(try await sandbox.ringtop("import", "--json", folder))
    #expect(again["read"] as? Int == records && again["alreadyPresent"] as? Int == records)
    #expect(again["others"] as? [String] == ["exportDate", "characteristics", "clinicalDocument"])
    #expect(try await sandbox.ringtop("import", "--list").output == list.output)
  }

  @Test("skipped elements are counted by reason, and the first thousand are reported with their lines")
  func skips() async throws {
    let sandbox = try Sandbox()
    var lines = ExportFixture(days: 1).xml.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let bad = " <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Robin\" unit=\"count\" value=\"5\"/>"
    lines.insert(contentsOf: [String](repeating: bad, count: 1_200), at: 7)
    let file = try sandbox.write(lines.joined(separator: "\n"), to: "export.xml")
    let ending = try await sandbox.ringtop("import", "--json", file)
    #expect(ending.code == 0)
    let report = try report(ending)
    #expect(report["skipped"] as? Int == 1_200)
    let counts = try #require(report["skipCounts"] as? [String: Int])
    #expect(counts.values.reduce(0, +) == 1_200)
    let skips = try #require(report["skips"] as? [[String: Any]])
    #expect(skips.count == 1_000)
    #expect(skips.map { $0["line"] as? Int } == (8..<1_008).map { $0 })
    #expect(skips.allSatisfy { counts[$0["reason"] as? String ?? ""] != nil && $0.count == 2 })
    let sum = ["stored", "alreadyPresent", "skipped"].compactMap { report[$0] as? Int }.reduce(0, +)
    #expect(report["read"] as? Int == sum)
  }

  @Test("importing a file twice changes not a byte of any table")
  func twice() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported()
    let before = try await sandbox.sql(".dump")
    let signal = FileManager.default.contents(atPath: sandbox.store + "-signal")
    let again = try await sandbox.ringtop("import", "--quiet", sandbox.file("export.xml"))
    #expect(again.code == 0 && again.output == "" && again.errors == "")
    #expect(try await sandbox.sql(".dump") == before)
    #expect(FileManager.default.contents(atPath: sandbox.store + "-signal") == signal)
  }

  @Test("a newer export adds only its new samples")
  func newer() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(lastDay: "2026-11-12", days: 5))
    let old = try await sandbox.sql("select count(*) from sample").trimmed
    var newer = ExportFixture(days: 3)
    // The fixture's values depend on the distance to its last day: shifted, so that the same days have the same values.
    newer.exportTime = "21:30:00 +0100"
    let file = try sandbox.write(newer.xml, to: "newer.xml")
    let report = try report(try await sandbox.ringtop("import", "--json", file))
    #expect((report["stored"] as? Int ?? 0) > 0)
    #expect(try await sandbox.sql("select count(*) > \(old) from sample").trimmed == "1")
    #expect(try await sandbox.ringtop("import", "--list").lines.count == 3)
  }

  @Test("everything readable in a truncated file is imported, the truncation is reported, and the exit code is 65")
  func truncated() async throws {
    let sandbox = try Sandbox()
    let xml = ExportFixture(days: 3, hasSummaries: false).xml
    let half = try sandbox.write(String(xml.prefix(xml.count / 2)), to: "half.xml")
    let ending = try await sandbox.ringtop("import", "--json", half)
    #expect(ending.code == 65)
    let report = try report(ending)
    #expect(report["complete"] as? Bool == false)
    #expect((report["stored"] as? Int ?? 0) > 20)
    #expect(ending.errors.contains("half.xml") && ending.errors.split(separator: "\n").count == 1)
    #expect(try await sandbox.ringtop("import", "--list").output.contains("ended early"))
    let whole = try sandbox.write(xml, to: "whole.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", whole).code == 0)
    let records = xml.split(separator: "<Record ").count - 1
    #expect(try await sandbox.sql("select count(*) from sample").trimmed == String(records))
  }

  @Test("several paths are imported one after another, with one line of the report for each")
  func severalPaths() async throws {
    let sandbox = try Sandbox()
    let first = try sandbox.write(ExportFixture(lastDay: "2026-11-10", days: 2).xml, to: "first.xml")
    let second = try sandbox.write(ExportFixture(days: 2).zip, to: "second.zip")
    let ending = try await sandbox.ringtop("import", "--json", first, second)
    #expect(ending.code == 0)
    #expect(ending.lines.count == 2)
    let list = try await sandbox.ringtop("import", "--list")
    #expect(list.lines.count == 3)
    #expect(list.lines.last?.hasSuffix(second) == true)
    #expect(list.lines.allSatisfy { $0.contains("No.") || $0.contains("complete") })
  }

  @Test("an import can be undone by its number, and repeated")
  func undo() async throws {
    let sandbox = try Sandbox()
    let first = try sandbox.write(ExportFixture(lastDay: "2026-11-10", days: 2).xml, to: "first.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", first).code == 0)
    let before = try await sandbox.ringtop("summary", "--from", "-10", "--format", "json").output
    let second = try sandbox.write(ExportFixture(days: 2).xml, to: "second.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", second).code == 0)
    let after = try await sandbox.ringtop("summary", "--from", "-10", "--format", "json").output
    #expect(after != before)
    let undone = try await sandbox.ringtop("import", "--undo", "2")
    #expect(undone.code == 0 && undone.output.contains("2"))
    #expect(try await sandbox.ringtop("import", "--list").lines.count == 2)
    #expect(try await sandbox.ringtop("summary", "--from", "-10", "--format", "json").output == before)
    #expect(try await sandbox.ringtop("import", "--undo", "2").code == 64)
    #expect(try await sandbox.ringtop("import", "--quiet", second).code == 0)
    #expect(try await sandbox.ringtop("summary", "--from", "-10", "--format", "json").output == after)
  }

  @Test("samples missing from a newer export are reported, and deleted on request")
  func deleteMissing() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2, hasSummaries: false))
    let count = try #require(Int(try await sandbox.sql("select count(*) from sample").trimmed))
    let xml = ExportFixture(days: 2, hasSummaries: false, exportTime: "21:00:00 +0100").xml
    // The last record is missing.
    var pieces = xml.components(separatedBy: "</Record>\n")
    pieces.remove(at: pieces.count - 2)
    let file = try sandbox.write(pieces.joined(separator: "</Record>\n"), to: "newer.xml")
    let told = try await sandbox.ringtop("import", file)
    #expect(told.output.contains("1 sample of earlier imports is not in this export"), "\(told)")
    #expect(try await sandbox.sql("select count(*) from sample").trimmed == String(count))
    let checked = try await sandbox.ringtop("import", "--check", "--delete-missing", file)
    #expect(checked.output.contains("Would delete 1 sample that this export no longer contains."), "\(checked)")
    #expect(try await sandbox.sql("select count(*) from sample").trimmed == String(count))
    #expect(try await sandbox.ringtop("import", "--quiet", "--delete-missing", file).code == 0)
    #expect(try await sandbox.sql("select count(*) from sample").trimmed == String(count - 1))
    let undone = try await sandbox.ringtop("import", "--undo", "3")
    #expect(
      undone.output.contains("It had deleted 1 sample of earlier exports, which undo does not restore"), "\(undone)")
    let first = try await sandbox.ringtop("import", "--undo", "1")
    #expect(first.output.contains("The file of import 2 may contain some of them; import it again"), "\(first)")
  }

  @Test("an archive that unpacks to more than 200 times its size needs --force")
  func bomb() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(ExportFixture(days: 1).xml + String(repeating: " ", count: 4_000_000), to: "export.xml")
    try #require(try await sandbox.shell("gzip -n -9 \"$HOME/export.xml\"").code == 0)
    let packed = try Data(contentsOf: URL(filePath: sandbox.file("export.xml.gz")))
    try sandbox.write(ZipText.archive(name: "export.xml", gzipped: Array(packed)), to: "z.zip")
    let refused = try await sandbox.ringtop("import", sandbox.file("z.zip"))
    #expect(refused.code == 65)
    #expect(refused.errors.contains("--force"))
    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
    #expect(try await sandbox.ringtop("import", "--quiet", "--force", sandbox.file("z.zip")).code == 0)
  }

  @Test("the home zone is printed, and --zone sets it at the first import")
  func zone() async throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(ExportFixture(days: 1).xml, to: "export.xml")
    let told = try await sandbox.ringtop("import", file, environment: ["TZ": "UTC"])
    #expect(told.output.contains("Home is Europe/Berlin"))
    sandbox.store = sandbox.file("other/health.sqlite")
    let chosen = try await sandbox.ringtop("import", "--zone", "Asia/Tokyo", file)
    #expect(chosen.output.contains("Home is Asia/Tokyo"))
  }

  @Test("the store and its folder are accessible only to the user")
  func modes() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 1))
    func mode(_ path: String) throws -> Int? {
      (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }
    #expect(try mode(sandbox.store) == 0o600)
    #expect(try mode(sandbox.file("data")) == 0o700)
    for suffix in ["-wal", "-shm", "-signal"] { #expect(try mode(sandbox.store + suffix) == 0o600) }
  }

  @Test("--store takes precedence over RINGTOP_STORE, which takes precedence over the user's data directory")
  func whichStore() async throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(ExportFixture(days: 1).xml, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", "--store", sandbox.file("a/s.sqlite"), file).code == 0)
    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
    let environment = ["RINGTOP_STORE": "", "XDG_DATA_HOME": sandbox.file("xdg")]
    #expect(try await sandbox.ringtop("import", "--quiet", file, environment: environment).code == 0)
    #expect(FileManager.default.fileExists(atPath: sandbox.file("xdg/ringtop/health.sqlite")))
    #expect(try await sandbox.ringtop("import", "--quiet", file, environment: ["RINGTOP_STORE": ""]).code == 0)
    #expect(FileManager.default.fileExists(atPath: sandbox.file(".local/share/ringtop/health.sqlite")))
  }
}
