import Foundation
import TestSupport
import Testing

@testable import Serving

@Suite("Named tokens", .serialized, .programs, .timeLimit(.minutes(12)))
struct TokenTests {
  private let sample =
    #"{"type":"move","value":10,"unit":"kcal","start":"2026-11-14T12:00:00+01:00","end":"2026-11-14T12:10:00+01:00"}"#

  private func token(_ sandbox: Sandbox, _ name: String, _ scope: String...) async throws -> String {
    let made = try await sandbox.ringtop(words: ["tokens", "add", name, "--scope"] + scope)
    #expect(made.code == 0, "\(made.errors)")
    return made.output.trimmingCharacters(in: .newlines)
  }

  /// Every path of the server that answers a request with a token.
  private static let routes = [
    "/", "/metrics", "/v1/summary", "/v1/summary?from=2026-11-01&to=2026-11-14", "/v1/days/today.svg",
    "/v1/days/2026-11-14.svg?view=rings", "/v1/store", "/v1/samples", "/v1/health-auto-export", "/v1/export",
  ]

  @Test("allow what their scope says and nothing else")
  func scopes() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving { client, _ in
      #expect(try client.post("/v1/samples", sample).status == 200)
      let posted = Set(["/v1/samples", "/v1/health-auto-export", "/v1/export"])
      let rings = Set(Self.routes.filter { $0 == "/" || $0.contains("summary") || $0.contains("days") })
      let gets = Set(Self.routes).subtracting(posted)
      for (scope, allowed) in [
        (["all"], Set(Self.routes)), (["read"], gets), (["rings"], rings),
        (["post", "--feed", "samples"], ["/v1/samples"]),
        (["post", "--feed", "export"], ["/v1/export"]),
      ] {
        let made = try await sandbox.ringtop(words: ["tokens", "add", scope.last ?? "", "--scope"] + scope)
        let limited = HTTPClient(port: client.port, token: made.output.trimmingCharacters(in: .newlines))
        for path in Self.routes {
          let answer = try posted.contains(path) ? limited.post(path, "{") : limited.get(path)
          #expect((answer.status != 403) == allowed.contains(path), "\(scope) \(path): \(answer.status)")
          #expect(answer.status != 401)
          if answer.status == 403 { #expect(answer.text("error") == "forbidden") }
        }
      }
    }
  }

  @Test("a token for rings reads exactly the summaries of days")
  func rings() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving { client, _ in
      let secret =
        #"[{"type":"heartRate","value":61,"unit":"count/min","start":"2026-11-14T12:00:00+01:00","#
        + #""source":"SecretWatch","metadata":{"SecretKey":"SecretValue"}},"# + sample + "]"
      #expect(try client.post("/v1/samples", secret).status == 200)
      let friend = HTTPClient(port: client.port, token: try await token(sandbox, "kim", "rings"))
      var read = ""
      for path in Self.routes {
        let answer = try friend.get(path)
        if answer.status == 200 { read += answer.body }
      }
      #expect(read.contains("\"date\":\"2026-11-14\"") && !read.contains("Secret") && !read.contains("heart"))
      let summary = try friend.get("/v1/summary?from=2026-11-14&to=2026-11-14").body
      let days = try #require(JSONSerialization.jsonObject(with: Data(summary.utf8)) as? [[String: Any]])
      #expect(days.map { Set($0.keys) } == [["date", "move", "exercise", "stand", "paused", "basis"]])
      // Of the events, those with summaries.
      let descriptor = try client.connect()
      defer { close(descriptor) }
      HTTPClient.send(Array(friend.head("GET", "/v1/events").utf8), to: descriptor)
      let events = try Self.receive(descriptor, until: "event: summary", "\n\n")
      #expect(!events.contains("event: store") && !events.contains("version"))
    }
  }

  @Test("are revoked at once, also for open event streams, and kept as hashes")
  func revoking() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving { client, _ in
      #expect(try client.post("/v1/samples", sample).status == 200)
      let made = try await token(sandbox, "kim", "read")
      let path = sandbox.file(".config/ringtop/tokens")
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
      let list = try String(contentsOfFile: path, encoding: .utf8)
      #expect(!list.contains(made) && list.contains("kim"))
      let friend = HTTPClient(port: client.port, token: made)
      #expect(try friend.get("/v1/summary").status == 200)
      let descriptor = try client.connect()
      defer { close(descriptor) }
      HTTPClient.send(Array(friend.head("GET", "/v1/events").utf8), to: descriptor)
      _ = try Self.receive(descriptor, until: "event: store", "\n\n")
      #expect(try await sandbox.ringtop("tokens", "add", "kim", "--scope", "rings").code == 1)
      #expect(try await sandbox.ringtop("tokens").output.contains("kim"))
      #expect(try await sandbox.ringtop("tokens", "revoke", "kim").code == 0)
      #expect(try await sandbox.ringtop("tokens", "revoke", "kim").code == 66)
      #expect(try friend.get("/v1/summary").status == 401)
      #expect(try client.post("/v1/samples", sample.replacingOccurrences(of: "10,", with: "20,")).status == 200)
      // The stream ends instead of announcing the change.
      var byte: UInt8 = 0
      #expect(recv(descriptor, &byte, 1, 0) == 0)
      // What cannot be read allows nothing.
      let other = HTTPClient(port: client.port, token: try await token(sandbox, "robin", "read"))
      #expect(try other.get("/v1/summary").status == 200)
      chmod(path, 0o644)
      #expect(try other.get("/v1/summary").status == 401)
      #expect(try client.get("/v1/summary").status == 200)
    }
  }

  @Test("each phone gets one that only delivers")
  func phones() async throws {
    let sandbox = try Sandbox()
    let setup = try await sandbox.ringtop("serve", "--print-setup", "--url", "https://rings.example.org/")
    #expect(setup.code == 0 && setup.output.contains("https://rings.example.org/v1/health-auto-export"))
    #expect(try await sandbox.ringtop("serve", "--print-setup", "--sender", "shortcuts").code == 0)
    #expect(try await sandbox.ringtop("serve", "--print-setup", "--phone", "phone").code == 1)
    #expect(try await sandbox.ringtop("serve", "--print-setup", "--url", "nothing").code == 64)
    let tokens = try await sandbox.ringtop("tokens").lines
    #expect(
      tokens.dropFirst().map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        == ["phone post health-auto-export", "phone-2 post samples"])
    let token = try #require(setup.output.components(separatedBy: "api-key: ").last?.prefix { $0 != "\n" })
    try await sandbox.serving { client, _ in
      let phone = HTTPClient(port: client.port, token: String(token))
      let answers = [try phone.post("/v1/health-auto-export", "{}"), try phone.post("/v1/samples", sample)]
      #expect(answers.map(\.status) == [422, 403])
    }
  }

  private static func receive(_ descriptor: Int32, until texts: String...) throws -> String {
    var bytes: [UInt8] = []
    var text = ""
    while true {
      var rest = text[...]
      let isComplete = texts.allSatisfy { wanted in
        guard let range = rest.range(of: wanted) else { return false }
        rest = rest[range.upperBound...]
        return true
      }
      if isComplete { return text }
      var byte: UInt8 = 0
      guard recv(descriptor, &byte, 1, 0) == 1 else { throw Overdue(description: "the stream ended: \(text)") }
      bytes.append(byte)
      text = String(decoding: bytes, as: UTF8.self)
    }
  }
}
