import Foundation
import TestSupport
import Testing

/// The clock stands at Saturday 14 November 2026, 23:00 in Berlin.
@Suite("goals and undo", .serialized, .programs, .timeLimit(.minutes(10)))
struct GoalsTests {
  private func goals(_ sandbox: Sandbox, _ date: String = "today") async throws -> String {
    try await sandbox.ringtop("summary", "--from", date, "--to", date, "--format", "csv").output
      .split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
  }

  /// Move, Exercise and Stand goals of a day, as `summary` has them.
  private func values(_ sandbox: Sandbox, _ date: String = "today") async throws -> [String] {
    let fields = try await goals(sandbox, date).trimmed.split(separator: ",", omittingEmptySubsequences: false)
    return fields.count > 8 ? [2, 5, 8].map { String(fields[$0]) } : []
  }

  @Test("a goal is at most what a day can have")
  func limits() async throws {
    let sandbox = try Sandbox()
    let xml = ExportFixture(days: 3).xml.replacing(
      "appleMoveTime=\"0\" appleMoveTimeGoal=\"0\"", with: "appleMoveTime=\"47\" appleMoveTimeGoal=\"60\"")
    #expect(try await sandbox.ringtop("import", "--quiet", sandbox.write(xml, to: "child.xml")).code == 0)
    for (arguments, words) in [
      (["--move", "1441"], "Too large for one day of Move"), (["--stand", "12.5"], "Stand counts whole hours"),
    ] {
      let ending = try await sandbox.ringtop(words: ["goals", "set"] + arguments)
      #expect(ending.code == 64 && ending.errors.contains(words), "\(ending)")
    }
    #expect(try await sandbox.ringtop("goals", "set", "--move", "1440", "--stand", "12").code == 0)
  }

  @Test("set applies from today on, by weekday, or for one day; undo reverts each")
  func set() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    #expect(try await values(sandbox) == ["500", "30", "12"])
    let first = try await sandbox.ringtop("goals", "set", "--move", "600", "kcal", "--exercise", "40")
    #expect(first.code == 0 && first.errors == "")
    #expect(first.output == "Move 600 kcal, Exercise 40 min, from Saturday 14 November 2026 on.\n")
    #expect(try await values(sandbox) == ["600", "40", "12"])
    #expect(try await values(sandbox, "yesterday") == ["500", "30", "12"])
    #expect(try await values(sandbox, "2026-11-30") == ["600", "40", "12"])
    let weekend = try await sandbox.ringtop(
      "goals", "set", "--move", "1673.6kJ", "--weekdays", "sat,sun", "--from", "today")
    #expect(weekend.output == "Move 400 kcal, Saturdays, Sundays from Saturday 14 November 2026 on.\n")
    #expect(try await values(sandbox) == ["400", "40", "12"])
    #expect(try await values(sandbox, "2026-11-16") == ["600", "40", "12"])
    let single = try await sandbox.ringtop("goals", "set", "--stand", "none", "--on", "today")
    #expect(single.output == "Stand without a goal, on Saturday 14 November 2026 alone.\n")
    #expect(try await values(sandbox) == ["400", "40", ""])
    #expect(try await values(sandbox, "2026-11-15") == ["400", "40", "12"])

