import Foundation
import TestSupport
import Testing

/// What several commands say of the same days.
@Suite("The same answer everywhere", .serialized, .programs, .timeLimit(.minutes(10)))
struct AgreementTests {
  private static func day(_ before: Int) -> String { ExportFixture.day(Sandbox.today, adding: -before) }

  private static func record(
    _ type: String, _ before: Int, _ value: Double, _ unit: String, source: String = "Kim's iPhone"
  ) -> String {
    let day = day(before)
    return """
      <Record type="HKQuantityTypeIdentifier\(type)" sourceName="\(source)" unit="\(unit)" \
      startDate="\(day) 09:00:00 +0100" endDate="\(day) 09:30:00 +0100" value="\(value)"/>

      """
  }

  /// A row of Apple's, in kilocalories or in minutes of move time.
  private static func row(_ before: Int, move: Int, goal: Int = 500, minutes: Bool = false) -> String {
    """
    <ActivitySummary dateComponents="\(day(before))" activeEnergyBurned="\(minutes ? 0 : move)" \
    activeEnergyBurnedGoal="\(minutes ? 0 : goal)" activeEnergyBurnedUnit="kcal" appleMoveTime="\(minutes ? move : 0)" \
    appleMoveTimeGoal="\(minutes ? goal : 0)" appleExerciseTime="0" appleExerciseTimeGoal="30" appleStandHours="0" \
    appleStandHoursGoal="12"/>

    """
  }

