package import Configuration
import Foundation
import Processes

/// The owner's token, which allows everything.
package struct AccessToken: Sendable {
  package let text: String
  /// Its origin, for messages.
  package let origin: String

  private static let shortest = 16
  private static let fileName = "token"

  /// The token in the environment, otherwise that in the file beside the configuration.
  ///
  /// - Parameter creates: whether to create a file that does not exist.
  /// - Throws: `Failure` if it is too short, or the file cannot be read or created, or other users can read it.
  package init(_ environment: Environment, creates: Bool = true) throws {
    if let known = try Self.known(environment.variables, fileName: Self.fileName) {
      self = known
      return
    }
    let file = PrivateFile(Self.fileName, environment.variables)
    let token = Self.random()
    if creates, try file.create(token + "\n") {
      try self.init(token, origin: file.path)
    } else if let content = try file.read() {
      // Another program was faster.
      try self.init(String(decoding: content, as: UTF8.self), origin: file.path)
    } else {
      throw Failure(.noInput, "\(file.path) does not exist\(creates ? ": it is a link to nothing" : "").")
    }
  }

  /// The token in the environment, otherwise that in a file beside the configuration; nil if there is neither.
  ///
  /// - Throws: `Failure` if it is too short, or the file cannot be read, or other users can read it.
  static func known(_ variables: [String: String], fileName: String) throws -> AccessToken? {
    if let text = variables["RINGTOP_TOKEN"], !text.isEmpty {
      return try AccessToken(text, origin: "RINGTOP_TOKEN")
    }
    let file = PrivateFile(fileName, variables)
    return try file.read().map { try AccessToken(String(decoding: $0, as: UTF8.self), origin: file.path) }
  }

  /// - Throws: `Failure` if it is too short, or has characters that do not belong in a header.
  package init(_ text: String, origin: String) throws {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { throw Failure(.usage, "\(origin) has no token in it.") }
    guard (Self.shortest...1_024).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Failure(
        .usage, "The token of \(origin) must have at least \(Self.shortest) printable ASCII characters and no spaces.")
    }
    self.text = text
    self.origin = origin
  }

  /// A new token: 32 of 57 characters, 186 bits.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789")
    return String((0..<32).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
  }
}

extension HTTPRequest {
  /// The token that a request shows: `Authorization: Bearer`, `api-key`, or, for reading only, the password in a
  /// browser's basic authentication.
  ///
  /// A browser sends a stored password with requests that any page triggers, so basic authentication must not allow
  /// writing.
  var token: String? {
    if let key = headers["api-key"] ?? headers["x-api-key"] { return key }
    let words = (headers["authorization"] ?? "").utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map(
      Substring.init)
    guard words.count == 2 else { return nil }
    let text = Self.trimmed(words[1])
    switch words[0].lowercased() {
    case "bearer": return text
    case "basic":
      guard method == "GET" || method == "HEAD", let data = Data(base64Encoded: text),
        let colon = data.firstIndex(of: UInt8(ascii: ":"))
      else { return nil }
      return String(decoding: data[data.index(after: colon)...], as: UTF8.self)
    default: return nil
    }
  }
}
