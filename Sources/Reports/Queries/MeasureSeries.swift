import Dashboard
package import HealthAnalysis
import HealthExport
package import HealthModel

/// Prints a measure for each of several days; a day without a value has the reason.
package struct MeasureSeries {
  let measure: MeasureName
  let source: StoreSource
  /// The first weekday by ISO 8601.
  let weekStart: Int
  let format: QueryFormat

  package init(measure: MeasureName, source: StoreSource, weekStart: Int, format: QueryFormat) {
    self.measure = measure
    self.source = source
    self.weekStart = weekStart
    self.format = format
  }

  /// A day, and its value or reason.
  private struct Row {
    var day: Day
    var found: NamedMeasure
  }

  /// - Parameter days: nil for no days.
  /// - Complexity: for each day that of the measures of its group.
  package func run(_ days: ClosedRange<Day>?) throws {
    var printer = printer
    printer.begin()
    for day in days.map(Array.init) ?? [] {
      printer.print(try value(on: day).map { [Row(day: day, found: $0)] } ?? [])
    }
    printer.end()
  }

  /// The measure of a day, or the reason why there is none.
  package func value(on day: Day) throws -> NamedMeasure? {
    try MeasuresQuery(measure.group, on: day, weekStart: weekStart).run(in: source).first { $0.name == measure }
  }

  private var printer: RowPrinter<Row> {
    let unit = measure.unit
    func value(_ row: Row) -> Double? { (try? row.found.measure.get())?.value }
    func reason(_ row: Row) -> String {
      if case .failure(let reason) = row.found.measure { reason.description } else { row.found.note }
    }
    return RowPrinter(
      format: format,
      layout: RowPrinter.Layout(
        columns: [("date", .text), ("value", .double), ("unit", .text), ("note", .text)],
        alignments: [.left, .right, .left, .left],
        heading: ["Day", measure.title, "", ""],
        json: { row in
          let number = value(row).map(SampleText.number) ?? "null"
          return "{\"date\":\"\(row.day)\",\"value\":\(number),\"unit\":\(SampleText.quoted(unit)),"
            + "\"note\":\(SampleText.quoted(reason(row)))}"
        },
        csv: { [$0.day.description, value($0).map(SampleText.number) ?? "", unit, reason($0)] },
        parquet: { [.text($0.day.description), value($0).map { .double($0) }, .text(unit), .text(reason($0))] },
        cells: { [$0.day.description, value($0).map(SampleText.number) ?? "-", unit, reason($0)] }))
  }
}
