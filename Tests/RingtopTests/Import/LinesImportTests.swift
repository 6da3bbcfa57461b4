import Foundation
import TestSupport
import Testing

@Suite("Lines of JSON beside Apple's exports", .serialized, .programs, .timeLimit(.minutes(10)))
struct LinesImportTests {
  /// Apple's number of 12 November is the sum of its samples; exports of later days add later ones.
  private func export(_ lastDay: Int) -> String {
    let days = (12...lastDay)
    let records = days.map { day in
      """
      <Record type="HKQuantityTypeIdentifierActiveEnergyBurned" sourceName="Kim's Watch" unit="kcal" value="200" \
      startDate="2026-11-\(day) 08:00:00 +0100" endDate="2026-11-\(day) 09:00:00 +0100"/>
      """
    }
    let summaries = days.map { day in
      """
      <ActivitySummary dateComponents="2026-11-\(day)" activeEnergyBurned="200" activeEnergyBurnedGoal="400" \
      activeEnergyBurnedUnit="kcal" appleExerciseTime="0" appleExerciseTimeGoal="30" appleStandHours="0" \
      appleStandHoursGoal="12"/>
      """
    }
    return """
      <HealthData>
       <ExportDate value="2026-11-\(lastDay) 21:00:00 +0100"/>
      \((records + summaries).joined(separator: "\n"))
      </HealthData>
      """
  }

  private static let row = """
    {"type":"move","value":113,"unit":"kcal","source":"Rower","start":"2026-11-12T19:00:00+01:00",\
    "end":"2026-11-12T19:30:00+01:00"}
    """

  private func move(_ sandbox: Sandbox) async throws -> String? {
    let summary = try await sandbox.ringtop(
      "summary", "--from", "2026-11-12", "--to", "2026-11-12", "--format", "csv")
    return summary.output.split(whereSeparator: \.isNewline).last?.split(separator: ",").dropFirst().first.map(
      String.init)
  }

  @Test(
    "a later export, or the same again, takes lines of JSON out of no ring, and brings none twice",
    arguments: ["add --json-lines", "import"])
  func kept(command: String) async throws {
    let sandbox = try Sandbox()
    let (older, newer) = (
      try sandbox.write(export(13), to: "older.xml"), try sandbox.write(export(14), to: "newer.xml")
    )
    let row = try sandbox.write(Self.row + "\n", to: "row.jsonl")
    #expect(try await sandbox.ringtop("import", older).code == 0)
    #expect(try await sandbox.ringtop(words: command.split(separator: " ").map(String.init) + [row]).code == 0)
    #expect(try await move(sandbox) == "313")
    for file in [older, newer, older, newer, row] {
      #expect(try await sandbox.ringtop("import", file).code == 0)
      #expect(try await move(sandbox) == "313", "after \(file)")
    }
    // The store's own export tells them apart.
    let (lines, other) = (sandbox.file("all.jsonl"), sandbox.file("other.sqlite"))
    #expect(try await sandbox.ringtop("export", "-o", lines).code == 0)
    #expect(try await sandbox.ringtop("import", lines, "--store", other).code == 0)
    sandbox.store = other
    #expect(try await move(sandbox) == "313")
    #expect(try await sandbox.ringtop("import", newer).code == 0)
    #expect(try await move(sandbox) == "313")
  }

  @Test("lines that come before the first export count beside it, and those that it contains do not")
  func before() async throws {
    let sandbox = try Sandbox()
    let own = Self.row.replacing("Rower", with: "Kim's Watch").replacing("T19", with: "T08")
    let file = try sandbox.write("\(Self.row)\n\(own)\n", to: "rows.jsonl")
    #expect(try await sandbox.ringtop("import", file).code == 0)
    #expect(try await move(sandbox) == "226")
    #expect(try await sandbox.ringtop("import", sandbox.write(export(13), to: "export.xml")).code == 0)
    #expect(try await move(sandbox) == "313")
    let again = try await sandbox.ringtop("import", file)
    #expect(again.output.contains("stored 0, already there 2"), "\(again)")
    #expect(try await move(sandbox) == "313")
  }

  @Test("lines of a type that only they have do not make an export claim what a phone posts of it")
  func claims() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.ringtop("import", sandbox.write(export(13), to: "export.xml")).code == 0)
    func mass(_ hour: Int, _ source: String) -> String {
      #"{"type":"bodyMass","value":80,"unit":"kg"\#(source),"start":"2026-11-12T\#(hour):00:00Z"}"#
    }
    #expect(try await sandbox.ringtop("import", sandbox.write(mass(10, ""), to: "row.jsonl")).code == 0)
    #expect(try await sandbox.ringtop("import", sandbox.write("[\(mass(11, ""))]", to: "row.json")).code == 0)
    #expect(try await sandbox.sql("SELECT count(*) FROM sample WHERE value = 80") == "2\n")
  }

  @Test("a part of the store's own export is there already, without its header too")
  func parts() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.ringtop("import", sandbox.write(export(13), to: "export.xml")).code == 0)
    let row = try sandbox.write(Self.row + "\n", to: "row.jsonl")
    #expect(try await sandbox.ringtop("add", "--json-lines", row).code == 0)
    #expect(try await sandbox.ringtop("add", "move", "30", "kcal", "--at", "2026-11-12 12:00").code == 0)
    let lines = try await sandbox.ringtop("export", "move")
    let part = lines.lines.filter { $0.contains("\"type\"") && !$0.contains("activitySummary") }
    #expect(part.count == 4)
    let file = try sandbox.write(part.joined(separator: "\n"), to: "part.jsonl")
    let again = try await sandbox.ringtop("add", "--json-lines", file)
    #expect(again.output.contains("stored 0, already there 4"), "\(again)")
    #expect(try await move(sandbox) == "343")
  }
}
