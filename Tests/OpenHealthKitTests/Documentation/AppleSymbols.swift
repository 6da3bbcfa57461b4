import Foundation

/// The public names of HealthKit and HealthKitUI as Apple declares them, up to the first beta of iOS 27.3.
enum AppleSymbols {
  /// A line of the ledger: a symbol, and whether it is here.
  struct Row: Sendable {
    /// `HKWorkout.duration`, `HKQuery.predicateForObject(with:)`.
    let name: String
    /// `type`, `case`, `let`, `var`, `func`, `init`, `associatedtype`, `typealias`, after `static` for those of a type;
    /// `inherited` for those that a type has through a protocol of the standard library or of HealthKit.
    let kind: String
    /// The first iOS with it; `-` if that is not known.
    let since: String
    /// `complete`, `different` or `absent`.
    let verdict: String
    /// How it differs, or why it is absent.
    let reason: String
  }

  /// Every type, member, constant and case.
  static let ledger: [Row] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "HealthKitUITests/Ledger/symbols.tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      func column(_ index: Int) -> String { index < columns.count ? columns[index] : "" }
      return Row(name: column(0), kind: column(1), since: column(2), verdict: column(3), reason: column(4))
    }
  }()

  /// The names at the top level.
  static let names = Set(ledger.map(\.name).filter { !$0.contains(".") })

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
