package import Configuration
import Foundation
import Processes

/// A token that requests must contain.
package struct AccessToken: Sendable {
  /// What a token is for. None of them allows what another does.
  package enum Purpose: Sendable {
    /// Everything but questions of assistants.
    case server
    /// Questions of assistants, and nothing else.
    case assistants

    fileprivate var fileName: String {
      switch self {
      case .server: "token"
      case .assistants: "mcp-token"
      }
    }

    fileprivate var variable: String {
      switch self {
      case .server: "RINGTOP_TOKEN"
      case .assistants: "RINGTOP_MCP_TOKEN"
      }
    }
  }

  private let bytes: [UInt8]
  /// Its origin, for messages.
  package let origin: String

  var text: String { String(decoding: bytes, as: UTF8.self) }

  private static let shortest = 16

  /// The token in the environment, otherwise that in the file beside the configuration, which is created at the first
  /// use.
  ///
  /// - Throws: `Failure` if it is too short, or the file cannot be read or created, or other users can read it.
  package init(_ environment: Environment, for purpose: Purpose = .server) throws {
    if let known = try Self.known(environment.variables, fileName: purpose.fileName, variable: purpose.variable) {
      self = known
    } else {
      let path = Self.path(purpose.fileName, environment.variables)
      try self.init(text: try Self.make(path), origin: path)
    }
  }

  /// The token in the environment, otherwise that in a file beside the configuration; nil if there is neither.
  ///
  /// - Throws: `Failure` if it is too short, or the file cannot be read, or other users can read it.
  static func known(
    _ variables: [String: String], fileName: String, variable: String = "RINGTOP_TOKEN"
  ) throws -> AccessToken? {
    if let text = variables[variable], !text.isEmpty {
      return try AccessToken(text: text, origin: variable)
    }
    let path = path(fileName, variables)
    return try read(path).map { try AccessToken(text: $0, origin: path) }
  }

  private static func path(_ name: String, _ variables: [String: String]) -> String {
    URL(filePath: ConfigurationFile.path(variables)).deletingLastPathComponent().appending(path: name).path
  }

  private init(text: String, origin: String) throws {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.utf8.count >= Self.shortest, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Failure(
        .usage, "The token of \(origin) must have at least \(Self.shortest) printable ASCII characters and no spaces.")
    }
    bytes = Array(text.utf8)
    self.origin = origin
  }

  private static func read(_ path: String) throws -> String? {
    // Through links, with which files of the configuration are often kept elsewhere.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Failure(.noInput, "\(path) cannot be read: \(String(cString: strerror(errno)).lowercased()).")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.noInput, "\(path) is not a file.")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw Failure(.failed, "\(path) contains a secret that other users can access; use \"chmod 600\" on it.")
    }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = Foundation.read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private static func make(_ path: String) throws -> String {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789")
    // 32 of 57 characters: 186 bits.
    let token = String((0..<32).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
    let folder = URL(filePath: path).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST, let other = try read(path) { return other }
    guard descriptor >= 0 else {
      throw Failure(.cannotCreate, "\(path) cannot be created: \(String(cString: strerror(errno)).lowercased()).")
    }
    defer { close(descriptor) }
    guard Output.send(token + "\n", to: descriptor) == 0 else {
      unlink(path)
      throw Failure(.inputOutput, "\(path) cannot be written.")
    }
    return token
  }

  /// Whether a text is the token, in constant time.
  func matches(_ given: String) -> Bool {
    let given = Array(given.utf8)
    var difference = UInt64(bytes.count ^ given.count)
    for (index, byte) in bytes.enumerated() {
      difference |= UInt64(byte ^ (index < given.count ? given[index] : ~byte))
    }
    return difference == 0
  }

  /// Whether a request contains the token: `Authorization: Bearer`, `api-key`, or, for reading only, the password in
  /// a browser's basic authentication.
  ///
  /// A browser sends a stored password with requests that any page triggers, so basic authentication must not allow
  /// writing.
  func allows(_ request: HTTPRequest) -> Bool {
    if let key = request.headers["api-key"] ?? request.headers["x-api-key"] { return matches(key) }
    guard let authorization = request.headers["authorization"] else { return false }
    let words = authorization.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return false }
    switch words[0].lowercased() {
    case "bearer": return matches(words[1].trimmingCharacters(in: .whitespaces))
    case "basic":
      guard request.method == "GET" || request.method == "HEAD",
        let data = Data(base64Encoded: words[1].trimmingCharacters(in: .whitespaces)),
        let colon = data.firstIndex(of: UInt8(ascii: ":"))
      else { return false }
      return matches(String(decoding: data[data.index(after: colon)...], as: UTF8.self))
    default: return false
    }
  }
}
