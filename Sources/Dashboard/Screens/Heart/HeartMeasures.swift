import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The less frequent measurements of the heart over weeks: as many charts as there are measurements, or a line for each.
struct HeartMeasures {
  let data: HeartDay
  let context: ScreenContext

  private var formatting: Formatting { context.formatting }

  /// The least size of a chart with its title.
  private static let least = CellSize(columns: 24, rows: 5)
  /// The least rows of charts; fewer are a table.
  private static let chartRows = 14

  /// The rows that are of use: all for charts, those of the table and its events otherwise.
  static func rows(_ data: HeartDay, atMost rows: Int) -> Int {
    rows >= chartRows ? rows : min(rows, HeartDay.Measure.allCases.count + 3 + data.events.count)
  }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows >= 2 else { return }
    // The events take the place of another chart.
    let count = HeartDay.Measure.allCases.count + 1
    let across = min(3, rect.size.columns / Self.least.columns)
    let down = across > 0 ? (count + across - 1) / across : count
    guard across > 1, rect.size.rows >= Self.chartRows, rect.size.rows / down >= Self.least.rows else {
      return drawLines(on: &canvas, in: rect)
    }
    // A row in which nothing was measured has the height of its words.
    let measured = HeartDay.Measure.allCases.filter { values($0).contains { $0 != nil } }
    let rows = (0..<down).map { row in
      row * across < measured.count ? Length.share() : .fixed(min(rect.size.rows / down, data.events.count + 2))
    }
    let places = rect.below(rows).compactMap(\.self).flatMap { row in
      row.beside(Array(repeating: .share(), count: across), gap: 3).compactMap(\.self)
    }
    let others = HeartDay.Measure.allCases.filter { !measured.contains($0) }
    for (measure, place) in zip(measured + others, places) { draw(measure, on: &canvas, in: place) }
    drawEvents(on: &canvas, in: places[count - 1])
  }

  private func values(_ measure: HeartDay.Measure) -> [Double?] { data.measures[measure] ?? [] }

  // MARK: - Charts

  private func draw(_ measure: HeartDay.Measure, on canvas: inout Canvas, in rect: CellRect) {
    let (title, rest) = rect.split(top: 1)
    let known = values(measure).compactMap(\.self)
    guard let last = known.last else {
      canvas.heading(measure.name, [String(Character(canvas.glyphs.dash))], .faint, in: title)
      return
    }
    let average = formatting.number(known.reduce(0, +) / Double(known.count), measure.decimals)
    let value = formatting.number(last, measure.decimals)
    canvas.heading(
      measure.name, ["\(value) \(measure.unit), mean \(average)", "\(value) \(measure.unit)", value], in: title)
    let plot = rest.size.rows >= 5 ? rest.split(top: rest.size.rows - 1).top : rest
    let axis = AxisScale(known, startsAtZero: false, steps: max(2, min(4, plot.size.rows / 3)))
    let first = data.day - (values(measure).count - 1)
    Plot(
      bars: values(measure).map { $0.map { .bar($0) } ?? .nothing }, axis: axis,
      color: canvas.appearance.color(of: .move), label: { formatting.number($0, axis.decimals) },
      words: plot.size.rows >= 6 ? HeartView.weekWords(first, values(measure).count, formatting) : [],
      hint: { index in
        guard let value = values(measure)[index] else { return "" }
        return "\(formatting.shortDate(first + index)): \(formatting.number(value, measure.decimals)) \(measure.unit)"
      }, isClickable: false, form: .line
    ).draw(on: &canvas, in: plot)
  }

  // MARK: - Lines

  /// Each measurement with its value on the day or else the last one, the mean of the weeks, and the days.
  private func drawLines(on canvas: inout Canvas, in rect: CellRect) {
    let table = Table(
      card: [
        .words("\(HeartDay.days) days"), .number("latest", rank: 1), .number("mean", rank: 2), .words("", rank: 3),
      ],
      rows: HeartDay.Measure.allCases.map { measure in
        let known = values(measure).compactMap(\.self)
        guard let last = known.last else {
          return [.init(measure.name), .init(String(Character(canvas.glyphs.dash)), .faint)]
        }
        let average = known.reduce(0, +) / Double(known.count)
        return [
          .init(measure.name), .init(formatting.number(last, measure.decimals), .strong),
          .init(formatting.number(average, measure.decimals)), .init(measure.unit, .faint),
        ]
      }, widestGap: 3)
    table.draw(on: &canvas, in: rect)
    let end = table.places(in: rect.columns).last?.columns.upperBound ?? rect.columns.upperBound
    let parts = rect.beside([.share(from: end - rect.origin.column), .fixed(HeartDay.days, rank: 1)], gap: 2)
    let lines = parts[1]?.split(top: 1).rest.below(HeartDay.Measure.allCases.map { _ in .fixed(1, rank: 1) }) ?? []
    for (measure, line) in zip(HeartDay.Measure.allCases, lines) {
      if let line { Plot(line: values(measure), color: canvas.appearance.color(of: .move)).draw(on: &canvas, in: line) }
    }
    drawEvents(on: &canvas, in: rect.split(top: HeartDay.Measure.allCases.count + 2).rest)
  }

  // MARK: - Events

  private func drawEvents(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows > 0 else { return }
    let end = canvas.write("Events", rect.origin.column, rect.origin.row, .strong)
    guard !data.events.isEmpty else {
      let text = "none in these weeks"
      let fits = end + 2 + text.count <= rect.columns.upperBound || rect.size.rows < 2
      let column = fits ? end + 2 : rect.origin.column
      canvas.write(
        text, column, rect.origin.row + (fits ? 0 : 1), .faint, within: rect.columns.upperBound - column)
      return
    }
    for (event, row) in zip(data.events, rect.rows.dropFirst()) {
      let time = formatting.time(minutes: Double(event.minuteOfDay))
      let end = canvas.write(
        "\(formatting.shortDate(event.day)) \(time)", rect.origin.column, row, .faint, within: rect.size.columns)
      canvas.write(
        event.kind.name, max(end + 2, rect.origin.column + 20), row, within: rect.columns.upperBound - end - 2)
      canvas.hit(
        CellRect(column: rect.origin.column, row: row, columns: rect.size.columns, rows: 1), .goTo(event.day))
    }
  }
}
