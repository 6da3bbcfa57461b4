import Foundation
import Testing

@testable import Serving

/// What bytes of a client are answered with. A response that closes the connection is the last one.
@Suite("Bytes of a request")
struct HTTPRequestTableTests {
  private typealias Case = (bytes: String, statuses: [Int])

  private static let key = "api-key: \(LocalServer.token)\r\n"

  private static func line(_ line: String, _ statuses: Int...) -> Case {
    ("\(line)\r\nHost: a\r\nConnection: close\r\n\r\n", statuses)
  }

  /// Lines of a head after `Host`.
  private static func head(_ lines: String, _ statuses: Int...) -> Case {
    ("GET /healthz HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n", statuses)
  }

  private static func host(_ host: String, _ statuses: Int...) -> Case {
    ("GET /healthz HTTP/1.1\r\nHost:\(host)\r\n\r\n", statuses)
  }

  /// The rest of an authorized delivery: more lines of its head, and its body.
  private static func post(_ rest: String, _ statuses: Int...) -> Case {
    ("POST /v1/samples HTTP/1.1\r\nHost: a\r\n\(key)\(rest)", statuses)
  }

  private static func chunks(_ body: String, _ statuses: Int...) -> Case {
    ("POST /v1/samples HTTP/1.1\r\nHost: a\r\n\(key)Transfer-Encoding: chunked\r\n\r\n\(body)", statuses)
  }

  private static let requestLines: [Case] = [
    line("GET /healthz HTTP/1.1", 200), line("GET /healthz HTTP/1.0", 200), line("OPTIONS /healthz HTTP/1.1", 405),
    line("POST /healthz HTTP/1.1", 405), line("get /healthz HTTP/1.1", 405), line("M-SEARCH /healthz HTTP/1.1", 405),
    line("GET  /healthz HTTP/1.1", 400), line(" GET /healthz HTTP/1.1", 400), line("GET /healthz  HTTP/1.1", 400),
    line("GET /healthz HTTP/1.1 ", 400), line("GET\t/healthz\tHTTP/1.1", 400), line("GET /healthz", 400),
    line("GET", 400), line("GET /healthz HTTP/1.2", 505), line("GET /healthz HTTP/2.0", 505),
    line("GET /healthz HTTP/0.9", 505), line("GET /healthz HTTP/1.10", 400), line("GET /healthz http/1.1", 400),
    line("GET /healthz HTTP/1", 400), line("GET /healthz HTTPS/1.1", 400), line("GET /healthz HTTP/1.1x", 400),
    line("G\u{0}T /healthz HTTP/1.1", 400), line("G(T /healthz HTTP/1.1", 400), line("GÄT /healthz HTTP/1.1", 400),
    line("GET healthz HTTP/1.1", 400), line("GET ?x HTTP/1.1", 400), line("GET * HTTP/1.1", 400),
    line("GET /héalthz HTTP/1.1", 400), line("GET /healthz\u{7F} HTTP/1.1", 400), line("GET /heal\u{B}z HTTP/1.1", 400),
    line("GET /healthz#top HTTP/1.1", 400), line("GET /healthz?x=1&y HTTP/1.1", 200),
    line("GET /healthz? HTTP/1.1", 200),
    line("GET /healthz?x=%zz HTTP/1.1", 400), line("GET /%zz HTTP/1.1", 400), line("GET /%ff HTTP/1.1", 400),
    line("GET /%68ealthz HTTP/1.1", 200), line("GET /healthz/ HTTP/1.1", 401), line("GET //healthz HTTP/1.1", 401),
    line("GET /healthz%00 HTTP/1.1", 401), line("GET http://a/healthz HTTP/1.1", 200),
    line("GET HTTP://a:80/healthz HTTP/1.1", 200), line("GET https://rings.example.org/healthz?x HTTP/1.0", 200),
    line("GET http://[::1]:8173/healthz HTTP/1.1", 200), line("GET http://a HTTP/1.1", 401),
    line("GET http://a?x=1 HTTP/1.1", 401), line("GET http:///healthz HTTP/1.1", 400),
    line("GET http://kim@a/healthz HTTP/1.1", 400), line("GET http://a:x/healthz HTTP/1.1", 400),
    line("GET http:/healthz HTTP/1.1", 400), line("GET ftp://a/healthz HTTP/1.1", 400),
    line("CONNECT a:80 HTTP/1.1", 400), line("OPTIONS * HTTP/1.1", 400),
  ]

