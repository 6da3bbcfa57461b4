import Foundation
import HealthImport
import Testing

@testable import Assistants

/// Messages over HTTP, in both eras.
@Suite("Messages over HTTP")
struct HTTPTransportTests {
  private let transport = HTTPTransport(
    program: .init(name: "ringtop", title: "ringtop", version: "1"), service: EchoService())

  private struct Answer {
    var status: Int
    var headers: [String: String]
    var body: JSONValue?
    var code: Int? { body?["error"]?["code"]?.whole }
  }

  private func send(_ body: String, method: String = "POST", _ headers: [String: String] = [:]) -> Answer {
    let standard = ["content-type": "application/json", "accept": "application/json, text/event-stream"]
    let response = transport.answer(
      method: method, headers: standard.merging(headers) { $1 }, body: Array(body.utf8))
    return Answer(
      status: response.status,
      headers: Dictionary(response.headers.map { ($0.0.lowercased(), $0.1) }) { $1 },
      body: try? JSONValue(parsing: response.body, mostValues: 10_000))
  }

  // MARK: - With sessions

  private static let initialize = """
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},\
    "clientInfo":{"name":"Test","version":"1"}}}
    """
  private static let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#

  @Test("a session begins with initialize, and ends with DELETE")
  func session() throws {
    let begun = send(Self.initialize)
    let id = try #require(begun.headers["mcp-session-id"])
    #expect(begun.status == 200 && begun.body?["result"]?["protocolVersion"] == "2025-11-25")
    #expect(id.utf8.allSatisfy { (0x21...0x7E).contains($0) } && id.utf8.count >= 32)
    let session = ["mcp-session-id": id, "mcp-protocol-version": "2025-11-25"]
    let notified = send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, session)
    #expect(notified.status == 202 && notified.body == nil)
    #expect(send(Self.list, session).body?["result"]?["tools"]?.array?.count == 1)
    // An error of a method is no error of HTTP in these revisions.
    let unknown = send(#"{"jsonrpc":"2.0","id":2,"method":"none"}"#, session)
    #expect(unknown.status == 200 && unknown.code == -32601)
    #expect(send(Self.list).status == 400)
    #expect(send(Self.list, session.merging(["mcp-session-id": "other"]) { $1 }).status == 404)
    #expect(send(Self.list, session.merging(["mcp-protocol-version": "1900-01-01"]) { $1 }).status == 400)
    #expect(send("", method: "DELETE", session).status == 200)
    #expect(send("", method: "DELETE", session).status == 404)
    #expect(send(Self.list, session).status == 404)
  }

  @Test("the sessions are limited, and the one that is unused for longest ends")
  func sessions() throws {
    let ids = (0..<HTTPTransport.mostSessions).compactMap { _ in send(Self.initialize).headers["mcp-session-id"] }
    #expect(Set(ids).count == HTTPTransport.mostSessions)
    #expect(send(Self.list, ["mcp-session-id": ids[0]]).status == 200)
    #expect(send(Self.initialize).status == 200)
    #expect(send(Self.list, ["mcp-session-id": ids[0]]).status == 200)
    #expect(send(Self.list, ["mcp-session-id": ids[1]]).status == 404)
  }

  @Test("a session has the revision that it has agreed on")
  func revisions() throws {
    let old = send(Self.initialize.replacing("2025-11-25", with: "2025-03-26"))
    let batch = "[\(Self.list),\(Self.list)]"
    let answers = send(batch, ["mcp-session-id": try #require(old.headers["mcp-session-id"])])
    #expect(answers.body?.array?.count == 2)
    let new = send(Self.initialize)
    let refused = send(batch, ["mcp-session-id": try #require(new.headers["mcp-session-id"])])
    #expect(refused.code == -32600)
  }

  // MARK: - Without sessions

  private func stateless(
    _ method: String, _ params: String = "", version: String = "2026-07-28", _ headers: [String: String?] = [:]
  ) -> Answer {
    let meta = """
      "_meta":{"io.modelcontextprotocol/protocolVersion":"\(version)","io.modelcontextprotocol/clientCapabilities":{},\
      "io.modelcontextprotocol/clientInfo":{"name":"Test","version":"1"}}
      """
    var all: [String: String?] = ["mcp-protocol-version": version, "mcp-method": method]
    all.merge(headers) { $1 }
    return send(
      "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"\(method)\",\"params\":{\(params)\(meta)}}",
      all.compactMapValues(\.self))
  }

  @Test("a request that is complete in itself needs no session")
  func complete() {
    let found = stateless("server/discover")
    #expect(found.status == 200 && found.body?["result"]?["resultType"] == "complete")
    #expect(found.headers["mcp-session-id"] == nil && found.headers["content-type"] == "application/json")
    let call = stateless("tools/call", "\"name\":\"echo\",", ["mcp-name": "echo"])
    #expect(call.body?["result"]?["structuredContent"]?["answer"] == "echo")
    let encoded = stateless("tools/call", "\"name\":\"echo\",", ["mcp-name": "=?base64?ZWNobw==?="])
    #expect(encoded.status == 200)
  }

  @Test("its headers say what its body says")
  func mismatches() {
    for headers: [String: String?] in [
      ["mcp-method": "tools/list"], ["mcp-method": nil], ["mcp-name": nil], ["mcp-name": "Echo"],
      ["mcp-name": "=?base64?!!?="], ["mcp-protocol-version": nil], ["mcp-protocol-version": "2025-11-25"],
    ] {
      let found = stateless("tools/call", "\"name\":\"echo\",", ["mcp-name": "echo"].merging(headers) { $1 })
      #expect(found.status == 400 && found.code == -32020, "\(headers)")
    }
    // A body without the revision that its header names.
    let bare = send(Self.list, ["mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list"])
    #expect(bare.status == 400 && bare.code == -32020)
  }

  @Test("errors have the status that the revision gives them")
  func statuses() {
    let unknown = stateless("none")
    #expect(unknown.status == 404 && unknown.code == -32601)
    let version = stateless("tools/list", version: "1900-01-01")
    #expect(version.status == 400 && version.code == -32022)
    let tool = stateless("tools/call", "\"name\":\"none\",", ["mcp-name": "none"])
    #expect(tool.status == 400 && tool.code == -32602)
    #expect(send("{").status == 400)
    #expect(send("{").code == -32700)
    #expect(send(Self.list, ["content-type": "text/plain"]).status == 415)
    #expect(send(Self.list, ["accept": "text/html"]).status == 406)
    #expect(send("", method: "GET").status == 405)
  }

  @Test(
    "no page of another host can ask",
    arguments: [
      ("http://localhost", true), ("http://localhost:6274", true), ("https://127.0.0.1:1", true),
      ("http://[::1]:80", true), ("http://evil.example", false), ("http://localhost.evil.example", false),
      ("http://localhost:80.evil.example", false), ("http://127.0.0.1@evil.example", false), ("null", false),
      ("", false), ("file://", false), ("http://[::1].evil.example", false),
    ])
  func origins(origin: String, isAllowed: Bool) {
    #expect((send(Self.initialize, ["origin": origin]).status == 403) == !isAllowed)
  }
}
