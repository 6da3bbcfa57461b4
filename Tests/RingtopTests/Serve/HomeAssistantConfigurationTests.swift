import Foundation
import TestSupport
import Testing

@testable import Serving

/// The chapter's configuration, as it is printed, against the server.
@Suite("Home Assistant's configuration", .serialized, .programs, .timeLimit(.minutes(5)))
struct HomeAssistantConfigurationTests {
  private static func blocks() throws -> [String] {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Assets/docs/home-assistant.md")
    return try String(contentsOf: page, encoding: .utf8).matches(of: /(?ms)^```yaml$(.*?)^```$/).map { String($0.1) }
  }

  private static func path(_ block: String) throws -> String {
    String(try #require(block.firstMatch(of: /(?:resource|url): http:\/\/server:8173(\S+)/)).1)
  }

  /// What the template prints for a state.
  private static func rendered(_ template: String, _ values: [String: String]) -> String {
    var text = template.replacing(/\{%.*?%\}/, with: "")
    for (expression, value) in values { text = text.replacing("{{ \(expression) }}", with: value) }
    return text
  }

  @Test("the states of the rest command are stored, and the sensors' templates find the rings with their goals")
  func configuration() async throws {
    let blocks = try Self.blocks()
    try #require(blocks.count == 2)
    let payload = try #require(blocks[1].firstMatch(of: /(?s)payload: >-\n(.*?)\n\n/)).1
    let body = Self.rendered(
      String(payload),
      [
        "s.entity_id": "sensor.kims_iphone_active_energy", "s.state": "412",
        "s.last_changed.isoformat()": "2026-11-14T20:05:00.123456+00:00",
        "s.last_updated.isoformat()": "2026-11-14T20:06:00+00:00", "s.name | to_json": "\"Kim’s iPhone Active Energy\"",
        "s.attributes.unit_of_measurement | default('') | to_json": "\"kcal\"", "',' if not loop.last": "",
      ])
    #expect(!body.contains("{{") && !body.contains("}}}}}"))
    let (summary, delivery) = (try Self.path(blocks[0]), try Self.path(blocks[1]))
    let sandbox = try Sandbox()
    try await sandbox.serving { client, _ in
      let stored = try client.post(delivery, body)
      #expect(stored.status == 200 && stored.number("stored") == 1, "\(stored.body)")
      #expect(try client.post(delivery, body).number("unchanged") == 1)
      let grown = body.replacing("\"412\"", with: "\"430\"").replacing("20:06:00", with: "20:21:00")
      #expect(try client.post(delivery, grown).number("replaced") == 1)
      let answer = try client.get(summary)
      let rings = try #require(
        try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
      let templates = blocks[0].matches(of: /value_json\.(\w+)\.(\w+)/).map { (String($0.1), String($0.2)) }
      #expect(templates.count == 6)
      for (ring, key) in templates { #expect((rings[ring] as? [String: Any])?.keys.contains(key) == true, "\(ring)") }
      for match in blocks[0].matches(of: /json_attributes_path: "\$\.(\w+)"\n\s+json_attributes: \[(.*)\]/) {
        let ring = rings[String(match.1)] as? [String: Any]
        let keys = match.2.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(!keys.isEmpty && keys.allSatisfy { ring?.keys.contains($0) == true }, "\(match.1)")
      }
      #expect(rings["date"] as? String == Sandbox.today)
    }
  }

  @Test("an older, smaller total that arrives late does not replace the newer one")
  func lateTotal() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving { client, _ in
      func post(_ energy: Int, at time: String) throws {
        let answer = try client.post(
          "/v1/home-assistant",
          """
          [{"entity_id": "sensor.kims_iphone_active_energy", "state": "\(energy)",
            "last_updated": "\(Sandbox.today)T\(time):00Z", "attributes": {"unit_of_measurement": "kcal"}}]
          """)
        #expect(answer.status == 200)
      }
      for (energy, time) in [(400, "12:00"), (200, "09:00"), (400, "12:00")] { try post(energy, at: time) }
      #expect(try await sandbox.ringtop("export", "activeEnergyBurned", "--format", "csv").output.contains(",400"))
      try post(450, at: "13:00")
    }
    let rows = try await sandbox.ringtop("export", "activeEnergyBurned", "--format", "csv").output
    #expect(rows.split(whereSeparator: \.isNewline).count == 2 && rows.contains(",450"), "\(rows)")
  }

  @Test("a token of the feed may post there, and nowhere else")
  func scope() async throws {
    let sandbox = try Sandbox()
    let made = try await sandbox.ringtop("tokens", "add", "home", "--scope", "post", "--feed", "home-assistant")
    #expect(made.code == 0)
    let token = try #require(made.output.firstMatch(of: /[A-Za-z0-9_-]{32,}/)).output
    try await sandbox.serving { client, _ in
      let home = HTTPClient(port: client.port, token: String(token))
      let (allowed, refused) = (try home.post("/v1/home-assistant", "[]"), try home.post("/v1/samples", "[]"))
      #expect(allowed.status == 200 && refused.status == 403)
    }
  }
}
