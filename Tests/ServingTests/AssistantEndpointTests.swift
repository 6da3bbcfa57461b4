import Testing

@testable import Serving

@Suite("The token for assistants")
struct AssistantEndpointTests {
  private func request(_ method: String, _ path: String, token: String, body: String = "", _ header: String = "")
    -> String
  {
    "\(method) \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\(header)"
      + (header.contains("chunked") ? "\r\n\(body)" : "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  @Test("allows questions and nothing else, and no other token allows questions")
  func scope() throws {
    let server = try LocalServer(assistants: true)
    #expect(try server.statuses(request("POST", "/mcp", token: LocalServer.assistants, body: "a")) == [200])
    for path in ["/", "/v1/summary", "/v1/store", "/v1/events", "/metrics", "/nothing"] {
      #expect(try server.statuses(request("GET", path, token: LocalServer.assistants)) == [401], "\(path)")
    }
    #expect(try server.statuses(request("POST", "/v1/samples", token: LocalServer.assistants, body: "[]")) == [401])
    #expect(try server.statuses(request("POST", "/mcp", token: LocalServer.token, body: "a")) == [401])
    #expect(try server.statuses(request("GET", "/metrics", token: LocalServer.token)) == [200])
    #expect(try server.statuses(request("PUT", "/mcp", token: LocalServer.assistants)) == [405])
  }

  @Test("a body that is too long is refused, with or without a length")
  func limits() throws {
    let server = try LocalServer(assistants: true)
    let body = String(repeating: "x", count: 101)
    #expect(try server.statuses(request("POST", "/mcp", token: LocalServer.assistants, body: body)) == [413])
    let chunks = request(
      "POST", "/mcp", token: LocalServer.assistants, body: "65\r\n\(body)\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\n")
    #expect(try server.statuses(chunks) == [413])
    let short = request("POST", "/mcp", token: LocalServer.assistants, body: String(body.dropLast()))
    #expect(try server.statuses(short) == [200])
  }

  @Test("nobody is answered without --assistants")
  func absent() throws {
    let server = try LocalServer()
    #expect(try server.statuses(request("POST", "/mcp", token: LocalServer.token, body: "a")) == [404])
    #expect(try server.statuses(request("POST", "/mcp", token: LocalServer.assistants, body: "a")) == [401])
  }
}
