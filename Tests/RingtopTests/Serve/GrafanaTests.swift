import Foundation
import TestSupport
import Testing

/// The dashboard for SQLite: its queries, as they are in the file, on the views and on a snapshot.
@Suite("Grafana with SQLite", .serialized, .programs, .timeLimit(.minutes(5)))
struct GrafanaTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Assets/grafana"
  ).standardized

  private struct Dashboard: Decodable {
    struct Panel: Decodable {
      struct Target: Decodable {
        let queryText: String
        let rawQueryText: String
        let queryType: String
        let timeColumns: [String]
      }

      let title: String
      let targets: [Target]
    }

    let panels: [Panel]
  }

  /// The queries with the time range that Grafana would put in.
  private static func queries() throws -> [(title: String, sql: String, isSeries: Bool)] {
    let data = try Data(contentsOf: folder.appending(path: "rings-sqlite.json"))
    return try JSONDecoder().decode(Dashboard.self, from: data).panels.flatMap { panel in
      panel.targets.map { target in
        #expect(target.queryText == target.rawQueryText && target.timeColumns == ["time"])
        // From 1 to 30 November 2026.
        let sql = target.queryText.replacing("$__from", with: "1793491200000").replacing("$__to", with: "1795996800000")
        #expect(!sql.contains("$"), "\(panel.title)")
        return (panel.title, sql, target.queryType == "time series")
      }
    }
  }

  @Test("every query has rows on the views, and the same ones on a snapshot of them")
  func queries() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    let file = try sandbox.write(ViewTests.export, to: "more.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    let snapshot = sandbox.file("rings.db")
    let script = Self.folder.appending(path: "snapshot").path
    let made = try await sandbox.shell(
      "\"$SCRIPT\" \"$SNAPSHOT\"", environment: ["SCRIPT": script, "SNAPSHOT": snapshot])
    #expect(made.code == 0 && made.errors.isEmpty, "\(made.errors)")
    for (title, sql, isSeries) in try Self.queries() {
      let rows = try await sandbox.ringtop("sql", "--json", sql)
      #expect(rows.code == 0 && rows.errors.isEmpty, "\(title): \(rows.errors)")
      let objects = try #require(
        try JSONSerialization.jsonObject(with: Data(rows.output.utf8)) as? [[String: any Sendable]], "\(title)")
      #expect(!objects.isEmpty, "\(title)")
      if isSeries {
        let times = objects.compactMap { $0["time"] as? Int }
        #expect(times.count == objects.count && times == times.sorted(), "\(title)")
      }
      let copied = try await Program.run(
        ["sqlite3", "-readonly", "-json", snapshot, sql], environment: sandbox.environment)
      #expect(copied.output == rows.output, "\(title)")
    }
  }

  @Test("every query for Prometheus finds its metrics, and values and goals of the same rings")
  func metrics() async throws {
    struct Panels: Decodable {
      struct Panel: Decodable {
        struct Target: Decodable {
          let expr: String
        }

        let targets: [Target]
      }

      let panels: [Panel]
    }
    let data = try Data(contentsOf: Self.folder.appending(path: "rings.json"))
    let expressions = try JSONDecoder().decode(Panels.self, from: data).panels.flatMap { $0.targets.map(\.expr) }
    #expect(expressions.count >= 6)
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    try await sandbox.serving { client, _ in
      let sample = #"{"type":"steps","value":10,"unit":"count","start":"2026-11-14T12:00:00+01:00"}"#
      #expect(try client.post("/v1/samples", sample).status == 200)
      let lines = try client.get("/metrics").body.split(separator: "\n").filter { !$0.hasPrefix("#") }
      for expression in expressions {
        for match in expression.matches(of: /(ringtop_\w+)(?:\{(ring="\w+")\})?/) {
          let found = lines.filter {
            $0.hasPrefix(match.1) && !($0.dropFirst(match.1.count).first?.isLetter ?? true)
              && match.2.map($0.contains) ?? true
          }
          #expect(!found.isEmpty, "\(match.0)")
        }
      }
      for name in ["move", "exercise", "stand"] {
        let values = lines.filter { $0.hasPrefix("ringtop_ring_value{ring=\"\(name)\"") }
        let goals = lines.filter { $0.hasPrefix("ringtop_ring_goal{ring=\"\(name)\"") }
        #expect(values.count == 1 && goals.count == 1)
      }
    }
  }
}
