/// The public names of types, wherever one is typed or printed: `stepCount` for `HKQuantityTypeIdentifierStepCount`.
package enum TypeName {
  /// The short name of a type; the identifier itself if it is in no catalog.
  package static func short(for identifier: String) -> String { names[identifier] ?? identifier }

  /// The identifier for a short or full name, ignoring case; nil if there is no such type.
  package static func identifier(for text: String) -> String? {
    identifiers[text.lowercased()]
  }

  /// The same for what a person types, who also says `steps`.
  package static func identifierOfWord(_ text: String) -> String? {
    identifier(for: text) ?? spoken[text.lowercased()]
  }

  private static let identifiers = Dictionary(
    all.flatMap { [($0.name.lowercased(), $0.identifier), ($0.identifier.lowercased(), $0.identifier)] }
  ) { first, _ in first }

  /// The type that a name means in a file or a delivery of our own, and its kind; nil for Apple's summary of a day,
  /// which is no sample. A name that is in no catalog is a type's own identifier.
  package static func type(named name: String) -> (identifier: String, kind: SampleKind?) {
    let identifier = rings[name] ?? identifier(for: name) ?? name
    if QuantityTypeCatalog.entry(for: identifier) != nil { return (identifier, .quantity) }
    if CategoryTypeCatalog.entry(for: identifier) != nil { return (identifier, .category) }
    if CorrelationTypeCatalog.entry(for: identifier) != nil { return (identifier, .correlation) }
    switch identifier {
    case TypeIdentifier.workout: return (identifier, .workout)
    case TypeIdentifier.activitySummary: return (identifier, nil)
    default: return (identifier, .other)
    }
  }

  /// The short name of a type, if `type(named:)` restores the type from it; nil for an identifier that differs from
  /// another one only in case, and for a type of another kind than the catalogs'.
  ///
  /// - Parameter kind: nil for any.
  package static func unambiguous(for identifier: String, kind: SampleKind?) -> String? {
    let name = short(for: identifier)
    let type = type(named: name)
    return type.identifier == identifier && (kind == nil || type.kind == kind) ? name : nil
  }

  private static let rings = [
    "move": TypeIdentifier.activeEnergyBurned, "exercise": TypeIdentifier.appleExerciseTime,
    "stand": TypeIdentifier.appleStandHour, "steps": TypeIdentifier.stepCount,
    "distance": TypeIdentifier.distanceWalkingRunning,
  ]

  /// Words for types that people type, lowercased, besides the types' own names.
  package static let spoken = rings.merging([
    "weight": "HKQuantityTypeIdentifierBodyMass", "water": "HKQuantityTypeIdentifierDietaryWater",
    "sleep": TypeIdentifier.sleepAnalysis, "mindful": "HKCategoryTypeIdentifierMindfulSession",
  ]) { $1 }

  private static let names = Dictionary(all.map { ($0.identifier, $0.name) }) { first, _ in first }

  /// Every type of the catalogs.
  package static let all: [(name: String, identifier: String)] =
    QuantityTypeCatalog.all.map { ($0.name, $0.identifier) } + CategoryTypeCatalog.all.map { ($0.name, $0.identifier) }
    + CharacteristicTypeCatalog.all.map { ($0.name, $0.identifier) }
    + CorrelationTypeCatalog.all.map { ($0.name, $0.identifier) } + standalone

  private static let standalone: [(name: String, identifier: String)] =
    [
      ("workout", TypeIdentifier.workout),
      ("workoutRoute", TypeIdentifier.workoutRoute),
      ("heartbeatSeries", TypeIdentifier.heartbeatSeries),
      ("activitySummary", TypeIdentifier.activitySummary),
      ("audiogram", TypeIdentifier.audiogram),
      ("electrocardiogram", TypeIdentifier.electrocardiogram),
      ("visionPrescription", TypeIdentifier.visionPrescription),
      ("stateOfMind", TypeIdentifier.stateOfMind),
      ("clinicalDocument", TypeIdentifier.clinicalDocument),
      ("gad7", TypeIdentifier.gad7),
      ("phq9", TypeIdentifier.phq9),
      ("medication", TypeIdentifier.medication),
      ("medicationDose", TypeIdentifier.doseEvent),
    ] + TypeIdentifier.clinicalRecords
}
