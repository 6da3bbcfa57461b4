import HealthModel
import Testing

@Suite("Type catalogs")
struct CatalogTests {
  @Test("there are 121 quantity types, 63 of them cumulative")
  func quantities() {
    let all = QuantityTypeCatalog.all
    #expect(all.count == 121)
    #expect(Set(all.map(\.identifier)).count == 121)
    func count(_ style: QuantityAggregation) -> Int { all.count { $0.aggregation == style } }
    #expect(count(.cumulative) == 63)
    #expect(count(.discreteArithmetic) == 53)
    #expect(count(.discreteTemporallyWeighted) == 2)
    #expect(count(.discreteEquivalentContinuousLevel) == 3)
    #expect(all.count { $0.name.hasPrefix("dietary") && $0.unit == .gram } == 37)
    #expect(all.allSatisfy { $0.identifier.hasPrefix("HKQuantityTypeIdentifier") && !$0.unit.isNull })
  }

  @Test(
    "a type has exactly the unit that its records print",
    arguments: [
      ("HKQuantityTypeIdentifierHeartRate", "count/min"), ("HKQuantityTypeIdentifierRespiratoryRate", "count/min"),
      ("HKQuantityTypeIdentifierActiveEnergyBurned", "kcal"), ("HKQuantityTypeIdentifierDistanceWalkingRunning", "m"),
      ("HKQuantityTypeIdentifierOxygenSaturation", "%"), ("HKQuantityTypeIdentifierVO2Max", "mL/kg·min"),
      ("HKQuantityTypeIdentifierBloodGlucose", "mg/dL"), ("HKQuantityTypeIdentifierUVExposure", "count"),
      ("HKQuantityTypeIdentifierPhysicalEffort", "kcal/hr·kg"), ("HKQuantityTypeIdentifierBodyMass", "kg"),
    ])
  func canonicalUnits(identifier: String, unit: String) {
    #expect(QuantityTypeCatalog.entry(for: identifier)?.unit.unitString == unit)
  }

  @Test("only the system writes exercise time and stand hours")
  func readOnly() {
    #expect(QuantityTypeCatalog.entry(for: TypeIdentifier.appleExerciseTime)?.isReadOnly == true)
    #expect(CategoryTypeCatalog.entry(for: TypeIdentifier.appleStandHour)?.isReadOnly == true)
    #expect(QuantityTypeCatalog.entry(for: TypeIdentifier.activeEnergyBurned)?.isReadOnly == false)
    #expect(QuantityTypeCatalog.entry(for: "HKQuantityTypeIdentifierNothing") == nil)
  }

  @Test("there are 72 category cases for 71 identifiers")
  func categories() {
    let all = CategoryTypeCatalog.all
    #expect(all.count + all.compactMap(\.oldName).count == 72)
    #expect(Set(all.map(\.identifier)).count == 71)
    #expect(all.count { $0.values == CategoryValueSets.severity } == 36)
    #expect(all.count { $0.values == CategoryValueSets.notApplicable } == 16)
  }

  @Test(
    "a category's printed value maps to its number",
    arguments: [
      ("SleepAnalysis", "HKCategoryValueSleepAnalysisAsleepCore", 3),
      ("SleepAnalysis", "HKCategoryValueSleepAnalysisAsleep", 1),
      ("SleepAnalysis", "HKCategoryValueSleepAnalysisAsleepUnspecified", 1),
      ("SleepAnalysis", "HKCategoryValueSleepAnalysisAsleepREM", 5),
      ("AppleStandHour", "HKCategoryValueAppleStandHourStood", 0),
      ("AppleStandHour", "HKCategoryValueAppleStandHourIdle", 1),
      ("MindfulSession", "HKCategoryValueNotApplicable", 0),
      ("LowHeartRateEvent", "HKCategoryValueLowHeartRateEvent", 0),
      ("HighHeartRateEvent", "HKCategoryTypeIdentifierHighHeartRateEvent", 0),
      ("HeadphoneAudioExposureEvent", "HKCategoryValueHeadphoneAudioExposureEventSevenDayLimit", 1),
      ("AudioExposureEvent", "HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit", 1),
      ("AudioExposureEvent", "HKCategoryValueAudioExposureEventLoudEnvironment", 1),
      ("AudioExposureEvent", "HKCategoryValueAudioExposureEvent", 1),
      ("MenstrualFlow", "HKCategoryValueMenstrualFlowNone", 5),
      ("MenstrualFlow", "HKCategoryValueVaginalBleedingHeavy", 4),
      ("OvulationTestResult", "HKCategoryValueOvulationTestResultPositive", 2),
      ("Headache", "HKCategoryValueSeverityMild", 2), ("Headache", "4", 4),
    ])
  func symbols(name: String, printed: String, value: Int) {
    #expect(CategoryTypeCatalog.rawValue(printed: printed, for: "HKCategoryTypeIdentifier" + name) == value)
  }

