import HealthKitUI
import Testing

@Suite("import HealthKitUI")
struct ImportTests {
  @Test("gives HealthKit and Foundation too")
  func reexported() {
    let view = HKActivityRingView()
    view.activitySummary = HKActivitySummary()
    #expect(view.activitySummary?.activeEnergyBurned == HKQuantity(unit: .kilocalorie(), doubleValue: 0))
    #expect(Date.distantPast < Date.distantFuture)
  }
}
