import HealthModel

/// The tables that all generated samples refer to.
enum DemoTables {
  /// Indexes of the types.
  enum Use: Int32, CaseIterable {
    case energy, exercise, stand, steps, distance, heartRate, workout
    case cycling, flights, walkingSpeed, restingRate, walkingRate, variability, recovery, fitness, sleep, highRate,
      route, breathing

    var type: SampleTypeUse {
      switch self {
      case .energy: SampleTypeUse(identifier: TypeIdentifier.activeEnergyBurned, kind: .quantity, unit: "kcal")
      case .exercise: SampleTypeUse(identifier: TypeIdentifier.appleExerciseTime, kind: .quantity, unit: "min")
      case .stand: SampleTypeUse(identifier: TypeIdentifier.appleStandHour, kind: .category)
      case .steps: SampleTypeUse(identifier: TypeIdentifier.stepCount, kind: .quantity, unit: "count")
      case .distance: SampleTypeUse(identifier: TypeIdentifier.distanceWalkingRunning, kind: .quantity, unit: "km")
      case .heartRate:
        SampleTypeUse(identifier: TypeIdentifier.heartRate, kind: .quantity, unit: "count/min")
      case .workout: SampleTypeUse(identifier: TypeIdentifier.workout, kind: .workout)
      case .cycling: Self.quantity("DistanceCycling", "km")
      case .flights: Self.quantity("FlightsClimbed", "count")
      case .walkingSpeed: Self.quantity("WalkingSpeed", "km/hr")
      case .restingRate: Self.quantity("RestingHeartRate", "count/min")
      case .walkingRate: Self.quantity("WalkingHeartRateAverage", "count/min")
      case .variability: Self.quantity("HeartRateVariabilitySDNN", "ms")
      case .recovery: Self.quantity("HeartRateRecoveryOneMinute", "count/min")
      case .fitness: Self.quantity("VO2Max", "mL/min·kg")
      case .sleep: SampleTypeUse(identifier: TypeIdentifier.sleepAnalysis, kind: .category)
      case .highRate: SampleTypeUse(identifier: "HKCategoryTypeIdentifierHighHeartRateEvent", kind: .category)
      case .route: SampleTypeUse(identifier: TypeIdentifier.workoutRoute, kind: .other)
      case .breathing: Self.quantity("RespiratoryRate", "count/min")
      }
    }

    private static func quantity(_ name: String, _ unit: String) -> SampleTypeUse {
      SampleTypeUse(identifier: "HKQuantityTypeIdentifier" + name, kind: .quantity, unit: unit)
    }
  }

  enum Writer: Int32 {
    case watch, phone
    /// On the phone, for cycling: also estimates the energy.
    case app
  }

  enum Context: Int32 {
    case none = -1
    case sedentary, active, indoor, outdoor
  }

  static let tables: SampleTables = {
    var tables = SampleTables()
    tables.types = ChunkedArray(Use.allCases.map(\.type))
    tables.provenances = [
      Provenance(
        source: Source(name: "Demo Watch"), version: "26.1",
        device: Device(
          name: "Apple Watch", manufacturer: "Apple Inc.", model: "Watch", hardwareVersion: "Watch7,5",
          softwareVersion: "26.1")),
      Provenance(
        source: Source(name: "Demo iPhone"), version: "26.1",
        device: Device(
          name: "iPhone", manufacturer: "Apple Inc.", model: "iPhone", hardwareVersion: "iPhone17,1",
          softwareVersion: "26.1")),
    ]
    tables.provenances.append(Provenance(source: Source(name: "Demo Ride"), version: "3.2"))
    tables.metadata = [
      Metadata([Metadata.Entry(key: "HKMetadataKeyHeartRateMotionContext", value: .number(1))]),
      Metadata([Metadata.Entry(key: "HKMetadataKeyHeartRateMotionContext", value: .number(2))]),
      Metadata([Metadata.Entry(key: "HKIndoorWorkout", value: .flag(true))]),
      Metadata([Metadata.Entry(key: "HKIndoorWorkout", value: .flag(false))]),
    ]
    return tables
  }()
}
