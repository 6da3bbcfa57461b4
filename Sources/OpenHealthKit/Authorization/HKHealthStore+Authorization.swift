import Dispatch
public import Foundation
import HealthModel

/// Asking a person for leave, type by type, to read and to write apart. Handlers run in the background.
///
/// What is answered is kept in the store, for this client. It is consent between honest programs and no wall against one
/// that opens the file itself.
extension HKHealthStore {
  // MARK: - Asking

  /// Asks the person for what has not been decided yet, by the configuration's ``Authorization``.
  ///
  /// Success says that all of it is decided now, and nothing of how. Where nobody answers, all stays undecided and the
  /// error is ``HKError/Code/errorUserCanceled``. Where nothing is undecided, nobody is asked.
  ///
  /// Ends the process for a correlation type, whose members are asked for instead, for a type to share that only the
  /// system computes, and for a type to read whose objects are granted one by one.
  public func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let request = ConsentRequest(toShare: typesToShare ?? [], read: typesToRead ?? [])
    answer(completion) { try await $0.ask(request) }
  }

  /// Asks the person for what has not been decided yet. See ``requestAuthorization(toShare:read:completion:)``.
  ///
  /// Cancelling the task does not take the question back.
  public func requestAuthorization(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>)
    async throws
  {
    let request = ConsentRequest(toShare: typesToShare, read: typesToRead)
    try await translatingErrors { try await self.consent.ask(request) }
  }

  /// Asks the person for a type whose objects are granted one by one, also if it was answered before.
  ///
  /// Here the answer is for the whole type: a store file keeps no grants of single objects, and the predicate is not
  /// looked at. Ends the process for any type that does not demand it.
  public func requestPerObjectReadAuthorization(
    for objectType: HKObjectType, predicate: NSPredicate?, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let request = ConsentRequest(perObject: objectType)
    answer(completion) { try await $0.ask(request, always: true) }
  }

  /// Asks the person for a type whose objects are granted one by one.
  /// See ``requestPerObjectReadAuthorization(for:predicate:completion:)``.
  public func requestPerObjectReadAuthorization(for objectType: HKObjectType, predicate: NSPredicate?) async throws {
    let request = ConsentRequest(perObject: objectType)
    try await translatingErrors { try await self.consent.ask(request, always: true) }
  }

  /// Would let an app answer for its extensions. There are none here: it succeeds.
  public func handleAuthorizationForExtension(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    answer(completion) { _ in }
  }

  /// Would let an app answer for its extensions. There are none here: it succeeds.
  public func handleAuthorizationForExtension() async throws {}

  // MARK: - What has been decided

  /// Whether the client may write samples of the type. What it may read, nobody tells it.
  ///
  /// A store that cannot be read has decided nothing.
  public func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
    guard let type = type as? HKSampleType, type.isShareable else { return .notDetermined }
    guard let permissions = try? consent.permissions() else {
      return needsLeave ? .notDetermined : .sharingAuthorized
    }
    switch permissions[type.identifier]?.share {
    case .granted: return .sharingAuthorized
    case .refused: return .sharingDenied
    case nil: return .notDetermined
    }
  }

  /// Whether asking for these types would bring up a question.
  ///
  /// Ends the process for the types that ``requestAuthorization(toShare:read:completion:)`` does.
  public func getRequestStatusForAuthorization(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
    completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
  ) {
    let request = ConsentRequest(toShare: typesToShare, read: typesToRead)
    work {
      try self.consent.needsQuestion(request)
    } then: { result in
      switch result {
      case .success(let needsQuestion): completion(needsQuestion ? .shouldRequest : .unnecessary, nil)
      case .failure(let error): completion(.unknown, error)
      }
    }
  }

  /// Whether asking for these types would bring up a question.
  public func statusForAuthorizationRequest(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
  ) async throws -> HKAuthorizationRequestStatus {
    let request = ConsentRequest(toShare: typesToShare, read: typesToRead)
    return try await work { try self.consent.needsQuestion(request) ? .shouldRequest : .unnecessary }
  }

  /// From when on the client may read the types of which it may not read all of history: none, since a grant here is for
  /// all of it.
  public func getEarliestAuthorizedSampleDate(
    for types: Set<HKObjectType>, completion: @escaping @Sendable ([HKObjectType: Date]?, (any Error)?) -> Void
  ) {
    work {
      [:]
    } then: { (result: Result<[HKObjectType: Date], any Error>) in
      completion(try? result.get(), nil)
    }
  }

  /// From when on the client may read the types of which it may not read all of history: none, since a grant here is for
  /// all of it.
  public func earliestAuthorizedSampleDate(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date] { [:] }

  // MARK: -

  private var needsLeave: Bool {
    if case .asking = configuration.authorization.kind { true } else { false }
  }

  private func translatingErrors(_ body: () async throws -> Void) async throws {
    do { try await body() } catch { throw HKError.translating(error) }
  }

  private func answer(
    _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
    by body: @escaping @Sendable (ConsentDesk) async throws -> Void
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
