package import Foundation
package import HealthExport
import Processes
import TerminalModel

/// Prints rows in a format of `ringtop query` as they arrive; a table, whose widths depend on all rows, at the end.
package struct RowPrinter<Row> {
  /// The fields of a row, in the order of the columns.
  struct Layout {
    /// The columns of CSV and Parquet.
    var columns: [(name: String, kind: ParquetWriter.Kind)]
    var alignments: [TextTable.Alignment]
    /// The heading of a table; empty if there is none.
    var heading: [String] = []
    /// One JSON object; nil omits the row.
    var json: (Row) -> String?
    var csv: (Row) -> [String]
    var parquet: (Row) -> [ParquetWriter.Value?]
    var cells: (Row) -> [String]
  }

  private let format: QueryFormat
  private let layout: Layout
  private var table: TextTable
  private var parquet: ParquetWriter?
  private var isFirst = true
  /// Where text goes instead of standard output.
  private let sink: ((String) -> Void)?

  init(format: QueryFormat, layout: Layout, sink: ((String) -> Void)? = nil) {
    self.sink = sink
    self.format = format
    self.layout = layout
    table = TextTable(alignments: layout.alignments, rows: layout.heading.isEmpty ? [] : [layout.heading])
  }

  package mutating func begin() {
    switch format {
    case .json: write("[")
    case .csv: write(layout.columns.map(\.name).joined(separator: ",") + "\r\n")
    case .parquet: parquet = ParquetWriter(columns: layout.columns) { Output.write($0) }
    case .jsonl, .table: break
    }
  }

  package mutating func print(_ rows: [Row]) {
    var text = ""
    for row in rows {
      switch format {
      case .json, .jsonl:
        guard let line = layout.json(row) else { continue }
        text += format == .json ? (isFirst ? "\n" : ",\n") + line : line + "\n"
      case .csv:
        text += layout.csv(row).map { SampleCSVWriter.quoted(PrintableText.line($0)) }.joined(separator: ",") + "\r\n"
      case .parquet: parquet?.append(layout.parquet(row))
      case .table: table.rows.append(layout.cells(row))
      }
      isFirst = false
    }
    if !text.isEmpty { write(text) }
  }

  private func write(_ text: String) {
    if let sink { return sink(text) }
    // Its line ends depend on the format.
    if format == .csv { Output.write(verbatim: text) } else { Output.write(text) }
  }

  package mutating func end() {
    switch format {
    case .json: write(isFirst ? "]\n" : "\n]\n")
    case .table: write(isFirst ? "Nothing found.\n" : table.text)
    case .parquet: parquet?.end()
    case .jsonl, .csv: break
    }
  }
}

extension ParquetWriter.Value {
  /// Since 1970, clamped to the representable range.
  static func date(_ date: Date) -> Self {
    .timestamp(
      Int64(exactly: (date.timeIntervalSince1970 * 1e6).rounded())
        ?? (date > Date(timeIntervalSince1970: 0) ? .max : .min))
  }
}

extension SampleText {
  /// ISO 8601 with the offset of a zone, with milliseconds if there are fractions of a second.
  package static func date(_ date: Date, in zone: TimeZone) -> String {
    let isWhole = date.timeIntervalSince1970.rounded() == date.timeIntervalSince1970
    return date.formatted(
      Date.ISO8601FormatStyle(timeZoneSeparator: .colon, includingFractionalSeconds: !isWhole, timeZone: zone))
  }
}
