import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Invalid predicates trap")
struct PredicateTrapTests {
  private func reason(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("a summary's day without a calendar, with an hour, without a month, or a reversed interval")
  func dateComponents() async {
    let noCalendar = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = HKQuery.predicateForActivitySummary(with: DateComponents(year: 2026, month: 1, day: 1))
    }
    #expect(reason(noCalendar).contains("Date components require a calendar."))
    let hour = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let calendar = Calendar(identifier: .gregorian)
      _ = HKQuery.predicateForActivitySummary(
        with: DateComponents(calendar: calendar, year: 2026, month: 1, day: 1, hour: 0))
    }
    #expect(reason(hour).contains("Activity Summary Date Components Require Hour to not be set"))
    await #expect(processExitsWith: .failure) {
      let calendar = Calendar(identifier: .gregorian)
      _ = HKQuery.predicateForActivitySummary(with: DateComponents(calendar: calendar, year: 2026, day: 1))
    }
    await #expect(processExitsWith: .failure) {
      let calendar = Calendar(identifier: .gregorian)
      _ = HKQuery.predicate(
        forActivitySummariesBetweenStart: DateComponents(calendar: calendar, year: 2026, month: 1, day: 2),
        end: DateComponents(calendar: calendar, year: 2026, month: 1, day: 1))
    }
  }

  @Test("a predicate on the wrong kind of object")
  func wrongKind() async {
    let dates = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DaySelection(HKQuery.predicateForSamples(withStart: Date(), end: nil))
    }
    #expect(reason(dates).contains("Unexpected dataType of class HKActivitySummaryType"))
    await #expect(processExitsWith: .failure) {
      _ = SampleSelection(
        type: HKQuantityType(.stepCount), predicate: HKQuery.predicateForCategorySamples(with: .equalTo, value: 1))
    }
    await #expect(processExitsWith: .failure) {
      _ = SampleSelection(
        type: HKQuantityType(.stepCount),
        predicate: HKQuery.predicateForQuantitySamples(
          with: .equalTo, quantity: HKQuantity(unit: .meter(), doubleValue: 1)))
    }
    await #expect(processExitsWith: .failure) {
      _ = SampleSelection(
        type: HKQuantityType(.stepCount),
        predicate: HKQuery.predicateForWorkoutActivities(operatorType: .equalTo, duration: 1))
    }
    await #expect(processExitsWith: .failure) {
      _ = HKQuery.predicateForWorkouts(activityPredicate: HKQuery.predicateForWorkouts(with: .yoga))
    }
  }

  @Test("an invalid operator, key or value")
  func arguments() async {
    let contains = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = HKQuery.predicateForCategorySamples(with: .contains, value: 1)
    }
    #expect(reason(contains).contains("Invalid operator type"))
    await #expect(processExitsWith: .failure) {
      _ = HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: .contains, value: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = HKQuery.predicateForObjects(withMetadataKey: "k", allowedValues: [[1]])
    }
    await #expect(processExitsWith: .failure) {
      _ = HKQuery.predicateForObjects(withDeviceProperty: "name", allowedValues: ["x"])
    }
    await #expect(processExitsWith: .failure) {
      _ = HKQuery.predicateForWorkouts(
        operatorType: .equalTo, quantityType: HKQuantityType(.stepCount),
        sumQuantity: HKQuantity(unit: .meter(), doubleValue: 1))
    }
  }
}
