import OpenHealthKit
import Testing

/// The numbers of enumerations, as Apple's headers give them. Apps store them, and write them into metadata.
@Suite("Numbers of enumerations")
struct RawValueTests {
  /// The values have consecutive numbers, and the enumeration has no others below 3,000 but `others`.
  private func check<T: RawRepresentable & Equatable>(
    _ values: [T], from first: T.RawValue = 0, others: [T] = [], line: SourceLocation = #_sourceLocation
  ) where T.RawValue: FixedWidthInteger {
    for (value, number) in zip(values, first...) { #expect(value.rawValue == number, sourceLocation: line) }
    let all = (0..<3_000).compactMap { T(rawValue: T.RawValue($0)) }
    #expect(all == values + others, sourceLocation: line)
  }

  @Test("characteristics, authorization and updates")
  func store() {
    check([HKBiologicalSex.notSet, .female, .male, .other])
    check(
      [
        HKBloodType.notSet, .aPositive, .aNegative, .bPositive, .bNegative, .abPositive, .abNegative, .oPositive,
        .oNegative,
      ])
    check([HKFitzpatrickSkinType.notSet, .I, .II, .III, .IV, .V, .VI])
    check([HKWheelchairUse.notSet, .no, .yes])
    check([HKUpdateFrequency.immediate, .hourly, .daily, .weekly], from: 1)
    check([HKAuthorizationStatus.notDetermined, .sharingDenied, .sharingAuthorized])
    check([HKAuthorizationRequestStatus.unknown, .shouldRequest, .unnecessary])
    check(
      [
        HKQuantityAggregationStyle.cumulative, .discreteArithmetic, .discreteTemporallyWeighted,
        .discreteEquivalentContinuousLevel,
      ])
    check(
      [
        HKMetricPrefix.none, .pico, .nano, .micro, .milli, .centi, .deci, .deca, .hecto, .kilo, .mega, .giga, .tera,
        .femto,
      ])
    #expect(HKQueryOptions.strictStartDate.rawValue == 1 && HKQueryOptions.strictEndDate.rawValue == 2)
    let options: [HKStatisticsOptions] = [
      .separateBySource, .discreteAverage, .discreteMin, .discreteMax, .cumulativeSum, .mostRecent, .duration,
    ]
    #expect(options.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64])
  }

  @Test("values of category samples")
  func categories() {
    check([HKCategoryValue.notApplicable])
    check([HKCategoryValueSleepAnalysis.inBed, .asleepUnspecified, .awake, .asleepCore, .asleepDeep, .asleepREM])
    check([HKCategoryValueCervicalMucusQuality.dry, .sticky, .creamy, .watery, .eggWhite], from: 1)
    check([HKCategoryValueMenopausalState.menopause, .perimenopause, .none], from: 1)
    check([HKCategoryValueVaginalBleeding.unspecified, .light, .medium, .heavy, .none], from: 1)
    check(
      [HKCategoryValueOvulationTestResult.negative, .luteinizingHormoneSurge, .indeterminate, .estrogenSurge], from: 1)
    check([HKCategoryValueAppleStandHour.stood, .idle])
    check([HKCategoryValueAudioExposureEvent.loudEnvironment], from: 1)
    check([HKCategoryValueEnvironmentalAudioExposureEvent.momentaryLimit], from: 1)
    check([HKCategoryValueAppetiteChanges.unspecified, .noChange, .decreased, .increased])
    check([HKCategoryValuePresence.present, .notPresent])
    check([HKCategoryValueSeverity.unspecified, .notPresent, .mild, .moderate, .severe])
  }

  @Test("values of metadata and of electrocardiograms and prescriptions")
  func metadata() {
    check(
      [
        HKBodyTemperatureSensorLocation.other, .armpit, .body, .ear, .finger, .gastroIntestinal, .mouth, .rectum, .toe,
        .earDrum, .temporalArtery, .forehead,
      ])
    check([HKHeartRateSensorLocation.other, .chest, .wrist, .finger, .hand, .earLobe, .foot])
    check(
      [
        HKWeatherCondition.none, .clear, .fair, .partlyCloudy, .mostlyCloudy, .cloudy, .foggy, .haze, .windy,
        .blustery, .smoky, .dust, .snow, .hail, .sleet, .freezingDrizzle, .freezingRain, .mixedRainAndHail,
        .mixedRainAndSnow, .mixedRainAndSleet, .mixedSnowAndSleet, .drizzle, .scatteredShowers, .showers,
        .thunderstorms, .tropicalStorm, .hurricane, .tornado,
      ])
    check(
      [
        HKSwimmingStrokeStyle.unknown, .mixed, .freestyle, .backstroke, .breaststroke, .butterfly, .kickboard,
      ])
    check([HKInsulinDeliveryReason.basal, .bolus], from: 1)
    check([HKBloodGlucoseMealTime.preprandial, .postprandial], from: 1)
    check(
      [
        HKVO2MaxTestType.maxExercise, .predictionSubMaxExercise, .predictionNonExercise, .predictionStepTest,
      ], from: 1)
    check([HKHeartRateRecoveryTestType.maxExercise, .predictionSubMaxExercise, .predictionNonExercise], from: 1)
    check([HKUserMotionContext.notSet, .stationary, .active])
    check(
      [
        HKCyclingFunctionalThresholdPowerTestType.maxExercise60Minute, .maxExercise20Minute, .rampTest,
        .predictionExercise,
      ], from: 1)
    check([HKPhysicalEffortEstimationType.activityLookup, .deviceSensed], from: 1)
    check([HKWaterSalinity.freshWater, .saltWater], from: 1)
    check([HKAppleECGAlgorithmVersion.version1, .version2], from: 1)
    check([HKDevicePlacementSide.unknown, .left, .right, .central])
    check(
      [
        HKElectrocardiogram.Classification.notSet, .sinusRhythm, .atrialFibrillation, .inconclusiveLowHeartRate,
        .inconclusiveHighHeartRate, .inconclusivePoorReading, .inconclusiveOther,
      ], others: [.unrecognized])
    #expect(HKElectrocardiogram.Classification.unrecognized.rawValue == 100)
    check([HKElectrocardiogram.Lead.appleWatchSimilarToLeadI], from: 1)
    check([HKElectrocardiogram.SymptomsStatus.notSet, .none, .present])
    check([HKPrismBase.none, .up, .down, .in, .out])
    check([HKVisionEye.left, .right], from: 1)
    check([HKVisionPrescriptionType.glasses, .contacts], from: 1)
  }

  @Test("values of workouts")
  @available(*, deprecated, message: "As two of the activities are.")
  func workouts() {
    check(
      [
        HKWorkoutActivityType.americanFootball, .archery, .australianFootball, .badminton, .baseball, .basketball,
        .bowling, .boxing, .climbing, .cricket, .crossTraining, .curling, .cycling, .dance, .danceInspiredTraining,
        .elliptical, .equestrianSports, .fencing, .fishing, .functionalStrengthTraining, .golf, .gymnastics, .handball,
        .hiking, .hockey, .hunting, .lacrosse, .martialArts, .mindAndBody, .mixedMetabolicCardioTraining,
        .paddleSports, .play, .preparationAndRecovery, .racquetball, .rowing, .rugby, .running, .sailing,
        .skatingSports, .snowSports, .soccer, .softball, .squash, .stairClimbing, .surfingSports, .swimming,
        .tableTennis, .tennis, .trackAndField, .traditionalStrengthTraining, .volleyball, .walking, .waterFitness,
        .waterPolo, .waterSports, .wrestling, .yoga, .barre, .coreTraining, .crossCountrySkiing, .downhillSkiing,
        .flexibility, .highIntensityIntervalTraining, .jumpRope, .kickboxing, .pilates, .snowboarding, .stairs,
        .stepTraining, .wheelchairWalkPace, .wheelchairRunPace, .taiChi, .mixedCardio, .handCycling, .discSports,
        .fitnessGaming, .cardioDance, .socialDance, .pickleball, .cooldown,
      ], from: 1, others: [.swimBikeRun, .transition, .underwaterDiving])
    #expect(HKWorkoutActivityType.swimBikeRun.rawValue == 82 && HKWorkoutActivityType.transition.rawValue == 83)
    #expect(HKWorkoutActivityType.underwaterDiving.rawValue == 84 && HKWorkoutActivityType.other.rawValue == 3_000)
    check(
      [
        HKWorkoutEventType.pause, .resume, .lap, .marker, .motionPaused, .motionResumed, .segment,
        .pauseOrResumeRequest,
      ], from: 1)
    check([HKWorkoutSwimmingLocationType.unknown, .pool, .openWater])
    check([HKWorkoutSessionType.primary, .mirrored])
  }
}
