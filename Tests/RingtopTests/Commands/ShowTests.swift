import Foundation
import TestSupport
import Testing

@Suite("Show and add", .serialized, .programs, .timeLimit(.minutes(10)))
struct ShowTests {
  @Test("--date is refused for views that are the same on every day")
  func dateWithoutMeaning() async throws {
    let sandbox = try Sandbox()
    for view in ["workouts", "trends", "streaks", "sources"] {
      let ending = try await sandbox.ringtop("show", "--view", view, "--date", "yesterday")
      #expect(ending.code == 64 && ending.errors.contains("--date is not for --view \(view)"), "\(ending)")
    }
  }

  @Test("show prints the day and its week as plain text if the output is not a terminal")
  func plain() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    let ending = try await sandbox.ringtop("show")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(ending.output.contains("14 November 2026") && ending.output.contains("320"))
    #expect(!ending.output.contains("\u{1B}"))
    let other = try await sandbox.ringtop("show", "--date", "2026-11-12")
    #expect(other.output.contains("12 November 2026") && other.output.contains("336"))
  }

  @Test("sentences describe the day and its week, also for screen readers")
  func sentences() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    let ending = try await sandbox.ringtop("show", "--format", "sentences")
    #expect(
      ending.output == """
        Saturday 14 November 2026 (today).
        Move is at 320 of 500 kcal, 64%; 180 kcal left.
        Exercise is at 21 of 30 min, 70%; 9 min left.
        Stand is at 8 of 12 h, 66%; 4 h left.
        In the week of 9 – 15 November 2026 all rings were closed on 0 of 6 days.

        """)
    let empty = try await sandbox.ringtop("show", "--format", "sentences", "--date", "2026-10-01")
    #expect(empty.output == "Thursday 1 October 2026: no data.\n")
    let phone = try Sandbox()
    _ = try await phone.ringtop("add", "steps", "5009")
    let steps = try await phone.ringtop("show", "--format", "sentences")
    #expect(steps.output == "Saturday 14 November 2026 (today). No data for the rings: 5,009 steps.\n")
  }

  @Test("json contains the summaries of the day and of the seven days of its week, as printed by summary")
  func json() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    let printed = try await sandbox.ringtop("show", "--format", "json")
    let summary = try await sandbox.ringtop("summary", "--from", "2026-11-09", "--to", "2026-11-15", "--format", "json")
    #expect(printed.code == 0 && printed.output.hasSuffix("}\n"))
    var day = try #require(
      try JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: any Sendable])
    let days = try #require(
      try JSONSerialization.jsonObject(with: Data(summary.output.utf8)) as? [[String: any Sendable]])
    let week = try #require(day.removeValue(forKey: "week") as? [[String: any Sendable]])
    #expect(week as NSArray == days as NSArray && week.count == 7)
    #expect(day as NSDictionary == days[5] as NSDictionary)
  }

  @Test(
    "every format ends with a newline, so the shell's prompt is on a line of its own",
    arguments: ["color", "plain", "sentences", "markdown", "json", "svg"])
  func ends(format: String) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    let output = try await sandbox.ringtop("show", "--format", format).output
    #expect(output.hasSuffix("\n") && !output.hasSuffix("\n\n"))
  }

  @Test("a month and a single ring are printed as text for people and as JSON for scripts")
  func views() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 20))
    let month = try await sandbox.ringtop("show", "--view", "month")
    #expect(month.code == 0 && month.lines.first?.hasPrefix("November 2026  ") == true)
    // From the first to the fourteenth, today.
    #expect(month.lines.count { $0.contains("Nov ") && $0.contains("kcal") } == 14)
    #expect(month.output.contains("of 14 days closed"))
    let json = try await sandbox.ringtop("show", "--view", "month", "--format", "json").output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: any Sendable])
    #expect(object["month"] as? String == "2026-11" && (object["days"] as? [any Sendable])?.count == 14)
    let move = try await sandbox.ringtop("show", "--view", "move", "--date", "2026-11-13")
    #expect(move.lines.first == "Friday 13 November 2026" && move.output.contains("Last 9 weeks"))
    #expect(move.lines.contains { $0.hasPrefix("08:00 ") && $0.hasSuffix(" 41") } && !move.output.contains("Exercise"))
    let ring = try await sandbox.ringtop("show", "--view", "stand", "--format", "json").output
    let stand = try #require(try JSONSerialization.jsonObject(with: Data(ring.utf8)) as? [String: any Sendable])
    #expect(stand["ring"] as? String == "stand" && (stand["hours"] as? [Double])?.reduce(0, +) == 8)
    #expect((stand["lastWeeks"] as? [any Sendable])?.count == 63)
    let refused = try await sandbox.ringtop("show", "--view", "month", "--format", "markdown")
    #expect(refused.code == 64 && refused.lines.isEmpty)
  }

  @Test("the whole output fits on a terminal of 24 rows", arguments: [80, 120])
  func fits(columns: Int) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    try await TmuxScreen.shell(sandbox, columns: columns, rows: 24) { screen in
      try await screen.enter("clear; \"$RINGTOP\" show")
      try await screen.wait { text in
        let rows = text.split(separator: "\n")
        return rows.first?.contains("14 November 2026") == true && rows.last?.hasPrefix("ready>") == true
      }
    }
  }

  @Test("show uses colours on a terminal, unless NO_COLOR is set")
  func colour() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    try await TmuxScreen.shell(sandbox, columns: 90, rows: 40) { screen in
      try await screen.enter("clear; \"$RINGTOP\" show; echo \"code=$?\"")
      try await screen.wait { $0.contains("code=0") && $0.contains("14 November 2026") }
      #expect(try await screen.picture.contains("\u{1B}[38;"))
      try await screen.enter("clear; NO_COLOR=1 \"$RINGTOP\" show; echo \"code=$((1 - 1))\"")
      try await eventually("no colour", state: { try await screen.text }) {
        let picture = try await screen.picture
        return picture.contains("code=0") && picture.contains("14 November 2026") && !picture.contains("\u{1B}[38;")
      }
    }
  }

  @Test("show --demo needs no store and creates none, and a reader that closes the pipe early causes no error")
  func demo() async throws {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(atPath: sandbox.file("tmp"), withIntermediateDirectories: true)
    sandbox.environment["TMPDIR"] = sandbox.file("tmp")
    let ending = try await sandbox.ringtop("show", "--demo")
    #expect(ending.code == 0 && ending.errors == "" && ending.output.contains("Move"))
    // A day needs few weeks of the demo and friends all of them; both have the same goals.
    var goals: Set<String> = []
    for view in ["day", "friends"] {
      let shown = try await sandbox.ringtop("show", "--demo", "--view", view, "--format", "json").output
      goals.formUnion(shown.matches(of: /"move":\{[^}]*?"goal":([0-9.]+)/).map { String($0.output.1) })
    }
    #expect(goals.count == 1)
    let early = try await sandbox.shell("\"$RINGTOP\" show --demo | true")
    #expect(early.errors == "")
    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
    #expect(sandbox.contents(below: sandbox.file("tmp")).isEmpty)
  }

  @Test("show takes the first weekday from the configuration, and --color none overrides --format color")
  func configured() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    try sandbox.write("week_start = \"sunday\"\n", to: ".config/ringtop/config.toml")
    #expect(try await sandbox.ringtop("show").output.contains("\nSun 8 Nov"))
    let json = try await sandbox.ringtop("show", "--format", "json").output
    let day = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: any Sendable])
    let week = try #require(day["week"] as? [[String: any Sendable]])
    #expect(week.first?["date"] as? String == "2026-11-08" && week.count == 7)
    let colored = try await sandbox.ringtop("show", "--format", "color").output
    #expect(colored.contains("\u{1B}["))
    #expect(colored.contains("8 – 14 November 2026"))
    let plain = try await sandbox.ringtop("show", "--format", "color", "--color", "none").output
    #expect(!plain.contains("\u{1B}[38") && !plain.contains("\u{1B}[48") && plain.contains("14 November 2026"))
  }

  @Test("steps, values and closed days are the same in sentences, in the text output and in the dashboard")
  func same() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    #expect(try await sandbox.ringtop("add", "steps", "1234", "--at", "yesterday 10:00").code == 0)
    let plain = try await sandbox.ringtop("show", "--date", "yesterday").output
    let drawn = try await sandbox.ringtop("show", "--date", "yesterday", "--format", "color", "--color", "none").output
    // The list contains every day, the others a count.
    let closed = "\(plain.matches(of: /all closed/).count) of "
    #expect(plain.contains("1,234 steps") && drawn.contains("1,234 steps"), "\(plain)\n\(drawn)")
    #expect(drawn.contains(closed), "\(plain)\n\(drawn)")
    try await TmuxScreen.dashboard(sandbox, columns: 100, rows: 30, "--date", "yesterday") { screen in
      try await screen.wait { $0.contains("1,234 steps") && $0.contains(closed) }
    }
    // No data does not mean 0 steps.
    let none = try await sandbox.ringtop("show").output
    #expect(!none.contains(" 0 steps") && !none.contains("\n0 steps"))
  }

  @Test("default goals are marked, and an open ring shows what is left today and how far a past day fell short")
  func words() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9, hasSummaries: false))
    let today = try await sandbox.ringtop("show")
    #expect(today.output.contains("320/500* kcal  64%  180 kcal left"))
    #expect(today.lines.contains("* A default, because no goal has been set. \"ringtop goals set\" sets one."))
    let past = try await sandbox.ringtop("show", "--date", "yesterday")
    #expect(past.output.contains("172 kcal short") && !past.output.contains("left"))
    let sentences = try await sandbox.ringtop("show", "--date", "yesterday", "--format", "sentences")
    #expect(sentences.output.contains("Move was at 328 of 500 kcal (a default goal), 65%; 172 kcal short."))
    #expect(try await sandbox.ringtop("goals", "set", "--move", "500").code == 0)
    #expect(try await sandbox.ringtop("show").output.contains("320/500 kcal"))
    #expect(try await sandbox.ringtop("summary").output.contains("320/500 kcal"))
  }
}
