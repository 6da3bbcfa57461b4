import Foundation
import TestSupport
import Testing

/// The clock stands at Saturday 14 November 2026, 23:00 in Berlin.
@Suite("add", .serialized, .programs, .timeLimit(.minutes(10)))
struct AddTests {
  @Test("add stores a sample from the user, in the unit of its type, at the given time")
  func add() async throws {
    let sandbox = try Sandbox()
    for arguments in [
      ["move", "500kcal"], ["exercise", "30min", "--at", "14:30"], ["stand"], ["heartRate", "61bpm"],
      ["steps", "500", "--from", "2026-11-13 10:00", "--to", "2026-11-13 10:20"],
    ] {
      let ending = try await Program.run([Program.ringtop, "add"] + arguments, environment: sandbox.environment)
      #expect(ending.code == 0 && ending.errors == "", "\(arguments): \(ending.errors)")
      #expect(ending.output.hasPrefix("Added "))
    }
    let status = try await sandbox.ringtop("status", "--template", "{move.value} {exercise.value} {stand.value}")
    #expect(status.output == "500 30 1\n")
    #expect(try await sandbox.sql("select count(*) from sample").trimmed == "5")
  }

  @Test(
    "the reply contains what was added, its time, and the day's new total",
    arguments: [
      (["move", "120", "kcal"], "Added 120 kcal to Move, today at 23:00. Move is now 120/500* kcal, 24%."),
      (["move", "1,200.5kcal"], "Added 1,200.50 kcal to Move, today at 23:00. Move is now 1,200/500* kcal, 240%."),
      (["move", "502.08", "kJ"], "Added 502.08 kJ to Move, today at 23:00. Move is now 120/500* kcal, 24%."),
      (
        ["exercise", "30 min", "--at", "9:30"],
        "Added 30 min to Exercise, today from 09:30 to 10:00. Exercise is now 30/30* min, 100%."
      ),
      (
        ["exercise", "0.5", "h", "--at", "yesterday at 2:30 pm"],
        "Added 0.50 h to Exercise, yesterday from 14:30 to 15:00. Exercise yesterday is now 30/30* min, 100%."
      ),
      (["stand"], "Added an hour to Stand, today from 23:00 to 00:00. Stand is now 1/12* h, 8%."),
      (
        ["steps", "500", "--at", "12.11. 10:00"],
        "Added 500 steps, on Thu 12 Nov at 10:00. Steps on Thu 12 Nov: 500 steps."
      ),
      (
        ["steps", "1", "--at", "2024-02-29 10:00"],
        "Added 1 step, on 29 February 2024 at 10:00. Steps on 29 February 2024: 1 step."
      ),
      (["heartRate", "61", "bpm", "--at", "2 hours ago"], "Added 61 bpm to Heart rate, today at 21:00."),
    ])
  func answers(arguments: [String], answer: String) async throws {
    let sandbox = try Sandbox()
    let ending = try await Program.run([Program.ringtop, "add"] + arguments, environment: sandbox.environment)
    #expect(ending.code == 0 && ending.errors == "", "\(ending.errors)")
    #expect(ending.output == answer + "\n")
    #expect(try await sandbox.sql("select count(*) from sample").trimmed == "1")
    #expect(try await sandbox.ringtop("undo").output.hasPrefix("Undone: add "))
    #expect(try await sandbox.sql("select count(*) from sample").trimmed == "0")
  }

  @Test(
    "invalid input is reported in one sentence with exit code 64, and creates no store",
    arguments: [
      ["move", "120", "bananas"], ["move", "1", "2", "kcal"], ["move", "1.2.3kcal"], ["move", "kcal"], ["stepz", "5"],
      ["move", "1,20kcal"], ["move", "5kcal", "--at", "25:00"], ["move", "5kcal", "--at", "13pm"],
      ["move", "5kcal", "--at", "christmas 12:00"], ["heartRate", "5", "kcal"], ["heartRate", "62000"],
      ["move", "5kcal", "--at", "1969-12-31 10:00"], ["move", "1e999kcal"],
    ])
  func refused(arguments: [String]) async throws {
    let sandbox = try Sandbox()
    let ending = try await Program.run([Program.ringtop, "add"] + arguments, environment: sandbox.environment)
    #expect(ending.code == 64 && ending.output == "", "\(arguments): \(ending.output)")
    #expect(ending.errors.hasPrefix("ringtop: ") && ending.errors.trimmed.split(separator: "\n").count == 1)
    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
  }

