package import Foundation

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
  ///   - hasWorkouts: whether the selection includes workouts, with which their routes are exported.
  package func writer(now: Date, isWhole: Bool, hasWorkouts: Bool) -> any ExportWriter {
    switch self {
    case .jsonl: JSONLinesWriter(isWhole: isWhole, hasWorkouts: hasWorkouts)
    case .xml: AppleXMLWriter(now: now, isWhole: isWhole, hasWorkouts: hasWorkouts)
    case .csv: SampleCSVWriter()
    case .fhir: FHIRWriter()
    }
  }
}
