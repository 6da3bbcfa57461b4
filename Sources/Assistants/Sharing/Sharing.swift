package import HealthModel
import Reports

/// What a client may be told, by type, as the person has decided.
struct Sharing: Sendable {
  /// The client's name in the table of permissions: `mcp:` and its own.
  let client: String
  private let granted: Set<String>
  private let writable: Set<String>

  init(client: String, permissions: [String: Permission]) {
    self.client = client
    granted = Set(permissions.filter { $0.value.read == .granted }.keys)
    writable = Set(permissions.filter { $0.value.share == .granted }.keys)
  }

  var isEmpty: Bool { granted.isEmpty }

  func allows(_ identifier: String) -> Bool { granted.contains(UnlistedTypes.type(of: identifier)) }

  /// - Throws: `Refusal` that says how to allow it.
  func require(_ identifier: String) throws {
    guard !allows(identifier) else { return }
    let name = TypeName.short(for: identifier)
    throw Refusal(
      "The person does not share \(name) with this client. To allow it, the person runs in a terminal: "
        + "ringtop mcp --allow \(bareName) \(PrivateCategory.of(identifier)?.rawValue ?? name)")
  }

  /// - Throws: `Refusal` that says how to allow it.
  func requireWriting(_ identifier: String) throws {
    guard !writable.contains(identifier) else { return }
    let name = TypeName.short(for: identifier)
    throw Refusal(
      "The person does not let this client change \(name). To allow it, the person runs in a terminal: "
        + "ringtop mcp --allow \(bareName) --allow-write \(name)")
  }

  /// The client's name as the person types it.
  var bareName: String { String(client.dropFirst(Self.prefix.count)) }

  // MARK: - Clients

  private static let prefix = "mcp:"

  /// The client in the table of permissions, from the name by which it calls itself: letters, digits, dots and hyphens.
  static func client(named name: String?) -> String {
    var cleaned = ""
    for scalar in (name ?? "").lowercased().unicodeScalars.prefix(64) {
      let isKept = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == ".")
      if isKept { cleaned.unicodeScalars.append(scalar) } else if cleaned.last != "-" { cleaned += "-" }
    }
    while cleaned.first == "-" || cleaned.first == "." { cleaned.removeFirst() }
    while cleaned.last == "-" || cleaned.last == "." { cleaned.removeLast() }
    return prefix + (cleaned.isEmpty ? "unknown" : cleaned)
  }
}

/// What `--allow` grants.
package struct SharingGrant: Sendable {
  package let client: String
  package let types: [String]

  /// The word for all types, the private ones too.
  package static let everything = "everything"

  /// Types that are in no catalog have to be named, since nobody knows whether they are private; they are known once the
  /// store has been read.
  ///
  /// - Parameter names: types and private categories; none for all types that are not private.
  /// - Returns: nil for the first name that is neither, in `unknown`.
  package init?(client: String, names: [String], unknown: inout String?) {
    self.client = Sharing.client(named: client)
    // The members of a correlation decide on it.
    let all = TypeName.all.map(\.identifier).filter { CorrelationTypeCatalog.entry(for: $0) == nil }
    guard !names.isEmpty else {
      types = all.filter { PrivateCategory.of($0) == nil }
      return
    }
    var chosen: [String] = []
    for name in names {
      if name.lowercased() == Self.everything {
        chosen += all + UnlistedTypes.identifiers
      } else if let category = PrivateCategory.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }),
        category != .sexualActivity
      {
        chosen += category.types
      } else if let identifier = TypeName.identifierOfWord(name), all.contains(identifier) {
        chosen.append(identifier)
      } else if let own = HealthTypeName(unlisted: name) {
        chosen.append(UnlistedTypes.type(of: own.identifier))
      } else {
        unknown = name
        return nil
      }
    }
    types = chosen.uniqued(on: \.self)
  }

  /// - Parameter writing: whether the client may change these types too.
  package func permissions(writing: Bool = false) -> [Permission] {
    types.map { Permission(client: client, type: $0, share: writing ? .granted : nil, read: .granted) }
  }
}
