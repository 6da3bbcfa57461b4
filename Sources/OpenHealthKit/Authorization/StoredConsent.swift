import HealthModel

/// What a person has decided, as reads and writes ask for it. Read once, at the first question: one of these serves one
/// answer of a query or one save.
final class StoredConsent: AccessPolicy {
  private let desk: AuthorizationCenter
  private let known = Lock<[String: Permission]?>(nil)

  init(_ desk: AuthorizationCenter) {
    self.desk = desk
  }

  func scope() throws -> ReadScope {
    ReadScope(
      client: desk.client.bundleIdentifier,
      readable: Set(try permissions().filter { $0.value.read == .granted }.keys))
  }

  func requireDecided(_ type: String) throws {
    // Who may write a type, or was refused that, reads what it has written itself.
    guard let permission = try permissions()[type], permission.read != nil || permission.share != nil else {
      throw HKError(.errorAuthorizationNotDetermined, reason: "Authorization not determined")
    }
  }

  func requireSharing(of types: Set<String>) throws {
    let permissions = try permissions()
    // Undecided first: a client that has yet to ask should hear of that.
    if types.contains(where: { permissions[$0]?.share == nil }) {
      throw HKError(.errorAuthorizationNotDetermined, reason: "Authorization is not determined")
    }
    if let refused = types.filter({ permissions[$0]?.share == .refused }).min() {
      throw HKError(.errorAuthorizationDenied, reason: "Not authorized to share \(refused)")
    }
  }

  func renewed() -> any AccessPolicy { StoredConsent(desk) }

  private func permissions() throws -> [String: Permission] {
    try known.withLock { known in
      if let known { return known }
      let read = try desk.permissions() ?? [:]
      known = read
      return read
    }
  }
}
