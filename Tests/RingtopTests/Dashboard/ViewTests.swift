import Foundation
import TestSupport
import Testing

/// Workouts, charts, heart and sleep of a real store, in a real terminal and printed.
@Suite("Lists and charts in the terminal", .serialized, .programs, .timeLimit(.minutes(10)))
struct ViewTests {
  /// Three workouts, heart rates, two nights and steps, in Berlin before Saturday 14 November 2026.
  static let export = """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_DE">
     <ExportDate value="2026-11-14 20:00:00 +0100"/>
     <Me HKCharacteristicTypeIdentifierDateOfBirth="1986-01-02"/>
    \((0..<60).map { minute in
      record("Quantity", "HeartRate", "2026-11-14 08:\(two(minute)):00", "2026-11-14 08:\(two(minute)):00", "count/min", "\(100 + minute)")
      + record("Quantity", "DistanceWalkingRunning", "2026-11-14 08:\(two(minute)):00", "2026-11-14 08:\(two(minute)):59", "km", "0.2")
    }.joined())
    \((10...14).map { day in
      record("Quantity", "StepCount", "2026-11-\(day) 10:00:00", "2026-11-\(day) 10:30:00", "count", "\(day * 500)")
    }.joined())
    \(record("Quantity", "StepCount", "2026-11-14 10:00:00", "2026-11-14 10:30:00", "count", "6500")
      .replacing("Apple Watch", with: "iPhone"))
    \(record("Quantity", "ActiveEnergyBurned", "2026-11-13 08:00:00", "2026-11-13 09:00:00", "kcal", "300"))
    \(record("Quantity", "ActiveEnergyBurned", "2026-11-14 08:00:00", "2026-11-14 09:00:00", "kcal", "320"))
    \(record("Category", "SleepAnalysis", "2026-11-13 23:00:00", "2026-11-14 02:00:00", nil, "HKCategoryValueSleepAnalysisAsleepCore"))
    \(record("Category", "SleepAnalysis", "2026-11-14 02:00:00", "2026-11-14 03:00:00", nil, "HKCategoryValueSleepAnalysisAsleepDeep"))
    \(record("Category", "SleepAnalysis", "2026-11-14 03:00:00", "2026-11-14 06:30:00", nil, "HKCategoryValueSleepAnalysisAsleepREM"))
    \(workout("Running", "2026-11-14 08:00:00", "2026-11-14 09:00:00", 60, energy: 600, km: 12))
    \(workout("Cycling", "2026-11-12 18:00:00", "2026-11-12 18:45:00", 45, energy: 300, km: 15))
    \(workout("Running", "2026-11-10 08:00:00", "2026-11-10 08:30:00", 30, energy: 250, km: 5))
    </HealthData>
    """

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

  private static func record(
    _ kind: String, _ type: String, _ start: String, _ end: String, _ unit: String?, _ value: String
  ) -> String {
    let unit = unit.map { " unit=\"\($0)\"" } ?? ""
    return """
       <Record type="HK\(kind)TypeIdentifier\(type)" sourceName="Robin’s Apple Watch"\(unit) \
      startDate="\(start) +0100" endDate="\(end) +0100" value="\(value)">
        <MetadataEntry key="HKTimeZone" value="Europe/Berlin"/>
       </Record>

      """
  }

  private static func workout(
    _ kind: String, _ start: String, _ end: String, _ minutes: Int, energy: Int, km: Int
  ) -> String {
    let distance = kind == "Cycling" ? "DistanceCycling" : "DistanceWalkingRunning"
    return """
       <Workout workoutActivityType="HKWorkoutActivityType\(kind)" duration="\(minutes)" durationUnit="min" \
      sourceName="Robin’s Apple Watch" startDate="\(start) +0100" endDate="\(end) +0100">
        <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" startDate="\(start) +0100" \
      endDate="\(end) +0100" sum="\(energy)" unit="Cal"/>
        <WorkoutStatistics type="HKQuantityTypeIdentifier\(distance)" startDate="\(start) +0100" \
      endDate="\(end) +0100" sum="\(km)" unit="km"/>
        <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" startDate="\(start) +0100" \
      endDate="\(end) +0100" average="130" minimum="100" maximum="159" unit="count/min"/>
       </Workout>

      """
  }

