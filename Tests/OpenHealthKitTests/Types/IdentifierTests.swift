import HealthModel
import OpenHealthKit
import Testing

@Suite("Identifiers")
struct IdentifierTests {
  @Test("every quantity type of the catalog has its case, and only those")
  func quantities() {
    let cases: [HKQuantityTypeIdentifier] = [
      .activeEnergyBurned, .appleExerciseTime, .appleMoveTime, .appleSleepingBreathingDisturbances,
      .appleSleepingWristTemperature, .appleStandTime, .appleWalkingSteadiness, .atrialFibrillationBurden,
      .basalBodyTemperature, .basalEnergyBurned, .bloodAlcoholContent, .bloodGlucose, .bloodPressureDiastolic,
      .bloodPressureSystolic, .bodyFatPercentage, .bodyMass, .bodyMassIndex, .bodyTemperature,
      .crossCountrySkiingSpeed, .cyclingCadence, .cyclingFunctionalThresholdPower, .cyclingPower, .cyclingSpeed,
      .dietaryBiotin, .dietaryCaffeine, .dietaryCalcium, .dietaryCarbohydrates, .dietaryChloride,
      .dietaryCholesterol, .dietaryChromium, .dietaryCopper, .dietaryEnergyConsumed, .dietaryFatMonounsaturated,
      .dietaryFatPolyunsaturated, .dietaryFatSaturated, .dietaryFatTotal, .dietaryFiber, .dietaryFolate,
      .dietaryIodine, .dietaryIron, .dietaryMagnesium, .dietaryManganese, .dietaryMolybdenum, .dietaryNiacin,
      .dietaryPantothenicAcid, .dietaryPhosphorus, .dietaryPotassium, .dietaryProtein, .dietaryRiboflavin,
      .dietarySelenium, .dietarySodium, .dietarySugar, .dietaryThiamin, .dietaryVitaminA, .dietaryVitaminB12,
      .dietaryVitaminB6, .dietaryVitaminC, .dietaryVitaminD, .dietaryVitaminE, .dietaryVitaminK, .dietaryWater,
      .dietaryZinc, .distanceCrossCountrySkiing, .distanceCycling, .distanceDownhillSnowSports,
      .distancePaddleSports, .distanceRowing, .distanceSkatingSports, .distanceSwimming,
      .distanceWalkingRunning, .distanceWheelchair, .electrodermalActivity, .environmentalAudioExposure,
      .environmentalSoundReduction, .estimatedWorkoutEffortScore, .flightsClimbed, .forcedExpiratoryVolume1,
      .forcedVitalCapacity, .headphoneAudioExposure, .heartRate, .heartRateRecoveryOneMinute,
      .heartRateVariabilityRMSSD, .heartRateVariabilitySDNN, .height, .inhalerUsage, .insulinDelivery, .leanBodyMass,
      .nikeFuel,
      .numberOfAlcoholicBeverages, .numberOfTimesFallen, .oxygenSaturation, .paddleSportsSpeed,
      .peakExpiratoryFlowRate, .peripheralPerfusionIndex, .physicalEffort, .pushCount, .respiratoryRate,
      .restingHeartRate, .rowingSpeed, .runningGroundContactTime, .runningPower, .runningSpeed,
      .runningStrideLength, .runningVerticalOscillation, .sixMinuteWalkTestDistance, .stairAscentSpeed,
      .stairDescentSpeed, .stepCount, .swimmingStrokeCount, .timeInDaylight, .underwaterDepth, .uvExposure,
      .vo2Max, .waistCircumference, .walkingAsymmetryPercentage, .walkingDoubleSupportPercentage,
      .walkingHeartRateAverage, .walkingSpeed, .walkingStepLength, .waterTemperature, .workoutEffortScore,
    ]
    #expect(cases.map(\.rawValue) == QuantityTypeCatalog.all.map(\.identifier))
    for identifier in cases {
      #expect(HKQuantityType(identifier).identifier == identifier.rawValue)
    }
  }

  @Test("every category type of the catalog has its case, and only those")
  func categories() {
    let cases: [HKCategoryTypeIdentifier] = [
      .abdominalCramps, .acne, .appetiteChanges, .appleStandHour, .appleWalkingSteadinessEvent,
      .bladderIncontinence, .bleedingAfterMenopause, .bleedingAfterPregnancy, .bleedingDuringPregnancy, .bloating,
      .breastPain,
      .cervicalMucusQuality, .chestTightnessOrPain, .chills, .constipation, .contraceptive, .coughing,
      .diarrhea, .dizziness, .drySkin, .environmentalAudioExposureEvent, .fainting, .fatigue, .fever,
      .generalizedBodyAche, .hairLoss, .handwashingEvent, .headache, .headphoneAudioExposureEvent, .heartburn,
      .highHeartRateEvent, .hotFlashes, .hypertensionEvent, .infrequentMenstrualCycles, .intermenstrualBleeding,
      .irregularHeartRhythmEvent, .irregularMenstrualCycles, .lactation, .lossOfSmell, .lossOfTaste,
      .lowCardioFitnessEvent, .lowerBackPain, .lowHeartRateEvent, .memoryLapse, .menopausalState, .menstrualFlow,
      .mindfulSession,
      .moodChanges, .nausea, .nightSweats, .ovulationTestResult, .pelvicPain, .persistentIntermenstrualBleeding,
      .pregnancy, .pregnancyTestResult, .progesteroneTestResult, .prolongedMenstrualPeriods,
      .rapidPoundingOrFlutteringHeartbeat, .runnyNose, .sexualActivity, .shortnessOfBreath, .sinusCongestion,
      .skippedHeartbeat, .sleepAnalysis, .sleepApneaEvent, .sleepChanges, .soreThroat, .toothbrushingEvent,
      .vaginalDryness, .vomiting, .wheezing,
    ]
    #expect(cases.map(\.rawValue) == CategoryTypeCatalog.all.map(\.identifier))
    for identifier in cases {
      #expect(HKCategoryType(identifier).identifier == identifier.rawValue)
    }
  }

  @Test("the constants and names at the top level are those of the types")
  func topLevel() {
    #expect(HKWorkoutTypeIdentifier == HKObjectType.workoutType().identifier)
    #expect(HKWorkoutRouteTypeIdentifier == HKSeriesType.workoutRoute().identifier)
    #expect(HKDataTypeIdentifierHeartbeatSeries == HKSeriesType.heartbeat().identifier)
    #expect(HKVisionPrescriptionTypeIdentifier == HKObjectType.visionPrescriptionType().identifier)
    #expect(HKHealthConceptDomain.medication.rawValue == "HKHealthConceptDomainMedication")
    #expect(HKMedicationGeneralForm.tablet == HKMedicationConcept.GeneralForm.tablet)
    let value = HKQuantity(unit: .count(), doubleValue: 3)
    #expect(HKAppleSleepingBreathingDisturbancesClassification(classifying: value) == nil)
  }
}
