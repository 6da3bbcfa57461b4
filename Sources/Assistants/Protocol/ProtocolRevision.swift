import HealthImport

/// A revision of the Model Context Protocol.
enum ProtocolRevision: String, Comparable, CaseIterable, Sendable {
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  case july2026 = "2026-07-28"

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Whether each request carries its revision and the client's identity, so that there is no session.
  var isStateless: Bool { self >= .july2026 }

  /// The newest one with a session.
  static let newestWithSession = november2025

  /// Whether results may have `structuredContent`, and tools an `outputSchema` and a title.
  var hasStructuredContent: Bool { self >= .june2025 }

  var hasBatches: Bool { self == .march2025 }
}

/// The members of `_meta` that a stateless request carries.
struct RequestMeta {
  static let versionKey = "io.modelcontextprotocol/protocolVersion"
  static let serverKey = "io.modelcontextprotocol/serverInfo"
  private static let clientKey = "io.modelcontextprotocol/clientInfo"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  /// The client's name; nil if it does not say.
  let client: String?

  /// - Returns: nil for a request of an older revision, which has no such members.
  /// - Throws: `RPCError` if members are missing, or the revision is another one.
  init?(_ params: JSONValue) throws(RPCError) {
    guard let meta = params["_meta"], let version = meta[Self.versionKey] else { return nil }
    guard let version = version.text else {
      throw RPCError(.invalidParams, "The member \(Self.versionKey) of _meta is not a text.")
    }
    guard version == ProtocolRevision.july2026.rawValue else {
      throw RPCError(
        .unsupportedVersion, "Unsupported protocol version",
        data: [
          // A client that knows only revisions with a session can use initialize.
          "supported": .strings(ProtocolRevision.allCases.reversed().map(\.rawValue)),
          "requested": .text(String(version.prefix(40))),
        ])
    }
    guard meta[Self.capabilitiesKey]?.members != nil else {
      throw RPCError(.invalidParams, "The member \(Self.capabilitiesKey) of _meta is missing.")
    }
    client = meta[Self.clientKey]?["name"]?.text
  }
}
