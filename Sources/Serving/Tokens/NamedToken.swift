package import Configuration
package import Foundation
import Processes

/// What the holder of a token may do.
package enum TokenScope: Hashable, Sendable {
  case all
  /// Reads everything.
  case read
  /// Reads the summaries of days.
  case rings
  /// Asks questions as an assistant, and nothing else.
  case assistants
  /// Delivers, as one feed.
  case post(Feed)

  package typealias Feed = DeliveryKind

  /// `all`, `read`, `rings`, `assistants`, or `post samples`.
  package var text: String {
    switch self {
    case .all: "all"
    case .read: "read"
    case .rings: "rings"
    case .assistants: "assistants"
    case .post(let feed): "post \(feed.rawValue)"
    }
  }

  init?(_ text: String) {
    let known = [.all, .read, .rings, .assistants] + Feed.allCases.map { TokenScope.post($0) }
    guard let scope = known.first(where: { $0.text == text }) else { return nil }
    self = scope
  }
}

/// A token for one person or machine, of which only the hash is kept.
package struct NamedToken: Codable, Sendable {
  package let name: String
  package let scope: TokenScope
  /// The SHA-256 of the token, in hexadecimal digits.
  let hash: String
  /// When it was made.
  package let created: Date

  init(name: String, scope: TokenScope, hash: String, created: Date) {
    (self.name, self.scope, self.hash, self.created) = (name, scope, hash, created)
  }

  private enum Key: String, CodingKey {
    case name, scope, hash, created
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    name = try container.decode(String.self, forKey: .name)
    hash = try container.decode(String.self, forKey: .hash)
    created = Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .created))
    let text = try container.decode(String.self, forKey: .scope)
    guard let scope = TokenScope(text) else {
      throw DecodingError.dataCorruptedError(forKey: .scope, in: container, debugDescription: text)
    }
    self.scope = scope
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(scope.text, forKey: .scope)
    try container.encode(hash, forKey: .hash)
    try container.encode(created.timeIntervalSince1970.rounded(.down), forKey: .created)
  }

  static func hash(_ token: String) -> String { SHA256(token.utf8).text }
}

/// The named tokens, in the file `tokens` beside the configuration.
package struct TokenList: Sendable {
  private let file: PrivateFile
  private let now: @Sendable () -> Date

  private static let mostTokens = 1_000

  package init(_ environment: Environment) {
    file = PrivateFile("tokens", environment.variables)
    now = environment.now
  }

  var version: [Int]? { file.version }

  /// - Throws: `Failure` if the file is malformed or cannot be read, or other users can read it.
  package func tokens() throws -> [NamedToken] { try file.value() ?? [] }

  /// Makes a token.
  ///
  /// - Returns: the token, which is stored nowhere.
  /// - Throws: `Failure` for an invalid name, or one that is in use, and if the file cannot be changed.
  package func add(_ name: String, _ scope: TokenScope) throws -> String {
    try check(name)
    return try file.update([NamedToken]()) { tokens in
      guard !tokens.contains(where: { $0.name == name }) else {
        throw Failure(.failed, "There is a token \"\(name)\". Choose another name, or revoke it first.")
      }
      return try append(name, scope, to: &tokens)
    }
  }

  /// Makes a token with the name, or with a number after it if the name is in use.
  ///
  /// - Returns: the token and its name.
  package func addNumbered(_ name: String, _ scope: TokenScope) throws -> (token: String, name: String) {
    try check(name)
    return try file.update([NamedToken]()) { tokens in
      let names = Set(tokens.map(\.name))
      let free = (1...Self.mostTokens + 1).lazy.map { $0 == 1 ? name : "\(name)-\($0)" }.first { !names.contains($0) }
      return (try append(free ?? name, scope, to: &tokens), free ?? name)
    }
  }

  private func append(_ name: String, _ scope: TokenScope, to tokens: inout [NamedToken]) throws -> String {
    guard tokens.count < Self.mostTokens else {
      throw Failure(.failed, "There are \(Self.mostTokens) tokens already. Revoke some first.")
    }
    let token = AccessToken.random()
    tokens.append(NamedToken(name: name, scope: scope, hash: NamedToken.hash(token), created: now()))
    return token
  }

  /// - Throws: `Failure` if there is no such token, or the file cannot be changed.
  package func revoke(_ name: String) throws {
    // No file is created to say so.
    let names = try tokens().map(\.name)
    guard names.contains(name) else {
      let nearest = NearestName.find(name, in: names).map { " Did you mean \"\($0)\"?" } ?? ""
      throw Failure(.noInput, "There is no token \"\(name.prefix(60))\".\(nearest)")
    }
    try file.update([NamedToken]()) { tokens in tokens.removeAll { $0.name == name } }
  }

  private func check(_ name: String) throws {
    // Where no token is named, it is the owner's.
    guard (1...60).contains(name.count), name.utf8.count <= 240, name.first != "-", name.lowercased() != "owner",
      name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control && !$0.properties.isWhitespace })
    else {
      throw Failure(
        .usage,
        "The name of a token has up to 60 characters, no spaces, does not begin with a hyphen, and is not \"owner\".")
    }
  }
}
