import Foundation
import TestSupport
import Testing

@Suite("Apple's number of a day", .serialized, .programs, .timeLimit(.minutes(10)))
struct AppleNumberTests {
  /// An export of 13 or 14 November, with a sample of the watch for each of these hours of 12 November.
  private func export(_ day: Int, hours: ClosedRange<Int>) -> String {
    let records = hours.map { hour in
      let clock = hour < 10 ? "0\(hour)" : "\(hour)"
      return """
        <Record type="HKQuantityTypeIdentifierActiveEnergyBurned" sourceName="Kim's Watch" unit="kcal" value="20" \
        startDate="2026-11-12 \(clock):00:00 +0100" endDate="2026-11-12 \(clock):50:00 +0100"/>
        """
    }
    return """
      <HealthData>
       <ExportDate value="2026-11-\(day) 12:00:00 +0100"/>
      \(records.joined(separator: "\n"))
       <ActivitySummary dateComponents="2026-11-12" activeEnergyBurned="\(20 * hours.count)" \
      activeEnergyBurnedGoal="400" activeEnergyBurnedUnit="kcal" appleExerciseTime="0" appleExerciseTimeGoal="30" \
      appleStandHours="0" appleStandHoursGoal="12"/>
      </HealthData>
      """
  }

  private func move(_ sandbox: Sandbox) async throws -> String? {
    let summary = try await sandbox.ringtop(
      "summary", "--from", "2026-11-12", "--to", "2026-11-12", "--format", "csv")
    return summary.output.split(whereSeparator: \.isNewline).last?.split(separator: ",").dropFirst().first.map(
      String.init)
  }

  private func run(_ sandbox: Sandbox, _ words: String...) async throws {
    let ending = try await sandbox.ringtop(words: words)
    #expect(ending.code == 0, "\(ending)")
  }

  @Test("what was added by hand stays in a day that an older export brings again after the newer one was undone")
  func undone() async throws {
    let sandbox = try Sandbox()
    // The watch had not sent everything before the older one.
    let older = try sandbox.write(export(13, hours: 8...15), to: "older.xml")
    let newer = try sandbox.write(export(14, hours: 8...17), to: "newer.xml")
    try await run(sandbox, "import", newer)
    try await run(sandbox, "import", older)
    try await run(sandbox, "add", "move", "30", "kcal", "--at", "2026-11-12 20:00")
    #expect(try await move(sandbox) == "230")
    try await run(sandbox, "import", "--undo", "1")
    #expect(try await move(sandbox) == "30")
    try await run(sandbox, "import", older)
    #expect(try await move(sandbox) == "190")
    try await run(sandbox, "import", older)
    #expect(try await move(sandbox) == "190")
    try await run(sandbox, "import", newer)
    #expect(try await move(sandbox) == "230")
  }

  @Test("what was deleted does not return with the store's own export")
  func deleted() async throws {
    let sandbox = try Sandbox()
    try await run(sandbox, "import", sandbox.write(export(13, hours: 8...17), to: "export.xml"))
    try await run(sandbox, "delete", "move", "--from", "2026-11-12", "--to", "2026-11-12", "--yes")
    let left = try await move(sandbox)
    #expect(left == "0")
    let lines = sandbox.file("all.jsonl")
    try await run(sandbox, "export", "-o", lines)
    sandbox.store = sandbox.file("other.sqlite")
    try await run(sandbox, "import", lines)
    #expect(try await move(sandbox) == left)
    let again = sandbox.file("again.jsonl")
    try await run(sandbox, "export", "-o", again)
    #expect(FileManager.default.contentsEqual(atPath: lines, andPath: again))
  }
}