    let list = try await sandbox.ringtop("undo", "--list")
    #expect(list.lines.count == 3)
    #expect(try await sandbox.ringtop("undo").output == "Undone: \(list.lines[0]).\n")
    #expect(try await values(sandbox) == ["400", "40", "12"])
    #expect(try await sandbox.ringtop("undo").code == 0)
    #expect(try await values(sandbox) == ["600", "40", "12"])
    #expect(try await sandbox.ringtop("undo").code == 0)
    #expect(try await values(sandbox) == ["500", "30", "12"])
    let nothing = try await sandbox.ringtop("undo")
    #expect(nothing.code == 1 && nothing.errors == "ringtop: There is nothing to undo.\n")
  }

  @Test("a week's goal in the status line begins on the weekday in the configuration")
  func firstWeekday() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    // Saturday 14 November 2026; the day before is in the same week unless weeks begin on Saturday.
    for (date, count) in [("yesterday", "3000"), ("today", "1000")] {
      #expect(try await sandbox.ringtop("add", "flightsClimbed", count, "--at", "\(date) at 12:00").code == 0)
    }
    #expect(
      try await sandbox.ringtop("goals", "set", "flightsClimbed", "8000", "--weekly", "--from", "2026-11-01").code == 0)
    let line = ["status", "--template", "{flightsClimbed.week.value}"]
    #expect(try await sandbox.ringtop(words: line).output == "4000\n")
    try sandbox.write("week_start = \"saturday\"\n", to: ".config/ringtop/config.toml")
    #expect(try await sandbox.ringtop(words: line).output == "1000\n")
  }

  @Test("any amount may have a goal, of a day or a week, which show, status and streaks have, and undo reverts")
  func amounts() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    func run(_ arguments: String...) async throws -> Ending { try await sandbox.ringtop(words: arguments) }
    #expect(try await run("add", "steps", "6120").code == 0)
    let set = try await run("goals", "set", "steps", "8,000")
    #expect(set.errors == "" && set.output == "Steps 8,000, from Saturday 14 November 2026 on.\n")
    let water = try await run("goals", "set", "water", "1400 cL", "--weekly", "--from", "2026-11-10")
    #expect(water.output == "Water, week 14 L, from Tuesday 10 November 2026 on.\n")
    #expect(
      try await run("goals", "set", "sleep", "7.5", "--move", "600").output.hasPrefix(
        "Move 600 kcal, Sleep with naps 7.5 h, "))
    let shown = try await run("show", "--format", "plain").output
    #expect(shown.contains("6,120/8,000") && shown.contains("76%") && shown.contains("1,880 left"))
    #expect(shown.contains("Water, week") && shown.contains("-/14 L"))
    let json = try await run("show", "--format", "json").output
    #expect(json.contains(#""type":"stepCount""#) || json.contains(#""type" : "stepCount""#))
    #expect(
      try await run("status", "--template", "{steps.percent}% {?steps.closed}yes{:}no{/}").output == "76% no\n")
    #expect(try await run("show", "--view", "streaks", "--format", "plain").output.contains("Steps"))
    #expect(try await run("goals").output.contains("Sleep"))
    #expect(try await run("goals", "history", "--format", "json").output.contains("dietaryWater"))
    #expect(try await run("add", "steps", "2000").code == 0)
    #expect(try await run("status", "--template", "{?steps.closed}yes{:}no{/}").output == "yes\n")
    #expect(try await run("undo").code == 0)
    #expect(try await run("goals", "clear", "steps").output == "Your scheduled goals are removed: Steps.\n")
    #expect(try await run("status", "--template", "{steps.percent}").output == "-\n")
    #expect(try await run("undo").code == 0)
    #expect(try await run("status", "--template", "{steps.percent}").output == "76\n")
    for (arguments, words) in [
      (["heartRate", "60"], "has no amount"), (["steps"], "How much?"), (["steps", "5", "kg"], "is measured in"),
      (["stepz", "5"], "There is no type"), (["sleep", "30 h"], "Too large"),
      (["water", "9", "--weekly", "--on", "today"], "single days"), (["steps", "-5"], "-5"),
      (["move", "600", "--weekly"], "of each day"), (["move", "600", "kg"], "is measured in"),
    ] {
      let refused = try await sandbox.ringtop(words: ["goals", "set"] + arguments)
      #expect(refused.code == 64 && refused.errors.contains(words), "\(arguments): \(refused.errors)")
    }
  }

  @Test("the goal of a ring may be named like any other, and what is left of a count is whole")
  func ringByName() async throws {
    let sandbox = try Sandbox()
    let set = try await sandbox.ringtop("goals", "set", "move", "600", "kcal")
    #expect(set.output == "Move 600 kcal, from Saturday 14 November 2026 on.\n")
    #expect(try await values(sandbox)[0] == "600")
    _ = try await sandbox.ringtop("add", "steps", "49906.8")
    _ = try await sandbox.ringtop("goals", "set", "steps", "50000")
    #expect(try await sandbox.ringtop("show", "--format", "plain").output.contains("94 left"))
    _ = try await sandbox.ringtop("add", "move", "30 kcal")
    #expect(
      try await sandbox.ringtop("show", "--format", "sentences").output.contains(
        "Steps is at 49,906 of 50,000, 99%; 94 left."))
    _ = try await sandbox.ringtop("goals", "set", "water", "2 L")
    _ = try await sandbox.ringtop("add", "water", "500 mL")
    #expect(try await sandbox.ringtop("show", "--format", "markdown").output.contains("| Water | 0.5 L | 2 L | 25% |"))
  }

  @Test("a paused day neither extends nor breaks the streak of an amount")
  func pausedStreak() async throws {
    let sandbox = try Sandbox()
    for day in 10...14 {
      _ = try await sandbox.ringtop("add", "steps", "9000", "--at", "2026-11-\(day) 12:00")
    }
    _ = try await sandbox.ringtop("goals", "set", "steps", "8000", "--from", "2026-11-01")
    _ = try await sandbox.ringtop("goals", "pause", "--from", "2026-11-12", "--until", "2026-11-13")
    let streaks = try await sandbox.ringtop("show", "--view", "streaks", "--format", "plain").output
    let line = try #require(streaks.split(separator: "\n").first { $0.hasPrefix("Steps") })
    #expect(line.contains(/Steps +4 +4 +4 of 4/), "\(line)")
    // Nothing has recorded a ring, so no day is open.
    #expect(streaks.contains(/All rings +0 +0 .* 0 of 0/), "\(streaks)")
  }

  @Test("a pause lasts until the given day, merges with adjacent ones, and resume ends it from a day on")
  func pause() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    func paused() async throws -> [String] {
      try await sandbox.ringtop("summary", "--from", "2026-11-10", "--to", "2026-11-20", "--format", "csv").output
        .split(whereSeparator: \.isNewline).filter { $0.contains(",true,") }.map { String($0.prefix(10)) }
    }
    #expect(try await sandbox.ringtop("goals", "pause").output == "Paused today.\n")
    #expect(try await paused() == ["2026-11-14"])
    let monday = try await sandbox.ringtop("goals", "pause", "--until", "monday")
    #expect(monday.output == "Paused until Monday 16 November 2026.\n")
    #expect(try await paused() == ["2026-11-14", "2026-11-15"])
    let later = try await sandbox.ringtop("goals", "pause", "--from", "2026-11-18", "--until", "2026-11-20")
    #expect(later.output == "Paused from Wednesday 18 November 2026 until Friday 20 November 2026.\n")
    let page = try await sandbox.ringtop("goals")
    #expect(page.output.contains("Paused until Monday 16 November 2026."))
    #expect(page.output.contains("Upcoming pauses"))
    #expect(try await sandbox.ringtop("show").output.contains("The rings are paused on this day."))
    let resumed = try await sandbox.ringtop("goals", "resume", "--from", "tomorrow")
    #expect(resumed.output == "The rings count again from Sunday 15 November 2026 on.\n")
    #expect(try await paused() == ["2026-11-14", "2026-11-18", "2026-11-19"])
    let again = try await sandbox.ringtop("goals", "resume", "--from", "2026-11-15")
    #expect(again.code == 1 && again.errors.contains("not paused"))
    for _ in 0..<4 { #expect(try await sandbox.ringtop("undo").code == 0) }
    #expect(try await paused() == [])
  }

  @Test("show prints the origin of each goal, also in json")
  func origins() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9, hasSummaries: false))
    _ = try await sandbox.ringtop("goals", "set", "--move", "600", "--from", "2026-11-01")
    _ = try await sandbox.ringtop("goals", "set", "--exercise", "45", "--on", "2026-11-14")
    let page = try await sandbox.ringtop("goals", "show")
    #expect(
      page.output == """
        Saturday 14 November 2026 (today)
        Move      600 kcal  your schedule
        Exercise    45 min  your goal for this day
        Stand         12 h  a default, because none was set

        Your schedule
        from 2026-11-01  Move  600 kcal

        Your goals for single days
        2026-11-14  Exercise  45 min

        """)
    let json = try await sandbox.ringtop("goals", "show", "--format", "json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: any Sendable])
    #expect((object["move"] as? [String: any Sendable])?["origin"] as? String == "schedule")
    #expect((object["exercise"] as? [String: any Sendable])?["goal"] as? Double == 45)
    #expect((object["stand"] as? [String: any Sendable])?["origin"] as? String == "default")
    let history = try await sandbox.ringtop("goals", "history")
    #expect(
      history.lines == [
        "2026-11-01  Move      600 kcal  you, from this day on", "2026-11-14  Exercise    45 min  you, for this day",
      ])
    let cleared = try await sandbox.ringtop("goals", "clear", "move")
    #expect(cleared.output == "Your scheduled goals are removed: Move.\n")
    #expect(try await values(sandbox) == ["500", "45", "12"])
    #expect(try await sandbox.ringtop("goals", "clear", "--on", "today").code == 0)
    #expect(try await values(sandbox) == ["500", "30", "12"])
  }

  @Test("without a store, setting a goal creates one, and showing reports that there is none")
  func withoutStore() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.ringtop("goals").code == 66)
    #expect(try await sandbox.ringtop("undo").code == 66)
    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
    #expect(try await sandbox.ringtop("goals", "set", "--move", "600").code == 0)
    #expect(try await values(sandbox) == ["600", "30", "12"])
  }

  @Test("an amount after the goal of a ring is not taken for its unit")
  func amountAfterOptions() async throws {
    let ending = try await Sandbox().ringtop("goals", "set", "--move", "700", "steps", "8000")
    #expect(ending.code == 64)
    #expect(
      ending.errors
        == "ringtop: Put \"steps 8000\" before the options: ringtop goals set steps 8000 --move 700.\n")
  }

  @Test(
    "invalid input is reported in one sentence with exit code 64, and changes nothing",
    arguments: [
      ["set"], ["set", "--move", "lots"], ["set", "--move", "-5"], ["set", "--move", "5km"], ["set", "--stand", "25"],
      ["set", "--stand", "12.5"],
      ["set", "--move", "1", "--on", "christmas"], ["set", "--move", "1", "--on", "today", "--from", "today"],
      ["set", "--move", "1", "--weekdays", "someday"], ["set", "--move", "nan"], ["set", "--exercise", "1441"],
      ["pause", "--until", "today"], ["pause", "--until", "2028-01-01"],
      ["pause", "--from", "monday", "--until", "2026-11-15"],
      ["clear", "heartRate"], ["nothing"],
    ])
  func refused(arguments: [String]) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    let before = try await sandbox.sql("select count(*) from change")
    let ending = try await Program.run([Program.ringtop, "goals"] + arguments, environment: sandbox.environment)
    #expect(ending.code == 64, "\(arguments): \(ending.output)")
    #expect(ending.output == "")
    #expect(ending.errors.hasPrefix("ringtop: ") && ending.errors.trimmed.split(separator: "\n").count == 1)
    #expect(try await sandbox.sql("select count(*) from change") == before)
  }

  @Test("a dashboard in another pane updates immediately when a goal changes, a pause begins, and undo reverts both")
  func dashboard() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    try await TmuxScreen.dashboard(sandbox, columns: 76, rows: 23, showing: "320 / 500") { screen in
      #expect(try await sandbox.ringtop("goals", "set", "--move", "640").code == 0)
      try await screen.wait { $0.contains("320 / 640") }
      #expect(try await sandbox.ringtop("goals", "pause").code == 0)
      try await screen.wait { $0.contains("paused") }
      #expect(try await sandbox.ringtop("undo").code == 0)
      try await screen.wait { !$0.contains("paused") }
      #expect(try await sandbox.ringtop("undo").code == 0)
      try await screen.wait { $0.contains("320 / 500") }
    }
  }

  @Test("a paused day neither extends nor breaks a streak")
  func streak() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    func streak() async throws -> String {
      try await sandbox.ringtop("status", "--template", "{streak}").output.trimmed
    }
    for date in ["2026-11-10", "2026-11-11", "2026-11-13", "2026-11-14"] {
      #expect(
        try await sandbox.ringtop("goals", "set", "--move", "1", "--exercise", "1", "--stand", "1", "--on", date).code
          == 0)
    }
    #expect(try await streak() == "2")
    #expect(try await sandbox.ringtop("goals", "pause", "--from", "2026-11-12").code == 0)
    #expect(try await streak() == "4")
    #expect(try await sandbox.ringtop("undo").code == 0)
    #expect(try await streak() == "2")
  }

  @Test("goals clear names only the goals that there were, and without any changes nothing")
  func clearWithoutGoals() async throws {
    let sandbox = try Sandbox()
    _ = try await sandbox.ringtop("add", "steps", "10")
    let none = try await sandbox.ringtop("goals", "clear", "move")
    #expect(none.code == 0 && none.output == "You have no scheduled goals: Move.\n", "\(none)")
    let day = try await sandbox.ringtop("goals", "clear", "--on", "2026-11-12")
    #expect(
      day.output == "You have no goals of Thursday 12 November 2026: Move, Exercise, Stand.\n", "\(day)")
    #expect(try await !sandbox.ringtop("undo", "--list").output.contains("clear"))
    _ = try await sandbox.ringtop("goals", "set", "--move", "444")
    let some = try await sandbox.ringtop("goals", "clear")
    #expect(some.output == "Your scheduled goals are removed: Move.\n", "\(some)")
    let empty = try Sandbox()
    #expect(try await empty.ringtop("goals", "clear").output.hasPrefix("You have no scheduled goals"))
  }

  @Test("a goal for all days that replaces one for a weekday says so, and the list has the days of each")
  func replacedWeekdays() async throws {
    let sandbox = try Sandbox()
    let weekend = try await sandbox.ringtop(
      "goals", "set", "--move", "400", "--weekdays", "sat,sun", "--from", "2026-11-09")
    #expect(weekend.code == 0 && weekend.lines.count == 1, "\(weekend)")
    let general = try await sandbox.ringtop("goals", "set", "--move", "333")
    #expect(
      general.output.contains(
        "It replaces your goals for Move on Saturdays (400 kcal), Move on Sundays (400 kcal); set those again"),
      "\(general)")
    #expect(try await values(sandbox, "2026-11-21")[0] == "333")
    let list = try await sandbox.ringtop("goals").output
    #expect(list.contains("from 2026-11-09 to 2026-11-13  Move  400 kcal  Saturdays"), "\(list)")
    #expect(list.contains(/from 2026-11-14 +Move +333 kcal/), "\(list)")
    #expect(try await sandbox.ringtop("goals", "--format", "json").output.contains(#""to":"2026-11-13""#))
    // A weekday's goal after a general one replaces nothing else, and one that has ended is not named again.
    #expect(try await sandbox.ringtop("goals", "set", "--move", "444", "--weekdays", "sat").lines.count == 1)
    let last = try await sandbox.ringtop("goals", "set", "--move", "350", "--from", "2026-11-20").output
    #expect(last.contains("for Move on Saturdays (444 kcal); set"), "\(last)")
  }
}
