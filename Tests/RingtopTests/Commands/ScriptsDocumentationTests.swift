import Foundation
import HealthModel
import TestSupport
import Testing

/// The chapter for scripts: the JSON that it shows has the shape of the JSON that is printed, and the names that it explains
/// occur in it.
@Suite("Documentation of JSON", .serialized, .programs, .timeLimit(.minutes(10)))
struct ScriptsDocumentationTests {
  private static let page: String = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Assets/docs/scripts.md")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  /// The paths of all values with their kinds, `.move.goal: number`. Null is a number that is not known.
  private static func shape(_ value: Any, _ path: String = "") -> Set<String> {
    switch value {
    case let object as [String: Any]:
      object.reduce(into: []) { $0.formUnion(shape($1.value, "\(path).\($1.key)")) }
    case let array as [Any]:
      array.isEmpty ? ["\(path)[]"] : array.reduce(into: []) { $0.formUnion(shape($1, path + "[]")) }
    case is String: ["\(path): text"]
    default: ["\(path): number"]
    }
  }

  private static func parsed(_ text: some StringProtocol) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  private static func text(after words: String) throws -> Substring {
    page[try #require(page.range(of: words), "\(words)").upperBound...]
  }

  /// An export that has what the example has: a skipped record, a dropped part and a route.
  private func store(_ sandbox: Sandbox) async throws -> String {
    try await sandbox.imported(ExportFixture(days: 200))
    return try sandbox.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US">
       <ExportDate value="2026-11-14 21:00:00 +0100"/>
       <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-01-02"/>
       <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="W" startDate="2026-11-12 08:00:00 +0100" endDate="2026-11-12 08:30:00 +0100">
        <WorkoutRoute sourceName="W" startDate="2026-11-12 08:00:00 +0100" endDate="2026-11-12 08:30:00 +0100"><FileReference path="/workout-routes/missing.gpx"/></WorkoutRoute>
       </Workout>
       <ActivitySummary dateComponents="1969-12-30" activeEnergyBurned="0" activeEnergyBurnedGoal="0" activeEnergyBurnedUnit="kcal"/>
      </HealthData>
      """, to: "more/export.xml")
  }

  /// - Parameter optional: the beginnings of paths that exist only where they apply.
  private func compare(
    _ sandbox: Sandbox, _ sentence: String, _ words: [String], optional: Set<String> = []
  ) async throws {
    let ending = try await sandbox.ringtop(words: words)
    let printed = try Self.parsed(ending.output)
    let block = try #require(try Self.text(after: sentence).firstMatch(of: /(?ms)^```json\n(.*?)\n```$/)).1
    func first(_ value: Any) -> Any { (value as? [Any])?.first ?? value }
    func required(_ paths: Set<String>) -> Set<String> {
      paths.filter { path in !optional.contains { path.hasPrefix($0) } }
    }
    let described = required(Self.shape(first(try Self.parsed(block))))
    let found = required(Self.shape(first(printed)))
    #expect(described.subtracting(found).isEmpty, "\(words): described, not printed")
    #expect(found.subtracting(described).isEmpty, "\(words): printed, not described")
  }

  @Test("the examples have the shape of what is printed")
  func examples() async throws {
    let sandbox = try Sandbox()
    let file = try await store(sandbox)
    try await compare(
      sandbox, "`ringtop import --json` accounts", ["import", "--json", file],
      optional: [".dropped[]", ".notes", ".skips[]"])
    let defaults: Set = [".move.goalIsDefault", ".exercise.goalIsDefault", ".stand.goalIsDefault"]
    try await compare(
      sandbox, "`ringtop summary --format json` prints", ["summary", "--format", "json"], optional: defaults)
    try await compare(
      sandbox, "`ringtop audit --format json` has", ["audit", "--format", "json"],
      optional: defaults.union([".move.explanation", ".exercise.explanation", ".stand.explanation"]))
    try await compare(
      sandbox, "`--view streaks` prints", ["show", "--view", "streaks", "--format", "json"],
      optional: [
        ".awards[]", ".streaks[].best", ".streaks[].total", ".streaks[].unit", ".streaks[].ring",
        ".streaks[].current.first",
        ".streaks[].current.last",
      ])
    try await compare(
      sandbox, "`ringtop doctor --format json` prints one", ["doctor", "--format", "json"],
      optional: [".findings[]", ".deliveries[]"])
  }

  @Test(
    "the names that the chapter explains are in the JSON of the command",
    arguments: [
      ("`ringtop show --view year --format json` prints", ["show", "--view", "year", "--format", "json"]),
      ("`--view trends` prints", ["show", "--view", "trends", "--format", "json"]),
    ])
  func names(sentence: String, words: [String]) async throws {
    let sandbox = try Sandbox()
    _ = try await store(sandbox)
    let text = try Self.text(after: sentence)
    let paragraph = text[..<(text.range(of: "\n\n")?.lowerBound ?? text.endIndex)]
    let explained = Set(paragraph.matches(of: /`([a-z][A-Za-z]*)`/).map { String($0.1) })
    let ending = try await sandbox.ringtop(words: words)
    #expect(ending.code == 0, "\(words): \(ending.errors)")
    let printed = Set(ending.output.matches(of: /"([A-Za-z]+)"/).map { String($0.1) })
    // Directions of trends are values, of which not all occur.
    let missing = explained.subtracting(printed).subtracting(["null", "up", "level", "down"])
    #expect(missing.isEmpty, "\(sentence)")
  }
}
