import Foundation
import OpenHealthKit
import Testing

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

  @Test("the older name of the unknown error is an alias")
  @available(*, deprecated, message: "As the name is.")
  func noError() {
    #expect(HKError.noError == .unknownError)
    #expect(HKError.Code.noError == HKError.noError)
  }
}
