import HealthDatabase
import HealthModel
import HealthQueries

/// Manages the authorization of a store's client: the stored decisions, and the requests to the user, one after the
/// other.
final class AuthorizationCenter: Sendable {
  let client: HKHealthStore.Client
  private let authorization: HKHealthStore.Authorization
  private let connection: StoreConnection
  /// The latest request, for which the next one waits.
  private let latest = Lock<Task<Void, Never>?>(nil)

  init(_ configuration: HKHealthStore.Configuration, connection: StoreConnection) {
    client = configuration.client
    authorization = configuration.authorization
    self.connection = connection
  }

  /// The stored decisions, nil if the client needs no authorization. Before the store exists, there are none.
  func permissions() throws -> [String: Permission]? {
    guard case .asking = authorization.kind else { return nil }
    do {
      return try connection.reading().permissions(ofClient: client.bundleIdentifier)
    } catch let error as StoreError where error.code == .missing {
      return [:]
    }
  }

  /// Whether a request would be presented.
  func needsPrompt(_ request: ConsentRequest) throws -> Bool {
    guard let permissions = try permissions() else { return false }
    return !request.undecided(permissions).isEmpty
  }

  /// Asks the user about undecided types, and stores the decisions.
  ///
  /// - Parameter always: whether to ask even about decided types.
  /// - Throws: ``HKError/Code/errorUserCanceled`` if the user does not answer; `StoreError` if the decisions cannot
  ///   be stored.
  func ask(_ request: ConsentRequest, always: Bool = false) async throws {
    guard case .asking(let delegate) = authorization.kind else { return }
    // One at a time, so that the second of two equal requests uses the decisions of the first.
    let question = latest.withLock { latest in
      let earlier = latest
      let question = Task { [self] in
        await earlier?.value
        try await put(request, always: always, to: delegate)
      }
      latest = Task { _ = await question.result }
      return question
    }
    try await question.value
  }

  private func put(
    _ request: ConsentRequest, always: Bool, to delegate: any HKHealthStore.AuthorizationDelegate
  ) async throws {
    let open = always ? request : request.undecided(try permissions() ?? [:])
    guard !open.isEmpty else { return }
    let question = HKHealthStore.AuthorizationRequest(
      client: client, path: connection.path, toShare: open.toShare, read: open.read)
    guard let answer = await delegate.answer(to: question) else {
      throw HKError(
        .errorUserCanceled,
        reason:
          "The user has not decided whether \(client.name) may use health data: run it once on a terminal, or use "
          + "'ringtop permissions grant \(client.bundleIdentifier) <type>', with --read or --share for one of them alone."
      )
    }
    try connection.writing().decide(open.decisions(answer, client: client.bundleIdentifier))
  }
}
