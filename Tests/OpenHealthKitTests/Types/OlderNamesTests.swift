import Foundation
import HealthModel
import OpenHealthKit
import Testing

@testable import OpenHealthKitCore

@Suite("Older names")
struct OlderNamesTests {
  @Test("an anchor with the value for no anchor is the beginning")
  func noAnchor() async throws {
    let test = try TestHealthStore()
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    let steps = HKSamplePredicate.quantitySample(type: HKQuantityType(.stepCount))
    for anchor in [nil, HKQueryAnchor(fromValue: Int(HKAnchoredObjectQueryNoAnchor))] {
      let descriptor = HKAnchoredObjectQueryDescriptor(predicates: [steps], anchor: anchor)
      #expect(try await descriptor.result(for: test.store).addedSamples.count == 1)
    }
  }

  @Test("the notification of changed preferred units can be observed")
  func preferences() {
    #expect(NSNotification.Name.HKUserPreferencesDidChange.rawValue == "HKUserPreferencesDidChangeNotification")
    let token = NotificationCenter.default.addObserver(forName: .HKUserPreferencesDidChange, object: nil, queue: nil) {
      _ in
    }
    NotificationCenter.default.removeObserver(token)
  }

  #if compiler(>=6.2)
    @Test("the message of changed preferred units can be observed, until the observer is removed")
    @available(macOS 26, *)
    @MainActor
    func message() throws {
      let (store, center) = (try TestHealthStore().store, NotificationCenter())
      let calls = Lock(0)
      let token = center.addObserver(of: store, for: .userPreferencesDidChange) { _ in calls.withLock { $0 += 1 } }
      center.post(HKHealthStore.HKUserPreferencesDidChangeMessage(), subject: store)
      center.removeObserver(token)
      center.post(HKHealthStore.HKUserPreferencesDidChangeMessage(), subject: store)
      #expect(calls.withLock { $0 } == 1)
      store.authorizationViewControllerPresenter = store
      #expect(store.authorizationViewControllerPresenter == nil)
    }
  #endif

  @Test("the older name of the unknown error is an alias")
  @available(*, deprecated, message: "As the name is.")
  func noError() {
    #expect(HKError.noError == .unknownError)
    #expect(HKError.Code.noError == HKError.noError)
  }
}
