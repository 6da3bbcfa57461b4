import Foundation
import TestSupport
import Testing

@testable import Serving

@Suite("The log of deliveries of ringtop serve", .serialized, .programs, .timeLimit(.minutes(12)))
struct DeliveryLogTests {
  private let sample =
    #"{"type":"move","value":10,"unit":"kcal","start":"2026-11-14T12:00:00+01:00","end":"2026-11-14T12:10:00+01:00"}"#
  /// A record, and two without a date.
  private let partly = """
    {"data":{"metrics":[\
    {"name":"active_energy","units":"kcal","data":[{"date":"2026-11-14 13:00:00 +0100","qty":90,"source":"Watch"}]},\
    {"name":"aura","units":"count","data":[{},{}]}]}}
    """

  private func entries(_ text: String) throws -> [[String: Any]] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  private func client(_ sandbox: Sandbox, _ name: String, _ port: UInt16, _ scope: String...) async throws -> HTTPClient
  {
    let made = try await sandbox.ringtop(words: ["tokens", "add", name, "--scope"] + scope)
    #expect(made.code == 0, "\(made.errors)")
    return HTTPClient(port: port, token: made.output.trimmingCharacters(in: .newlines))
  }

  @Test("tells who delivered what, and what was skipped or refused and why, wherever the owner looks")
  func everywhere() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving { owner, _ in
      // Without a store there is nowhere to log to.
      #expect(try owner.post("/v1/samples", "{").status == 422)
      #expect(try owner.get("/v1/deliveries").body.contains("[]"))
      #expect(try owner.post("/v1/samples", sample).status == 200)
      let phone = try await client(sandbox, "phone", owner.port, "post", "--feed", "health-auto-export")
      let friend = try await client(sandbox, "kim", owner.port, "rings")
      #expect(try phone.post("/v1/health-auto-export", partly).number("skipped") == 2)
      // Of refusals that repeat at once, one is enough.
      for _ in 0..<3 { #expect(try phone.post("/v1/samples", sample).status == 403) }
      #expect(try friend.get("/v1/store").status == 403)
      #expect(try owner.post("/v1/samples", #"{"type":"move"}"#).status == 422)
      let log = try entries(try owner.get("/v1/deliveries").body)
      #expect(log.map { $0["sender"] as? String } == ["owner", "kim", "phone", "phone", "owner"])
      #expect(
        log.map { $0["feed"] as? String } == ["samples", "/v1/store", "samples", "health-auto-export", "samples"])
      #expect(log.map { $0["refused"] as? Bool } == [true, true, true, false, false])
      #expect(log[3]["stored"] as? Int == 1 && log[3]["skipped"] as? Int == 2)
      #expect(log[3]["skipCounts"] as? [String: Int] == ["badDate": 2])
      #expect((log[1]["problem"] as? String)?.contains("rings, which does not include this") == true)
      // The same on the command line, in reverse.
      let printed = try entries(try await sandbox.ringtop("serve", "--log", "--json").output)
      #expect(printed.map { $0["time"] as? String } == log.map { $0["time"] as? String })
      let lines = try await sandbox.ringtop("serve", "--log").lines
      #expect(lines.count == 6 && lines[2].contains("phone") && lines[2].hasSuffix("2 badDate"))
      let doctor = try await sandbox.ringtop("doctor")
      #expect(doctor.code == 0 && doctor.output.contains("of phone to health-auto-export"))
      #expect(doctor.output.contains("skipped 2 of 3 records: 2 badDate."))
      // On the page, but not for those who may see rings only.
      let page = try owner.get("/").body
      #expect(page.contains("<td>phone</td><td>health-auto-export</td><td>1 of 3 new<br>Skipped: 2 badDate</td>"))
      #expect(page.contains("Skipped: 2 badDate"))
      let other = try friend.get("/")
      #expect(other.status == 200 && !other.body.contains("badDate") && !other.body.contains("<td>"))
      #expect(try friend.get("/v1/deliveries").status == 403)
      #expect(try await sandbox.ringtop("serve", "--json").code == 64)
    }
  }

  @Test("is announced to those who listen, also if nothing was stored")
  func announced() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving { owner, _ in
      #expect(try owner.post("/v1/samples", sample).status == 200)
      let descriptor = try owner.connect()
      defer { close(descriptor) }
      HTTPClient.send(Array(owner.head("GET", "/v1/events").utf8), to: descriptor)
      _ = try TokenTests.receive(descriptor, until: "event: delivery\ndata: {\"count\":1}\n\n")
      #expect(try owner.post("/v1/samples", sample).number("unchanged") == 1)
      _ = try TokenTests.receive(descriptor, until: "event: delivery\ndata: {\"count\":2}\n\n")
      #expect(try owner.post("/v1/samples", #"{"type":"move"}"#).status == 422)
      _ = try TokenTests.receive(descriptor, until: "event: delivery\ndata: {\"count\":3}\n\n")
    }
  }
}
