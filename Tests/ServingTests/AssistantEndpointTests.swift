import Testing

@testable import Serving

@Suite("Tokens for assistants")
struct AssistantEndpointTests {
  private func request(_ method: String, _ path: String, token: String, body: String = "", _ header: String = "")
    -> String
  {
    "\(method) \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\(header)"
      + (header.contains("chunked") ? "\r\n\(body)" : "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  @Test("allow questions and nothing else, and of the others only the owner's allows questions")
  func scope() throws {
    let server = try LocalServer(assistants: true)
    #expect(try server.statuses(request("POST", "/mcp", token: server.assistants, body: "a")) == [200])
    for path in ["/", "/v1/summary", "/v1/store", "/v1/events", "/metrics"] {
      #expect(try server.statuses(request("GET", path, token: server.assistants)) == [403], "\(path)")
    }
    #expect(try server.statuses(request("POST", "/v1/samples", token: server.assistants, body: "[]")) == [403])
    #expect(try server.statuses(request("POST", "/mcp", token: LocalServer.token, body: "a")) == [200])
    for scope in [TokenScope.read, .rings, .post(.samples)] {
      let token = try server.tokens.add("other \(scope.text)".replacing(" ", with: "-"), scope)
      #expect(try server.statuses(request("POST", "/mcp", token: token, body: "a")) == [403], "\(scope)")
    }
    #expect(try server.statuses(request("GET", "/metrics", token: LocalServer.token)) == [200])
    #expect(try server.statuses(request("PUT", "/mcp", token: server.assistants)) == [405])
  }

  @Test("a body that is too long is refused, with or without a length")
  func limits() throws {
    let server = try LocalServer(assistants: true)
    let body = String(repeating: "x", count: 101)
    #expect(try server.statuses(request("POST", "/mcp", token: server.assistants, body: body)) == [413])
    let chunks = request(
      "POST", "/mcp", token: server.assistants, body: "65\r\n\(body)\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\n")
    #expect(try server.statuses(chunks) == [413])
    let short = request("POST", "/mcp", token: server.assistants, body: String(body.dropLast()))
    #expect(try server.statuses(short) == [200])
  }

  @Test("nobody is answered without --assistants")
  func absent() throws {
    let server = try LocalServer()
    #expect(try server.statuses(request("POST", "/mcp", token: LocalServer.token, body: "a")) == [404])
    #expect(try server.statuses(request("POST", "/mcp", token: server.assistants, body: "a")) == [404])
  }
}
