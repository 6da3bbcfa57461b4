package import Foundation

/// The formats of exported samples. The name of each is also the extension of its files.
package enum ExportFormat: String, CaseIterable {
  case jsonl, xml, csv

  /// - Parameters:
  ///   - now: the date of the export.
  ///   - isWhole: whether the whole store is exported rather than a selection of samples.
  ///   - hasWorkouts: whether the selection includes workouts, with which their routes are exported.
  package func writer(now: Date, isWhole: Bool, hasWorkouts: Bool) -> any ExportWriter {
    switch self {
    case .jsonl: JSONLinesWriter(isWhole: isWhole, hasWorkouts: hasWorkouts)
    case .xml: AppleXMLWriter(now: now, isWhole: isWhole, hasWorkouts: hasWorkouts)
    case .csv: SampleCSVWriter()
    }
  }
}
