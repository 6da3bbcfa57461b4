import Foundation
import HealthExport
import HealthModel
package import Presentation
import Processes
import TerminalModel

/// The output of `ringtop query`.
package enum QueryPrinter {
  package static func make(format: QueryFormat, request: QueryRequest, formatting: Formatting) -> RowPrinter<QueryRow> {
    let unit = request.unitText
    // Categories have no unit. A value of one that is in no catalog has the word that it came with.
    let hasNames = request.unit == nil && request.isOfSamples
    let hasSources = request.isOfSamples || request.bySource
    let hasDevices = request.isOfSamples || request.byDevice
    return RowPrinter(
      format: format,
      layout: RowPrinter.Layout(
        columns: [("start", .timestamp), ("end", .timestamp), ("value", .double), (hasNames ? "name" : "unit", .text)]
          + (hasSources ? [("source", .text)] : []) + (hasDevices ? [("device", .text)] : []),
        alignments: [.left, .left, .right, .left, .left, .left],
        json: { try? Output.json(JSONRow($0, unit: unit)) },
        csv: { row in
          [
            SampleText.date(row.start, in: row.zone), SampleText.date(row.end, in: row.zone),
            row.value.map(\.shortText) ?? "", hasNames ? row.name ?? "" : row.unit ?? unit ?? "",
          ] + (hasSources ? [row.source ?? ""] : []) + (hasDevices ? [row.device ?? ""] : [])
        },
        parquet: { row in
          func text(_ text: String?) -> ParquetWriter.Value? { text.map(ParquetWriter.Value.text) }
          return [
            .date(row.start), .date(row.end), row.value.map(ParquetWriter.Value.double),
            text(hasNames ? row.name : row.unit ?? unit),
          ] + (hasSources ? [text(row.source)] : []) + (hasDevices ? [text(row.device)] : [])
        },
        cells: { row in
          let unit = row.unit ?? unit
          // HealthKit's percentages are fractions, which a program expects and a person does not.
          let scale = unit == "%" ? 100.0 : 1
          return [
            SampleText.minute(row.start, in: row.zone), SampleText.minute(row.end, in: row.zone),
            row.name ?? row.value.map { shown($0 * scale, formatting) } ?? "",
            hasNames ? "" : unit ?? "", row.source ?? "", row.device ?? "",
          ]
        }))
  }

  // MARK: - Fields

  private struct JSONRow: Encodable {
    let start: String
    let end: String
    let value: Double?
    let name: String?
    let unit: String?
    let source: String?
    let device: String?

    init(_ row: QueryRow, unit: String?) {
      start = SampleText.date(row.start, in: row.zone)
      end = SampleText.date(row.end, in: row.zone)
      value = row.value
      name = row.name
      self.unit = row.unit ?? unit
      source = row.source
      device = row.device
    }
  }

  private static func shown(_ value: Double, _ formatting: Formatting) -> String {
    formatting.number(value, Double(exactly: value.rounded()) == value ? 0 : 2)
  }
}
