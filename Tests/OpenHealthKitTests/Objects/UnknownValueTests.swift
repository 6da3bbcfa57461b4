import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Imported values that are unknown")
struct UnknownValueTests {
  /// A night and an hour of values in no catalog, and a workout of an unknown type, as an import stores them.
  private func filled() throws -> TestHealthStore {
    let test = try TestHealthStore()
    var batch = SampleBatch()
    batch.tables.types = [
      SampleTypeUse(identifier: HKCategoryTypeIdentifier.sleepAnalysis.rawValue, kind: .category),
      SampleTypeUse(identifier: HKCategoryTypeIdentifier.appleStandHour.rawValue, kind: .category),
      SampleTypeUse(identifier: TypeIdentifier.workout, kind: .workout),
    ]
    batch.tables.provenances = [Provenance(source: Source(name: "Watch"))]
    batch.tables.metadata = [
      Metadata([.init(key: MetadataKey.unknownValue, value: .text("HKCategoryValueSleepAnalysisAsleepDozing"))])
    ]
    func record(_ type: Int32, _ value: Double, metadata: Int32 = -1) -> SampleRecord {
      SampleRecord(
        type: type, provenance: 0, metadata: metadata, start: TestTime.at(1), end: TestTime.at(2), value: value)
    }
    batch.samples = [record(0, .nan, metadata: 0), record(0, 3), record(1, .nan, metadata: 0), record(1, 1)]
    batch.workouts = [
      WorkoutRecord(sample: record(2, .nan, metadata: 0)), WorkoutRecord(sample: record(2, 9_999)),
      WorkoutRecord(sample: record(2, 37)), WorkoutRecord(sample: record(2, 3_000)),
    ]
    batch.workouts[2].activities = [
      WorkoutActivityRecord(
        uuid: UUID(), activityType: nil, start: TestTime.at(1), end: nil, duration: nil, metadata: Metadata()),
      WorkoutActivityRecord(
        uuid: UUID(), activityType: 9_998, start: TestTime.at(1), end: nil, duration: nil, metadata: Metadata()),
    ]
    try test.store.connection.writing().save(batch)
    return test
  }

  private func read(_ test: TestHealthStore, _ type: HKSampleType, _ predicate: NSPredicate? = nil) throws -> [HKSample]
  {
    try test.store.reader.samples([SampleSelection(type: type, predicate: predicate)])
  }

  @Test(
    "are no value of the enumeration, and never its first",
    arguments: [HKCategoryTypeIdentifier.sleepAnalysis, .appleStandHour])
  func categories(_ identifier: HKCategoryTypeIdentifier) throws {
    let test = try filled()
    let type = HKCategoryType(identifier)
    let all = try read(test, type).compactMap { $0 as? HKCategorySample }
    let known = identifier == .sleepAnalysis ? 3 : 1
    #expect(all.map(\.value).sorted() == [-1, known])
    #expect(HKCategoryValueSleepAnalysis(rawValue: -1) == nil && HKCategoryValueAppleStandHour(rawValue: -1) == nil)
    for relation in RandomSamples.comparisons {
      for value in -1...5 {
        let predicate = HKQuery.predicateForCategorySamples(with: relation, value: value)
        let expected = all.filter { $0.value >= 0 && ModelPredicate.holds(Double($0.value), relation, Double(value)) }
        for (predicate, expected) in [
          (predicate, Set(expected)),
          (NSCompoundPredicate(notPredicateWithSubpredicate: predicate), Set(all).subtracting(expected)),
        ] {
          #expect(Set(try read(test, type, predicate)) == expected, "\(predicate)")
          #expect(Set(all.filter { predicate.evaluate(with: $0) }) == expected, "\(predicate)")
        }
      }
    }
    #expect(try read(test, type, HKCategoryValueSleepAnalysis.predicateForSamples(equalTo: [.inBed])).isEmpty)
    // It is still no value after archiving.
    let unknown = try #require(all.first { $0.value == -1 })
    let data = try NSKeyedArchiver.archivedData(withRootObject: unknown, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKCategorySample.self, from: data)
    #expect(back?.value == -1)
  }

  @Test("count as the activity type other, for workouts and their activities, in predicates as in objects")
  func workouts() throws {
    let test = try filled()
    let all = try read(test, .workoutType()).compactMap { $0 as? HKWorkout }
    #expect(all.map(\.workoutActivityType).filter { $0 == .other }.count == 3)
    for kind in [HKWorkoutActivityType.other, .running, .yoga] {
      let ofPart = HKQuery.predicateForWorkouts(
        activityPredicate: HKQuery.predicateForWorkoutActivities(workoutActivityType: kind))
      for (predicate, expected) in [
        (HKQuery.predicateForWorkouts(with: kind), all.filter { $0.workoutActivityType == kind }),
        (ofPart, all.filter { $0.workoutActivities.contains { $0.workoutConfiguration.activityType == kind } }),
      ] {
        #expect(Set(try read(test, .workoutType(), predicate)) == Set(expected), "\(kind)")
        #expect(Set(all.filter { predicate.evaluate(with: $0) }) == Set(expected), "\(kind)")
      }
    }
  }
}
