import Foundation
import OpenHealthKit
import Testing

@Suite("Samples")
struct SampleTests {
  static let start = Date(timeIntervalSince1970: 1_700_000_000)
  static let end = start.addingTimeInterval(600)

  static func steps(_ count: Double = 12, _ metadata: [String: Any]? = nil) -> HKQuantitySample {
    HKQuantitySample(
      type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: count), start: start,
      end: end, metadata: metadata)
  }

  @Test("a quantity sample has the class for its type's aggregation style")
  func classCluster() throws {
    let steps = Self.steps()
    let cumulative = try #require(steps as? HKCumulativeQuantitySample)
    #expect(cumulative.sumQuantity.doubleValue(for: .count()) == 12)
    let rate = HKQuantitySample(
      type: HKQuantityType(.heartRate), quantity: HKQuantity(unit: .hertz(), doubleValue: 1), start: Self.start,
      end: Self.start)
    let discrete = try #require(rate as? HKDiscreteQuantitySample)
    #expect(discrete.maximumQuantity == rate.quantity)
    #expect(discrete.mostRecentQuantityDateInterval.duration == 0)
    #expect(rate.count == 1)
    #expect(rate.quantity.doubleValue(for: HKUnit(from: "count/min")) == 60)
    let asked = HKCumulativeQuantitySample(
      type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 1), start: Self.start,
      end: Self.end)
    #expect(asked.sumQuantity == asked.quantity)
  }

  @Test("a new sample has the source of the client, and no two are equal")
  func identity() {
    let one = Self.steps()
    let two = Self.steps()
    #expect(one != two)
    #expect(one == one)
    #expect(Set([one, two, one]).count == 2)
    #expect(one.sourceRevision.source == .default())
    #expect(HKSource.default().bundleIdentifier.hasPrefix("local."))
    #expect(one.device == nil)
    #expect(one.metadata == nil)
    #expect(one.sampleType == HKQuantityType(.stepCount))
    #expect(!one.hasUndeterminedDuration)
  }

  @Test("metadata is read back as text, numbers, dates and quantities")
  func metadata() throws {
    let date = Date(timeIntervalSince1970: 86_400)
    let sample = Self.steps(
      1,
      [
        HKMetadataKeyWasUserEntered: true, HKMetadataKeyTimeZone: "Europe/Berlin", "count": 3, "share": 0.5,
        "when": date, "far": HKQuantity(unit: .mile(), doubleValue: 2), "number": NSNumber(value: 7),
        HKMetadataKeyIndoorWorkout: 1, "nanoseconds": 1_763_772_345_123_456_789,
      ])
    let metadata = try #require(sample.metadata)
    #expect(metadata.count == 9)
    #expect(metadata["nanoseconds"] as? Int == 1_763_772_345_123_456_789)
    #expect(metadata[HKMetadataKeyWasUserEntered] as? Bool == true)
    #expect(metadata[HKMetadataKeyIndoorWorkout] as? Bool == true)
    #expect((metadata[HKMetadataKeyWasUserEntered] as? NSNumber)?.boolValue == true)
    #expect(metadata[HKMetadataKeyTimeZone] as? String == "Europe/Berlin")
    #expect(metadata["count"] as? Int == 3)
    #expect(metadata["share"] as? Double == 0.5)
    #expect(metadata["number"] as? NSNumber == 7)
    #expect(metadata["when"] as? Date == date)
    #expect(metadata["far"] as? HKQuantity == HKQuantity(unit: .mile(), doubleValue: 2))
  }

  @Test("a category sample accepts the values of its type")
  func categories() {
    let sleep = HKCategorySample(
      type: HKCategoryType(.sleepAnalysis), value: HKCategoryValueSleepAnalysis.asleepREM.rawValue, start: Self.start,
      end: Self.end)
    #expect(sleep.value == 5)
    #expect(sleep.categoryType == HKCategoryType(.sleepAnalysis))
    #expect(sleep.description.hasPrefix("HKCategoryValueSleepAnalysisAsleepREM"))
  }

  @Test("a correlation returns its members by type")
  func correlations() {
    func pressure(_ identifier: HKQuantityTypeIdentifier, _ value: Double) -> HKQuantitySample {
      HKQuantitySample(
        type: HKQuantityType(identifier), quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value),
        start: Self.start, end: Self.start)
    }
    let high = pressure(.bloodPressureSystolic, 120)
    let low = pressure(.bloodPressureDiastolic, 80)
    let both = HKCorrelation(
      type: HKCorrelationType(.bloodPressure), start: Self.start, end: Self.start, objects: [high, low])
    #expect(both.objects.count == 2)
    #expect(both.objects(for: HKQuantityType(.bloodPressureSystolic)) == [high])
    #expect(both.objects(for: HKQuantityType(.stepCount)).isEmpty)
  }

  @Test("a clinical document is stored, and other data is refused")
  func documents() throws {
    let data = Data("<ClinicalDocument xmlns=\"urn:hl7-org:v3\"/>".utf8)
    let sample = try HKCDADocumentSample(data: data, start: Self.start, end: Self.end, metadata: nil)
    #expect(sample.document?.documentData == data)
    #expect(throws: HKError.self) {
      try HKCDADocumentSample(data: Data("<html/>".utf8), start: Self.start, end: Self.end, metadata: nil)
    }
  }

  @Test("samples can be archived and read back", arguments: 0..<5)
  func archives(index: Int) throws {
    let device = HKDevice(
      name: "Watch", manufacturer: "Maker", model: nil, hardwareVersion: "1,1", firmwareVersion: nil,
      softwareVersion: "9", localIdentifier: nil, udiDeviceIdentifier: nil)
    let sleep = HKCategorySample(
      type: HKCategoryType(.sleepAnalysis), value: 3, start: Self.start, end: Self.end, device: device,
      metadata: ["note": "x", "n": 2.5])
    let workout = HKWorkout(
      activityType: .cycling, start: Self.start, end: Self.end,
      workoutEvents: [
        HKWorkoutEvent(type: .lap, dateInterval: DateInterval(start: Self.start, duration: 5), metadata: ["lap": 1])
      ],
      totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 90), totalDistance: nil, metadata: nil)
    let samples: [HKSample] = [
      Self.steps(), sleep, workout,
      HKCorrelation(type: HKCorrelationType(.food), start: Self.start, end: Self.end, objects: [sleep, Self.steps()]),
      try HKCDADocumentSample(
        data: Data("<ClinicalDocument/>".utf8), start: Self.start, end: Self.end, metadata: nil),
    ]
    let sample = samples[index]
    let data = try NSKeyedArchiver.archivedData(withRootObject: sample, requiringSecureCoding: true)
    let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKSample.self, from: data))
    #expect(back == sample)
    #expect(type(of: back) == type(of: sample))
    #expect(back.startDate == sample.startDate)
    #expect(back.endDate == sample.endDate)
    #expect(back.sampleType == sample.sampleType)
    #expect(back.device == sample.device)
    #expect(back.sourceRevision == sample.sourceRevision)
    #expect(back.metadata?.count == sample.metadata?.count)
    #expect((back as? HKQuantitySample)?.quantity == (sample as? HKQuantitySample)?.quantity)
    #expect((back as? HKCategorySample)?.value == (sample as? HKCategorySample)?.value)
    #expect((back as? HKCorrelation)?.objects == (sample as? HKCorrelation)?.objects)
    #expect((back as? HKWorkout)?.workoutEvents == (sample as? HKWorkout)?.workoutEvents)
    #expect((back as? HKWorkout)?.allStatistics == (sample as? HKWorkout)?.allStatistics)
    #expect(
      (back as? HKCDADocumentSample)?.document?.documentData == (sample as? HKCDADocumentSample)?.document?.documentData
    )
  }

  @Test("sources, revisions and devices are equal if their properties are")
  func provenance() throws {
    let one = HKDevice(
      name: "Watch", manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: nil, softwareVersion: nil,
      localIdentifier: nil, udiDeviceIdentifier: nil)
    #expect(one == (one.copy() as? HKDevice))
    #expect(
      one.hash
        == HKDevice(
          name: "Watch", manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: nil,
          softwareVersion: nil,
          localIdentifier: nil, udiDeviceIdentifier: nil
        ).hash)
    let system = OperatingSystemVersion(majorVersion: 9, minorVersion: 4, patchVersion: 1)
    let revision = HKSourceRevision(
      source: .default(), version: "1.0", productType: "Watch6,1", operatingSystemVersion: system)
    #expect(revision.operatingSystemVersion.minorVersion == 4)
    #expect(revision != HKSourceRevision(source: .default(), version: "1.0"))
    let data = try NSKeyedArchiver.archivedData(withRootObject: revision, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKSourceRevision.self, from: data) == revision)
  }
}
