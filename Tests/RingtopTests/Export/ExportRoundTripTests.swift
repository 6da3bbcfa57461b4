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

  @Test("what was added by hand, which is recognized and counts on top of Apple's number", arguments: ["jsonl", "xml"])
  func enteredByHand(format: String) async throws {
    let sandbox = try Sandbox()
    let export = """
      <HealthData locale="en_DE">
       <ExportDate value="2026-11-14 21:00:00 +0100"/>
      \(Self.record("HKQuantityTypeIdentifierActiveEnergyBurned", #"unit="kcal" value="400""#))
       <ActivitySummary dateComponents="2026-11-13" activeEnergyBurned="450" activeEnergyBurnedGoal="500" \
      activeEnergyBurnedUnit="kcal" appleExerciseTime="0" appleExerciseTimeGoal="30" appleStandHours="0" \
      appleStandHoursGoal="12"/></HealthData>

      """
    _ = try await sandbox.ringtop("import", sandbox.write(export, to: "export.xml"))
    #expect(try await sandbox.ringtop("add", "move", "33 kcal", "--at", "2026-11-13 12:30").code == 0)
    let (copy, other) = (sandbox.file("copy.\(format)"), sandbox.file("other.sqlite"))
    #expect(try await sandbox.ringtop("export", "--output", copy).code == 0)
    let again = try await sandbox.ringtop("import", copy)
    #expect(again.code == 0 && again.output.contains("stored 0,"), "\(again)")
    #expect(try await sandbox.ringtop("import", copy, "--store", other).code == 0)
    for store in [sandbox.environment["RINGTOP_STORE"] ?? "", other] {
      let summary = try await sandbox.ringtop(
        "summary", "--from", "2026-11-13", "--to", "2026-11-13", "--format", "csv", "--store", store)
      #expect(summary.output.contains("2026-11-13,483,"), "\(store) \(summary)")
    }
  }

  /// Texts of which two look the same, or are long, or must be escaped.
  private static let texts = [
    "Caf\u{E9}", "Cafe\u{301}", "\u{C5}", "\u{212B}", "A\u{30A}", "\"\\/\t\u{1}\u{2028}", "👩🏽‍🚒 \u{202E}abc",
    String(repeating: "long ", count: 150),
  ]

  /// A sample of our own format with random texts, and an end that no other has.
  private static func line(_ index: Int, _ random: inout SplitMix) -> [String: Any] {
    func text() -> String { texts.randomElement(using: &random) ?? "" }
    func isChosen() -> Bool { Bool.random(using: &random) }
    let times = (0...1).map { Date(timeIntervalSince1970: Double(1_794_268_800 + (index + $0) * 420)).ISO8601Format() }
    // All samples of an identifier have its latest name.
    let source = texts.indices.randomElement(using: &random) ?? 0
    var line: [String: Any] = ["source": texts[source], "start": times[0], "end": times[1]]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: line.merge(["type": "activeEnergyBurned", "value": index + 1, "unit": "kcal"]) { $1 }
    case 1: line.merge(["type": "stepCount", "value": 10 * index, "unit": "count"]) { $1 }
    case 2:
      line.merge(["type": "HKDataType" + text(), "value": 2, "unit": text()]) { $1 }
    default:
      let members: [[String: Any]] = [("bloodPressureSystolic", 120), ("bloodPressureDiastolic", 80)].map {
        [
          "type": $0, "value": $1, "unit": "mmHg", "source": text(), "start": times[0],
          "end": times[1],
        ]
      }
      line.merge(["type": "bloodPressure", "members": members]) { $1 }
    }
    if isChosen() { line["sourceIdentifier"] = "org.example.\(source)" }
    if isChosen() { line["device"] = ["name": text(), "model": text()] }
    if isChosen() { line["uuid"] = UUID().uuidString }
    if isChosen() {
      line["metadata"] = [
        text(): text(), "HKMetadataKeySyncIdentifier": text() + "\(index)", "HKMetadataKeySyncVersion": 1,
      ]
    }
    return line
  }

  @Test("whatever texts they contain, also those that Swift takes for equal", arguments: 0..<3 as Range<UInt64>)
  func texts(seed: UInt64) async throws {
    let sandbox = try Sandbox()
    var random = SplitMix(seed: seed)
    var lines = (0..<60).map { Self.line($0, &random) }
    // Equal samples are as many in the copy.
    for index in [3, 17] {
      var equal = lines[index]
      equal["uuid"] = nil
      equal["metadata"] = nil
      lines[index] = equal
      lines.append(equal)
    }
    let text = try lines.map { line in
      String(decoding: try JSONSerialization.data(withJSONObject: line, options: .sortedKeys), as: UTF8.self)
    }
    let file = try sandbox.write(text.joined(separator: "\n") + "\n", to: "samples.jsonl")
    let stored = try await sandbox.ringtop("add", "--json-lines", file)
    #expect(stored.output.contains("stored \(lines.count), already there 0, skipped 0,"), "\(stored)")
    let (first, second) = (sandbox.file("first.jsonl"), sandbox.file("second.jsonl"))
    #expect(try await sandbox.ringtop("export", "--output", first).code == 0)
    let exported = try String(contentsOfFile: first, encoding: .utf8)
    for (sample, line) in zip(lines, text) {
      let name = try #require(sample["source"] as? String)
      let end = try #require(sample["end"] as? String)
      let found = exported.split(separator: "\n").contains { other in
        other.contains(end)
          && Self.object(other)?["source"].map { ($0 as? String)?.utf8.elementsEqual(name.utf8) } == true
      }
      #expect(found, "\(line)")
    }
    let other = sandbox.file("other.sqlite")
    let added = try await sandbox.ringtop("add", "--json-lines", first, "--store", other)
    #expect(added.output.contains("already there 0, skipped 0,"), "\(added)")
    #expect(try await sandbox.ringtop("export", "--output", second, "--store", other).code == 0)
    #expect(FileManager.default.contentsEqual(atPath: first, andPath: second))
    let repeated = try await sandbox.ringtop("add", "--json-lines", file)
    #expect(repeated.output.contains("stored 0, already there \(lines.count)"), "\(repeated)")
  }

  private static func object(_ line: Substring) -> [String: Any]? {
    try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
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
