// HealthKit's constants are global and begin with its prefix.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Activity type. A number, the raw value of an ``HKWorkoutActivityType``.
public let HKMetadataKeyActivityType: String = "HKActivityType"
/// Algorithm version. A number.
public let HKMetadataKeyAlgorithmVersion: String = "HKAlgorithmVersion"
/// Alpine slope grade. A quantity compatible with `%`.
public let HKMetadataKeyAlpineSlopeGrade: String = "HKAlpineSlopeGrade"
/// Apple device calibrated. A Boolean.
public let HKMetadataKeyAppleDeviceCalibrated: String = "HKMetadataKeyAppleDeviceCalibrated"
/// Apple ECG algorithm version. A number, the raw value of an ``HKAppleECGAlgorithmVersion``.
public let HKMetadataKeyAppleECGAlgorithmVersion: String = "HKMetadataKeyAppleECGAlgorithmVersion"
/// Apple fitness plus catalog identifier. Text.
public let HKMetadataKeyAppleFitnessPlusCatalogIdentifier: String = "HKMetadataKeyAppleFitnessPlusCatalogIdentifier"
/// Apple fitness plus session. A Boolean.
public let HKMetadataKeyAppleFitnessPlusSession: String = "HKMetadataKeyAppleFitnessPlusSession"
/// Audio exposure duration. A quantity compatible with `s`.
public let HKMetadataKeyAudioExposureDuration: String = "HKMetadataKeyAudioExposureDuration"
/// Audio exposure level. A quantity compatible with `dBASPL`.
public let HKMetadataKeyAudioExposureLevel: String = "HKMetadataKeyAudioExposureLevel"
/// Average ME ts. A quantity compatible with `kcal/(kg·hr)`.
public let HKMetadataKeyAverageMETs: String = "HKAverageMETs"
/// Average speed. A quantity compatible with `m/s`.
public let HKMetadataKeyAverageSpeed: String = "HKAverageSpeed"
/// Barometric pressure. A quantity compatible with `kPa`.
public let HKMetadataKeyBarometricPressure: String = "HKMetadataKeyBarometricPressure"
/// Blood glucose meal time. A number, the raw value of an ``HKBloodGlucoseMealTime``.
public let HKMetadataKeyBloodGlucoseMealTime: String = "HKBloodGlucoseMealTime"
/// Body temperature sensor location. A number, the raw value of an ``HKBodyTemperatureSensorLocation``.
public let HKMetadataKeyBodyTemperatureSensorLocation: String = "HKBodyTemperatureSensorLocation"
/// Coached workout. A Boolean.
public let HKMetadataKeyCoachedWorkout: String = "HKCoachedWorkout"
/// Cross trainer distance. A quantity compatible with `m`.
public let HKMetadataKeyCrossTrainerDistance: String = "HKCrossTrainerDistance"
/// Cycling functional threshold power test type. A number, the raw value of an ``HKCyclingFunctionalThresholdPowerTestType``.
public let HKMetadataKeyCyclingFunctionalThresholdPowerTestType: String =
  "HKCyclingCyclingFunctionalThresholdPowerTestType"
