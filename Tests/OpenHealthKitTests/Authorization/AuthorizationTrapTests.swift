import Foundation
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Types that cannot be requested trap")
struct AuthorizationTrapTests {
  private func reason(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("sharing a type that only the system computes")
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

  @Test("sharing or reading a correlation type, whose members must be requested instead")
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

  @Test("reading prescriptions as an ordinary type, and reading another type per object")
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
