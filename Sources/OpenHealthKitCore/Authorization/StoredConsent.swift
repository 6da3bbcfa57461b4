import HealthModel

/// The user's decisions for reads and writes. Loaded once, when first needed: one instance is used for one query
/// result or one save.
final class StoredConsent: AccessPolicy {
  private let center: AuthorizationCenter
  private let known = Lock<[String: Permission]?>(nil)

  init(_ center: AuthorizationCenter) {
    self.center = center
  }

  func scope() throws -> ReadScope {
    ReadScope(
      client: center.client.bundleIdentifier,
      readable: Set(try permissions().filter { $0.value.read == .granted }.keys))
  }

  func requireDecided(_ type: String) throws {
    // A client that may write a type, or was refused writing, may read its own samples.
    guard let permission = try permissions()[type], permission.read != nil || permission.share != nil else {
      throw HKError(.errorAuthorizationNotDetermined, reason: "Authorization not determined")
    }
  }

  func requireSharing(of types: Set<String>) throws {
    let permissions = try permissions()
    // Undecided types first: a client that has yet to request authorization should receive that error.
    if types.contains(where: { permissions[$0]?.share == nil }) {
      throw HKError(.errorAuthorizationNotDetermined, reason: "Authorization is not determined")
    }
    if let refused = types.filter({ permissions[$0]?.share == .refused }).min() {
      throw HKError(.errorAuthorizationDenied, reason: "Not authorized to share \(refused)")
    }
  }

  func renewed() -> any AccessPolicy { StoredConsent(center) }

  private func permissions() throws -> [String: Permission] {
    try known.withLock { known in
      if let known { return known }
      let read = try center.permissions() ?? [:]
      known = read
      return read
    }
  }
}