/// Date of earliest data used for estimate. A date.
public let HKMetadataKeyDateOfEarliestDataUsedForEstimate: String = "HKDateOfEarliestDataUsedForEstimate"
/// Device manufacturer name. Text.
public let HKMetadataKeyDeviceManufacturerName: String = "HKDeviceManufacturerName"
/// Device name. Text.
public let HKMetadataKeyDeviceName: String = "HKDeviceName"
/// Device placement side. A number, the raw value of an ``HKDevicePlacementSide``.
public let HKMetadataKeyDevicePlacementSide: String = "HKMetadataKeyDevicePlacementSide"
/// Device serial number. Text.
public let HKMetadataKeyDeviceSerialNumber: String = "HKDeviceSerialNumber"
/// Digital signature. Text.
public let HKMetadataKeyDigitalSignature: String = "HKDigitalSignature"
/// Elevation ascended. A quantity compatible with `m`.
public let HKMetadataKeyElevationAscended: String = "HKElevationAscended"
/// Elevation descended. A quantity compatible with `m`.
public let HKMetadataKeyElevationDescended: String = "HKElevationDescended"
/// External UUID. Text.
public let HKMetadataKeyExternalUUID: String = "HKExternalUUID"
/// Fitness machine duration. A quantity compatible with `s`.
public let HKMetadataKeyFitnessMachineDuration: String = "HKFitnessMachineDuration"
/// Food type. Text.
public let HKMetadataKeyFoodType: String = "HKFoodType"
/// Glasses prescription description. Text.
public let HKMetadataKeyGlassesPrescriptionDescription: String = "HKMetadataKeyGlassesPrescriptionDescription"
/// Group fitness. A Boolean.
public let HKMetadataKeyGroupFitness: String = "HKGroupFitness"
/// Headphone gain. A quantity compatible with `dBASPL`.
public let HKMetadataKeyHeadphoneGain: String = "HKMetadataKeyHeadphoneGain"
/// Heart rate event threshold. A quantity compatible with `count/min`.
public let HKMetadataKeyHeartRateEventThreshold: String = "HKHeartRateEventThreshold"
/// Heart rate motion context. A number, the raw value of an ``HKHeartRateMotionContext``.
public let HKMetadataKeyHeartRateMotionContext: String = "HKMetadataKeyHeartRateMotionContext"
/// Heart rate recovery activity duration. A quantity compatible with `s`.
public let HKMetadataKeyHeartRateRecoveryActivityDuration: String = "HKMetadataKeyHeartRateRecoveryActivityDuration"
/// Heart rate recovery activity type. A number, the raw value of an ``HKWorkoutActivityType``.
public let HKMetadataKeyHeartRateRecoveryActivityType: String = "HKMetadataKeyHeartRateRecoveryActivityType"
/// Heart rate recovery max observed recovery heart rate. A quantity compatible with `count/min`.
public let HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate: String =
  "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate"