  private func importing(_ elements: [String], to sandbox: Sandbox) async throws {
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_DE">
      <ExportDate value="\(Sandbox.today) 22:00:00 +0100"/>
      \(elements.joined())</HealthData>

      """
    let ending = try await sandbox.ringtop("import", "--quiet", sandbox.write(xml, to: "export.xml"))
    #expect(ending.code == 0, "\(ending.errors)")
  }

  private func ask(_ sandbox: Sandbox, _ tool: String, _ arguments: String) async throws -> String {
    let call = """
      {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\(tool)","arguments":\(arguments),"_meta":\
      {"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},\
      "io.modelcontextprotocol/clientInfo":{"name":"kim","version":"1"}}}}

      """
    return try await Program.run([Program.ringtop, "mcp"], environment: sandbox.environment, input: call).output
  }

  @Test("of a person without a watch, Move alone closes the day, wherever it is asked")
  func oneRing() async throws {
    let sandbox = try Sandbox()
    try await importing(
      (0..<40).map { Self.row($0, move: 510) } + [Self.record("ActiveEnergyBurned", 0, 510, "kcal")], to: sandbox)
    func show(_ view: String, _ format: String = "plain") async throws -> String {
      try await sandbox.ringtop("show", "--view", view, "--format", format).output
    }
    #expect(try await show("month").contains("14 of 14 days closed"))
    #expect(try await show("week").contains("6 of 6 days closed"))
    #expect(try await show("month", "json").contains("\"closed\":14,\"counted\":14"))
    #expect(try await show("year").contains("40 of 40"))
    #expect(try await show("day").components(separatedBy: "all closed").count == 7)
    #expect(try await show("day", "sentences").contains("closed on 6 of 6 days"))
    let status = try await sandbox.ringtop("status", "--format", "json").output
    #expect(status.contains("\"closed\":true") && status.contains("\"streak\":40"), "\(status)")
    #expect(try await sandbox.ringtop("status", "--format", "waybar").output.contains("\"alt\":\"closed\""))
    #expect(try await sandbox.ringtop("status", "--template", "{?closed}all{/}").output == "all\n")
    _ = try await sandbox.ringtop("mcp", "--allow", "kim")
    let day = try await ask(sandbox, "day", #"{"date":"yesterday"}"#)
    #expect(day.contains("\"closed\":true") && !day.contains("\"closed\":false"), "\(day)")
  }

  @Test("Move in minutes is not added to Move in kilocalories, nor compared with it")
  func moveUnits() async throws {
    let sandbox = try Sandbox()
    try await importing(
      (1...10).map { Self.row($0, move: 510) } + [Self.row(11, move: 600, goal: 60, minutes: true)]
        + (12...40).map { Self.row($0, move: 90, goal: 60, minutes: true) }, to: sandbox)
    for view in ["streaks", "year"] {
      let text = try await sandbox.ringtop("show", "--view", view, "--format", "plain").output
      #expect(text.contains("5,100 kcal") && !text.contains("600 kcal") && !text.contains("8,"), "\(text)")
    }
    let streaks = try await sandbox.ringtop("show", "--view", "streaks", "--format", "plain").output
    #expect(streaks.contains(/Move +510 kcal +4 November 2026 +5,100 kcal/), "\(streaks)")
  }

  @Test("the streak of a goal counts the days before the first ring", arguments: [true, false])
  func goalStreak(hasRings: Bool) async throws {
    let sandbox = try Sandbox()
    try await importing(
      (0..<200).map { Self.record("StepCount", $0, 9_000, "count") }
        + (hasRings ? 0..<50 : 0..<0).map { Self.row($0, move: 510) },
      to: sandbox)
    #expect(try await sandbox.ringtop("goals", "set", "steps", "8000", "--from", "2026-01-01").code == 0)
    let streaks = try await sandbox.ringtop("show", "--view", "streaks", "--format", "plain").output
    #expect(streaks.contains(/Steps .*200 of 200/), "\(streaks)")
  }

  @Test("all the days of a type are its own, not those of the rings", arguments: [true, false])
  func allDays(hasRings: Bool) async throws {
    let sandbox = try Sandbox()
    try await importing(
      (0..<15).map { Self.record("BodyMass", $0 * 366 + 3, Double(70 + $0), "kg") }
        + (hasRings ? 0..<50 : 0..<0).map { Self.row($0, move: 510) }, to: sandbox)
    let chart = try await sandbox.ringtop("chart", "bodyMass", "--period", "all", "--format", "json").output
    #expect(chart.contains("\"from\":\"2012") && chart.contains("\"avg\":84"), "\(chart)")
    let screen = try await sandbox.ringtop("chart", "bodyMass", "--period", "all", "--format", "plain").output
    #expect(screen.contains("2012"), "\(screen)")
    _ = try await sandbox.ringtop("mcp", "--allow", "kim")
    let statistics = try await ask(sandbox, "statistics", #"{"type":"bodyMass","period":"all","by":"year"}"#)
    #expect(statistics.contains("\"value\":77") && statistics.contains("2012-"), "\(statistics)")
  }

  @Test("an hour of Stand is not in the future, and is one hour")
  func standHour() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.ringtop("add", "stand").code == 0)
    let future = try await sandbox.ringtop("add", "stand", "--at", "2030-01-01T10:00:00Z")
    #expect(future.code == 64 && future.errors.contains("in the future"), "\(future)")
    let long = try await sandbox.ringtop("add", "stand", "--from", "06:00", "--to", "18:30")
    #expect(long.code == 64 && long.errors.contains("whole hours"), "\(long)")
  }

  @Test("a client without the rings is told neither Apple's number, nor their days, nor journeys")
  func privacy() async throws {
    let sandbox = try Sandbox()
    try await importing(
      (1..<50).map { Self.row($0, move: 510) } + [Self.record("ActiveEnergyBurned", 2, 120, "kcal")]
        + [Self.record("BodyMass", 3, 80, "kg")], to: sandbox)
    _ = try await sandbox.ringtop("mcp", "--allow", "kim", "activeEnergyBurned")
    let energy = try await ask(sandbox, "statistics", #"{"type":"activeEnergyBurned","period":"last 30 days"}"#)
    #expect(energy.contains("\"value\":120") && !energy.contains("apple"), "\(energy)")
    let ringDays = Self.day(49)
    for (tool, arguments) in [
      ("health_overview", "{}"), ("statistics", #"{"type":"activeEnergyBurned","period":"all"}"#),
    ] {
      let answer = try await ask(sandbox, tool, arguments)
      #expect(!answer.contains(ringDays), "\(answer)")
    }
    let overview = try await ask(sandbox, "health_overview", "{}")
    #expect(overview.contains("Data of 1 type."), "\(overview)")
    _ = try await sandbox.ringtop("mcp", "--allow", "kim", "activitySummary")
    #expect(try await ask(sandbox, "health_overview", "{}").contains("rings from \(ringDays)"))
    #expect(
      try await ask(sandbox, "statistics", #"{"type":"activeEnergyBurned","period":"last 30 days"}"#).contains("apple"))
  }
}
