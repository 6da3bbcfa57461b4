import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Characteristics, preferred units and workout builders")
struct StoreFactsTests {
  @Test("characteristics are those of the newest import, and are not set before")
  func characteristics() throws {
    let test = try TestHealthStore()
    #expect(try test.store.bloodType().bloodType == .notSet)
    #expect(try test.store.activityMoveMode().activityMoveMode == .activeEnergy)
    #expect(throws: HKError.self) { try test.store.dateOfBirthComponents() }
    #expect(try test.store.referenceSex == .notSet)
    let run = ImportSession(
      store: try test.store.connection.writing(), options: ImportOptions(now: TestTime.now, systemZone: "GMT"))
    _ = try run.begin(
      ImportHeader(
        path: "export.xml", exportDate: TestTime.now, printedOffset: 0,
        characteristics: [
          "HKCharacteristicTypeIdentifierDateOfBirth": "1980-02-29",
          "HKCharacteristicTypeIdentifierBloodType": "HKBloodTypeABNegative",
          "HKCharacteristicTypeIdentifierBiologicalSex": "HKBiologicalSexFemale",
          "HKCharacteristicTypeIdentifierFitzpatrickSkinType": "HKFitzpatrickSkinTypeIII",
          "HKCharacteristicTypeIdentifierReferenceSex": "HKReferenceSexMale",
          "HKCharacteristicTypeIdentifierWheelchairUse": "HKWheelchairUseNo",
        ]))
    try run.finish(complete: true)
    let birth = try test.store.dateOfBirthComponents()
    #expect(birth.year == 1980 && birth.month == 2 && birth.day == 29)
    #expect(try test.store.bloodType().bloodType == .abNegative)
    #expect(try test.store.biologicalSex().biologicalSex == .female)
    #expect(try test.store.fitzpatrickSkinType().skinType == .III)
    #expect(try test.store.referenceSex == .male)
    #expect(try test.store.wheelchairUse().wheelchairUse == .no)
  }

  @Test("units follow the locale")
  func preferredUnits() async throws {
    let test = try TestHealthStore()
    let types: Set<HKQuantityType> = [
      HKQuantityType(.bodyMass), HKQuantityType(.distanceCycling), HKQuantityType(.stepCount),
    ]
    let metric = try await test.store.preferredUnits(for: types)
    #expect(metric[HKQuantityType(.bodyMass)]?.unitString == "kg")
    #expect(metric[HKQuantityType(.distanceCycling)]?.unitString == "km")
    #expect(metric[HKQuantityType(.stepCount)]?.unitString == "count")
    let american = HKHealthStore(
      configuration: .init(
        path: test.store.configuration.path, authorization: .allowAll, locale: Locale(identifier: "en_US")))
    let calls = Calls<[HKQuantityType: HKUnit]>()
    american.preferredUnits(for: types) { units, _ in calls.add(units) }
    #expect(try await calls.next()[HKQuantityType(.bodyMass)]?.unitString == "lb")
  }

  @Test("every preferred unit is compatible with its type")
  func unitsFit() {
    for system in [Locale.MeasurementSystem.metric, .us, .uk] {
      let units = PreferredUnits(system)
      for entry in QuantityTypeCatalog.all {
        let type = HKQuantityType(HKQuantityTypeIdentifier(rawValue: entry.identifier))
        #expect(type.is(compatibleWith: units.unit(for: type)), "\(entry.name)")
      }
    }
  }

  @Test("a builder saves the workout with its samples at once")
  func builder() async throws {
    let test = try TestHealthStore()
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .rowing
    let builder = HKWorkoutBuilder(healthStore: test.store, configuration: configuration, device: .local())
    await #expect(throws: HKError.self) { try await builder.addSamples([]) }
    try await builder.beginCollection(at: TestTime.at(1))
    try await builder.addSamples([
      TestSample.energy(50, from: TestTime.at(1)), TestSample.energy(30, from: TestTime.at(1.2)),
      TestSample.heartRate(90, at: TestTime.at(1.1)), TestSample.heartRate(110, at: TestTime.at(1.2)),
    ])
    try await builder.addWorkoutEvents([
      HKWorkoutEvent(type: .pause, dateInterval: DateInterval(start: TestTime.at(1.5), duration: 0), metadata: nil)
    ])
    try await builder.addMetadata([HKMetadataKeyIndoorWorkout: true])
    #expect(builder.elapsedTime(at: TestTime.at(3)) == 1_800)
    await #expect(throws: HKError.self) { try await builder.finishWorkout() }
    try await builder.endCollection(at: TestTime.at(2))
    let workout = try #require(try await builder.finishWorkout())
    await #expect(throws: HKError.self) { try await builder.finishWorkout() }
    let found = try #require(
      try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: test.store).first)
    #expect(found == workout)
    #expect(found.workoutActivityType == .rowing && found.duration == 1_800)
    #expect(found.device == .local())
    let energy = found.statistics(for: HKQuantityType(.activeEnergyBurned))
    #expect(energy?.sumQuantity()?.doubleValue(for: .kilocalorie()) == 80)
    let unit = HKUnit.count().unitDivided(by: .minute())
    let rate = found.statistics(for: HKQuantityType(.heartRate))
    #expect(rate?.averageQuantity()?.doubleValue(for: unit) == 100)
    #expect(rate?.maximumQuantity()?.doubleValue(for: unit) == 110)
    let ofWorkout = try await HKSampleQueryDescriptor(
      predicates: [
        .quantitySample(
          type: HKQuantityType(.activeEnergyBurned), predicate: HKQuery.predicateForObjects(from: workout))
      ], sortDescriptors: []
    ).result(for: test.store)
    #expect(ofWorkout.count == 2)
  }

  @Test("a discarded workout leaves nothing behind")
  func discarded() async throws {
    let test = try TestHealthStore()
    let builder = HKWorkoutBuilder(
      healthStore: test.store, configuration: HKWorkoutConfiguration(), device: nil)
    try await builder.beginCollection(at: TestTime.at(1))
    try await builder.addSamples([TestSample.energy(50, from: TestTime.at(1))])
    builder.discardWorkout()
    await #expect(throws: HKError.self) { try await builder.endCollection(at: TestTime.at(2)) }
    #expect(builder.allStatistics.isEmpty)
    #expect(builder.startDate == nil)
  }
}
