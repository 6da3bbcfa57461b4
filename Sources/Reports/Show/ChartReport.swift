import Dashboard
import HealthAnalysis
import HealthDatabase
import HealthModel
import Processes

/// Charts of quantity types. Their text is the screen, drawn with characters.
struct ChartReport: ViewReport {
  private let screen: ChartScreen
  private let source: ReportSource

  init(_ source: ReportSource) {
    self.init(ChartScreen(), source)
  }

  init(_ screen: ChartScreen, _ source: ReportSource) {
    (self.screen, self.source) = (screen, source)
  }

  var plain: String? { nil }

  /// An object for one type, an array for several.
  var json: any Encodable {
    get throws {
      let days = screen.period.days(
        of: source.day, weekStart: source.weekStart, known: source.known ?? source.day...source.day)
      if screen.isScatter {
        let query = ScatterQuery(
          x: screen.types[0], y: screen.types[1], days: days.count == 1 ? source.week : days)
        return ScatterJSON(try query.run(in: source))
      }
      let charts = try screen.types.map { type in
        ChartJSON(
          try ChartQuery(type: type, period: screen.period, days: days, weekStart: source.weekStart).run(in: source))
      }
      return charts.count == 1 ? charts[0] as any Encodable : charts
    }
  }
}

private struct ChartJSON: Encodable {
  struct Bar: Encodable {
    let from: String
    let to: String
    let hour: Int?
    let sum: Double?
    let avg: Double?
    let min: Double?
    let max: Double?
    let count: Int

    init(_ bar: ChartSeries.Bar, isCumulative: Bool) {
      from = bar.days.lowerBound.description
      to = bar.days.upperBound.description
      hour = bar.hour
      sum = isCumulative ? bar.values?.sum.written : nil
      avg = isCumulative ? nil : bar.values?.average?.written
      min = isCumulative ? nil : bar.values?.minimum?.written
      max = isCumulative ? nil : bar.values?.maximum?.written
      count = bar.values?.count ?? 0
    }
  }

  let type: String
  let unit: String
  let from: String
  let to: String
  let bars: [Bar]
  let before: [Bar]?

  init(_ series: ChartSeries) {
    type = TypeName.short(for: series.type)
    unit = QuantityTypeCatalog.readable(series.type)?.unitText ?? ""
    from = series.days.lowerBound.description
    to = series.days.upperBound.description
    let isCumulative = series.isCumulative
    bars = series.bars.map { Bar($0, isCumulative: isCumulative) }
    before = series.before?.bars.map { Bar($0, isCumulative: isCumulative) }
  }
}

private struct ScatterJSON: Encodable {
  struct Point: Encodable {
    let date: String
    let x: Double?
    let y: Double?
  }

  let x: String
  let y: String
  let from: String
  let to: String
  /// Pearson's coefficient, and the regression line.
  let correlation: Double?
  let slope: Double?
  let offset: Double?
  let points: [Point]

  init(_ scatter: Scatter) {
    x = TypeName.short(for: scatter.x)
    y = TypeName.short(for: scatter.y)
    from = scatter.days.lowerBound.description
    to = scatter.days.upperBound.description
    correlation = scatter.correlation?.written
    slope = scatter.fit?.slope.written
    offset = scatter.fit?.offset.written
    points = scatter.points.map { Point(date: $0.day.description, x: $0.x.written, y: $0.y.written) }
  }
}