/// Heart rate recovery test type. A number, the raw value of an ``HKHeartRateRecoveryTestType``.
public let HKMetadataKeyHeartRateRecoveryTestType: String = "HKMetadataKeyHeartRateRecoveryTestType"
/// Heart rate sensor location. A number, the raw value of an ``HKHeartRateSensorLocation``.
public let HKMetadataKeyHeartRateSensorLocation: String = "HKHeartRateSensorLocation"
/// Indoor bike distance. A quantity compatible with `m`.
public let HKMetadataKeyIndoorBikeDistance: String = "HKIndoorBikeDistance"
/// Indoor workout. A Boolean.
public let HKMetadataKeyIndoorWorkout: String = "HKIndoorWorkout"
/// Insulin delivery reason. A number, the raw value of an ``HKInsulinDeliveryReason``.
public let HKMetadataKeyInsulinDeliveryReason: String = "HKInsulinDeliveryReason"
/// Lap length. A quantity compatible with `m`.
public let HKMetadataKeyLapLength: String = "HKLapLength"
/// Low cardio fitness event threshold. A quantity compatible with `mL/(kg·min)`.
public let HKMetadataKeyLowCardioFitnessEventThreshold: String = "HKLowCardioFitnessEventThreshold"
/// Maximum light intensity. A quantity compatible with `lx`.
public let HKMetadataKeyMaximumLightIntensity: String = "HKMetadataKeyMaximumLightIntensity"
/// Maximum speed. A quantity compatible with `m/s`.
public let HKMetadataKeyMaximumSpeed: String = "HKMaximumSpeed"
/// Menstrual cycle start. A Boolean.
public let HKMetadataKeyMenstrualCycleStart: String = "HKMenstrualCycleStart"
/// Physical effort estimation type. A number, the raw value of an ``HKPhysicalEffortEstimationType``.
public let HKMetadataKeyPhysicalEffortEstimationType: String = "HKPhysicalEffortEstimationType"
/// Quantity clamped to lower bound. A Boolean.
public let HKMetadataKeyQuantityClampedToLowerBound: String = "HKMetadataKeyQuantityClampedToLowerBound"
/// Quantity clamped to upper bound. A Boolean.
public let HKMetadataKeyQuantityClampedToUpperBound: String = "HKMetadataKeyQuantityClampedToUpperBound"
/// Reference range lower limit. A number.
public let HKMetadataKeyReferenceRangeLowerLimit: String = "HKReferenceRangeLowerLimit"
/// Reference range upper limit. A number.
public let HKMetadataKeyReferenceRangeUpperLimit: String = "HKReferenceRangeUpperLimit"
/// Session estimate. A quantity in a unit of the sample's type.
public let HKMetadataKeySessionEstimate: String = "HKMetadataKeySessionEstimate"
/// Sexual activity protection used. A Boolean.
public let HKMetadataKeySexualActivityProtectionUsed: String = "HKSexualActivityProtectionUsed"
/// Swimming location type. A number, the raw value of an ``HKWorkoutSwimmingLocationType``.
public let HKMetadataKeySwimmingLocationType: String = "HKSwimmingLocationType"
/// Swimming stroke style. A number, the raw value of an ``HKSwimmingStrokeStyle``.
public let HKMetadataKeySwimmingStrokeStyle: String = "HKSwimmingStrokeStyle"
/// SWOLF score. A number.
public let HKMetadataKeySWOLFScore: String = "HKSWOLFScore"
/// Sync identifier. Text.
public let HKMetadataKeySyncIdentifier: String = "HKMetadataKeySyncIdentifier"
/// Sync version. A number.
public let HKMetadataKeySyncVersion: String = "HKMetadataKeySyncVersion"
/// Time zone. Text.
public let HKMetadataKeyTimeZone: String = "HKTimeZone"
/// UDI device identifier. Text.
public let HKMetadataKeyUDIDeviceIdentifier: String = "HKUDIDeviceIdentifier"
/// UDI production identifier. Text.
public let HKMetadataKeyUDIProductionIdentifier: String = "HKUDIProductionIdentifier"
/// User motion context. A number, the raw value of an ``HKUserMotionContext``.
public let HKMetadataKeyUserMotionContext: String = "HKMetadataKeyUserMotionContext"
/// VO2 max test type. A number, the raw value of an ``HKVO2MaxTestType``.
public let HKMetadataKeyVO2MaxTestType: String = "HKVO2MaxTestType"
/// VO2 max value. A quantity compatible with `mL/(kg·min)`.
public let HKMetadataKeyVO2MaxValue: String = "HKVO2MaxValue"
/// Was taken in lab. A Boolean.
public let HKMetadataKeyWasTakenInLab: String = "HKWasTakenInLab"
/// Was user entered. A Boolean.
public let HKMetadataKeyWasUserEntered: String = "HKWasUserEntered"
/// Water salinity. A number, the raw value of an ``HKWaterSalinity``.
public let HKMetadataKeyWaterSalinity: String = "HKMetadataKeyWaterSalinity"
/// Weather condition. A number, the raw value of an ``HKWeatherCondition``.
public let HKMetadataKeyWeatherCondition: String = "HKWeatherCondition"
/// Weather humidity. A quantity compatible with `%`.
public let HKMetadataKeyWeatherHumidity: String = "HKWeatherHumidity"
/// Weather temperature. A quantity compatible with `degC`.
public let HKMetadataKeyWeatherTemperature: String = "HKWeatherTemperature"
/// Workout brand name. Text.
public let HKMetadataKeyWorkoutBrandName: String = "HKWorkoutBrandName"

/// The key of the details in Apple's errors about clinical documents. No error here uses it.
public let HKDetailedCDAValidationErrorKey: String = "HKDetailedCDAValidationError"
