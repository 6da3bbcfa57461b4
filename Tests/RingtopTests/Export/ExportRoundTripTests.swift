import Foundation
import TestSupport
import Testing

@Suite("What ringtop exports can be added again", .serialized, .programs, .timeLimit(.minutes(10)))
struct ExportRoundTripTests {
  private static let dates =
    #"sourceName="W" startDate="2026-11-13 02:00:00 +0100" endDate="2026-11-13 02:30:00 +0100""#

  private static func record(_ type: String, _ attributes: String, _ content: String = "") -> String {
    #"<Record type="\#(type)" \#(dates) \#(attributes)>\#(content)</Record>"# + "\n"
  }

  /// Records that Apple's format allows and no real export contains.
  private static let odd: [String] = [
    record(
      "HKDataTypeOfTomorrow", #"value="1" unit="glow""#,
      (0..<300).map { #"<MetadataEntry key="same" value="\#($0)"/>"# }.joined()),
    record(
      "HKDataTypeOfTomorrow", #"value="2""#,
      #"<MetadataEntry key="\#(String(repeating: "k", count: 1_000))" value="\#(String(repeating: "v", count: 90_000))"/>"#
    ),
    record("HK" + String(repeating: "L", count: 2_000), #"value="3""#),
    // Names that mean another type where they are typed in.
    record("HKQuantityTypeIdentifierstepcount", #"unit="count" value="4""#),
    record("steps", #"value="4""#), record("stepCount", #"value="5""#), record("activitySummary", #"value="6""#),
    record("HKActivitySummaryTypeIdentifier", #"value="7""#), record("HKWorkoutRouteTypeIdentifier", #"value="8""#),
    record("HKCorrelationTypeIdentifierFood", #"value="9""#),
    record(
      "HKCategoryTypeIdentifierSleepAnalysis", #"value="Odd &quot; &#1; &#x85; value""#,
      #"<MetadataEntry key="e&#769;" value=""/><MetadataEntry key="&#233;" value="2"/>"#),
    """
    <Correlation type="HKQuantityTypeIdentifierStepCount" \(dates)>\
    \(record("HKQuantityTypeIdentifierHeartRate", #"unit="count/min" value="60""#))\
    \(record("HKCorrelationTypeIdentifierFood", #"value="6""#))\
    \(record("HKWorkoutTypeIdentifier", #"value="6""#))</Correlation>

    """,
    """
    <Workout workoutActivityType="HKWorkoutActivityTypeRunning" \(dates)>\
    <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" startDate="2026-11-13 09:00:00 +0100" average="141.5" \
    unit="count/min"/><WorkoutStatistics type="stepcount" sum="3" unit="nonsense"/>\
    <WorkoutActivity uuid="" startDate="2026-11-12 08:00:00 +0100"><MetadataEntry key="a" value="b"/></WorkoutActivity>\
    </Workout>

    """,
  ]

  @Test("whatever names, lengths and shapes its samples have", arguments: ["jsonl", "xml"])
  func odd(format: String) async throws {
    let sandbox = try Sandbox()
    let export = """
      <HealthData locale="en_DE">
       <ExportDate value="2026-11-14 21:00:00 +0100"/>
       <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-01-02" \(String(repeating: "x", count: 300))="y"/>
      \(Self.odd.joined())</HealthData>

      """
    let file = try sandbox.write(export, to: "export.xml")
    #expect(try await sandbox.ringtop("import", file).output.contains("already there 0, skipped 0,"))
    let (first, second) = (sandbox.file("first.\(format)"), sandbox.file("second.\(format)"))
    #expect(try await sandbox.ringtop("export", "--output", first).code == 0)
    let other = sandbox.file("other.sqlite")
    let added =
      format == "xml"
      ? try await sandbox.ringtop("import", first, "--store", other)
      : try await sandbox.ringtop("add", "--json-lines", first, "--store", other)
    #expect(added.code == 0 && added.output.contains("already there 0, skipped 0,"), "\(added)")
    #expect(try await sandbox.ringtop("export", "--output", second, "--store", other).code == 0)
    #expect(FileManager.default.contentsEqual(atPath: first, andPath: second))
  }

  @Test("A sample that exceeds a limit is skipped with its line; a mistake refuses the file")
  func limits() async throws {
    let sandbox = try Sandbox()
    func line(_ more: String, start: String = "2026-11-12T08:00:00Z", value: String = "70") -> String {
      #"{"type":"bodyMass","value":\#(value),"unit":"kg","start":"\#(start)"\#(more)}"# + "\n"
    }
    let long = String(repeating: "x", count: 300_000)
    let text =
      line("") + "\n" + line(#","source":"\#(long.prefix(5_000))""#) + line("", start: "2150-01-01T08:00:00Z")
      + line(#","metadata":{"a":"\#(long)"}"#) + line(#","metadata":{"\#(long)":1}"#) + line("", value: "1e20")
      + line("", start: "2026-11-13T08:00:00Z")
    let file = try sandbox.write(text, to: "samples.jsonl")
    let added = try await sandbox.ringtop("add", "--json-lines", file)
    #expect(added.code == 0 && added.output.contains("read 7, stored 2, already there 0, skipped 5,"), "\(added)")
    #expect(added.output.contains("skipped: 3 tooLarge, first on line 3"), "\(added)")
    #expect(added.output.contains("skipped: 1 dateOutOfRange, first on line 4"), "\(added)")
    #expect(added.output.contains("skipped: 1 valueOutOfRange, first on line 7"), "\(added)")
    for wrong in [line(#","source":"\#(long)","typo":"#), line(#","typo":1"#)] {
      let file = try sandbox.write(line("", start: "2026-11-14T08:00:00Z") + wrong, to: "wrong.jsonl")
      let refused = try await sandbox.ringtop("add", "--json-lines", file)
      #expect(refused.code == 65 && refused.errors.contains("Line 2 "), "\(refused)")
    }
    #expect(try await sandbox.ringtop("export", "bodyMass").output.split(separator: "\n").count == 2)
  }
}
