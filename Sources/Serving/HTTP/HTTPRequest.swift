import Foundation
import HealthModel

/// The head of a request.
struct HTTPRequest: Sendable {
  var method: String
  /// Decoded, without the query: `/v1/summary`.
  var path: String
  var query: [String: String]
  /// By names in lower case.
  var headers: [String: String]
  /// The length of the body; nil if it is chunked.
  var contentLength: Int?
  /// Whether the connection is kept open for another request.
  var keepsAlive: Bool

  var hasBody: Bool { contentLength != 0 }
}

/// Why a request is rejected: a status, a code for programs, a sentence for users, and the position of the error in
/// the request.
struct HTTPFault: Error, Sendable {
  var status: Int
  var code: String
  var sentence: String
  /// The invalid field of the body, `samples[3].unit`; nil if the error is not in the body.
  var field: String?
  var headers: [(String, String)] = []
  /// Whether the rest of the connection must not be parsed as a request.
  var closes = false

  init(
    _ status: Int, _ code: String, _ sentence: String, field: String? = nil, headers: [(String, String)] = [],
    closes: Bool = false
  ) {
    self.status = status
    self.code = code
    self.sentence = sentence
    self.field = field
    self.headers = headers
    self.closes = closes
  }

  static let headTooLarge = HTTPFault(431, "headTooLarge", "The head of the request is too large.", closes: true)

  static func malformed(_ sentence: String) -> HTTPFault {
    HTTPFault(400, "badRequest", sentence, closes: true)
  }
}

extension HTTPRequest {
  /// The number of lines of a head.
  private static let mostLines = 101

  /// Parses a head: everything before the empty line.
  ///
  /// Strict where lenient parsers have allowed request smuggling: either one length or chunks, no folded lines, no
  /// white space before a colon, no control characters, a valid host.
  ///
  /// - Throws: `HTTPFault`.
  init(head: [UInt8]) throws {
    let rows = head.split(separator: UInt8(ascii: "\n")).map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    guard rows.count(where: { !$0.isEmpty }) <= Self.mostLines else { throw HTTPFault.headTooLarge }
    guard rows.allSatisfy({ $0.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") } }) else {
      throw HTTPFault.malformed("The head of the request contains a control character.")
    }
    // What is not UTF-8 may be Latin-1, which older clients send.
    let lines = rows.map { row in
      String(validating: row, as: UTF8.self) ?? String(String.UnicodeScalarView(row.map { UnicodeScalar($0) }))
    }
    // By bytes: the characters of a text are found much more slowly.
    let words = (lines.first ?? "").utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map(Substring.init)
    guard words.count == 3, Self.isToken(words[0]), Self.isVersion(words[2]) else {
      throw HTTPFault.malformed("The first line of the request is not a method, a target and a version.")
    }
    guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
      throw HTTPFault(505, "version", "Only HTTP/1.0 and HTTP/1.1 are supported.", closes: true)
    }
    method = String(words[0])
    headers = [:]
    for line in lines.dropFirst() where !line.isEmpty {
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isToken(line[..<colon]) else {
        throw HTTPFault.malformed("A header line is not a name, a colon and a value.")
      }
      let name = line[..<colon].lowercased()
      // No other white space, such as that of Unicode.
      let value = Self.trimmed(line[line.utf8.index(after: colon)...])
      if let known = headers[name] {
        guard !["content-length", "transfer-encoding", "host", "authorization"].contains(name) else {
          throw HTTPFault.malformed("The header \(name) occurs twice.")
        }
        headers[name] = known + ", " + value
      } else {
        headers[name] = value
      }
    }
    (path, query) = try Self.target(words[1])
    if let coding = headers["transfer-encoding"] {
      guard coding.lowercased() == "chunked", headers["content-length"] == nil, words[2] == "HTTP/1.1" else {
        throw HTTPFault.malformed("A body must be chunked, which HTTP/1.0 does not know, or have a length.")
      }
      contentLength = nil
    } else if let length = headers["content-length"] {
      guard length.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }), let count = Int(length)
      else {
        throw HTTPFault.malformed("The Content-Length is not a number of bytes.")
      }
      contentLength = count
    } else {
      contentLength = 0
    }
    let connection = (headers["connection"] ?? "").lowercased().split(separator: ",").map(Self.trimmed)
    keepsAlive = words[2] == "HTTP/1.1" ? !connection.contains("close") : connection.contains("keep-alive")
    guard words[2] == "HTTP/1.0" || headers["host"] != nil else {
      throw HTTPFault.malformed("The request does not name a host.")
    }
    guard headers["host"].map({ Authority($0) != nil }) ?? true else {
      throw HTTPFault.malformed("The header Host is not a host with an optional port.")
    }
  }

  /// Without spaces and tabs at both ends.
  static func trimmed(_ text: Substring) -> String {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var bytes = text.utf8.drop(while: isBlank)
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return String(bytes) ?? ""
  }

  private static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  private static func isVersion(_ text: Substring) -> Bool {
    let bytes = Array(text.utf8)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return bytes.count == 8 && text.hasPrefix("HTTP/") && digits.contains(bytes[5]) && bytes[6] == UInt8(ascii: ".")
      && digits.contains(bytes[7])
  }

  private static func decoded(_ text: Substring) -> String? {
    text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding : String(text)
  }

  /// A path with an optional query, or a whole URL, whose host does not matter.
  private static func target(_ text: Substring) throws -> (String, [String: String]) {
    let fault = HTTPFault.malformed("The target of the request is not a path.")
    var rest = text
    if text.utf8.first != UInt8(ascii: "/"),
      let scheme = ["http://", "https://"].first(where: text.prefix(8).lowercased().hasPrefix)
    {
      rest = rest.dropFirst(scheme.count)
      let authority = rest.prefix { $0 != "/" && $0 != "?" }
      guard let authority = Authority(authority), !authority.host.isEmpty else { throw fault }
      rest = rest.drop { $0 != "/" && $0 != "?" }
      if !rest.hasPrefix("/") { rest = "/" + rest }
    }
    guard rest.utf8.first == UInt8(ascii: "/"),
      rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
    else {
      throw fault
    }
    let parts = rest.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
      .map(Substring.init)
    guard let path = decoded(parts[0]) else { throw fault }
    var query: [String: String] = [:]
    for item in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decoded(pair[0]),
        let value = decoded(pair.count > 1 ? Substring(pair[1].replacing("+", with: " ")) : "")
      else { throw HTTPFault.malformed("The query of the request is malformed.") }
      guard query.updateValue(value, forKey: name) == nil else {
        throw HTTPFault.malformed("A parameter of the request occurs twice.")
      }
    }
    return (path, query)
  }
}
