/// The public names of types, wherever one is typed or printed: `stepCount` for `HKQuantityTypeIdentifierStepCount`.
package enum TypeName {
  /// The short name of a type; the identifier itself if it is in no catalog.
  package static func short(for identifier: String) -> String { names[identifier] ?? identifier }

  /// The identifier for a short or full name, ignoring case; nil if there is no such type.
  package static func identifier(for text: String) -> String? {
    let wanted = text.lowercased()
    return all.first { $0.name.lowercased() == wanted || $0.identifier.lowercased() == wanted }?.identifier
  }

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
