import Dashboard
package import HealthAnalysis
import HealthExport
package import HealthModel
import HealthQueries
import Presentation

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

  /// How many days are read at a time: what they have in common is read once, and is limited in memory.
  private static let daysAtOnce = 366

  /// - Parameters:
  ///   - asked: days before the first and after the last data are left out, because nothing can be said of them.
  ///   - sink: where text goes instead of standard output.
  /// - Returns: how many days were printed.
  @discardableResult
  package func run(_ asked: ClosedRange<Day>, into sink: ((String) -> Void)? = nil) throws -> Int {
    let reading = try source.reading()
    let known = try reading.days(of: measure.group, upTo: reading.day(at: source.now))
    let days = known.flatMap { $0.overlaps(asked) ? $0.clamped(to: asked) : nil }
    var printer = printer(sink)
    printer.begin()
    var next = days?.lowerBound
    while let days, let first = next, first <= days.upperBound {
      let some = first...min(days.upperBound, first + (Self.daysAtOnce - 1))
      printer.print(zip(some, try values(on: some)).map { Row(day: $0, found: $1) })
      next = some.upperBound + 1
    }
    printer.end()
    return days.map { $0.upperBound - $0.lowerBound + 1 } ?? 0
  }

  /// The measure of each of the days, or the reason why there is none.
  package func values(on days: ClosedRange<Day>) throws -> [NamedMeasure] {
    try MeasuresQuery.measures(of: measure.group, on: days, weekStart: weekStart, in: source)
      .compactMap { $0.first { $0.name == measure } }
  }

  private func printer(_ sink: ((String) -> Void)?) -> RowPrinter<Row> {
    let unit = measure.unit
    func value(_ row: Row) -> Double? { (try? row.found.measure.get())?.value }
    func remark(_ row: Row) -> String { row.found.remark(.plain) }
    return RowPrinter(
      format: format,
      layout: RowPrinter.Layout(
        columns: [("date", .text), ("value", .double), ("unit", .text), ("note", .text)],
        alignments: [.left, .right, .left, .left],
        heading: ["Day", measure.title, "", ""],
        json: { row in
          let number = value(row).map(\.shortText) ?? "null"
          return "{\"date\":\"\(row.day)\",\"value\":\(number),\"unit\":\(SampleText.quoted(unit)),"
            + "\"note\":\(SampleText.quoted(remark(row)))}"
        },
        csv: { [$0.day.description, value($0).map(\.shortText) ?? "", unit, remark($0)] },
        parquet: { [.text($0.day.description), value($0).map { .double($0) }, .text(unit), .text(remark($0))] },
        cells: { [$0.day.description, value($0).map(\.shortText) ?? "-", unit, remark($0)] }), sink: sink)
  }
}
