import Foundation
import Testing

@testable import OpenHealthKit

@Suite("Types that may not be asked for end the process")
struct AuthorizationTrapTests {
  private func reason(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("sharing what only the system computes")
  func readOnlyTypes() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = HKHealthStore(configuration: .init(path: "none", authorization: .allowAll))
      store.requestAuthorization(
        toShare: [HKQuantityType(.appleExerciseTime), HKCategoryType(.appleStandHour), HKQuantityType(.stepCount)],
        read: nil
      ) { _, _ in }
    }
    #expect(
      reason(result).contains(
        "Authorization to share the following types is disallowed: "
          + "HKCategoryTypeIdentifierAppleStandHour, HKQuantityTypeIdentifierAppleExerciseTime'"))
  }

  @Test("a correlation type, to share or to read, whose members are asked for instead")
  func correlationTypes() async {
    let share = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = HKHealthStore(configuration: .init(path: "none", authorization: .allowAll))
      try await store.requestAuthorization(toShare: [HKCorrelationType(.bloodPressure)], read: [])
    }
    #expect(reason(share).contains("Authorization to share the following types is disallowed: HKCorrelationType"))
    let read = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = HKHealthStore(configuration: .init(path: "none", authorization: .allowAll))
      _ = try await store.statusForAuthorizationRequest(toShare: [], read: [HKCorrelationType(.food)])
    }
    #expect(reason(read).contains("Authorization to read the following types is disallowed: HKCorrelationType"))
  }

  @Test("reading prescriptions like any other type, and another type one by one")
  func perObjectTypes() async {
    let ordinary = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = HKHealthStore(configuration: .init(path: "none", authorization: .allowAll))
      store.getRequestStatusForAuthorization(toShare: [], read: [.visionPrescriptionType()]) { _, _ in }
    }
    #expect(reason(ordinary).contains("read the following types is disallowed: HKVisionPrescriptionTypeIdentifier"))
    await #expect(processExitsWith: .failure) {
      let store = HKHealthStore(configuration: .init(path: "none", authorization: .allowAll))
      try await store.requestPerObjectReadAuthorization(for: HKQuantityType(.stepCount), predicate: nil)
    }
  }
}