  private static let heads: [Case] = [
    head("X: y", 200), head("X:", 200), head("X:y", 200), head("X: \t y \t", 200), head("X: a\tb", 200),
    head("!#$%&'*+-.^_`|~1aA: y", 200), head("X: é", 200), head("X : y", 400), head("X\t: y", 400), head(" X: y", 400),
    head("X: y\r\n z", 400), head("X: y\r\n\tz", 400), head("X", 400), head(": y", 400), head("X Y: z", 400),
    head("X(: y", 400), head("é: y", 400), head("\"X\": y", 400), head("X: a\u{0}b", 400), head("X: a\u{1}b", 400),
    head("X: a\u{1B}[2J", 400), head("X: a\u{7F}b", 400), head("X: a\rb", 400), head("X: a\r\r\nY: b", 400),
    head("X: a\u{B}b", 400), head("X\u{0}: b", 400), head("X: y\nY: z", 200), head("Host: a", 400),
    head("HOST: b", 400),
    head("Authorization: a\r\nAuthorization: b", 400), head("Connection: close\r\nConnection: keep-alive", 200),
    head((0..<95).map { "X\($0): y" }.joined(separator: "\r\n"), 200),
    head((0..<99).map { "X\($0): y" }.joined(separator: "\r\n"), 200),
    head((0..<100).map { "X\($0): y" }.joined(separator: "\r\n"), 431),
    head((0..<16_300).map { _ in "a:" }.joined(separator: "\n"), 431),
    head("X: " + String(repeating: "y", count: 15 << 10), 200),
    head("X: " + String(repeating: "y", count: 16 << 10), 431),
    head("X: " + String(repeating: "y", count: 63 << 10), 431),
    ("GET /" + String(repeating: "y", count: 16 << 10) + " HTTP/1.1\r\nHost: a\r\n\r\n", [431]),
    ("\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", [200]), ("\nGET /healthz HTTP/1.1\nHost: a\n\n", [200]),
    ("\rGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", [400]),
    ("GET /healthz HTTP/1.1\rHost: a\r\r", [400]), ("GET /healthz HTTP/1.1\r\nHost: a\r\n", [400]),
    ("GET /healthz HTTP/1.1\r\nHost: a", [400]), ("GET", [400]), ("\r\n", []), ("", []),
    ("GET /healthz HTTP/1.1\r\n\r\n", [400]), ("GET /healthz HTTP/1.0\r\n\r\n", [200]),
  ]

  private static let hosts: [Case] = [
    host(" a", 200), host("", 200), host(" a:80", 200), host(" a:", 200), host(" rings.example.org", 200),
    host(" a_b-c.d", 200), host(" 127.0.0.1:8173", 200), host(" [::1]", 200), host(" [::1]:8173", 200),
    host(" a:x", 400), host(" a:99999", 400), host(" a:-1", 400), host(" a:80:80", 400), host(" a b", 400),
    host(" a,b c", 400), host(" a/b", 400), host(" kim@a", 400), host(" http://a", 400), host(" <a>", 400),
    host(" \"a\"", 400), host(" a?b", 400), host(" a#b", 400), host(" a\\b", 400), host(" é", 400), host(" []", 400),
    host(" [::1", 400), host(" [::1]x", 400), host(" [a/b]", 400), host(" a%", 400), host(" {{7*7}}", 400),
  ]

  private static let lengths: [Case] = [
    post("Content-Length: 2\r\n\r\n[]", 200), post("Content-Length:2\r\n\r\n[]", 200),
    post("Content-Length: 002\r\n\r\n[]", 200), post("Content-Length: 0\r\n\r\n", 422), post("\r\n", 422),
    post("Content-Length: 3\r\n\r\n[]", 400), post("Content-Length: +2\r\n\r\n[]", 400),
    post("Content-Length: -2\r\n\r\n[]", 400), post("Content-Length: 2 2\r\n\r\n[]", 400),
    post("Content-Length: 2, 2\r\n\r\n[]", 400), post("Content-Length: 2\r\nContent-Length: 2\r\n\r\n[]", 400),
    post("Content-Length: 0x2\r\n\r\n[]", 400), post("Content-Length: ２\r\n\r\n[]", 400),
    post("Content-Length: 2\u{A0}\r\n\r\n[]", 400), post("Content-Length:\r\n\r\n[]", 400),
    post("Content-Length: 18446744073709551618\r\n\r\n[]", 400), post("Content-Length: 268435457\r\n\r\n[]", 413),
    post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n", 400),
    post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n", 400),
    post("Transfer-Encoding: Chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n", 200),
    post("Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n", 400),
    post("Transfer-Encoding: chunked, identity\r\n\r\n2\r\n[]\r\n0\r\n\r\n", 400),
    post("Transfer-Encoding: xchunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n", 400),
    post("Transfer-Encoding:\u{B}chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n", 400),
    post("Transfer-Encoding: identity\r\n\r\n[]", 400), post("Transfer-Encoding:\r\n\r\n[]", 400),
    ("POST /v1/samples HTTP/1.0\r\n\(key)Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n", [400]),
    ("POST /v1/samples HTTP/1.0\r\n\(key)Content-Length: 2\r\n\r\n[]", [200]),
    post("Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n[]", 415),
    post("Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 2\r\n\r\n[]", 415),
    post("Expect: 100-continue\r\nContent-Length: 2\r\n\r\n[]", 100, 200),
  ]

