/// The kind of value under a metadata key.
package enum MetadataKind: Hashable, Sendable {
  case flag
  /// Includes the raw values of enumerations.
  case number
  case text
  case date
  /// A quantity with the unit's dimension; nil if the dimension is that of the sample.
  case quantity(HealthUnit?)
}

/// A metadata key and its properties.
package struct MetadataKeyEntry: Hashable, Sendable {
  /// The constant without its prefix: `WasUserEntered` of `HKMetadataKeyWasUserEntered`.
  package let name: String
  /// As stored and printed, `HKWasUserEntered`.
  package let key: String
  package let kind: MetadataKind

  fileprivate init(_ name: String, _ key: String, _ kind: MetadataKind) {
    self.name = name
    self.key = key
    self.kind = kind
  }
}

/// Every metadata key of HealthKit.
///
/// Early constants omit `MetadataKey` from the key and later ones keep it, but not consistently, so each row contains
/// the full key. Apple misspelt one of them; that is its actual name.
package enum MetadataKeyCatalog {
  private typealias Entry = MetadataKeyEntry

  /// The entry of a key as stored. O(1).
  package static func entry(for key: String) -> MetadataKeyEntry? {
    byKey[ExactText(key)]
  }

  private static let byKey = Dictionary(all.map { (ExactText($0.key), $0) }, uniquingKeysWith: { first, _ in first })

  /// Sorted by name.
  package static let all: [MetadataKeyEntry] = [
    Entry("ActivityType", "HKActivityType", .number),
    Entry("AlgorithmVersion", "HKAlgorithmVersion", .number),
    Entry("AlpineSlopeGrade", "HKAlpineSlopeGrade", .quantity(.percent)),
    Entry("AppleDeviceCalibrated", "HKMetadataKeyAppleDeviceCalibrated", .flag),
    Entry("AppleECGAlgorithmVersion", "HKMetadataKeyAppleECGAlgorithmVersion", .number),
    Entry("AppleFitnessPlusCatalogIdentifier", "HKMetadataKeyAppleFitnessPlusCatalogIdentifier", .text),
    Entry("AppleFitnessPlusSession", "HKMetadataKeyAppleFitnessPlusSession", .flag),
    Entry("AudioExposureDuration", "HKMetadataKeyAudioExposureDuration", .quantity(.second)),
    Entry("AudioExposureLevel", "HKMetadataKeyAudioExposureLevel", .quantity(.soundPressureLevel)),
    Entry("AverageMETs", "HKAverageMETs", .quantity(.kilocaloriePerKilogramHour)),
    Entry("AverageSpeed", "HKAverageSpeed", .quantity(.meterPerSecond)),
    Entry("BarometricPressure", "HKMetadataKeyBarometricPressure", .quantity(.kilopascal)),
    Entry("BloodGlucoseMealTime", "HKBloodGlucoseMealTime", .number),
    Entry("BodyTemperatureSensorLocation", "HKBodyTemperatureSensorLocation", .number),
    Entry("CoachedWorkout", "HKCoachedWorkout", .flag),
    Entry("CrossTrainerDistance", "HKCrossTrainerDistance", .quantity(.meter)),
    Entry("CyclingFunctionalThresholdPowerTestType", "HKCyclingCyclingFunctionalThresholdPowerTestType", .number),
    Entry("DateOfEarliestDataUsedForEstimate", "HKDateOfEarliestDataUsedForEstimate", .date),
    Entry("DeviceManufacturerName", "HKDeviceManufacturerName", .text),
    Entry("DeviceName", "HKDeviceName", .text),
    Entry("DevicePlacementSide", "HKMetadataKeyDevicePlacementSide", .number),
    Entry("DeviceSerialNumber", "HKDeviceSerialNumber", .text),
    Entry("DigitalSignature", "HKDigitalSignature", .text),
    Entry("ElevationAscended", "HKElevationAscended", .quantity(.meter)),
    Entry("ElevationDescended", "HKElevationDescended", .quantity(.meter)),
    Entry("ExternalUUID", "HKExternalUUID", .text),
    Entry("FitnessMachineDuration", "HKFitnessMachineDuration", .quantity(.second)),
    Entry("FoodType", "HKFoodType", .text),
    Entry("GlassesPrescriptionDescription", "HKMetadataKeyGlassesPrescriptionDescription", .text),
    Entry("GroupFitness", "HKGroupFitness", .flag),
    Entry("HeadphoneGain", "HKMetadataKeyHeadphoneGain", .quantity(.soundPressureLevel)),
    Entry("HeartRateEventThreshold", "HKHeartRateEventThreshold", .quantity(.countPerMinute)),
    Entry("HeartRateMotionContext", "HKMetadataKeyHeartRateMotionContext", .number),
    Entry("HeartRateRecoveryActivityDuration", "HKMetadataKeyHeartRateRecoveryActivityDuration", .quantity(.second)),
    Entry("HeartRateRecoveryActivityType", "HKMetadataKeyHeartRateRecoveryActivityType", .number),
    Entry(
      "HeartRateRecoveryMaxObservedRecoveryHeartRate", "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate",
      .quantity(.countPerMinute)),
    Entry("HeartRateRecoveryTestType", "HKMetadataKeyHeartRateRecoveryTestType", .number),
    Entry("HeartRateSensorLocation", "HKHeartRateSensorLocation", .number),
    Entry("IndoorBikeDistance", "HKIndoorBikeDistance", .quantity(.meter)),
    Entry("IndoorWorkout", "HKIndoorWorkout", .flag),
    Entry("InsulinDeliveryReason", "HKInsulinDeliveryReason", .number),
    Entry("LapLength", "HKLapLength", .quantity(.meter)),
    Entry(
      "LowCardioFitnessEventThreshold", "HKLowCardioFitnessEventThreshold", .quantity(.milliliterPerKilogramMinute)),
    Entry("MaximumLightIntensity", "HKMetadataKeyMaximumLightIntensity", .quantity(.lux)),
    Entry("MaximumSpeed", "HKMaximumSpeed", .quantity(.meterPerSecond)),
    Entry("MenstrualCycleStart", "HKMenstrualCycleStart", .flag),
    Entry("PhysicalEffortEstimationType", "HKPhysicalEffortEstimationType", .number),
    Entry("QuantityClampedToLowerBound", "HKMetadataKeyQuantityClampedToLowerBound", .flag),
    Entry("QuantityClampedToUpperBound", "HKMetadataKeyQuantityClampedToUpperBound", .flag),
    Entry("ReferenceRangeLowerLimit", "HKReferenceRangeLowerLimit", .number),
    Entry("ReferenceRangeUpperLimit", "HKReferenceRangeUpperLimit", .number),
    Entry("SessionEstimate", "HKMetadataKeySessionEstimate", .quantity(nil)),
    Entry("SexualActivityProtectionUsed", "HKSexualActivityProtectionUsed", .flag),
    Entry("SwimmingLocationType", "HKSwimmingLocationType", .number),
    Entry("SwimmingStrokeStyle", "HKSwimmingStrokeStyle", .number),
    Entry("SWOLFScore", "HKSWOLFScore", .number),
    Entry("SyncIdentifier", "HKMetadataKeySyncIdentifier", .text),
    Entry("SyncVersion", "HKMetadataKeySyncVersion", .number),
    Entry("TimeZone", "HKTimeZone", .text),
    Entry("UDIDeviceIdentifier", "HKUDIDeviceIdentifier", .text),
    Entry("UDIProductionIdentifier", "HKUDIProductionIdentifier", .text),
    Entry("UserMotionContext", "HKMetadataKeyUserMotionContext", .number),
    Entry("VO2MaxTestType", "HKVO2MaxTestType", .number),
    Entry("VO2MaxValue", "HKVO2MaxValue", .quantity(.milliliterPerKilogramMinute)),
    Entry("WasTakenInLab", "HKWasTakenInLab", .flag),
    Entry("WasUserEntered", "HKWasUserEntered", .flag),
    Entry("WaterSalinity", "HKMetadataKeyWaterSalinity", .number),
    Entry("WeatherCondition", "HKWeatherCondition", .number),
    Entry("WeatherHumidity", "HKWeatherHumidity", .quantity(.percent)),
    Entry("WeatherTemperature", "HKWeatherTemperature", .quantity(.degreeCelsius)),
    Entry("WorkoutBrandName", "HKWorkoutBrandName", .text),
  ]
}