  @Test("a symbol of another type or of no type has no value")
  func foreignSymbols() {
    let sleep = "HKCategoryTypeIdentifierSleepAnalysis"
    #expect(CategoryTypeCatalog.rawValue(printed: "HKCategoryValueAppleStandHourIdle", for: sleep) == nil)
    #expect(CategoryTypeCatalog.rawValue(printed: "", for: sleep) == nil)
    #expect(CategoryTypeCatalog.rawValue(printed: "HKCategoryValueSleepAnalysis", for: sleep) == nil)
    #expect(CategoryTypeCatalog.rawValue(printed: "HKCategoryValueSeverityMild", for: "HKNoSuchType") == nil)
    #expect(CategoryTypeCatalog.rawValue(printed: "2", for: "HKNoSuchType") == 2)
  }

  @Test("a number is printed as its newest symbol")
  func newestSymbol() {
    #expect(CategoryValueSets.sleepAnalysis.symbol(for: 1) == "HKCategoryValueSleepAnalysisAsleepUnspecified")
    #expect(CategoryValueSets.sleepAnalysis.symbol(for: 6) == nil)
    for set in CategoryValueSets.all {
      #expect(set.members.allSatisfy { set.rawValue(forSymbol: $0.symbol) == $0.rawValue && set.contains($0.rawValue) })
    }
  }

  @Test("workout activities are found by name and number, except for the missing number 81")
  func activities() {
    #expect(WorkoutActivityCatalog.all.count == 84)
    #expect(WorkoutActivityCatalog.rawValue(printed: "HKWorkoutActivityTypeRunning") == 37)
    #expect(WorkoutActivityCatalog.rawValue(printed: "HKWorkoutActivityTypeOther") == WorkoutActivityCatalog.other)
    #expect(WorkoutActivityCatalog.rawValue(printed: "3000") == 3000)
    #expect(WorkoutActivityCatalog.rawValue(printed: "HKWorkoutActivityTypeKnitting") == nil)
    #expect(WorkoutActivityCatalog.entry(for: 84)?.symbol == "HKWorkoutActivityTypeUnderwaterDiving")
    #expect(WorkoutActivityCatalog.entry(for: 81) == nil)
    #expect(WorkoutSymbols.eventType.rawValue(forSymbol: "HKWorkoutEventTypePause") == 1)
    #expect(WorkoutSymbols.eventType.rawValue(forSymbol: "HKWorkoutEventTypePauseOrResumeRequest") == 8)
  }

  @Test("characteristics are parsed as exports print them")
  func characteristics() {
    #expect(CharacteristicTypeCatalog.biologicalSex.rawValue(forSymbol: "HKBiologicalSexMale") == 2)
    #expect(CharacteristicTypeCatalog.bloodType.rawValue(forSymbol: "HKBloodTypeOPositive") == 7)
    #expect(CharacteristicTypeCatalog.bloodType.rawValue(forSymbol: "HKBloodTypeABNegative") == 6)
    #expect(CharacteristicTypeCatalog.bloodType.rawValue(forSymbol: "HKBloodTypeNotSet") == 0)
    #expect(CharacteristicTypeCatalog.fitzpatrickSkinType.rawValue(forSymbol: "HKFitzpatrickSkinTypeII") == 2)
    #expect(CharacteristicTypeCatalog.entry(for: "HKCharacteristicTypeIdentifierDateOfBirth")?.values == nil)
    #expect(CharacteristicTypeCatalog.all.count == 7)
  }

  @Test("a blood pressure requires both of its values, and a meal may contain any dietary type")
  func correlations() {
    #expect(CorrelationTypeCatalog.entry(for: TypeIdentifier.bloodPressure)?.required.count == 2)
    let food = CorrelationTypeCatalog.entry(for: TypeIdentifier.food)
    #expect(food?.members.count == 39)
    #expect(food?.required == [])
  }
}
