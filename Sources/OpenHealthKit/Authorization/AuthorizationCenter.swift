import HealthDatabase
import HealthModel

/// Where a store's client and a person meet: what has been decided, and the questions, one after the other.
final class AuthorizationCenter: Sendable {
  let client: HKHealthStore.Client
  private let authorization: HKHealthStore.Authorization
  private let door: StoreConnection
  /// The latest question, which the next one waits for.
  private let latest = Lock<Task<Void, Never>?>(nil)

  init(_ configuration: HKHealthStore.Configuration, door: StoreConnection) {
    client = configuration.client
    authorization = configuration.authorization
    self.door = door
  }

  /// What has been decided, nil where the client needs nobody's leave. Before there is a store, nothing has been.
  func permissions() throws -> [String: Permission]? {
    guard case .asking = authorization.kind else { return nil }
    do {
      return try door.reading().permissions(ofClient: client.bundleIdentifier)
    } catch let error as StoreError where error.code == .missing {
      return [:]
    }
  }

  /// Whether a question would come up.
  func needsQuestion(_ request: ConsentRequest) throws -> Bool {
    guard let permissions = try permissions() else { return false }
    return !request.undecided(permissions).isEmpty
  }

  /// Asks the person for what is not decided, and keeps the answer.
  ///
  /// - Parameter always: whether to ask even for what is decided.
  /// - Throws: ``HKError/Code/errorUserCanceled`` where nobody answered; `StoreError` where the answer cannot be kept.
  func ask(_ request: ConsentRequest, always: Bool = false) async throws {
    guard case .asking(let delegate) = authorization.kind else { return }
    // In turn, so that the second of two equal requests finds the answer to the first.
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
      client: client, path: door.path, toShare: open.toShare, read: open.read)
    guard let answer = await delegate.answer(to: question) else {
      throw HKError(
        .errorUserCanceled,
        reason: "Nobody has said whether \(client.name) may use health data: run it once on a terminal, or decide with "
          + "'ringtop permissions grant \(client.bundleIdentifier) <type> --read'.")
    }
    try door.writing().decide(open.decisions(answer, client: client.bundleIdentifier))
  }
}
