import Dashboard
import HealthAnalysis
import HealthDatabase
import HealthModel
import Presentation
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

  var words: [String] {
    get throws {
      let formatting = source.formatting
      if screen.isScatter {
        let words = ScatterWords(try scatter, formatting)
        return [words.title, words.summary]
      }
      return try series.flatMap { series in
        let words = ChartWords(series: series, formatting: formatting)
        return [words.title, words.summary()] + [words.comparison()].compactMap(\.self)
          + series.bars.indices.filter { series.bars[$0].values != nil }.map { words.bar($0) }
      }
    }
  }

  private var known: ClosedRange<Day> { source.known ?? source.day...source.day }

  private var scatter: Scatter {
    get throws { try screen.scatter(for: source.day, weekStart: source.weekStart, known: known).run(in: source) }
  }

  private var series: [ChartSeries] {
    get throws {
      let days = screen.period.days(of: source.day, weekStart: source.weekStart, known: known)
      return try screen.types.map {
        try ChartQuery(type: $0, period: screen.period, days: days, weekStart: source.weekStart).run(in: source)
      }
    }
  }

  /// An object for one type, an array for several.
  var json: any Encodable {
    get throws {
      if screen.isScatter { return ScatterJSON(try scatter) }
      let charts = try series.map(ChartJSON.init)
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
    unit =
      MeasureName(rawValue: series.type)?.unit
      ?? (DayAmount.has(series.type)
        ? DayAmount.unit(series.type) : QuantityTypeCatalog.readable(series.type)?.unitText ?? "")
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
  let rank: Rank
  let points: [Point]

  /// Spearman's coefficient, or the reason why there is none.
  struct Rank: Encodable {
    let coefficient: Double?
    let days: Int?
    let lag: Int
    let warnings: [String]?
    let reason: String?
    let formula = MeasureFormula.correlation.rawValue
    let citation = MeasureFormula.correlation.citation

    init(_ scatter: Scatter) {
      let found = try? scatter.rank.get().value
      coefficient = found?.coefficient
      days = found?.count
      lag = scatter.lag
      warnings = found?.warnings.map(\.rawValue)
      if case .failure(let missing) = scatter.rank { reason = missing.description } else { reason = nil }
    }
  }

  init(_ scatter: Scatter) {
    x = TypeName.short(for: scatter.x)
    y = TypeName.short(for: scatter.y)
    from = scatter.days.lowerBound.description
    to = scatter.days.upperBound.description
    correlation = scatter.correlation?.written
    slope = scatter.fit?.slope.written
    offset = scatter.fit?.offset.written
    rank = Rank(scatter)
    points = scatter.points.map { Point(date: $0.day.description, x: $0.x.written, y: $0.y.written) }
  }
}
