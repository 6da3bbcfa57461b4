import Foundation
import OpenHealthKit
import Testing

@Suite("HKObjectType")
struct HKObjectTypeTests {
  @Test("a type can be created by identifier in the old form and the new")
  func construction() {
    #expect(HKObjectType.quantityType(forIdentifier: .stepCount) == HKQuantityType(.stepCount))
    #expect(HKSampleType.categoryType(forIdentifier: .sleepAnalysis) == HKCategoryType(.sleepAnalysis))
    #expect(HKObjectType.correlationType(forIdentifier: .food) == HKCorrelationType(.food))
    #expect(HKObjectType.characteristicType(forIdentifier: .bloodType) == HKCharacteristicType(.bloodType))
    #expect(HKObjectType.documentType(forIdentifier: .CDA) == HKDocumentType(.CDA))
    #expect(HKObjectType.seriesType(forIdentifier: "HKWorkoutRouteTypeIdentifier") == HKSeriesType.workoutRoute())
    #expect(HKObjectType.quantityType(forIdentifier: .init(rawValue: "HKNothing")) == nil)
    #expect(HKObjectType.categoryType(forIdentifier: .init(rawValue: "HKNothing")) == nil)
    #expect(HKObjectType.correlationType(forIdentifier: .init(rawValue: "HKNothing")) == nil)
    #expect(HKObjectType.characteristicType(forIdentifier: .init(rawValue: "HKNothing")) == nil)
    #expect(HKObjectType.documentType(forIdentifier: .init(rawValue: "HKNothing")) == nil)
    #expect(HKObjectType.seriesType(forIdentifier: "HKNothing") == nil)
    #expect(HKObjectType.workoutType().identifier == "HKWorkoutTypeIdentifier")
  }

  @Test("types with the same kind and identifier are the same dictionary key")
  func keys() {
    let types: Set<HKObjectType> = [
      HKQuantityType(.stepCount), HKQuantityType(.stepCount), .workoutType(), .workoutType(), .activitySummaryType(),
    ]
    #expect(types.count == 3)
    #expect(HKQuantityType(.stepCount) != HKQuantityType(.heartRate))
    let goals: [HKQuantityType: Double] = [HKQuantityType(.stepCount): 10_000]
    #expect(goals[HKQuantityType(.stepCount)] == 10_000)
  }

  @Test("a quantity type has its aggregation style and its units")
  func quantityTypes() {
    #expect(HKQuantityType(.stepCount).aggregationStyle == .cumulative)
    #expect(HKQuantityType(.heartRate).aggregationStyle == .discreteTemporallyWeighted)
    #expect(HKQuantityType(.bodyMass).aggregationStyle == .discreteArithmetic)
    #expect(HKQuantityType(.headphoneAudioExposure).aggregationStyle == .discreteEquivalentContinuousLevel)
    #expect(HKQuantityType(.heartRate).is(compatibleWith: .count().unitDivided(by: .minute())))
    #expect(HKQuantityType(.heartRate).is(compatibleWith: .hertz()))
    #expect(!HKQuantityType(.heartRate).is(compatibleWith: .count()))
  }

  @Test("an activity summary's type is not a sample type")
  func summaries() {
    #expect(!((HKObjectType.activitySummaryType() as HKObjectType) is HKSampleType))
    #expect((HKObjectType.workoutType() as HKObjectType) is HKSampleType)
  }

  @Test("the category values have HealthKit's raw values")
  func values() {
    #expect(HKCategoryValueAppleStandHour.stood.rawValue == 0)
    #expect(HKCategoryValueAppleStandHour.idle.rawValue == 1)
    #expect(HKCategoryValueSleepAnalysis.allAsleepValues.map(\.rawValue).sorted() == [1, 3, 4, 5])
    #expect(HKCategoryValueOvulationTestResult.luteinizingHormoneSurge.rawValue == 2)
    #expect(HKWorkoutActivityType.other.rawValue == 3000)
    #expect(HKWorkoutActivityType.underwaterDiving.rawValue == 84)
    #expect(HKMetricPrefix.femto.rawValue == 13)
  }

  @Test("types can be archived and read back", arguments: 0..<5)
  func archives(index: Int) throws {
    let types: [HKObjectType] = [
      HKQuantityType(.heartRate), HKCategoryType(.sleepAnalysis), HKCorrelationType(.food), .workoutType(),
      HKCharacteristicType(.bloodType),
    ]
    let data = try NSKeyedArchiver.archivedData(withRootObject: types[index], requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKObjectType.self, from: data)
    #expect(back == types[index])
  }

  @Test("an unknown identifier and the maximum duration of an unrestricted type trap")
  func traps() async {
    await #expect(processExitsWith: .failure) { _ = HKQuantityType(.init(rawValue: "HKNothing")) }
    await #expect(processExitsWith: .failure) { _ = HKCategoryType(.init(rawValue: "HKNothing")) }
    await #expect(processExitsWith: .failure) { _ = HKQuantityType(.stepCount).maximumAllowedDuration }
    #expect(HKDocumentType(.CDA).isMaximumDurationRestricted)
    #expect(HKDocumentType(.CDA).maximumAllowedDuration == 345_600)
    #expect(!HKQuantityType(.stepCount).isMaximumDurationRestricted)
  }
}
