import Foundation
import TestSupport
import Testing

@Suite("ringtop watch: hooks of goals, records and nights", .programs, .timeLimit(.minutes(12)))
struct MeasureHookTests {
  /// Sets a hook that appends what it is told to files, and returns a way to run it.
  private func watched(_ sandbox: Sandbox, _ hook: String) throws -> () async throws -> [String] {
    let notes = sandbox.file("notes.txt")
    let program = "(env | grep -E '^RINGTOP_(EVENT|TEXT|GOAL|RECORD)' | sort; cat) >>\(notes)"
    try sandbox.write("[[hook]]\n\(hook)\nshell = \"\(program)\"\n", to: ".config/ringtop/config.toml")
    return {
      try? FileManager.default.removeItem(atPath: notes)
      let ending = try await sandbox.ringtop("watch", "--once")
      #expect(ending.code == 0 && ending.errors == "", "\(ending)")
      return ((try? String(contentsOfFile: notes, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }
  }

  private func add(_ lines: [String], to sandbox: Sandbox) async throws {
    let ending = try await sandbox.ringtop(
      "add", "--json-lines", sandbox.write(lines.joined(separator: "\n"), to: "lines.jsonl"))
    #expect(ending.code == 0, "\(ending.errors)")
  }

  @Test("a goal of one's own that is reached runs the hooks for its type, once for each day or week")
  func goal() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    #expect(try await sandbox.ringtop("goals", "set", "water", "2.5", "L").code == 0)
    #expect(try await sandbox.ringtop("goals", "set", "steps", "5000").code == 0)
    let told = try watched(sandbox, "on = \"goal-reached\"\ntype = \"water\"")
    #expect(try await sandbox.ringtop("add", "steps", "6000").code == 0)
    #expect(try await sandbox.ringtop("add", "water", "2", "L").code == 0)
    #expect(try await told() == [])
    #expect(try await sandbox.ringtop("add", "water", "0.75", "L").code == 0)
    let lines = try await told()
    #expect(
      lines.dropLast() == [
        "RINGTOP_EVENT=goal-reached", "RINGTOP_GOAL=2.5", "RINGTOP_GOAL_PERIOD=day", "RINGTOP_GOAL_TYPE=dietaryWater",
        "RINGTOP_GOAL_VALUE=2.75", "RINGTOP_TEXT=Water: the goal is reached, 2.75 of 2.5 L.",
      ])
    let object = try JSONSerialization.jsonObject(with: Data((lines.last ?? "").utf8)) as? [String: Any]
    let goal = try #require(object?["goal"] as? [String: Any])
    #expect(goal["type"] as? String == "dietaryWater" && goal["value"] as? Double == 2_750)
    #expect(goal["closed"] as? Bool == true && goal["from"] as? String == Sandbox.today)
    #expect(try await sandbox.ringtop("add", "water", "1", "L").code == 0)
    #expect(try await told() == [])
  }

  @Test("a workout of today that beats an earlier one runs the hook; the first of its kind is no record")
  func record() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    func run(_ day: String, hour: Int, kilometres: Double) -> String {
      let (start, end) = ("\(day)T0\(hour):00:00Z", "\(day)T0\(hour):40:00Z")
      return """
        {"type":"workout","activity":37,"start":"\(start)","end":"\(end)","duration":2400,"source":"Watch",\
        "statistics":[{"type":"distanceWalkingRunning","unit":"km","start":"\(start)","end":"\(end)","sum":\(kilometres)}]}
        """
    }
    let told = try watched(sandbox, "on = \"record\"")
    try await add([run(Sandbox.today, hour: 5, kilometres: 5)], to: sandbox)
    #expect(try await told() == [])
    try await add([run("2026-11-10", hour: 5, kilometres: 7)], to: sandbox)
    #expect(try await told() == [])
    try await add([run(Sandbox.today, hour: 7, kilometres: 8)], to: sandbox)
    let lines = try await told()
    #expect(
      lines.dropLast() == [
        "RINGTOP_EVENT=record", "RINGTOP_RECORD=longestDistance",
        "RINGTOP_TEXT=Longest distance: 8.00 km, before 7.00 km.",
      ])
    let object = try JSONSerialization.jsonObject(with: Data((lines.last ?? "").utf8)) as? [String: Any]
    let measure = try #require((object?["measures"] as? [[String: Any]])?.first)
    #expect(measure["measure"] as? String == "longestDistance" && measure["value"] as? Double == 8_000)
    #expect(measure["before"] as? Double == 7_000 && measure["setOn"] as? String == Sandbox.today)
    #expect(try await told() == [])
  }

  @Test("a night with two vitals outside the person's own range runs the hook once, an ordinary one does not")
  func night() async throws {
    func lines(_ offset: Int, rate: Double, breaths: Double) -> [String] {
      let (evening, morning) = (
        ExportFixture.day(Sandbox.today, adding: offset - 1), ExportFixture.day(Sandbox.today, adding: offset)
      )
      return [
        """
        {"type":"sleepAnalysis","value":3,"start":"\(evening)T22:00:00Z","end":"\(morning)T05:\(30 + abs(offset) % 7):00Z",\
        "source":"Watch"}
        """,
        """
        {"type":"heartRate","unit":"count/min","value":\(rate),"start":"\(morning)T02:00:00Z",\
        "end":"\(morning)T02:00:00Z","source":"Watch"}
        """,
        """
        {"type":"respiratoryRate","unit":"count/min","value":\(breaths),"start":"\(morning)T02:00:00Z",\
        "end":"\(morning)T02:00:00Z","source":"Watch"}
        """,
      ]
    }
    for isUnusual in [false, true] {
      let sandbox = try Sandbox()
      try await sandbox.imported(ExportFixture(days: 45))
      let told = try watched(sandbox, "on = \"vitals-out-of-range\"")
      let before = (1...40).flatMap { lines(-$0, rate: 52 + Double($0 % 3), breaths: 14 + Double($0 % 4) / 4) }
      try await add(
        before + (isUnusual ? lines(0, rate: 75, breaths: 20) : lines(0, rate: 53, breaths: 14.5)), to: sandbox)
      let found = try await told()
      guard isUnusual else {
        #expect(found == [])
        continue
      }
      #expect(
        found.dropLast() == [
          "RINGTOP_EVENT=vitals-out-of-range",
          "RINGTOP_TEXT=2 of 3 vitals outside their usual range: Heart rate of the night, Breathing of the night.",
        ])
      let object = try JSONSerialization.jsonObject(with: Data((found.last ?? "").utf8)) as? [String: Any]
      let measures = try #require(object?["measures"] as? [[String: Any]])
      #expect(measures.compactMap { $0["measure"] as? String } == ["nightHeartRate", "nightRespiratoryRate"])
      #expect(measures.allSatisfy { ($0["band"] as? [Double])?.count == 2 })
      #expect(try await told() == [])
      // The same rule is on the page of recovery.
      #expect(
        try await sandbox.ringtop("show", "--view", "recovery", "--format", "plain").output.contains("2 of 3 vitals"))
    }
  }
}
