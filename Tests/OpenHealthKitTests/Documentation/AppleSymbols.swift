/// The public top-level names of HealthKit and HealthKitUI as Apple declares them, up to iOS 26.
enum AppleSymbols {
  static let names = Set(list.split(whereSeparator: \.isWhitespace).map(String.init))

  private static let list = """
    HKActivityMoveMode HKActivityMoveModeObject HKActivityRingView HKActivitySummary HKActivitySummaryQuery
    HKActivitySummaryQueryDescriptor HKActivitySummaryType HKAnchoredObjectQuery HKAnchoredObjectQueryDescriptor
    HKAnchoredObjectQueryNoAnchor HKAppleECGAlgorithmVersion HKAppleSleepingBreathingDisturbancesClassification
    HKAppleWalkingSteadinessClassification HKAsyncQuery HKAsyncSequenceQuery HKAttachment HKAttachmentDataReader
    HKAttachmentStore HKAudiogramConductionType HKAudiogramSample HKAudiogramSampleType
    HKAudiogramSensitivityPoint HKAudiogramSensitivityPointClampingRange HKAudiogramSensitivityTest
    HKAudiogramSensitivityTestSide HKAuthorizationRequestStatus HKAuthorizationStatus HKBiologicalSex
    HKBiologicalSexObject HKBloodGlucoseMealTime HKBloodType HKBloodTypeObject HKBodyTemperatureSensorLocation
    HKCDADocument HKCDADocumentSample HKCategorySample HKCategoryType HKCategoryTypeIdentifier HKCategoryValue
    HKCategoryValueAppetiteChanges HKCategoryValueAppleStandHour HKCategoryValueAppleWalkingSteadinessEvent
    HKCategoryValueAudioExposureEvent HKCategoryValueCervicalMucusQuality HKCategoryValueContraceptive
    HKCategoryValueEnvironmentalAudioExposureEvent HKCategoryValueHeadphoneAudioExposureEvent
    HKCategoryValueLowCardioFitnessEvent HKCategoryValueMenstrualFlow HKCategoryValueOvulationTestResult
    HKCategoryValuePredicateProviding HKCategoryValuePregnancyTestResult HKCategoryValuePresence
    HKCategoryValueProgesteroneTestResult HKCategoryValueSeverity HKCategoryValueSleepAnalysis
    HKCategoryValueVaginalBleeding HKCharacteristicType HKCharacteristicTypeIdentifier HKClinicalCoding
    HKClinicalRecord HKClinicalType HKClinicalTypeIdentifier HKContactsLensSpecification HKContactsPrescription
    HKCorrelation HKCorrelationQuery HKCorrelationType HKCorrelationTypeIdentifier HKCumulativeQuantitySample
    HKCumulativeQuantitySeriesSample HKCyclingFunctionalThresholdPowerTestType
    HKDataTypeIdentifierHeartbeatSeries HKDeletedObject HKDetailedCDAValidationErrorKey HKDevice
    HKDevicePlacementSide HKDevicePropertyKeyFirmwareVersion HKDevicePropertyKeyHardwareVersion
    HKDevicePropertyKeyLocalIdentifier HKDevicePropertyKeyManufacturer HKDevicePropertyKeyModel
    HKDevicePropertyKeyName HKDevicePropertyKeySoftwareVersion HKDevicePropertyKeyUDIDeviceIdentifier
    HKDiscreteQuantitySample HKDocumentQuery HKDocumentSample HKDocumentType HKDocumentTypeIdentifier
    HKElectrocardiogram HKElectrocardiogramQuery HKElectrocardiogramQueryDescriptor HKElectrocardiogramType
    HKError HKErrorDomain HKFHIRRelease HKFHIRResource HKFHIRResourceType HKFHIRVersion HKFitzpatrickSkinType
    HKFitzpatrickSkinTypeObject HKGAD7Assessment HKGlassesLensSpecification HKGlassesPrescription
    HKHealthConceptDomain HKHealthConceptIdentifier HKHealthStore HKHeartRateMotionContext
    HKHeartRateRecoveryTestType HKHeartRateSensorLocation HKHeartbeatSeriesBuilder HKHeartbeatSeriesQuery
    HKHeartbeatSeriesQueryDescriptor HKHeartbeatSeriesSample HKInsulinDeliveryReason HKLensSpecification
    HKLiveWorkoutBuilder HKLiveWorkoutBuilderDelegate HKLiveWorkoutDataSource HKMedicationConcept
    HKMedicationDoseEvent HKMedicationDoseEventType HKMedicationGeneralForm HKMetadataKeyActivityType
    HKMetadataKeyAlgorithmVersion HKMetadataKeyAlpineSlopeGrade HKMetadataKeyAppleDeviceCalibrated
    HKMetadataKeyAppleECGAlgorithmVersion HKMetadataKeyAppleFitnessPlusCatalogIdentifier
    HKMetadataKeyAppleFitnessPlusSession HKMetadataKeyAudioExposureDuration HKMetadataKeyAudioExposureLevel
    HKMetadataKeyAverageMETs HKMetadataKeyAverageSpeed HKMetadataKeyBarometricPressure
    HKMetadataKeyBloodGlucoseMealTime HKMetadataKeyBodyTemperatureSensorLocation HKMetadataKeyCoachedWorkout
    HKMetadataKeyCrossTrainerDistance HKMetadataKeyCyclingFunctionalThresholdPowerTestType
    HKMetadataKeyDateOfEarliestDataUsedForEstimate HKMetadataKeyDeviceManufacturerName HKMetadataKeyDeviceName
    HKMetadataKeyDevicePlacementSide HKMetadataKeyDeviceSerialNumber HKMetadataKeyDigitalSignature
    HKMetadataKeyElevationAscended HKMetadataKeyElevationDescended HKMetadataKeyExternalUUID
    HKMetadataKeyFitnessMachineDuration HKMetadataKeyFoodType HKMetadataKeyGlassesPrescriptionDescription
    HKMetadataKeyGroupFitness HKMetadataKeyHeadphoneGain HKMetadataKeyHeartRateEventThreshold
    HKMetadataKeyHeartRateMotionContext HKMetadataKeyHeartRateRecoveryActivityDuration
    HKMetadataKeyHeartRateRecoveryActivityType HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate
    HKMetadataKeyHeartRateRecoveryTestType HKMetadataKeyHeartRateSensorLocation HKMetadataKeyIndoorBikeDistance
    HKMetadataKeyIndoorWorkout HKMetadataKeyInsulinDeliveryReason HKMetadataKeyLapLength
    HKMetadataKeyLowCardioFitnessEventThreshold HKMetadataKeyMaximumLightIntensity HKMetadataKeyMaximumSpeed
    HKMetadataKeyMenstrualCycleStart HKMetadataKeyPhysicalEffortEstimationType
    HKMetadataKeyQuantityClampedToLowerBound HKMetadataKeyQuantityClampedToUpperBound
    HKMetadataKeyReferenceRangeLowerLimit HKMetadataKeyReferenceRangeUpperLimit HKMetadataKeySWOLFScore
    HKMetadataKeySessionEstimate HKMetadataKeySexualActivityProtectionUsed HKMetadataKeySwimmingLocationType
    HKMetadataKeySwimmingStrokeStyle HKMetadataKeySyncIdentifier HKMetadataKeySyncVersion HKMetadataKeyTimeZone
    HKMetadataKeyUDIDeviceIdentifier HKMetadataKeyUDIProductionIdentifier HKMetadataKeyUserMotionContext
    HKMetadataKeyVO2MaxTestType HKMetadataKeyVO2MaxValue HKMetadataKeyWasTakenInLab HKMetadataKeyWasUserEntered
    HKMetadataKeyWaterSalinity HKMetadataKeyWeatherCondition HKMetadataKeyWeatherHumidity
    HKMetadataKeyWeatherTemperature HKMetadataKeyWorkoutBrandName HKMetricPrefix HKObject HKObjectQueryNoLimit
    HKObjectType HKObserverQuery HKObserverQueryCompletionHandler HKPHQ9Assessment
    HKPhysicalEffortEstimationType HKPredicateKeyPathAverage HKPredicateKeyPathAverageHeartRate
    HKPredicateKeyPathCDAAuthorName HKPredicateKeyPathCDACustodianName HKPredicateKeyPathCDAPatientName
    HKPredicateKeyPathCDATitle HKPredicateKeyPathCategoryValue
    HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier HKPredicateKeyPathClinicalRecordFHIRResourceType
    HKPredicateKeyPathCorrelation HKPredicateKeyPathCount HKPredicateKeyPathDateComponents
    HKPredicateKeyPathDevice HKPredicateKeyPathECGClassification HKPredicateKeyPathECGSymptomsStatus
    HKPredicateKeyPathEndDate HKPredicateKeyPathMax HKPredicateKeyPathMetadata HKPredicateKeyPathMin
    HKPredicateKeyPathMostRecent HKPredicateKeyPathMostRecentDuration HKPredicateKeyPathMostRecentEndDate
    HKPredicateKeyPathMostRecentStartDate HKPredicateKeyPathQuantity HKPredicateKeyPathSource
    HKPredicateKeyPathSourceRevision HKPredicateKeyPathStartDate HKPredicateKeyPathStatus HKPredicateKeyPathSum
    HKPredicateKeyPathUUID HKPredicateKeyPathWorkout HKPredicateKeyPathWorkoutActivity
    HKPredicateKeyPathWorkoutActivityAverageQuantity HKPredicateKeyPathWorkoutActivityDuration
    HKPredicateKeyPathWorkoutActivityEndDate HKPredicateKeyPathWorkoutActivityMaximumQuantity
    HKPredicateKeyPathWorkoutActivityMinimumQuantity HKPredicateKeyPathWorkoutActivityStartDate
    HKPredicateKeyPathWorkoutActivitySumQuantity HKPredicateKeyPathWorkoutActivityType
    HKPredicateKeyPathWorkoutAverageQuantity HKPredicateKeyPathWorkoutDuration
    HKPredicateKeyPathWorkoutEffortRelationship HKPredicateKeyPathWorkoutMaximumQuantity
    HKPredicateKeyPathWorkoutMinimumQuantity HKPredicateKeyPathWorkoutSumQuantity
    HKPredicateKeyPathWorkoutTotalDistance HKPredicateKeyPathWorkoutTotalEnergyBurned
    HKPredicateKeyPathWorkoutTotalFlightsClimbed HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount
    HKPredicateKeyPathWorkoutType HKPrescriptionType HKPrismBase HKQuantity HKQuantityAggregationStyle
    HKQuantitySample HKQuantitySeriesSampleBuilder HKQuantitySeriesSampleQuery
    HKQuantitySeriesSampleQueryDescriptor HKQuantityType HKQuantityTypeIdentifier HKQuery HKQueryAnchor
    HKQueryDescriptor HKQueryOptions HKSample HKSamplePredicate HKSampleQuery HKSampleQueryDescriptor
    HKSampleSortIdentifierEndDate HKSampleSortIdentifierStartDate HKSampleType HKScoredAssessment
    HKScoredAssessmentType HKScoredAssessmentTypeIdentifier HKSeriesBuilder HKSeriesSample HKSeriesType HKSource
    HKSourceQuery HKSourceQueryDescriptor HKSourceRevision HKSourceRevisionAnyOperatingSystem
    HKSourceRevisionAnyProductType HKSourceRevisionAnyVersion HKStateOfMind HKStateOfMindType HKStatistics
    HKStatisticsCollection HKStatisticsCollectionQuery HKStatisticsCollectionQueryDescriptor HKStatisticsOptions
    HKStatisticsQuery HKStatisticsQueryDescriptor HKSwimmingStrokeStyle HKUnit HKUnitMolarMassBloodGlucose
    HKUpdateFrequency HKUserAnnotatedMedication HKUserAnnotatedMedicationQuery
    HKUserAnnotatedMedicationQueryDescriptor HKUserAnnotatedMedicationType HKUserMotionContext HKVO2MaxTestType
    HKVerifiableClinicalRecord HKVerifiableClinicalRecordCredentialType HKVerifiableClinicalRecordQuery
    HKVerifiableClinicalRecordQueryDescriptor HKVerifiableClinicalRecordSourceType
    HKVerifiableClinicalRecordSubject HKVisionEye HKVisionPrescription HKVisionPrescriptionType
    HKVisionPrescriptionTypeIdentifier HKVisionPrism HKWaterSalinity HKWeatherCondition HKWheelchairUse
    HKWheelchairUseObject HKWorkout HKWorkoutActivity HKWorkoutActivityType HKWorkoutBuilder
    HKWorkoutConfiguration HKWorkoutEffortRelationship HKWorkoutEffortRelationshipQuery
    HKWorkoutEffortRelationshipQueryDescriptor HKWorkoutEffortRelationshipQueryOptions HKWorkoutEvent
    HKWorkoutEventType HKWorkoutRoute HKWorkoutRouteBuilder HKWorkoutRouteQuery HKWorkoutRouteQueryDescriptor
    HKWorkoutRouteTypeIdentifier HKWorkoutSession HKWorkoutSessionDelegate HKWorkoutSessionLocationType
    HKWorkoutSessionState HKWorkoutSessionType HKWorkoutSortIdentifierDuration
    HKWorkoutSortIdentifierTotalDistance HKWorkoutSortIdentifierTotalEnergyBurned
    HKWorkoutSortIdentifierTotalFlightsClimbed HKWorkoutSortIdentifierTotalSwimmingStrokeCount
    HKWorkoutSwimmingLocationType HKWorkoutType HKWorkoutTypeIdentifier
    """

