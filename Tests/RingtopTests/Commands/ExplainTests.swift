import Demo
import Foundation
import HealthAnalysis
import TestSupport
import Testing

@Suite("Measures in the terminal", .serialized, .programs, .timeLimit(.minutes(10)))
struct ExplainTests {
  @Test("explain prints the numbers of a measure or the reason why there is none, and without one the names of all")
  func explain() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    let form = try await sandbox.ringtop("explain", "form")
    #expect(form.code == 0 && form.errors == "")
    #expect(
      form.output
        == "Form on 2026-11-14: none, because there was no workout in the last 1,000 days.\n\(MeasureName.form.rule)\n"
    )
    let json = try await sandbox.ringtop("explain", "sleepDebt", "2026-11-12", "--format", "json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["date"] as? String == "2026-11-12" && object["measure"] as? String == "sleepDebt")
    #expect(object["value"] == nil && (object["reason"] as? String)?.contains("has 0") == true)
    let names = try await sandbox.ringtop("explain").output.split(separator: "\n").dropFirst()
    #expect(names.count == MeasureName.allCases.count)
    #expect(try await sandbox.ringtop("explain", "luck").code == 64)
  }

  @Test("query prints a measure by day, as explain does, and refuses what has no meaning for one")
  func query() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    let lines = try await sandbox.ringtop(
      "query", "weekBalance", "--every", "day", "--from", "2026-11-10", "--to", "2026-11-12", "--format", "jsonl")
    let rows = try lines.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(rows.map { $0["date"] as? String } == ["2026-11-10", "2026-11-11", "2026-11-12"])
    for row in rows {
      let day = try #require(row["date"] as? String)
      let explained = try await sandbox.ringtop("explain", "weekBalance", day, "--format", "json")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(explained.output.utf8)) as? [String: Any])
      #expect(row["value"] as? Double == object["value"] as? Double)
      #expect(row["note"] as? String == (object["reason"] ?? object["note"] ?? "") as? String)
    }
    let none = try await sandbox.ringtop("query", "form", "--from", "2001-01-01", "--to", "2001-01-02")
    #expect(none.code == 0 && none.output == "Nothing found.\n")
    for wrong in [["--every", "hour"], ["--stat", "sum"], ["--unit", "kcal"]] {
      let refused = try await sandbox.ringtop(words: ["query", "form"] + wrong)
      #expect(refused.code == 64 && refused.errors.contains("form is computed by day"))
    }
  }

  @Test("show prints each group as text and JSON with the same names, and as a picture")
  func show() async throws {
    let sandbox = try Sandbox()
    let demo = try sandbox.useDemo()
    defer { demo.remove() }
    for group in MeasureGroup.allCases {
      let text = try await sandbox.ringtop("show", "--view", group.rawValue)
      #expect(text.code == 0 && text.errors == "" && text.output.hasSuffix("\n"))
      let json = try await sandbox.ringtop("show", "--view", group.rawValue, "--format", "json")
      let objects = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
      #expect(objects.count == MeasureName.allCases.count { $0.group == group })
      for object in objects {
        let name = try #require((object["measure"] as? String).flatMap(MeasureName.init))
        #expect(text.output.contains(name.title))
        // A number has a formula, and what has none has a reason.
        #expect(
          (object["value"] == nil) == (object["reason"] != nil)
            && (object["value"] == nil) == (object["formula"] == nil))
      }
      #expect(objects.contains { $0["value"] != nil })
      let picture = try await sandbox.ringtop("show", "--view", group.rawValue, "--format", "svg")
      #expect(picture.code == 0 && picture.output.hasPrefix("<svg"), "\(picture.errors)")
    }
  }
}
