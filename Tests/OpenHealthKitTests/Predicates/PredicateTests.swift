import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Predicates")
struct PredicateTests {
  private let start = SampleTests.start
  private let end = SampleTests.end

  private func filter(_ predicate: NSPredicate, _ type: HKSampleType = HKQuantityType(.stepCount)) -> SampleFilter {
    SampleSelection(type: type, predicate: predicate).filter
  }

  @Test("each factory is translated to its filter")
  func factories() {
    let id = UUID()
    #expect(
      filter(HKQuery.predicateForSamples(withStart: start, end: end))
        == .and([.end(.greaterThanOrEqual, start), .start(.lessThan, end)]))
    #expect(
      filter(HKQuery.predicateForSamples(withStart: start, end: nil, options: .strictStartDate))
        == .and([.start(.greaterThanOrEqual, start)]).simplified)
    #expect(filter(HKQuery.predicateForSamples(withStart: nil, end: nil)) == .always)
    #expect(filter(HKQuery.predicateForObject(with: id)) == .uuid([id]))
    #expect(filter(HKQuery.predicateForObjects(with: [id])) == .uuid([id]))
    #expect(filter(HKQuery.predicateForObjects(with: Set<UUID>())) == .never)
    let source = HKSource.default()
    #expect(filter(HKQuery.predicateForObjects(from: source)) == .provenance(.sources([source.model])))
    #expect(filter(HKQuery.predicateForObjects(from: [source])) == .provenance(.sources([source.model])))
    let revision = HKSourceRevision(source: source, version: HKSourceRevisionAnyVersion)
    #expect(
      filter(HKQuery.predicateForObjects(from: [revision]))
        == .provenance(.revisions([RevisionPattern(source: source.model)])))
    let exact = HKSourceRevision(
      source: source, version: nil, productType: "Watch6,1",
      operatingSystemVersion: OperatingSystemVersion(majorVersion: 9, minorVersion: 1, patchVersion: 0))
    let pattern = RevisionPattern(
      source: source.model, version: .exactly(nil), productType: .exactly("Watch6,1"),
      operatingSystem: .exactly("9.1.0"))
    #expect(filter(HKQuery.predicateForObjects(from: [exact])) == .provenance(.revisions([pattern])))
    let device = HKDevice.local()
    #expect(filter(HKQuery.predicateForObjects(from: [device])) == .provenance(.devices([device.record])))
    #expect(
      filter(HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyModel, allowedValues: ["Watch"]))
        == .provenance(.device(.model, ["Watch"])))
    #expect(
      filter(HKQuery.predicateForObjects(withMetadataKey: "k"))
        == .metadata(MetadataTest(key: "k", condition: .exists)))
    #expect(
      filter(HKQuery.predicateForObjects(withMetadataKey: "k", allowedValues: ["a", 1, true]))
        == .metadata(MetadataTest(key: "k", condition: .isIn([.text("a"), .number(1), .flag(true)]))))
    #expect(
      filter(HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: .greaterThan, value: 2.5))
        == .metadata(MetadataTest(key: "k", condition: .compares(.greaterThan, .number(2.5)))))
    #expect(
      filter(HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: .beginsWith, value: "a"))
        == .metadata(MetadataTest(key: "k", condition: .text(.beginsWith, "a"))))
    #expect(filter(HKQuery.predicateForObjectsWithNoCorrelation()) == .noCorrelation)
    #expect(
      filter(
        HKQuery.predicateForQuantitySamples(
          with: .greaterThanOrEqualTo, quantity: HKQuantity(unit: .count(), doubleValue: 10)))
        == .quantity(.greaterThanOrEqual, 10, unit: .count))
    #expect(
      filter(HKQuery.predicateForCategorySamples(with: .equalTo, value: 2), HKCategoryType(.headache))
        == .category(.equal, 2))
    #expect(
      filter(
        HKCategoryValueSleepAnalysis.predicateForSamples(equalTo: HKCategoryValueSleepAnalysis.allAsleepValues),
        HKCategoryType(.sleepAnalysis)) == .categoryIn([1, 3, 4, 5]))
    #expect(
      filter(
        HKCategoryValueAppleStandHour.predicateForSamples(.notEqualTo, value: .idle), HKCategoryType(.appleStandHour))
        == .category(.notEqual, 1))
  }

  @Test("workout predicates become workout filters in canonical units")
  func workouts() {
    let workout = HKWorkout(activityType: .running, start: start, end: end)
    let type = HKObjectType.workoutType()
    #expect(filter(HKQuery.predicateForObjects(from: workout)) == .ofWorkout(workout.uuid))
    #expect(filter(HKQuery.predicateForWorkouts(with: .running), type) == .workout(.activityType(37)))
    #expect(
      filter(HKQuery.predicateForWorkouts(with: .lessThan, duration: 60), type) == .workout(.duration(.lessThan, 60)))
    let mile = HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 5)
    let distance = HKQuantityType(.distanceWalkingRunning)
    #expect(
      filter(HKQuery.predicateForWorkouts(operatorType: .greaterThan, quantityType: distance, sumQuantity: mile), type)
        == .workout(.statistic(type: distance.identifier, .sum, .greaterThan, 5000)))
    let parts = NSCompoundPredicate(andPredicateWithSubpredicates: [
      HKQuery.predicateForWorkoutActivities(workoutActivityType: .swimming),
      NSCompoundPredicate(
        notPredicateWithSubpredicate: HKQuery.predicateForWorkoutActivities(operatorType: .lessThan, duration: 60)),
    ])
    #expect(
      filter(HKQuery.predicateForWorkouts(activityPredicate: parts), type)
        == .workout(.hasActivity(.and([.activityType(46), .not(.duration(.lessThan, 60))]))))
    #expect(HKQuery.predicateForWorkouts(with: .running).evaluate(with: workout))
    #expect(!HKQuery.predicateForWorkouts(with: .cycling).evaluate(with: workout))
  }

  @Test("Foundation's compound and constant predicates are decomposed")
  func compounds() {
    let one = HKQuery.predicateForObject(with: UUID())
    let two = HKQuery.predicateForObjectsWithNoCorrelation()
    #expect(
      filter(NSCompoundPredicate(orPredicateWithSubpredicates: [one, two])) == .or([filter(one), .noCorrelation]))
    #expect(filter(NSCompoundPredicate(notPredicateWithSubpredicate: two)) == .not(.noCorrelation))
    #expect(filter(NSCompoundPredicate(andPredicateWithSubpredicates: [])) == .always)
    #expect(filter(NSCompoundPredicate(orPredicateWithSubpredicates: [])) == .never)
    #expect(filter(NSPredicate(value: true)) == .always)
    #expect(filter(NSCompoundPredicate(andPredicateWithSubpredicates: [one, NSPredicate(value: false)])) == .never)
    #expect(SampleSelection(type: HKQuantityType(.stepCount), predicate: nil).filter == .always)
    #expect(!SampleSelection(type: HKQuantityType(.stepCount), predicate: one).needsAdmission)
  }

  @Test("a block filters what the other predicates selected", arguments: 1...300 as ClosedRange<UInt64>)
  func blocks(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let samples = (0..<20).map { SampleTests.steps(Double($0)) }
    let predicate = Self.randomPredicate(depth: 3, using: &random)
    let selection = SampleSelection(type: HKQuantityType(.stepCount), predicate: predicate)
    for sample in samples {
      // Foundation evaluates the whole predicate; the library splits it in two.
      let expected = predicate.evaluate(with: sample)
      let selected = selection.filter.matches(SampleSubject(sample))
      #expect((selected && selection.matches(sample)) == expected, "seed \(seed)")
      if !selection.needsAdmission { #expect(selected == expected, "seed \(seed)") }
    }
  }

  private static func randomPredicate(depth: Int, using random: inout SplitMix) -> NSPredicate {
    let bound = Double(Int.random(in: 0..<20, using: &random))
    switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &random) {
    case 0, 1:
      return HKQuery.predicateForQuantitySamples(
        with: .lessThan, quantity: HKQuantity(unit: .count(), doubleValue: bound))
    case 2:
      return NSPredicate { object, _ in
        ((object as? HKQuantitySample)?.quantity.doubleValue(for: .count()) ?? 0) > bound
      }
    case 3:
      return NSCompoundPredicate(notPredicateWithSubpredicate: randomPredicate(depth: depth - 1, using: &random))
    case let kind:
      let parts = [
        randomPredicate(depth: depth - 1, using: &random), randomPredicate(depth: depth - 1, using: &random),
      ]
      return kind == 4
        ? NSCompoundPredicate(andPredicateWithSubpredicates: parts)
        : NSCompoundPredicate(orPredicateWithSubpredicates: parts)
    }
  }

  @Test("summary predicates accept days in any calendar, both ends included")
  func summaries() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
    let first = DateComponents(calendar: calendar, year: 2026, month: 11, day: 18)
    let last = DateComponents(calendar: calendar, era: 1, year: 2026, month: 11, day: 19)
    let one = try #require(Day("2026-11-18"))
    let two = try #require(Day("2026-11-19"))
    #expect(DaySelection(HKQuery.predicateForActivitySummary(with: first)).filter == .days(one...one))
    #expect(
      DaySelection(HKQuery.predicate(forActivitySummariesBetweenStart: first, end: last)).filter == .days(one...two))
    #expect(DaySelection(nil).filter == .always)
    let not = NSCompoundPredicate(notPredicateWithSubpredicate: HKQuery.predicateForActivitySummary(with: first))
    #expect(DaySelection(not).filter == .not(.days(one...one)))
  }

  @Test("predicates are equal if they have the same meaning, and a copy is the same object")
  func equality() {
    #expect(HKQuery.predicateForWorkouts(with: .yoga) == HKQuery.predicateForWorkouts(with: .yoga))
    #expect(HKQuery.predicateForWorkouts(with: .yoga) != HKQuery.predicateForWorkouts(with: .golf))
    let predicate = HKQuery.predicateForWorkouts(with: .yoga)
    #expect((predicate.copy() as? NSPredicate) == predicate)
  }
}
