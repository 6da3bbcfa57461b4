import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries
import TestSupport
import Testing

@testable import Assistants

/// A client changes nothing that the person has not allowed and seen.
@Suite("Changes by clients")
struct WritingTests {
  private static let weight: JSONValue = ["type": "bodyMass", "value": "80.5 kg", "at": "08:00"]

  private func code(_ result: ToolResult) throws -> JSONValue {
    try #require(result.structured?["confirm"], "\(result.text)")
  }

  private func weights(_ person: PersonStore) throws -> Int {
    let samples = try #require(
      person.ask("sql", ["statement": "select count(*) from sample where type = 'bodyMass'"]).structured)
    return samples["rows"]?.array?.first?.array?.first?.whole ?? -1
  }

  @Test("there are no tools for it, unless the server was started with them")
  func offered() throws {
    let reader = try PersonStore(.phoneAlone)
    #expect(reader.service.tools.allSatisfy { $0.effect == .reads })
    #expect(reader.ask("add_sample", Self.weight).text == "There is no such tool.")
    let writer = try PersonStore(.phoneAlone, writes: [])
    let effects = Dictionary(uniqueKeysWithValues: writer.service.tools.map { ($0.name, $0.effect) })
    #expect(effects["add_sample"] == .adds && effects["set_goal"] == .replaces && effects["undo"] == .replaces)
    let hints = try #require(writer.service.tools.last).listing(.november2025)["annotations"]
    #expect(hints?["readOnlyHint"] == false && hints?["destructiveHint"] == true)
  }

  @Test("the right to read is not the right to change")
  func permission() throws {
    let person = try PersonStore(.phoneAlone, writes: ["stepCount"])
    let refused = person.ask("add_sample", Self.weight)
    #expect(refused.isError && refused.text.contains("ringtop mcp --allow test --allow-write bodyMass"))
    #expect(person.ask("set_goal", ["move": "600 kcal"]).text.contains("--allow-write activitySummary"))
    #expect(!person.ask("add_sample", ["type": "stepCount", "value": "100"]).isError)
  }

  @Test("the changes that other clients ask for do not push out those of a client")
  func manyClients() throws {
    let person = try PersonStore(.phoneAlone, writes: ["bodyMass"], fixesClient: false)
    let type = try #require(TypeName.identifier(for: "bodyMass"))
    try person.connection.writing(homeZone: "Europe/Berlin").decide(
      [Permission(client: "mcp:other", type: type, share: .granted, read: .granted)])
    let code = try code(person.ask("add_sample", Self.weight))
    for _ in 0..<20 {
      let other = person.service.call(
        "add_sample", Self.weight, Caller(client: "other", revision: .november2025))
      #expect(other?.structured?["confirm"] != nil)
    }
    #expect(person.ask("add_sample", Self.weight.adding("confirm", code)).structured?["done"] == true)
  }

  @Test("a sample is described, stored once with its code, and taken back")
  func sample() throws {
    let person = try PersonStore(.phoneAlone, writes: ["bodyMass"])
    let before = try weights(person)
    let planned = person.ask("add_sample", Self.weight)
    #expect(planned.structured?["done"] == false)
    #expect(planned.text.contains("would add 80.50 kg to Body mass, 2026-11-19 08:00"), "\(planned.text)")
    #expect(try weights(person) == before)
    let code = try code(planned)
    for wrong: JSONValue in [
      Self.weight.adding("confirm", "zzzzzz"),
      ["type": "bodyMass", "value": "90 kg", "at": "08:00", "confirm": code],
    ] {
      #expect(person.ask("add_sample", wrong).text.contains("no such change to confirm"))
    }
    let confirmed = Self.weight.adding("confirm", code)
    let stored = person.ask("add_sample", confirmed)
    #expect(stored.structured?["done"] == true && stored.text.hasPrefix("Added 80.50 kg to Body mass, today at 08:00."))
    #expect(try weights(person) == before + 1)
    // The code is valid once.
    #expect(person.ask("add_sample", confirmed).isError)
    #expect(try weights(person) == before + 1)
    let undone = person.ask("undo")
    #expect(undone.text.hasPrefix("Undone: add 80.50 kg to Body mass"))
    #expect(try weights(person) == before)
    #expect(person.ask("undo").text.contains("changed nothing"))
  }

  @Test("amounts may be numbers, whatever the person's decimal mark is")
  func numbers() throws {
    let person = try PersonStore(.phoneAlone, writes: ["bodyMass", "activitySummary"])
    for value: JSONValue in [.number(80.125), .number(80.12), .number(80.5), .whole(80), "80"] {
      let planned = person.ask("add_sample", ["type": "bodyMass", "value": value, "unit": "kg", "at": "08:00"])
      #expect(planned.text.contains(/would add 80(\.\d+)? kg/), "\(planned.text)")
    }
    #expect(person.ask("set_goal", ["move": 555]).text.contains("555 kcal"))
    #expect(person.ask("set_goal", ["move": true]).text.contains("must be a text"))
  }

  @Test("a goal is described, set, and taken back")
  func goal() throws {
    let person = try PersonStore(.phoneAndWatch, writes: ["activitySummary"])
    func goal() -> JSONValue? { person.ask("day").structured?["rings"]?["move"]?["goal"] }
    let before = goal()
    let arguments: JSONValue = ["move": "610 kcal", "stand": "10 h"]
    let planned = person.ask("set_goal", arguments)
    #expect(
      planned.text.contains("would set the goals Move 610 kcal, Stand 10 h from 2026-11-19 on"), "\(planned.text)")
    #expect(goal() == before)
    #expect(!person.ask("set_goal", arguments.adding("confirm", try code(planned))).isError)
    #expect(goal() == 610)
    #expect(!person.ask("undo").isError)
    #expect(goal() == before)
    #expect(person.ask("set_goal", [:]).text.contains("Which goal?"))
    #expect(person.ask("set_goal", ["move": "-3"]).isError && person.ask("set_goal", ["move": "10 kg"]).isError)
    #expect(person.ask("set_goal", ["move": "500", "on": "whenever"]).text.contains("is not a day"))
  }

  @Test("only the own change is undone, and only if it is the latest")
  func foreign() throws {
    let person = try PersonStore(.phoneAlone, writes: ["bodyMass"])
    let store = try person.connection.changing()
    _ = try store.change(.pause(SampleDays.today...SampleDays.today), title: "pause")
    #expect(person.ask("undo").text.contains("changed nothing"))
    let code = try code(person.ask("add_sample", Self.weight))
    #expect(!person.ask("add_sample", Self.weight.adding("confirm", code)).isError)
    _ = try store.change(.pause((SampleDays.today - 9)...(SampleDays.today - 9)), title: "another")
    #expect(person.ask("undo").text.contains("Something else was changed since"))
    #expect(try store.edits().map(\.title).first == "another")
  }

  @Test("a code ends after ten minutes, and the plans are limited")
  func limits() throws {
    let person = try PersonStore(.phoneAlone, writes: ["bodyMass"])
    let first = try code(person.ask("add_sample", Self.weight))
    person.later.withLock { $0 = PlannedChanges.lifetime + 1 }
    #expect(person.ask("add_sample", Self.weight.adding("confirm", first)).isError)
    let second = try code(person.ask("add_sample", Self.weight))
    for _ in 0..<PlannedChanges.mostPlanned { _ = person.ask("add_sample", Self.weight) }
    #expect(person.ask("add_sample", Self.weight.adding("confirm", second)).isError)
  }

  @Test("what is no sample is refused before it is planned")
  func invalid() throws {
    let person = try PersonStore(.phoneAlone, writes: ["bodyMass", "menstrualFlow", "stepCount"])
    for arguments: JSONValue in [
      ["type": "bodyMass"], ["type": "bodyMass", "value": "80 km"], ["type": "none", "value": "1"],
      ["type": "bodyMass", "value": "80 kg", "at": "tomorrow 10:00"], ["type": "bodyMass", "value": "1e400 kg"],
      ["type": "bodyMass", "value": "80 kg", "from": "08:00"], ["value": "80 kg"],
      ["type": "bodyMass", "value": "80 kg", "at": "08:00", "from": "08:00", "to": "09:00"],
      ["type": "stepCount", "value": "5", "from": "10:00", "to": "09:00"], ["type": "menstrualFlow", "value": "light"],
    ] {
      let result = person.ask("add_sample", arguments)
      #expect(result.isError && !result.text.isEmpty, "\(arguments) \(result.text)")
    }
  }
}