  /// The methods of `HKHealthStore`; async methods and those with a handler share a name if Apple's do.
  static let storeMethods: Set<String> = [
    "activityMoveMode", "add", "addSamples", "authorizationStatus", "biologicalSex", "bloodType", "dateOfBirth",
    "dateOfBirthComponents", "delete", "deleteObjects", "disableAllBackgroundDelivery", "disableBackgroundDelivery",
    "earliestAuthorizedSampleDate", "earliestPermittedSampleDate", "enableBackgroundDelivery", "end", "execute",
    "fitzpatrickSkinType", "getEarliestAuthorizedSampleDate", "getRequestStatusForAuthorization",
    "handleAuthorizationForExtension", "isHealthDataAvailable", "pause", "preferredUnits", "recalibrateEstimates",
    "recoverActiveWorkoutSession", "relateWorkoutEffortSample", "requestAuthorization",
    "requestPerObjectReadAuthorization", "resumeWorkoutSession", "save", "splitTotalEnergy", "start", "startWatchApp",
    "statusForAuthorizationRequest", "stop", "supportsHealthRecords", "unrelateWorkoutEffortSample", "wheelchairUse",
  ]

  /// The predicate factories of `HKQuery`, by their names and argument labels.
  static let predicates: Set<String> = [
    "predicateForSamples(withStart:end:options:)", "predicateForObject(with:)", "predicateForObjects(with:)",
    "predicateForObjects(from:)", "predicateForObjects(withDeviceProperty:allowedValues:)",
    "predicateForObjects(withMetadataKey:)", "predicateForObjects(withMetadataKey:allowedValues:)",
    "predicateForObjects(withMetadataKey:operatorType:value:)", "predicateForObjectsWithNoCorrelation()",
    "predicateForObjectsAssociated(electrocardiogram:)", "predicateForQuantitySamples(with:quantity:)",
    "predicateForCategorySamples(with:value:)", "predicateForWorkouts(with:)", "predicateForWorkouts(with:duration:)",
    "predicateForWorkouts(with:totalEnergyBurned:)", "predicateForWorkouts(with:totalDistance:)",
    "predicateForWorkouts(with:totalSwimmingStrokeCount:)", "predicateForWorkouts(with:totalFlightsClimbed:)",
    "predicateForWorkouts(operatorType:quantityType:sumQuantity:)",
    "predicateForWorkouts(operatorType:quantityType:minimumQuantity:)",
    "predicateForWorkouts(operatorType:quantityType:maximumQuantity:)",
    "predicateForWorkouts(operatorType:quantityType:averageQuantity:)", "predicateForWorkouts(activityPredicate:)",
    "predicateForWorkoutActivities(workoutActivityType:)", "predicateForWorkoutActivities(operatorType:duration:)",
    "predicateForWorkoutActivities(start:end:options:)",
    "predicateForWorkoutActivities(operatorType:quantityType:sumQuantity:)",
    "predicateForWorkoutActivities(operatorType:quantityType:minimumQuantity:)",
    "predicateForWorkoutActivities(operatorType:quantityType:maximumQuantity:)",
    "predicateForWorkoutActivities(operatorType:quantityType:averageQuantity:)",
    "predicateForActivitySummary(with:)", "predicate(forActivitySummariesBetweenStart:end:)",
    "predicateForElectrocardiograms(classification:)", "predicateForElectrocardiograms(symptomsStatus:)",
    "predicateForElectrocardiograms(operatorType:averageHeartRate:)",
    "predicateForVerifiableClinicalRecords(withRelevantDateWithin:)",
    "predicateForClinicalRecords(withFHIRResourceType:)",
    "predicateForClinicalRecords(from:fhirResourceType:identifier:)",
    "predicateForWorkoutEffortSamplesRelated(workout:activity:)", "predicateForStatesOfMind(with:)",
  ]
}
