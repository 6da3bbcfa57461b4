// HealthKit's constants are global and begin with its prefix.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The key paths for HealthKit's predicate format strings, which `NSPredicate(format:)` parses. The factories of
// HKQuery are the typed equivalent.

/// The key path of UUID.
public let HKPredicateKeyPathUUID: String = "UUID"
/// The key path of source.
public let HKPredicateKeyPathSource: String = "source"
/// The key path of source revision.
public let HKPredicateKeyPathSourceRevision: String = "sourceRevision"
/// The key path of device.
public let HKPredicateKeyPathDevice: String = "device"
/// The key path of metadata.
public let HKPredicateKeyPathMetadata: String = "metadata"
/// The key path of correlation.
public let HKPredicateKeyPathCorrelation: String = "correlation"
/// The key path of workout.
public let HKPredicateKeyPathWorkout: String = "workout"
/// The key path of start date.
public let HKPredicateKeyPathStartDate: String = "startDate"
/// The key path of end date.
public let HKPredicateKeyPathEndDate: String = "endDate"
/// The key path of quantity.
public let HKPredicateKeyPathQuantity: String = "quantity"
/// The key path of count.
public let HKPredicateKeyPathCount: String = "count"
/// The key path of sum.
public let HKPredicateKeyPathSum: String = "sum"
/// The key path of min.
public let HKPredicateKeyPathMin: String = "min"
/// The key path of max.
public let HKPredicateKeyPathMax: String = "max"
/// The key path of average.
public let HKPredicateKeyPathAverage: String = "quantity"
/// The key path of most recent.
public let HKPredicateKeyPathMostRecent: String = "most_recent"
/// The key path of most recent start date.
public let HKPredicateKeyPathMostRecentStartDate: String = "most_recent_start_date"
/// The key path of most recent end date.
public let HKPredicateKeyPathMostRecentEndDate: String = "most_recent_end_date"
/// The key path of most recent duration.
public let HKPredicateKeyPathMostRecentDuration: String = "most_recent_duration"
/// The key path of category value.
public let HKPredicateKeyPathCategoryValue: String = "value"
/// The key path of date components.
public let HKPredicateKeyPathDateComponents: String = "dateComponents"
/// The key path of workout duration.
public let HKPredicateKeyPathWorkoutDuration: String = "duration"
/// The key path of workout total distance.
public let HKPredicateKeyPathWorkoutTotalDistance: String = "totalDistance"
/// The key path of workout total energy burned.
public let HKPredicateKeyPathWorkoutTotalEnergyBurned: String = "totalEnergyBurned"
/// The key path of workout total swimming stroke count.
public let HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount: String = "totalSwimmingStrokeCount"
/// The key path of workout total flights climbed.
public let HKPredicateKeyPathWorkoutTotalFlightsClimbed: String = "totalFlightsClimbed"
/// The key path of workout type.
public let HKPredicateKeyPathWorkoutType: String = "workoutType"
/// The key path of workout activity.
public let HKPredicateKeyPathWorkoutActivity: String = "workoutActivity"
/// The key path of workout sum quantity.
public let HKPredicateKeyPathWorkoutSumQuantity: String = "sumQuantity"
/// The key path of workout minimum quantity.
public let HKPredicateKeyPathWorkoutMinimumQuantity: String = "minimumQuantity"
/// The key path of workout maximum quantity.
public let HKPredicateKeyPathWorkoutMaximumQuantity: String = "maximumQuantity"
/// The key path of workout average quantity.
public let HKPredicateKeyPathWorkoutAverageQuantity: String = "averageQuantity"
/// The key path of workout activity type.
public let HKPredicateKeyPathWorkoutActivityType: String = "activityType"
/// The key path of workout activity duration.
public let HKPredicateKeyPathWorkoutActivityDuration: String = "activityDuration"
/// The key path of workout activity start date.
public let HKPredicateKeyPathWorkoutActivityStartDate: String = "activityStartDate"
/// The key path of workout activity end date.
public let HKPredicateKeyPathWorkoutActivityEndDate: String = "activityEndDate"
/// The key path of workout activity sum quantity.
public let HKPredicateKeyPathWorkoutActivitySumQuantity: String = "activitySumQuantity"
/// The key path of workout activity minimum quantity.
public let HKPredicateKeyPathWorkoutActivityMinimumQuantity: String = "activityMinimumQuantity"
/// The key path of workout activity maximum quantity.
public let HKPredicateKeyPathWorkoutActivityMaximumQuantity: String = "activityMaximumQuantity"
/// The key path of workout activity average quantity.
public let HKPredicateKeyPathWorkoutActivityAverageQuantity: String = "activityAverageQuantity"
/// The key path of the medication of a dose.
public let HKPredicateKeyPathMedicationConceptIdentifier: String = "medicationConceptIdentifier"
/// The key path of the date for which a dose was scheduled.
public let HKPredicateKeyPathScheduledDate: String = "scheduledDate"
/// The key path of whether a medication has a schedule.
public let HKUserAnnotatedMedicationPredicateKeyPathHasSchedule: String = "hasSchedule"
/// The key path of whether a medication is archived.
public let HKUserAnnotatedMedicationPredicateKeyPathIsArchived: String = "isArchived"
/// The key path of status.
public let HKPredicateKeyPathStatus: String = "status"
/// The key path of average heart rate.
public let HKPredicateKeyPathAverageHeartRate: String = "ecg_average_heart_rate"
/// The key path of ECG classification.
public let HKPredicateKeyPathECGClassification: String = "ecg_public_classification"
/// The key path of ECG symptoms status.
public let HKPredicateKeyPathECGSymptomsStatus: String = "ecg_symptoms_status"
/// The key path of the workout to which an effort score is related.
public let HKPredicateKeyPathWorkoutEffortRelationship: String = "workoutEffortRelationship"
/// The key path of the title of a clinical document.
public let HKPredicateKeyPathCDATitle: String = "title"
/// The key path of the patient's name in a clinical document.
public let HKPredicateKeyPathCDAPatientName: String = "patient_name"
/// The key path of the author's name in a clinical document.
public let HKPredicateKeyPathCDAAuthorName: String = "author_name"
/// The key path of the custodian's name in a clinical document.
public let HKPredicateKeyPathCDACustodianName: String = "custodian_name"
/// The key path of the identifier of a clinical record's resource.
public let HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier: String = "fhirResource.identifier"
/// The key path of the type of a clinical record's resource.
public let HKPredicateKeyPathClinicalRecordFHIRResourceType: String = "fhirResource.resourceType"
