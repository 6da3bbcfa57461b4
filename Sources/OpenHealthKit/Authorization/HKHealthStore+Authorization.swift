import Dispatch
import HealthModel

/// What is answered is kept in the store, for this client. It is consent between honest programs and no wall against one
/// that opens the file itself.
extension HKHealthStore {
  /// What was decided of sharing a type.
  func decision(of type: HKObjectType) -> HKAuthorizationStatus {
    guard let permissions = try? consent.permissions() else {
      let isShareable = (type as? HKSampleType)?.isShareable ?? false
      return needsLeave || !isShareable ? .notDetermined : .sharingAuthorized
    }
    let permission = permissions[type.identifier]
    switch permission?.share {
    case .granted: return .sharingAuthorized
    case .refused: return .sharingDenied
    // A client that has asked to read alone may not write, and the type is determined. That tells nothing of reading.
    case nil: return permission?.read == nil ? .notDetermined : .sharingDenied
    }
  }

  private var needsLeave: Bool {
    if case .asking = configuration.authorization.kind { true } else { false }
  }

  /// Does something at the desk and tells a handler in the background how it went.
  func answer(
    _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
    by body: @escaping @Sendable (AuthorizationCenter) async throws -> Void
  ) {
    Task { [consent] in
      let failure: (any Error)?
      do {
        try await body(consent)
        failure = nil
      } catch {
        failure = HKError.translating(error)
      }
      // Off the pool of tasks, since a handler may wait.
      DispatchQueue.global().async { completion(failure == nil, failure) }
    }
  }
}