  private func sandbox() async throws -> Sandbox {
    let sandbox = try Sandbox()
    let file = try sandbox.write(Self.export, to: "export.xml")
    let ending = try await sandbox.ringtop("import", "--quiet", file)
    guard ending.code == 0 else { throw Overdue(description: "import: \(ending.errors)") }
    return sandbox
  }

  @Test("workouts, a single workout, a chart, heart and sleep are opened, navigated and closed by keys")
  func keys() async throws {
    let sandbox = try await sandbox()
    try await TmuxScreen.with(sandbox, columns: 124, rows: 40, [Program.ringtop, "--still"]) { screen in
      try await screen.wait(for: "Saturday 14 November 2026")
      try await screen.press("w")
      try await screen.wait { $0.contains("3 workouts") && $0.contains("Cycling") && $0.contains("12.00") }
      try await screen.press("f")
      try await screen.wait { $0.contains("[Running 2]") && !$0.contains("15.00") && $0.contains("12.00") }
      try await screen.press("Enter")
      try await screen.wait { $0.contains("1:00:00") && $0.contains("5:00 /km") }
      // Without a resting rate there are neither a load nor zones: nothing is guessed.
      try await screen.wait { $0.contains("  the resting heart rate is unknown") && !$0.contains("Zones") }
      try await screen.press("Escape")
      try await screen.wait(for: "[Running 2]")
      try await screen.press("c")
      try await screen.wait { $0.contains("Steps") && $0.contains("30,000 steps") }
      try await screen.press("2")
      try await screen.wait { $0.contains("[Week]") && $0.contains("30,000 steps") }
      try await screen.press("/", "/")
      try await screen.type("heart")
      try await screen.press("Enter")
      try await screen.wait { $0.contains("Heart rate") && $0.contains("100–159 bpm, mean over time 130") }
      try await screen.press("e")
      try await screen.wait { $0.contains("100–159 bpm") && $0.contains("Resting") }
      try await screen.press("]", "]", "]", "]", "]", "]", "]", "]", "]")
      try await screen.wait(for: "08:00: 100–159 bpm, mean over time 130")
      try await screen.press("n")
      try await screen.wait { $0.contains("7 h 30 min asleep") && $0.contains("23:00–06:30") && $0.contains("REM") }
      try await screen.press("h")
      try await screen.wait(for: "No data for this night.")
      // Another order of sources, and one sample fewer; both are undone.
      try await screen.press("S", "/", "/")
      try await screen.type("steps")
      try await screen.press("Enter")
      try await screen.wait { $0.contains("Sources of Steps") && $0.contains("iPhone") }
      try await screen.press("J")
      try await screen.wait { $0.contains("not saved yet") && $0.contains("1 of 5 days changes") }
      try await screen.press("Enter")
      try await screen.wait(for: "Now Robin’s iPhone counts first.")
      try await screen.press("u")
      try await screen.wait(for: "Undone: order of sources of Steps.")
      try await screen.press("v")
      try await screen.wait { $0.contains("1 of 6") && $0.contains("Robin’s iPhone") }
      try await screen.press("d")
      try await screen.wait(for: "Delete this sample?")
      try await screen.press("y")
      try await screen.wait { $0.contains("Deleted Steps ") && $0.contains("1 of 5") }
      try await screen.press("u")
      try await screen.wait { $0.contains("Undone: delete Steps ") && $0.contains("1 of 6") }
    }
  }

