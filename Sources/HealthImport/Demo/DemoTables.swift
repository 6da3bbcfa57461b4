import HealthModel

/// The tables that all invented samples point into.
enum DemoTables {
  /// Indexes of the types.
  enum Use: Int32, CaseIterable {
    case energy, exercise, stand, steps, distance, heartRate, workout

    var type: SampleTypeUse {
      switch self {
      case .energy: SampleTypeUse(identifier: TypeIdentifier.activeEnergyBurned, kind: .quantity, unit: "kcal")
      case .exercise: SampleTypeUse(identifier: TypeIdentifier.appleExerciseTime, kind: .quantity, unit: "min")
      case .stand: SampleTypeUse(identifier: TypeIdentifier.appleStandHour, kind: .category)
      case .steps: SampleTypeUse(identifier: TypeIdentifier.stepCount, kind: .quantity, unit: "count")
      case .distance: SampleTypeUse(identifier: TypeIdentifier.distanceWalkingRunning, kind: .quantity, unit: "km")
      case .heartRate:
        SampleTypeUse(identifier: "HKQuantityTypeIdentifierHeartRate", kind: .quantity, unit: "count/min")
      case .workout: SampleTypeUse(identifier: TypeIdentifier.workout, kind: .workout)
      }
    }
  }

  enum Writer: Int32 {
    case watch, phone
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
    tables.metadata = [
      Metadata([Metadata.Entry(key: "HKMetadataKeyHeartRateMotionContext", value: .number(1))]),
      Metadata([Metadata.Entry(key: "HKMetadataKeyHeartRateMotionContext", value: .number(2))]),
      Metadata([Metadata.Entry(key: "HKIndoorWorkout", value: .flag(true))]),
      Metadata([Metadata.Entry(key: "HKIndoorWorkout", value: .flag(false))]),
    ]
    return tables
  }()
}
