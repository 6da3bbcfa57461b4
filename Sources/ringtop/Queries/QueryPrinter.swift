import Dashboard
import Foundation
import TerminalModel

/// Prints the lines of `ringtop query` as they come; a table, which must know its widths, at the end.
struct QueryPrinter {
  private let format: QueryFormat
  private let unit: String?
  private let hasNames: Bool
  private let hasSources: Bool
  private let hasDevices: Bool
  private var table: TextTable
  private var parquet: ParquetWriter?
  private var isFirst = true

  init(format: QueryFormat, request: QueryRequest) {
    self.format = format
    unit = request.unitText
    hasNames = !request.names.isEmpty && request.isOfSamples
    hasSources = request.isOfSamples || request.bySource
    hasDevices = request.isOfSamples || request.byDevice
    table = TextTable(alignments: [.left, .left, .right, .left, .left, .left], rows: [])
  }

  mutating func begin() {
    switch format {
    case .json: Output.write("[")
    case .csv:
      let columns =
        ["start", "end", "value"] + (hasNames ? ["name"] : ["unit"]) + (hasSources ? ["source"] : [])
        + (hasDevices ? ["device"] : [])
      Output.write(verbatim: columns.joined(separator: ",") + "\r\n")
    case .parquet:
      let columns: [(name: String, kind: ParquetWriter.Kind)] =
        [("start", .timestamp), ("end", .timestamp), ("value", .double), (hasNames ? "name" : "unit", .text)]
        + (hasSources ? [("source", .text)] : []) + (hasDevices ? [("device", .text)] : [])
      parquet = ParquetWriter(columns: columns) { Output.write($0) }
    case .jsonl, .table: break
    }
  }

  mutating func print(_ rows: [QueryRow]) {
    var text = ""
    for row in rows {
      switch format {
      case .json, .jsonl:
        guard let line = try? Output.json(JSONRow(row, unit: unit)) else { continue }
        text += format == .json ? (isFirst ? "\n" : ",\n") + line : line + "\n"
      case .csv:
        var fields = [date(row.start, row.zone), date(row.end, row.zone), row.value.map(Self.number) ?? ""]
        fields.append(hasNames ? row.name ?? "" : unit ?? "")
        if hasSources { fields.append(row.source ?? "") }
        if hasDevices { fields.append(row.device ?? "") }
        text += fields.map { Self.quoted(PrintableText.line($0)) }.joined(separator: ",") + "\r\n"
      case .parquet:
        var values: [ParquetWriter.Value?] = [
          .timestamp(Self.microseconds(row.start)), .timestamp(Self.microseconds(row.end)),
          row.value.map(ParquetWriter.Value.double), (hasNames ? row.name : unit).map(ParquetWriter.Value.text),
        ]
        if hasSources { values.append(row.source.map(ParquetWriter.Value.text)) }
        if hasDevices { values.append(row.device.map(ParquetWriter.Value.text)) }
        parquet?.append(values)
      case .table:
        table.rows.append([
          localDate(row.start, row.zone), localDate(row.end, row.zone), row.name ?? row.value.map(Self.shown) ?? "",
          hasNames ? "" : unit ?? "", row.source ?? "", row.device ?? "",
        ])
      }
      isFirst = false
    }
    guard !text.isEmpty else { return }
    // Its lines end as the format has it.
    if format == .csv { Output.write(verbatim: text) } else { Output.write(text) }
  }

  mutating func end() {
    switch format {
    case .json: Output.write(isFirst ? "]\n" : "\n]\n")
    case .table: Output.write(table.rows.isEmpty ? "Nothing found.\n" : table.lines().joined(separator: "\n") + "\n")
    case .parquet: parquet?.end()
    case .jsonl, .csv: break
    }
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
      start = date(row.start, row.zone)
      end = date(row.end, row.zone)
      value = row.value
      name = row.name
      self.unit = unit
      source = row.source
      device = row.device
    }
  }

  /// Since 1970; the farthest that can be said for dates beyond it.
  static func microseconds(_ date: Date) -> Int64 {
    Int64(exactly: (date.timeIntervalSince1970 * 1e6).rounded())
      ?? (date > Date(timeIntervalSince1970: 0) ? .max : .min)
  }

  /// The shortest text that gives the same number again.
  private static func number(_ value: Double) -> String {
    Double(exactly: value.rounded()) == value && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }

  private static func shown(_ value: Double) -> String {
    Double(exactly: value.rounded()) == value
      ? Formatting.english.number(value, 0) : Formatting.english.number(value, 2)
  }

  /// By RFC 4180.
  private static func quoted(_ field: String) -> String {
    field.contains { ",\"\r\n".contains($0) } ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
  }
}

/// ISO 8601 with the offset of the user's zone.
private func date(_ date: Date, _ zone: TimeZone) -> String {
  let isWhole = date.timeIntervalSince1970.rounded() == date.timeIntervalSince1970
  return date.formatted(
    Date.ISO8601FormatStyle(timeZoneSeparator: .colon, includingFractionalSeconds: !isWhole, timeZone: zone))
}

/// `2026-11-19 14:30` where the user was.
private func localDate(_ date: Date, _ zone: TimeZone) -> String {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = zone
  let fields = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
  func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
  return "\(fields.year ?? 0)-\(two(fields.month))-\(two(fields.day)) \(two(fields.hour)):\(two(fields.minute))"
}
