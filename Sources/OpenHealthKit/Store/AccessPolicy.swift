/// What a client may read and write: the one place that every read and every write asks.
///
/// Types are asked for by their identifiers. Correlation types are never asked for: their members are.
protocol AccessPolicy: Sendable {
  /// How much of a type may be read.
  ///
  /// - Throws: ``HKError/Code/errorAuthorizationNotDetermined`` where the person has not been asked.
  func reading(of type: String) throws -> ReadAccess

  /// - Throws: ``HKError/Code/errorAuthorizationNotDetermined`` where the person has not been asked of one of the types,
  ///   ``HKError/Code/errorAuthorizationDenied`` where the person has refused one.
  func requireSharing(of types: Set<String>) throws

  /// The same policy as it is now: a person may have changed their mind since this one looked.
  func renewed() -> any AccessPolicy
}

/// How much of a type a client may read.
enum ReadAccess: Sendable {
  case everything
  /// What the client has saved itself. A client cannot tell this from a store that holds nothing else.
  case ownSamples
}

/// Lets everybody read and write everything.
struct OpenAccess: AccessPolicy {
  func reading(of type: String) throws -> ReadAccess { .everything }
  func requireSharing(of types: Set<String>) throws {}
  func renewed() -> any AccessPolicy { self }
}

extension HKHealthStore {
  /// What this store's client may read and write.
  var access: any AccessPolicy {
    if case .asking = configuration.authorization.kind { StoredConsent(consent) } else { OpenAccess() }
  }
}