  @Test("views and charts are printed as text, JSON and SVG with the same values")
  func printed() async throws {
    let sandbox = try await sandbox()
    let plain = try await sandbox.ringtop("show", "--view", "workouts", "--format", "plain")
    #expect(plain.code == 0 && plain.output.contains("3 workouts") && !plain.output.contains("\u{1B}"))
    // Every row, and no screen elements.
    #expect(plain.lines.filter { $0.hasPrefix("2026-11-1") }.count == 3 && !plain.output.contains("["))
    #expect(plain.output.contains("2026-11-12  18:00  Cycling     45:00   300  15.00  130"), "\(plain.output)")
    let sources = try await sandbox.ringtop("show", "--view", "sources", "--format", "plain")
    #expect(sources.output.contains("Robin’s iPhone") && sources.output.contains("Sleep analysis"))
    let json = try await sandbox.ringtop("show", "--view", "workouts", "--format", "json")
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: any Sendable]])
    #expect(list.map { $0["distance"] as? Double } == [12_000, 15_000, 5_000])
    #expect(list.map { $0["duration"] as? Double } == [3_600, 2_700, 1_800])
    for view in ["sleep", "heart", "chart"] {
      let text = try await sandbox.ringtop("show", "--view", view, "--format", "plain")
      #expect(text.code == 0 && text.output.contains("November 2026"), "\(view): \(text.errors)")
      #expect(!text.output.contains("‹") && !text.output.contains("[Month]"), "\(view): \(text.output)")
      let json = try await sandbox.ringtop("show", "--view", view, "--format", "json")
      #expect(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) is [String: any Sendable], "\(view)")
      let svg = try await sandbox.ringtop("show", "--view", view, "--format", "svg")
      #expect(svg.code == 0 && svg.output.hasPrefix("<svg ") && svg.output.hasSuffix("</svg>\n"))
      #expect(throws: Never.self) { try XMLDocumentCheck.wellFormed(svg.output) }
    }
    let chart = try await sandbox.ringtop("chart", "steps", "--period", "week", "--format", "json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(chart.output.utf8)) as? [String: any Sendable])
    let bars = try #require(object["bars"] as? [[String: any Sendable]])
    #expect(bars.map { $0["sum"] as? Double } == [nil, 5_000, 5_500, 6_000, 6_500, 7_000, nil])
    let picture = try await sandbox.ringtop("chart", "heartRate", "--period", "day", "--format", "svg")
    #expect(picture.code == 0 && picture.output.contains("100–159 bpm"))
    let text = try await sandbox.ringtop("chart", "steps", "--period", "week", "--size", "60x16", "--format", "plain")
    #expect(text.code == 0 && text.output.contains("Sat") && text.lines.count <= 16)
    let several = try await sandbox.ringtop("chart", "steps", "heartRate", "--period", "week", "--format", "json")
    #expect((try JSONSerialization.jsonObject(with: Data(several.output.utf8)) as? [any Sendable])?.count == 2)
    let scatter = try await sandbox.ringtop(
      "chart", "steps", "heartRate", "--scatter", "--period", "week", "--format", "json")
    let points = try JSONSerialization.jsonObject(with: Data(scatter.output.utf8)) as? [String: any Sendable]
    #expect((points?["points"] as? [[String: any Sendable]])?.first?["x"] as? Double == 7_000)
    for arguments in [["steps"], ["steps", "heartRate", "--scatter"]] {
      let file = sandbox.file("chart-\(arguments.count).png")
      let words = arguments.joined(separator: " ")
      let ending = try await sandbox.shell("\"$RINGTOP\" chart \(words) --period week --format png > '\(file)'")
      #expect(ending.code == 0, "\(ending.errors)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes.count > 2_000)
    }
    for (arguments, code) in [
      (["chart", "steps", "--scatter"], 64), (["chart", "steps", "steps", "steps", "steps", "steps"], 64),
      (["chart", "nonsense"], Int32(64)), (["chart", "workout"], 64), (["chart", "steps", "--period", "century"], 64),
      (["chart", "steps", "--size", "0x0"], 64), (["show", "--view", "sleep", "--format", "markdown"], 64),
    ] {
      let ending = try await Program.run([Program.ringtop] + arguments, environment: sandbox.environment)
      #expect(ending.code == code && ending.errors.hasPrefix("ringtop: ") && ending.output.isEmpty, "\(arguments)")
    }
  }

  @Test(
    "a new order of sources is previewed, a sample is deleted by its identity, and undo reverts both")
  func edits() async throws {
    let sandbox = try await sandbox()
    let phone = "Robin’s iPhone"
    let list = try await sandbox.ringtop("sources", "steps")
    #expect(list.lines.dropFirst().map { $0.contains("Watch") } == [true, false], "\(list.output) \(list.errors)")
    let preview = try await sandbox.ringtop("sources", "steps", "--order", phone, "--preview")
    #expect(preview.output.contains("1 of 5 days changes: 30,000 to 29,500 steps in all, -1.7%."), "\(preview.output)")
    #expect(preview.output.contains("-500"))
    #expect(try await sandbox.ringtop("sources", "steps").output == list.output)
    let done = try await sandbox.ringtop("sources", "steps", "--order", phone, "--yes")
    #expect(done.code == 0 && done.output.contains("Now Robin’s iPhone counts first."), "\(done.errors)")
    #expect(try await sandbox.ringtop("query", "steps", "--stat", "sum").output.contains("29,500"))
    #expect(try await sandbox.ringtop("undo").output.contains("order of sources of Steps"))
    #expect(try await sandbox.ringtop("query", "steps", "--stat", "sum").output.contains("30,000"))

    let uuid = "0B4E7C1A-93D2-4F56-8A10-6C2B7E5D9F31"
    let nap = """
      {"type":"sleepAnalysis","value":1,"start":"2026-11-13T13:00:00Z","end":"2026-11-13T13:30:00Z","source":"Nap",\
      "uuid":"\(uuid)"}
      """
    #expect(try await sandbox.ringtop("add", "--json-lines", sandbox.write(nap, to: "nap.jsonl")).code == 0)
    let exported = try await sandbox.ringtop("export", "sleepAnalysis")
    #expect(exported.output.contains(uuid))
    let deleted = try await sandbox.ringtop("delete", "--uuid", uuid, "--yes")
    #expect(deleted.code == 0 && deleted.output.hasPrefix("Deleted Sleep analysis asleep "), "\(deleted.errors)")
    #expect(try await sandbox.ringtop("export", "sleepAnalysis").output != exported.output)
    #expect(try await sandbox.ringtop("undo").output.contains("delete Sleep analysis"))
    let back = try await sandbox.ringtop("export", "sleepAnalysis")
    #expect(back.output.split(separator: "\n").sorted() == exported.output.split(separator: "\n").sorted())

    for (arguments, code, word) in [
      (["sources", "steps", "--order", "Nobody", "--yes"], Int32(64), "Nobody"),
      (["sources", "heartRate", "--order", phone, "--yes"], 64, "order has no effect"),
      (["sources", "steps", "--order", phone], 64, "--yes"), (["sources", "steps", "--preview"], 64, "order"),
      (["delete", "--uuid", "nonsense"], 64, "UUID"), (["delete", "steps", "--uuid", String(uuid)], 64, "--uuid"),
      (["delete"], 64, "type"),
      (["delete", "--yes", "--uuid", "00000000-0000-0000-0000-000000000000"], 66, "There is no sample"),
    ] {
      let ending = try await Program.run([Program.ringtop] + arguments, environment: sandbox.environment)
      #expect(ending.code == code && ending.errors.contains(word), "\(arguments): \(ending.errors)")
    }
  }
}

/// Whether the elements of a text are closed in order.
enum XMLDocumentCheck {
  static func wellFormed(_ text: String) throws {
    // Every opened element is closed in order; the text contains only elements and text.
    var open: [Substring] = []
    for match in text.matches(of: /<(\/?)([a-z]+)[^<>]*?(\/?)>/) {
      if !match.1.isEmpty {
        guard open.popLast() == match.2 else { throw Overdue(description: "\(match.2) closes nothing") }
      } else if match.3.isEmpty {
        open.append(match.2)
      }
    }
    guard open.isEmpty else { throw Overdue(description: "\(open) are open") }
  }
}
