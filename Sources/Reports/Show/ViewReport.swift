package import Dashboard
import HealthAnalysis
import HealthDatabase
package import HealthModel
package import TerminalModel

/// The output of a view other than its picture.
package protocol ViewReport {
  /// Text for pipes and people, in aligned columns.
  var plain: String { get }
  /// The JSON object.
  var json: any Encodable { get }
}

extension ShowView {
  /// Whether the view covers many days, with its own texts and numbers.
  package var hasReport: Bool { [.year, .trends, .streaks].contains(self) }

  /// The number of rows of the printed view.
  package func rows(known: ClosedRange<Day>?, columns: Int) -> Int? {
    switch self {
    case .year: 3 + 10 * (known.map { $0.upperBound.fields.year - $0.lowerBound.fields.year + 1 } ?? 1)
    case .trends: 1 + 3 * TrendMetric.allCases.count
    case .streaks: 64
    default: nil
    }
  }

  /// The numbers of the view as text and as JSON; nil for views of one day.
  package func report(
    _ source: StoreSource, day: Day, today: Day, formatting: Formatting, weekStart: Int
  ) throws -> (any ViewReport)? {
    switch self {
    case .year:
      let known = try source.reading().knownDays(upTo: today)
      let summaries = try known.map { try source.reading().summaries($0) } ?? []
      return YearReport(
        summaries: summaries, known: known, day: day, today: today, formatting: formatting, weekStart: weekStart)
    case .trends:
      return TrendsReport(report: try TrendsQuery(today: today).run(in: source), formatting: formatting)
    case .streaks:
      return StreaksReport(
        report: try StreaksQuery(today: today, weekStart: weekStart).run(in: source), formatting: formatting)
    default: return nil
    }
  }
}

extension CellGrid {
  /// The rows down to the last one with content.
  package var withoutBlankEnd: CellGrid {
    var count = size.rows
    while count > 1, row(count - 1).allSatisfy({ $0 == .blank }) { count -= 1 }
    return copy(of: CellRect(column: 0, row: 0, columns: size.columns, rows: count))
  }
}
