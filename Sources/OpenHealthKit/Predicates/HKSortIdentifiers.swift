// HealthKit's constants are global and begin with its prefix.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The key of a sort descriptor by the start of samples.
public let HKSampleSortIdentifierStartDate: String = "HKSampleSortIdentifierStartDate"
/// The key of a sort descriptor by the end of samples.
public let HKSampleSortIdentifierEndDate: String = "HKSampleSortIdentifierEndDate"
/// The key of a sort descriptor by the duration of workouts.
public let HKWorkoutSortIdentifierDuration: String = "HKWorkoutSortIdentifierDuration"
/// The key of a sort descriptor by the distance of workouts.
public let HKWorkoutSortIdentifierTotalDistance: String = "HKWorkoutSortIdentifierTotalDistance"
/// The key of a sort descriptor by the energy of workouts.
public let HKWorkoutSortIdentifierTotalEnergyBurned: String = "HKWorkoutSortIdentifierTotalEnergyBurned"
/// The key of a sort descriptor by the strokes of workouts.
public let HKWorkoutSortIdentifierTotalSwimmingStrokeCount: String = "HKWorkoutSortIdentifierTotalSwimmingStrokeCount"
/// The key of a sort descriptor by the flights climbed in workouts.
public let HKWorkoutSortIdentifierTotalFlightsClimbed: String = "HKWorkoutSortIdentifierTotalFlightsClimbed"
