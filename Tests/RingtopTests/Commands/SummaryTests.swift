import Foundation
import TestSupport
import Testing

/// The machine-readable outputs, whose keys scripts rely on.
@Suite("Summary and audit", .serialized, .programs, .timeLimit(.minutes(10)))
struct SummaryTests {
  private func array(_ ending: Ending) throws -> [[String: Any]] {
    #expect(ending.code == 0 && ending.errors == "", "\(ending.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [[String: Any]])
  }

  private func object(_ day: [String: Any], _ key: String) throws -> [String: Any] {
    try #require(day[key] as? [String: Any])
  }

  @Test("summary prints every day of the range, including both ends, with every key")
  func everyKey() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 5))
    let days = try array(
      try await sandbox.ringtop("summary", "--from", "2026-11-08", "--to", "2026-11-14", "--format", "json"))
    #expect(days.map { $0["date"] as? String } == (8...14).map { "2026-11-\($0 < 10 ? "0" : "")\($0)" })
    for (index, day) in days.enumerated() {
      #expect(Set(day.keys) == ["date", "move", "exercise", "stand", "paused", "basis"])
      #expect(day["paused"] as? Bool == false)
      let back = 6 - index
      let expected = ExportFixture.rings(daysBefore: back)
      for (ring, unit, value, goal) in [
        ("move", "kcal", expected.move, 500.0), ("exercise", "min", Double(expected.exercise), 30),
        ("stand", "h", Double(expected.stand), 12),
      ] {
        let ring = try object(day, ring)
        #expect(ring["unit"] as? String == unit)
        #expect(ring["goal"] as? Double == goal)
        if back < 5 {
          #expect(ring["value"] as? Double == value)
          #expect(Set(ring.keys) == ["value", "goal", "unit"])
        } else {
          // Before any data: no value, and a default goal.
          #expect(ring["value"] is NSNull)
          #expect(ring["goalIsDefault"] as? Bool == true)
          #expect(Set(ring.keys) == ["value", "goal", "goalIsDefault", "unit"])
        }
      }
      // The export's last day was not over.
      #expect(day["basis"] as? String == (back == 0 ? "computed" : back < 5 ? "apple" : "none"))
    }
  }

  @Test("numbers are not rounded")
  func unrounded() async throws {
    let sandbox = try Sandbox()
    let xml = ExportFixture(days: 1, hasSummaries: false).xml.replacing("value=\"40.0\"", with: "value=\"0.1\"")
    let file = try sandbox.write(xml, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    let days = try array(try await sandbox.ringtop("summary", "--from", "-0", "--format", "json"))
    let today = try #require(days.last)
    let value = try #require(try object(today, "move")["value"] as? Double)
    #expect(abs(value - 0.8) < 1e-9)
  }

  @Test("the default range is the last seven days, and dates may be relative")
  func defaults() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 30))
    let week = try array(try await sandbox.ringtop("summary", "--format", "json"))
    #expect(week.compactMap { $0["date"] as? String } == (8...14).map { "2026-11-\($0 < 10 ? "0" : "")\($0)" })
    let toOnly = try array(try await sandbox.ringtop("summary", "--to", "2026-11-02", "--format", "json"))
    #expect(toOnly.first?["date"] as? String == "2026-10-27")
    #expect(toOnly.count == 7)
    let relative = try array(
      try await sandbox.ringtop("summary", "--from", "-3", "--to", "yesterday", "--format", "json"))
    #expect(relative.compactMap { $0["date"] as? String } == ["2026-11-11", "2026-11-12", "2026-11-13"])
    let one = try array(
      try await sandbox.ringtop("summary", "--from", "2026-11-12", "--to", "2026-11-12", "--format", "json"))
    #expect(one.count == 1)
  }

  @Test("a goal of zero means no goal: null instead of a default")
  func noGoal() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3, goals: .init(move: 500, exercise: 0, stand: 12)))
    let days = try array(
      try await sandbox.ringtop("summary", "--from", "yesterday", "--to", "yesterday", "--format", "json"))
    let yesterday = try #require(days.first)
    let exercise = try object(yesterday, "exercise")
    #expect(exercise["goal"] is NSNull)
    #expect(exercise["goalIsDefault"] == nil)
    #expect(exercise["value"] as? Double == Double(ExportFixture.rings(daysBefore: 1).exercise))
  }

  @Test("in move-time mode the move ring counts minutes")
  func moveTime() async throws {
    let sandbox = try Sandbox()
    let xml = ExportFixture(days: 3).xml.replacing(
      "appleMoveTime=\"0\" appleMoveTimeGoal=\"0\"", with: "appleMoveTime=\"47\" appleMoveTimeGoal=\"60\"")
    let file = try sandbox.write(xml, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    let days = try array(
      try await sandbox.ringtop("summary", "--from", "yesterday", "--to", "yesterday", "--format", "json"))
    let yesterday = try #require(days.first)
    let move = try object(yesterday, "move")
    #expect(move["unit"] as? String == "min")
    #expect(move["value"] as? Double == 47)
    #expect(move["goal"] as? Double == 60)
    // What is called move follows the ring.
    let added = try await sandbox.ringtop("add", "move", "10 min", "--at", "2026-11-14 09:00")
    #expect(
      added.output.hasPrefix("Added 10 min to Move") && added.output.contains("Move is now 10/60 min"), "\(added)")
    let found = try await sandbox.ringtop("query", "move", "--from", "2026-11-14", "--stat", "sum", "--format", "csv")
    #expect(found.output.contains(",10,min"), "\(found)")
  }

  @Test("csv has a header, one line per day, and an empty field for each null in JSON")
  func csv() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    let ending = try await sandbox.ringtop("summary", "--from", "-2", "--format", "csv")
    #expect(
      ending.output == """
        date,move,moveGoal,moveUnit,exercise,exerciseGoal,exerciseUnit,stand,standGoal,standUnit,paused,basis\r
        2026-11-12,,500,kcal,,30,min,,12,h,false,none\r
        2026-11-13,328,500,kcal,22,30,min,9,12,h,false,apple\r
        2026-11-14,320,500,kcal,21,30,min,8,12,h,false,computed\r

        """)
  }

  @Test("the table shows the same numbers as a watch, rounded down")
  func table() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 7))
    let lines = try await sandbox.ringtop("summary").lines
    #expect(lines.count == 8)
    #expect(lines.last?.contains("2026-11-14") == true)
    #expect(lines.last?.contains("320/500 kcal") == true)
    #expect(lines.last?.contains("66%") == true)
  }

  @Test("a measure that is exported to a file says how many days it wrote")
  func measureExport() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 4, heartbeats: 1_500))
    let ending = try await sandbox.ringtop(
      "export", "restingRate", "-o", sandbox.file("low.csv"), "--from", "2026-11-13")
    let days =
      try String(contentsOfFile: sandbox.file("low.csv"), encoding: .utf8).split(whereSeparator: \.isNewline).count - 1
    #expect(ending.output == "Wrote \(days) day\(days == 1 ? "" : "s") to \(sandbox.file("low.csv")).\n", "\(ending)")
  }

  @Test("audit prints energy in the configured unit, and names it")
  func auditUnit() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 4))
    let days = ["audit", "--from", "2026-11-12", "--to", "2026-11-12"]
    let plain = try await sandbox.ringtop(words: days)
    #expect(plain.output.contains("Move (kcal): Apple") && plain.output.contains(" 336.0 "), "\(plain)")
    try sandbox.write("energy = \"kJ\"\n", to: ".config/ringtop/config.toml")
    let joules = try await sandbox.ringtop(words: days)
    #expect(joules.output.contains("Move (kJ): Apple") && joules.output.contains(" 1,405.8 "), "\(joules)")
  }

  @Test("audit prints both values of each ring, null if one is missing, and explains differences")
  func audit() async throws {
    let sandbox = try Sandbox()
    // On one day Apple counted more than the samples show; on another there are only samples.
    var xml = ExportFixture(days: 4).xml
    let day = "dateComponents=\"2026-11-12\" activeEnergyBurned="
    xml = xml.replacing(day + "\"336.0\"", with: day + "\"436.0\"")
    let lines = xml.split(separator: "\n").filter { !$0.contains("dateComponents=\"2026-11-13\"") }
    let file = try sandbox.write(lines.joined(separator: "\n"), to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    let days = try array(try await sandbox.ringtop("audit", "--from", "-4", "--format", "json"))
    #expect(days.map { $0["date"] as? String } == (10...14).map { "2026-11-\($0)" })
    for day in days {
      #expect(Set(day.keys) == ["date", "move", "exercise", "stand", "paused", "basis"])
      for ring in ["move", "exercise", "stand"] {
        let ring = try object(day, ring)
        #expect(Set(ring.keys).subtracting(["explanation", "goalIsDefault"]) == ["apple", "computed", "goal", "unit"])
        let (apple, computed) = (ring["apple"] as? Double, ring["computed"] as? Double)
        if let apple, let computed {
          let tolerance = ring["unit"] as? String == "kcal" ? 0.5 : 0
          #expect((ring["explanation"] != nil) == (abs(apple - computed) > tolerance))
        }
      }
    }
    let empty = try object(days[0], "move")
    #expect(empty["apple"] is NSNull && empty["computed"] is NSNull)
    let differing = try object(days[2], "move")
    #expect(differing["apple"] as? Double == 436)
    #expect(differing["computed"] as? Double == 336)
    let explanation = try #require(differing["explanation"] as? [String: Any])
    #expect(Set(explanation.keys) == ["code", "sentence"])
    let help = try await sandbox.ringtop("audit", "--help").output
    let code = try #require(explanation["code"] as? String)
    #expect(help.contains(code))
    #expect((explanation["sentence"] as? String)?.hasSuffix(".") == true)
    let alone = try object(days[3], "move")
    #expect(alone["apple"] is NSNull)
    let computed = try #require(alone["computed"] as? Double)
    #expect(abs(computed - 328) < 1e-9)
    let table = try await sandbox.ringtop("audit", "--from", "-4").output
    #expect(table.contains("1 of 5 days differs. On 1 day one side is missing."), "\(table)")
    #expect((alone["explanation"] as? [String: Any])?["code"] as? String == "noAppleSummary")
    // Apple's rows alone do not count as agreement.
    let summaries = lines.filter { !$0.contains("<Record") }.joined(separator: "\n")
    let (second, rowsFile) = (sandbox.file("second.sqlite"), try sandbox.write(summaries, to: "rows.xml"))
    #expect(try await sandbox.ringtop("import", "--quiet", rowsFile, "--store", second).code == 0)
    let rows = try await sandbox.ringtop("audit", "--from", "-4", "--store", second).output
    #expect(rows.contains("No day differs. On 3 days one side is missing."), "\(rows)")
    #expect(rows.contains("There are no samples to compute the day from."))
    // A row that does not count is not reported as missing.
    let missing = try await sandbox.ringtop("show", "--date", "2026-11-13", "--format", "plain").output
    #expect(missing.contains("Apple's own summary of this day is missing"), "\(missing)")
    let partial = try await sandbox.ringtop("show", "--date", "2026-11-14", "--format", "plain").output
    #expect(partial.contains("before the day was over") && !partial.contains("is missing"), "\(partial)")
  }

  @Test("steps, distance and flights in an iPhone's export are shown as such everywhere")
  func phoneOnly() async throws {
    let sandbox = try Sandbox()
    func record(_ type: String, _ unit: String, _ value: String) -> String {
      """
       <Record type="HKQuantityTypeIdentifier\(type)" sourceName="Kim’s iPhone" unit="\(unit)" \
      startDate="\(Sandbox.today) 08:00:00 +0100" endDate="\(Sandbox.today) 08:10:00 +0100" value="\(value)"/>

      """
    }
    let xml =
      "<HealthData>\n" + record("StepCount", "count", "1200") + record("DistanceWalkingRunning", "km", "0.9")
      + record("FlightsClimbed", "count", "3") + "</HealthData>\n"
    let file = try sandbox.write(xml, to: "phone.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file, "--zone", "Europe/Berlin").code == 0)
    let facts = "1,200 steps, 0.9 km, 3 flights"
    #expect(try await sandbox.ringtop("show", "--format", "plain").output.contains("No data for the rings: \(facts)."))
    #expect(try await sandbox.ringtop("show", "--format", "markdown").output.contains(facts))
    #expect(try await sandbox.ringtop("status", "--format", "plain").output == facts + "\n")
    #expect(try await sandbox.ringtop("status", "--format", "plain", "--width", "12").output == "1,200 steps\n")
    #expect(try await sandbox.ringtop("status", "--strict").code == 0)
    // The dashboard shows the same.
    #expect(try await sandbox.ringtop("show", "--format", "color", "--color", "mono").output.contains(facts))
  }

  @Test(
    "days are those of the user, whatever the machine's time zone",
    arguments: ["UTC", "Asia/Tokyo", "America/Los_Angeles"])
  func zones(_ zone: String) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    for arguments in [
      ["summary", "--format", "json"], ["audit", "--format", "json"], ["status", "--format", "json"],
    ] {
      let command = [Program.ringtop] + arguments
      let home = try await Program.run(command, environment: sandbox.environment)
      let away = try await Program.run(command, environment: sandbox.environment.merging(["TZ": zone]) { $1 })
      #expect(home.output == away.output)
      #expect(home.output.contains("2026-11-14"))
    }
  }
}
