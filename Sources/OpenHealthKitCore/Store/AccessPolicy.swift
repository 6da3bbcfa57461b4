package import HealthModel

/// What a client may read and write: every read and every write uses it.
///
/// Types are checked by identifier. Correlation types are never checked, but their members are.
package protocol AccessPolicy: Sendable {
  /// What the client may read, for all reads of a store.
  func scope() throws -> ReadScope

  /// - Throws: ``HKError/Code/errorAuthorizationNotDetermined`` if the user has not been asked about the type,
  ///   neither for reading nor for sharing.
  func requireDecided(_ type: String) throws

  /// - Throws: ``HKError/Code/errorAuthorizationNotDetermined`` if the user has not been asked about one of the
  ///   types, ``HKError/Code/errorAuthorizationDenied`` if the user has refused one.
  func requireSharing(of types: Set<String>) throws

  /// The same policy with the current decisions, which the user may have changed.
  func renewed() -> any AccessPolicy
}

/// Allows everyone to read and write everything.
struct UnrestrictedAccess: AccessPolicy {
  /// The bundle identifier of the client, which still identifies its own samples.
  let client: String

  func scope() throws -> ReadScope { ReadScope(client: client, readable: nil) }
  func requireDecided(_ type: String) throws {}
  func requireSharing(of types: Set<String>) throws {}
  func renewed() -> any AccessPolicy { self }
}

extension HKHealthStore {
  /// What this store's client may read and write.
  package var access: any AccessPolicy {
    if case .asking = configuration.authorization.kind {
      StoredConsent(consent)
    } else {
      UnrestrictedAccess(client: configuration.client.bundleIdentifier)
    }
  }
}
