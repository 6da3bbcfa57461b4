import Dispatch
import HealthModel

/// Decisions are stored for this client. They apply to cooperating programs and do not protect against one that opens
/// the file itself.
extension HKHealthStore {
  /// The sharing status of a type.
  func decision(of type: HKObjectType) -> HKAuthorizationStatus {
    guard let permissions = try? consent.permissions() else {
      let isShareable = (type as? HKSampleType)?.isShareable ?? false
      return needsLeave || !isShareable ? .notDetermined : .sharingAuthorized
    }
    let permission = permissions[type.identifier]
    switch permission?.share {
    case .granted: return .sharingAuthorized
    case .refused: return .sharingDenied
    // A client that has requested only reading may not write, and the type's status is determined. This discloses
    // nothing about reading.
    case nil: return permission?.read == nil ? .notDetermined : .sharingDenied
    }
  }

  private var needsLeave: Bool {
    if case .asking = configuration.authorization.kind { true } else { false }
  }

  /// Runs work with the authorization center and calls a handler in the background with the result.
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
      // Not in the pool of tasks, since a handler may block.
      DispatchQueue.global().async { completion(failure == nil, failure) }
    }
  }
}

extension HKHealthStore {
  /// Whether a client may request to write samples of a type; nil for an identifier without authorization.
  package static func isShareable(_ identifier: String) -> Bool? {
    let singles: [HKSampleType] =
      [
        .workoutType(), HKSeriesType.workoutRoute(), HKDocumentType(.CDA),
      ] + ContentTypes.all
    let type =
      HKQuantityType(known: identifier) ?? HKCategoryType(known: identifier)
      ?? singles.first { $0.identifier == identifier }
    if let type { return type.isShareable }
    let isOther = HKCharacteristicType(known: identifier) != nil || identifier == TypeIdentifier.activitySummary
    return isOther ? false : nil
  }
}