  @Test(
    "what cannot be added is refused with what can be",
    arguments: [
      (["move", "-5", "kcal"], "An amount must not be negative, like -5."),
      (
        ["heartRate", "-5kcal", "--at", "-1"], "An amount must not be negative, like -5kcal."
      ),
      (["sleepAnalysis"], "Which? For example: ringtop add sleepAnalysis inBed. Values are inBed, "),
      (["stand", "1", "h"], "Stand is added an hour at a time, without an amount: ringtop add stand."),
      (["mindful", "many"], "mindfulSession has no value, or a length: ringtop add mindful 10 min."),
    ])
  func unsuitable(arguments: [String], sentence: String) async throws {
    let sandbox = try Sandbox()
    let ending = try await Program.run([Program.ringtop, "add"] + arguments, environment: sandbox.environment)
    #expect(ending.code == 64 && ending.errors.hasPrefix("ringtop: " + sentence), "\(ending)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
  }

  @Test("an event without a value can have a length")
  func length() async throws {
    let sandbox = try Sandbox()
    let ending = try await sandbox.ringtop("add", "mindful", "10", "min")
    #expect(ending.output == "Added 10 min to Mindful session, today from 22:50 to 23:00.\n", "\(ending)")
  }

  @Test("a number without a unit is in the unit in which Move is shown, for a sample and for a goal")
  func kilojoules() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("energy = \"kJ\"\n", to: ".config/ringtop/config.toml")
    let added = try await sandbox.ringtop("add", "move", "1000")
    #expect(
      added.output.hasPrefix("Added 1,000 kJ to Move") && added.output.contains("Move is now 1,000/"), "\(added)")
    #expect(try await sandbox.ringtop("goals", "set", "--move", "2000").output.hasPrefix("Move 2,000 kJ"))
    #expect(try await sandbox.ringtop("add", "move", "1", "kcal").output.hasPrefix("Added 1 kcal to Move"))
    let negative = try await sandbox.ringtop("goals", "set", "--move", "-5")
    #expect(negative.code == 64 && negative.errors.contains("must not be negative"), "\(negative)")
  }

  @Test("JSON lines are read from a pipe with a name")
  func namedPipe() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      #"{"type":"move","value":5,"unit":"kcal","start":"2026-11-14T08:00:00+01:00"}"# + "\n", to: "lines.jsonl")
    let ending = try await sandbox.shell("\"$RINGTOP\" add --json-lines <(cat \"$HOME/lines.jsonl\")")
    #expect(ending.code == 0 && ending.output.contains("read 1, stored 1"), "\(ending)")
  }

  @Test("the closest type is suggested for a mistyped one")
  func nearest() async throws {
    let sandbox = try Sandbox()
    let ending = try await sandbox.ringtop("add", "hartRate", "61")
    #expect(ending.errors == "ringtop: There is no type \"hartRate\". Did you mean heartRate?\n")
  }

  @Test("numbers are parsed in the format of the locale")
  func locale() async throws {
    let sandbox = try Sandbox()
    sandbox.environment["LC_ALL"] = "de_DE.UTF-8"
    let ending = try await sandbox.ringtop("add", "move", "1.200,5", "kcal")
    #expect(ending.output == "Added 1.200,50 kcal to Move, today at 23:00. Move is now 1.200/500* kcal, 240%.\n")
  }

  @Test("the value of exercise is the time from its start to its end")
  func exerciseByTimes() async throws {
    let sandbox = try Sandbox()
    let added = try await sandbox.ringtop("add", "exercise", "--from", "11:00", "--to", "11:20")
    #expect(added.code == 0 && added.output.contains("20 min"), "\(added)")
    let seconds = try await sandbox.ringtop(
      "add", "timeInDaylight", "--from", "2026-11-14T10:00:00Z", "--to", "2026-11-14T10:00:30Z")
    #expect(seconds.code == 0, "\(seconds)")
    let sums = try await sandbox.ringtop("query", "exercise", "--stat", "sum")
    #expect(sums.output.contains("20"), "\(sums)")
    let energy = try await sandbox.ringtop("add", "move", "--from", "11:00", "--to", "11:20")
    #expect(energy.code == 64 && energy.errors.contains("How much?"), "\(energy)")
  }

  @Test("JSON lines of which none can be stored are an error, as in an import")
  func linesWithoutSamples() async throws {
    let sandbox = try Sandbox()
    let line = #"{"type":"heartRate","value":5000,"unit":"count/min","start":"2026-11-12T10:00:00Z"}"#
    let file = try sandbox.write(line + "\n", to: "rates.jsonl")
    for command in [["add", "--json-lines", file], ["import", file]] {
      let ending = try await sandbox.ringtop(words: command)
      #expect(ending.code == 65 && ending.errors.contains("contains nothing that can be stored."), "\(ending)")
    }
  }
}
