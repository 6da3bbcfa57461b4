import Foundation
import OpenHealthKit
import Testing

/// Each case runs in a process of its own, which must trap, with the right message.
@Suite("Invalid samples trap")
struct SampleValidationTests {
  private func reason(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("a start after the end")
  func dates() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = HKQuantitySample(
        type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 1),
        start: Date(timeIntervalSince1970: 1), end: Date(timeIntervalSince1970: 0))
    }
    #expect(reason(result).contains("_HKObjectValidationFailureException"))
    #expect(reason(result).contains("after endDate"))
  }

  @Test("an end in the distant future")
  func distantFuture() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = HKCategorySample(
        type: HKCategoryType(.pregnancy), value: 0, start: Date(timeIntervalSince1970: 1), end: .distantFuture)
    }
    #expect(reason(result).contains("can not have endDate of NSDate.distantFuture"))
  }

  @Test("a unit that is not compatible with the type")
  func unit() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = HKQuantitySample(
        type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .meter(), doubleValue: 1), start: Date(),
        end: Date())
    }
    #expect(reason(result).contains("Incompatible unit: m"))
  }

  @Test("a value that is not in the category's enumeration")
  func categoryValue() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = HKCategorySample(type: HKCategoryType(.menstrualFlow), value: 0, start: Date(), end: Date())
    }
    #expect(reason(result).contains("Value 0 is not compatible with type HKCategoryTypeIdentifierMenstrualFlow"))
  }

  @Test("missing metadata that the type requires")
  func missingMetadata() async {
    let flow = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = HKCategorySample(type: HKCategoryType(.menstrualFlow), value: 1, start: Date(), end: Date())
    }
    #expect(reason(flow).contains("HKMenstrualCycleStart"))
    let insulin = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = HKQuantitySample(
        type: HKQuantityType(.insulinDelivery), quantity: HKQuantity(unit: .internationalUnit(), doubleValue: 1),
        start: Date(), end: Date())
    }
    #expect(reason(insulin).contains("HKInsulinDeliveryReason"))
  }

  @Test("a sync identifier without a version, or a version without an identifier")
  func sync() async {
    await #expect(processExitsWith: .failure) {
      _ = HKCategorySample(
        type: HKCategoryType(.mindfulSession), value: 0, start: Date(), end: Date(),
        metadata: [HKMetadataKeySyncIdentifier: "a"])
    }
    await #expect(processExitsWith: .failure) {
      _ = HKCategorySample(
        type: HKCategoryType(.mindfulSession), value: 0, start: Date(), end: Date(),
        metadata: [HKMetadataKeySyncVersion: 1])
    }
  }

  @Test("a metadata value of the wrong type")
  func metadataKinds() async {
    let list = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = HKCategorySample(
        type: HKCategoryType(.mindfulSession), value: 0, start: Date(), end: Date(), metadata: ["list": [1, 2]])
    }
    #expect(reason(list).contains("for key list"))
    await #expect(processExitsWith: .failure) {
      _ = HKCategorySample(
        type: HKCategoryType(.mindfulSession), value: 0, start: Date(), end: Date(),
        metadata: [HKMetadataKeyWasUserEntered: "yes"])
    }
    await #expect(processExitsWith: .failure) {
      _ = HKCategorySample(
        type: HKCategoryType(.mindfulSession), value: 0, start: Date(), end: Date(),
        metadata: [HKMetadataKeyLapLength: HKQuantity(unit: .second(), doubleValue: 1)])
    }
  }

  @Test("an empty correlation, a document that lasts longer than four days, and a total in the wrong unit")
  func others() async {
    await #expect(processExitsWith: .failure) {
      _ = HKCorrelation(type: HKCorrelationType(.food), start: Date(), end: Date(), objects: [])
    }
    let long = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? HKCDADocumentSample(
        data: Data("<ClinicalDocument/>".utf8), start: Date(timeIntervalSince1970: 0),
        end: Date(timeIntervalSince1970: 345_601), metadata: nil)
    }
    #expect(reason(long).contains("345600"))
    await #expect(processExitsWith: .failure) {
      _ = HKWorkout(
        activityType: .running, start: Date(), end: Date(), duration: 0,
        totalEnergyBurned: HKQuantity(unit: .meter(), doubleValue: 1), totalDistance: nil, metadata: nil)
    }
    await #expect(processExitsWith: .failure) {
      _ = HKCumulativeQuantitySample(
        type: HKQuantityType(.heartRate), quantity: HKQuantity(unit: .hertz(), doubleValue: 1), start: Date(),
        end: Date())
    }
  }

  @Test("valid samples do not trap")
  func valid() {
    let flow = HKCategorySample(
      type: HKCategoryType(.menstrualFlow), value: 1, start: SampleTests.start, end: SampleTests.end,
      metadata: [
        HKMetadataKeyMenstrualCycleStart: true, HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: 1,
      ])
    #expect(flow.metadata?.count == 3)
  }
}
