import HealthModel

/// What a client may read and write: the one place that every read and every write asks.
///
/// Types are asked for by their identifiers. Correlation types are never asked for: their members are.
protocol AccessPolicy: Sendable {
  /// What the client may read: what every read of a store goes through.
  func scope() throws -> ReadScope

  /// - Throws: ``HKError/Code/errorAuthorizationNotDetermined`` where the person has not been asked of the type, neither
  ///   to read it nor to share it.
  func requireDecided(_ type: String) throws

  /// - Throws: ``HKError/Code/errorAuthorizationNotDetermined`` where the person has not been asked of one of the types,
  ///   ``HKError/Code/errorAuthorizationDenied`` where the person has refused one.
  func requireSharing(of types: Set<String>) throws

  /// The same policy as it is now: a person may have changed their mind since this one looked.
  func renewed() -> any AccessPolicy
}

/// Lets everybody read and write everything.
struct OpenAccess: AccessPolicy {
  /// The bundle identifier of the client, whose samples are its own all the same.
  let client: String

  func scope() throws -> ReadScope { ReadScope(client: client, readable: nil) }
  func requireDecided(_ type: String) throws {}
  func requireSharing(of types: Set<String>) throws {}
  func renewed() -> any AccessPolicy { self }
}

extension HKHealthStore {
  /// What this store's client may read and write.
  var access: any AccessPolicy {
    if case .asking = configuration.authorization.kind {
      StoredConsent(consent)
    } else {
      OpenAccess(client: configuration.client.bundleIdentifier)
    }
  }
}
