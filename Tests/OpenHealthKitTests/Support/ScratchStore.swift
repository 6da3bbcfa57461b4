import Foundation

@testable import OpenHealthKit

/// A place for a store that goes with the test.
final class ScratchStore: Sendable {
  let directory: String

  init() throws {
    directory = NSTemporaryDirectory() + "consent-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: directory)
  }

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
