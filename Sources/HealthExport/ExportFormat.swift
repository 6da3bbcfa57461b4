package import Foundation
import HealthModel

/// The formats of exported samples.
package enum ExportFormat: String, CaseIterable {
  case jsonl, xml, csv, fhir

  /// The format of a file with this extension.
  package init?(pathExtension: String) {
    if pathExtension == "ndjson" { self = .fhir } else { self.init(rawValue: pathExtension) }
  }

  /// - Parameters:
  ///   - now: the date of the export.
  ///   - isWhole: whether the whole store is exported rather than a selection of samples.
  ///   - includes: whether the selection includes a type: routes are exported with workouts, and pressures in FHIR with
  ///     their pairs.
  package func writer(now: Date, isWhole: Bool, includes: (String) -> Bool) -> any ExportWriter {
    let hasWorkouts = includes(TypeIdentifier.workout)
    return switch self {
    case .jsonl: JSONLinesWriter(isWhole: isWhole, hasWorkouts: hasWorkouts)
    case .xml: AppleXMLWriter(now: now, isWhole: isWhole, hasWorkouts: hasWorkouts)
    case .csv: SampleCSVWriter()
    case .fhir: FHIRWriter(hasPairs: includes(TypeIdentifier.bloodPressure))
    }
  }
}
