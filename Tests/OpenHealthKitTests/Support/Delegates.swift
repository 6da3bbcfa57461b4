import HealthModel

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// A user who answers every question by one rule, and records what was asked.
final class Person: HKHealthStore.AuthorizationDelegate {
  typealias Request = HKHealthStore.AuthorizationRequest
  typealias Answer = HKHealthStore.AuthorizationAnswer

  private let rule: @Sendable (Request) async -> Answer?
  private let heard = Lock<[Request]>([])

  init(_ rule: @escaping @Sendable (Request) async -> Answer?) {
    self.rule = rule
  }

  /// Grants everything.
  static func willing() -> Person { Person { $0.grantingAll } }
  /// Refuses everything.
  static func unwilling() -> Person { Person { $0.refusingAll } }
  /// Does not answer.
  static func absent() -> Person { Person { _ in nil } }

  var questions: [Request] { heard.withLock { $0 } }

  func answer(to request: Request) async -> Answer? {
    heard.withLock { $0.append(request) }
    return await rule(request)
  }
}
