import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Draws heart data: hours above, weeks, measurements and events below.
struct HeartView {
  let screen: HeartScreen
  let data: HeartDay?
  let context: ScreenContext

  private var formatting: Formatting { context.formatting }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows > 0 else { return }
    let (top, rest) = rect.split(top: 1)
    DayHeading(context: context).draw(on: &canvas, columns: top.columns, row: top.origin.row)
    guard let data, rest.size.rows > 0 else { return }
    // Measurements are below the hours, beside the weeks if there is room; the hours use the rest.
    let isWide = rest.size.columns >= 100
    let measures = isWide ? rest.size.rows * 2 / 5 : HeartMeasures.rows(data, atMost: min(rest.size.rows / 2, 16))
    let rows = rest.size.rows >= 18 ? rest.below([.share(), .fixed(measures)], gap: 1) : [rest]
    if let hours = rows[0] { drawHours(data, on: &canvas, in: hours) }
    guard rows.count > 1, let lower = rows[1] else { return }
    // A column and a gap for each of the days, and the rest for the measurements.
    let weeks = Length.share(1_000, from: 0, to: 6 + 2 * HeartDay.days)
    let parts = isWide ? lower.beside([.share(from: 42), weeks], gap: 4) : [lower]
    if let part = parts[0] { HeartMeasures(data: data, context: context).draw(on: &canvas, in: part) }
    if isWide, let part = parts[1] { drawWeeks(data, on: &canvas, in: part) }
  }

  private func rangeWords(_ values: BucketStatistics?) -> String? {
    guard let low = values?.minimum, let high = values?.maximum else { return nil }
    return "\(formatting.number(low, 0)) to \(formatting.number(high, 0)) bpm"
  }

  private func range(_ values: BucketStatistics?, _ canvas: Canvas) -> String? {
    guard let low = values?.minimum, let high = values?.maximum else { return nil }
    let dash = canvas.glyphs.dash
    return low < high ? "\(formatting.number(low, 0))\(dash)\(formatting.number(high, 0))" : formatting.number(low, 0)
  }

  func drawHours(_ data: HeartDay, on canvas: inout Canvas, in rect: CellRect) {
    let (line, plot) = rect.split(top: 1)
    let end = canvas.write(
      "Heart rate", line.origin.column, line.origin.row, canvas.appearance.name(of: .move), within: line.size.columns)
    canvas.write(words(data, canvas), end + 2, line.origin.row, within: line.columns.upperBound - end - 2)
    if screen.mark == nil, let event = data.events.first(where: { $0.day == context.selected }) {
      let text = "\(event.kind.name), \(formatting.time(minutes: Double(event.minuteOfDay)))"
      canvas.labelTrailing(text, before: line.columns.upperBound, line.origin.row, .strong, notBefore: end + 30)
    }
    guard plot.size.rows > 0, data.hours.contains(where: { $0.values != nil }) else { return }
    let values = data.hours.compactMap(\.values).flatMap { [$0.minimum, $0.maximum].compactMap(\.self) }
    let axis = AxisScale(values, startsAtZero: false, steps: max(2, min(6, plot.size.rows / 3)))
    Plot(
      bars: data.hours.map { hour in
        guard let found = hour.values, let low = found.minimum, let high = found.maximum else { return .nothing }
        return .range(low, high, mean: found.average)
      }, axis: axis, color: canvas.appearance.color(of: .move), marked: screen.mark,
      label: { formatting.number($0, axis.decimals) },
      words: data.hours.enumerated().filter { $0.element.hour.isMultiple(of: 3) }
        .map { ($0.offset, formatting.hourLabel($0.element.hour)) },
      hint: { index in
        guard data.hours.indices.contains(index), let text = rangeWords(data.hours[index].values) else { return "" }
        return "\(formatting.hour(data.hours[index].hour)): \(text)"
      }, form: .line
    ).draw(on: &canvas, in: plot.size.rows >= 10 ? plot.split(top: 1).rest : plot)
  }

  private func words(_ data: HeartDay, _ canvas: Canvas) -> String {
    if let mark = screen.mark, data.hours.indices.contains(mark) {
      let hour = data.hours[mark]
      guard let text = range(hour.values, canvas) else { return "\(formatting.hour(hour.hour)): nothing measured" }
      return
        "\(formatting.hour(hour.hour)): \(text) bpm, mean over time \(formatting.number(hour.values?.average ?? 0, 0))"
    }
    guard let today = data.ranges.last ?? nil, let text = range(today, canvas) else { return "nothing measured" }
    return "\(text) bpm, mean over time \(formatting.number(today.average ?? 0, 0))"
  }

  // MARK: - Weeks

  private func drawWeeks(_ data: HeartDay, on canvas: inout Canvas, in rect: CellRect) {
    canvas.write("Range by day", rect.origin.column, rect.origin.row, .strong, within: rect.size.columns)
    let values = data.ranges.compactMap(\.self).flatMap { [$0.minimum, $0.maximum].compactMap(\.self) }
    let plot = rect.split(top: 1).rest
    guard !values.isEmpty, plot.size.rows >= 3 else { return }
    let axis = AxisScale(values, startsAtZero: false, steps: max(2, min(5, plot.size.rows / 3)))
    let first = data.day - (data.ranges.count - 1)
    let regions = canvas.regions
    Plot(
      bars: data.ranges.map { found in
        guard let found, let low = found.minimum, let high = found.maximum else { return .nothing }
        return .range(low, high, mean: found.average)
      }, axis: axis, color: canvas.appearance.color(of: .move), label: { formatting.number($0, axis.decimals) },
      words: Self.weekWords(first, data.ranges.count, formatting),
      hint: { index in
        guard data.ranges.indices.contains(index), let text = rangeWords(data.ranges[index]) else { return "" }
        return "\(formatting.shortDate(first + index)): \(text)"
      }, form: .line
    ).draw(on: &canvas, in: plot)
    // Clicking a bar selects its day.
    let bars = canvas.regions.dropFirst(regions.count)
    canvas.regions = regions
    for region in bars {
      if case .view(.mark(let index)) = region.action { canvas.hit(region.rect, .goTo(first + index)) }
    }
  }

  /// The dates of the Mondays among some days.
  static func weekWords(_ first: Day, _ count: Int, _ formatting: Formatting) -> [(bar: Int, text: String)] {
    (0..<count).filter { (first + $0).isoWeekday == 1 }.map { index in
      let (_, month, day) = (first + index).fields
      return (index, "\(day) \(formatting.month(month).prefix(3))")
    }
  }
}
