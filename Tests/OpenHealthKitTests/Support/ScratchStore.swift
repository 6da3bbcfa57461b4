import Foundation

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// A path for a store that is deleted after the test.
final class ScratchStore: Sendable {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
  }

  var directory: String { scratch.path }
  var path: String { directory + "/health.sqlite" }

  /// The store as a client sees it.
  func opened(
    by client: String = "org.example.reader", _ authorization: HKHealthStore.Authorization
  ) -> HKHealthStore {
    HKHealthStore(
      configuration: HKHealthStore.Configuration(
        path: path, client: HKHealthStore.Client(bundleIdentifier: client, name: client, version: "1.2"),
        authorization: authorization))
  }
}
