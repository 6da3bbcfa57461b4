import Foundation
import OpenHealthKit
import Testing

@Suite("HKError")
struct HKErrorTests {
  @Test("a code can be caught by name")
  func catching() {
    do {
      throw HKError(.errorNoData)
    } catch HKError.errorNoData {
      // The expected path.
    } catch {
      Issue.record("caught as \(error)")
    }
  }

  @Test("as an NSError it has HealthKit's domain, code and description")
  func bridging() {
    let error: any Error = HKError(
      .errorNoData, userInfo: [NSLocalizedDescriptionKey: "No data available for the specified predicate."])
    let bridged = error as NSError
    #expect(bridged.domain == "com.apple.healthkit")
    #expect(bridged.code == 11)
    #expect(error.localizedDescription == "No data available for the specified predicate.")
    #expect((error as? HKError)?.code == .errorNoData)
  }

  @Test("the codes are HealthKit's")
  func numbers() {
    #expect(HKError.Code.errorInvalidArgument.rawValue == 3)
    #expect(HKError.Code.errorAuthorizationDenied.rawValue == 4)
    #expect(HKError.Code.errorAuthorizationNotDetermined.rawValue == 5)
    #expect(HKError.Code.errorUserCanceled.rawValue == 7)
    #expect(HKError.Code.errorNotPermissibleForGuestUserMode.rawValue == 15)
    #expect(HKError(.errorNoData) == HKError(.errorNoData))
    #expect(HKError(.errorNoData) != HKError(.errorUserCanceled))
  }
}