  private static let chunked: [Case] = [
    chunks("2\r\n[]\r\n0\r\n\r\n", 200), chunks("1\r\n[\r\n1\r\n]\r\n0\r\n\r\n", 200),
    chunks("02\r\n[]\r\n000\r\n\r\n", 200), chunks("2;x=y\r\n[]\r\n0\r\n\r\n", 200),
    chunks("2;x=\"\t\"\r\n[]\r\n0\r\n\r\n", 200), chunks("2\r\n[]\r\n0\r\nX: y\r\n\r\n", 200),
    chunks("2\n[]\r\n0\r\n\r\n", 400), chunks("2\r\n[]\n0\r\n\r\n", 400), chunks("2\r\n[]\r\n0\n\r\n", 400),
    chunks("2\r\n[]\r\n0\r\n\n", 400), chunks("2\r\n[]\r\n0\r\nX: y\n\r\n", 400), chunks("2;\n[]\r\n0\r\n\r\n", 400),
    chunks("2\r\r\n[]\r\n0\r\n\r\n", 400), chunks("2;a\rb\r\n[]\r\n0\r\n\r\n", 400),
    chunks("2;a\u{0}\r\n[]\r\n0\r\n\r\n", 400), chunks("2\r\n[]\r\n0\r\nX: \u{1}\r\n\r\n", 400),
    chunks("2\r\n[]x\r\n0\r\n\r\n", 400), chunks("3\r\n[]\r\n0\r\n\r\n", 400), chunks("1\r\n[]\r\n0\r\n\r\n", 400),
    chunks("+2\r\n[]\r\n0\r\n\r\n", 400), chunks("-2\r\n[]\r\n0\r\n\r\n", 400), chunks("0x2\r\n[]\r\n0\r\n\r\n", 400),
    chunks(" 2\r\n[]\r\n0\r\n\r\n", 400), chunks("g\r\n[]\r\n0\r\n\r\n", 400), chunks("\r\n[]\r\n0\r\n\r\n", 400),
    chunks("123456789\r\n[]\r\n0\r\n\r\n", 400), chunks("7fffffff\r\n[]", 413), chunks("2\r\n[]\r\n0\r\n", 400),
    chunks("2\r\n[]\r\n", 400), chunks("2\r\n[", 400), chunks("", 400),
    chunks("2;" + String(repeating: "x", count: 2_000) + "\r\n[]\r\n0\r\n\r\n", 400),
    chunks("2\r\n[]\r\n0\r\n" + String(repeating: "X: y\r\n", count: 100) + "\r\n", 400),
  ]

  private static let connections: [Case] = [
    ("GET /v1/none HTTP/1.1\r\nHost: a\r\n\(key)\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", [404, 200]),
    ("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", [200]),
    ("GET /healthz HTTP/1.0\r\n\r\nGET /healthz HTTP/1.0\r\n\r\n", [200]),
    ("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /healthz HTTP/1.0\r\n\r\n", [200, 200]),
    ("GARBAGE\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", [400]),
    ("GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n[]GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", [200]),
    post("Content-Length: 2\r\n\r\n[]GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", 200, 200),
    chunks("2\r\n[]\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", 200, 200),
    ("GET /v1/summary HTTP/1.1\r\nHost: a\r\napi-key: wrong\r\n\r\n", [401]),
    ("GET /v1/none HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(LocalServer.token)\r\n\r\n", [404]),
    ("GET /v1/none HTTP/1.1\r\nHost: a\r\nAuthorization: bearer   \(LocalServer.token)\r\n\r\n", [404]),
    ("GET /v1/none HTTP/1.1\r\nHost: a\r\nAuthorization: Digest \(LocalServer.token)\r\n\r\n", [401]),
    ("GET /v1/none HTTP/1.1\r\nHost: a\r\nAuthorization: \(LocalServer.token)\r\n\r\n", [401]),
  ]

  @Test("are answered as in the table, and nothing of a rejected one is taken for another request")
  func table() throws {
    let server = try LocalServer()
    let all = Self.requestLines + Self.heads + Self.hosts + Self.lengths + Self.chunked + Self.connections
    #expect(all.count >= 135)
    for (bytes, statuses) in all {
      let found = try server.statuses(bytes)
      #expect(found == statuses, "\(bytes.prefix(200).debugDescription)")
    }
  }

  @Test("a value of a header may contain bytes that are not UTF-8, which a name may not")
  func otherBytes() throws {
    let server = try LocalServer()
    let start = Array("GET /healthz HTTP/1.1\r\nHost: a\r\nX".utf8)
    #expect(try server.responses(to: start + Array(": ".utf8) + [0xE9, 13, 10, 13, 10]).map(\.status) == [200])
    #expect(try server.responses(to: start + [0xE9] + Array(": y\r\n\r\n".utf8)).map(\.status) == [400])
    let request = try HTTPRequest(head: start + Array(": a".utf8) + [0xE9, 13, 10, 13, 10])
    #expect(request.headers["x"] == "aé")
  }

  @Test("every response names its date in the form that HTTP requires")
  func date() throws {
    #expect(HTTPResponse.date(Date(timeIntervalSince1970: 784_111_777)) == "Sun, 06 Nov 1994 08:49:37 GMT")
    let server = try LocalServer()
    for request in ["GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", "GARBAGE\r\n\r\n"] {
      #expect(try server.responses(to: Array(request.utf8)).first?.head.contains("\r\nDate: ") == true)
    }
  }
}
