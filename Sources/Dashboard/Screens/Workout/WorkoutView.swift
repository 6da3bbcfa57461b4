import FoundationEssentials
import HealthModel
import TerminalModel

/// A workout as it is drawn: the heart rate with its zones above, numbers, splits and events below or beside.
struct WorkoutView {
  let detail: WorkoutDetail
  let screen: WorkoutScreen
  let context: ScreenContext

  private var formatting: Formatting { context.formatting }
  private var summary: WorkoutSummary { detail.summary }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let (title, rest) = rect.split(top: 1)
    drawTitle(on: &canvas, in: title)
    guard rest.size.rows > 0 else { return }
    let facts = WorkoutFacts(detail: detail, context: context)
    // Beside each other on a wide screen, else below each other.
    if rest.size.columns >= 110, rest.size.rows >= 16 {
      let left = rest.size.columns * 3 / 5
      let charts = CellRect(
        column: rest.origin.column, row: rest.origin.row + 1, columns: left, rows: rest.size.rows - 1)
      drawCharts(on: &canvas, in: charts)
      draw(
        facts.lines(rest.size.columns - left - 4), on: &canvas,
        in: CellRect(
          column: rest.origin.column + left + 4, row: rest.origin.row + 1, columns: rest.size.columns - left - 4,
          rows: rest.size.rows - 1))
    } else if rest.size.rows >= 14, !detail.rates.isEmpty {
      let rows = min(13, rest.size.rows / 2)
      let (top, below) = rest.split(top: rows)
      drawRates(on: &canvas, in: top)
      draw(facts.lines(below.size.columns), on: &canvas, in: below.split(top: 1).rest)
    } else {
      draw(facts.lines(rest.size.columns), on: &canvas, in: rest)
    }
  }

  private func drawTitle(on canvas: inout Canvas, in rect: CellRect) {
    let end = canvas.write(
      TypeWords.words(summary.name).capitalizedSentence, rect.origin.column, rect.origin.row, .strong,
      within: rect.size.columns)
    let time = formatting.time(hour: summary.minuteOfDay / 60, minute: summary.minuteOfDay % 60)
    for text in ["\(formatting.longDate(summary.day)), \(time)", "\(formatting.shortDate(summary.day)) \(time)"]
    where rect.columns.upperBound - TextWidth.columns(of: text) > end + 1 {
      canvas.writeTrailing(text, before: rect.columns.upperBound, rect.origin.row)
      return
    }
  }

  private func drawCharts(on canvas: inout Canvas, in rect: CellRect) {
    let zoneRows = HeartRateZones.count + 1
    guard !detail.rates.isEmpty else {
      canvas.write(
        "No heart rate was measured.", rect.origin.column, rect.origin.row, .faint, within: rect.size.columns)
      return
    }
    let splits = WorkoutFacts(detail: detail, context: context).splits
    let paces = splits.compactMap(\.pace)
    let paceRows = paces.count >= 2 && rect.size.rows >= 30 ? rect.size.rows / 4 : 0
    let rates = CellRect(
      column: rect.origin.column, row: rect.origin.row, columns: rect.size.columns,
      rows: rect.size.rows - zoneRows - 1 - (paceRows > 0 ? paceRows + 1 : 0))
    drawRates(on: &canvas, in: rates)
    drawZones(
      on: &canvas,
      in: CellRect(
        column: rect.origin.column, row: rates.rows.upperBound + 1, columns: rect.size.columns, rows: zoneRows))
    guard paceRows > 0 else { return }
    drawPaces(
      splits, on: &canvas,
      in: CellRect(
        column: rect.origin.column, row: rates.rows.upperBound + zoneRows + 2, columns: rect.size.columns,
        rows: paceRows))
  }

  // MARK: - Heart rate

  /// The range of heart rates in each part of the time, in the colour of its zone.
  private func drawRates(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows >= 4, !detail.rates.isEmpty else { return }
    let length = max(1, summary.end.timeIntervalSince(summary.start))
    let count = WorkoutScreen.marks
    var parts = [(low: Double, high: Double, sum: Double, count: Int)](
      repeating: (.infinity, -.infinity, 0, 0), count: count)
    for point in detail.rates where point.rate.isFinite {
      let index = min(count - 1, max(0, Int(point.time.timeIntervalSince(summary.start) / length * Double(count))))
      parts[index].low = min(parts[index].low, point.rate)
      parts[index].high = max(parts[index].high, point.rate)
      parts[index].sum += point.rate
      parts[index].count += 1
    }
    let all = parts.filter { $0.count > 0 }
    let low = all.map(\.low).min() ?? 0
    let high = all.map(\.high).max() ?? 0
    canvas.write("Heart rate", rect.origin.column, rect.origin.row, canvas.appearance.name(of: .move))
    var words = "\(formatting.number(low, 0))\(dash(canvas))\(formatting.number(high, 0)) bpm"
    if let mean = summary.heartRate { words += ", mean \(formatting.number(mean, 0))" }
    if let mark = screen.mark {
      let part = parts[mark]
      let at = formatting.clockDuration(length * Double(mark) / Double(count))
      words =
        part.count == 0
        ? "\(at): nothing measured"
        : "\(at): \(formatting.number(part.sum / Double(part.count), 0)) bpm, zone \(detail.zones.zone(of: part.sum / Double(part.count)) + 1)"
    }
    if rect.size.columns > TextWidth.columns(of: words) + 12 {
      canvas.writeTrailing(
        words, before: rect.columns.upperBound, rect.origin.row, screen.mark == nil ? .faint : .plain)
    }
    let axis = AxisScale([low, high], startsAtZero: false, steps: max(2, min(5, rect.size.rows / 2)))
    var colors: [Int: CellColor] = [:]
    for (index, part) in parts.enumerated() where part.count > 0 {
      colors[index] = canvas.appearance.color(ofZone: detail.zones.zone(of: part.sum / Double(part.count)))
    }
    let minutes = length / 60
    let every = AxisScale.roundStep(minutes / 6)
    Plot(
      bars: parts.map { $0.count == 0 ? .nothing : .range($0.low, max($0.high, $0.low + 0.5), mean: nil) }, axis: axis,
      color: canvas.appearance.color(of: .move), marked: screen.mark, label: { formatting.number($0, axis.decimals) },
      words: stride(from: 0, to: minutes, by: max(1, every)).map {
        (min(count - 1, Int($0 / minutes * Double(count))), "\(Int($0)) min")
      }, colors: colors
    ).draw(on: &canvas, in: rect.split(top: 1).rest)
  }

  private func drawZones(on canvas: inout Canvas, in rect: CellRect) {
    let seconds = detail.zones.durations(of: detail.rates, in: detail.time)
    let total = max(1, seconds.reduce(0, +))
    canvas.write("Zones", rect.origin.column, rect.origin.row, .strong)
    if let load = detail.load {
      canvas.writeTrailing(
        "Load \(formatting.number(load, 0))", before: rect.columns.upperBound, rect.origin.row, .faint)
    }
    for (zone, row) in zip((0..<HeartRateZones.count).reversed(), rect.rows.dropFirst()) {
      let name = zoneName(zone, canvas)
      canvas.write(name, rect.origin.column, row)
      let time = formatting.clockDuration(seconds[zone])
      canvas.writeTrailing(time, before: rect.columns.upperBound, row)
      canvas.writeTrailing(
        "\(formatting.number(seconds[zone] / total * 100, 0))%", before: rect.columns.upperBound - 9, row, .faint)
      let bar = (rect.origin.column + 16)..<max(rect.origin.column + 16, rect.columns.upperBound - 15)
      let length = Int((seconds[zone] / total * Double(bar.count)).rounded())
      for column in bar.prefix(seconds[zone] > 0 ? max(1, length) : 0) {
        let color = canvas.appearance.color(ofZone: zone)
        canvas.put(canvas.glyphs.isASCII ? "#" : "█", column, row, CellStyle(foreground: color, background: color))
      }
    }
  }

  private func zoneName(_ zone: Int, _ canvas: Canvas) -> String {
    let low = formatting.number(detail.zones.lowerBound(of: zone).rounded(.up), 0)
    guard zone > 0 else {
      return "1  < \(formatting.number(detail.zones.lowerBound(of: 1).rounded(.up), 0)) bpm"
    }
    guard zone < HeartRateZones.count - 1 else { return "\(zone + 1)  \(low)+ bpm" }
    return
      "\(zone + 1)  \(low)\(dash(canvas))\(formatting.number(detail.zones.lowerBound(of: zone + 1).rounded(.up) - 1, 0))"
  }

  private func dash(_ canvas: Canvas) -> String { canvas.glyphs.isASCII ? "-" : "–" }

  // MARK: - Pace

  private func drawPaces(_ splits: [WorkoutSplit], on canvas: inout Canvas, in rect: CellRect) {
    canvas.write(
      "Pace by \(formatting.distanceUnit == .kilometres ? "kilometre" : "mile")", rect.origin.column, rect.origin.row,
      canvas.appearance.name(of: .exercise))
    let full = splits.filter { $0.distance >= formatting.distanceUnit.metres * 0.2 }
    let speeds = full.map { $0.duration > 0 ? $0.distance / $0.duration : 0 }
    let axis = AxisScale(speeds.map { $0 * 3.6 }, startsAtZero: true, steps: max(1, min(4, rect.size.rows / 2)))
    let isMetric = formatting.distanceUnit == .kilometres
    Plot(
      bars: speeds.map { .bar($0 * 3.6) }, axis: axis, color: canvas.appearance.color(of: .exercise),
      label: { $0 > 0 ? formatting.pace(3.6 / $0) : (isMetric ? "/km" : "/mi") },
      words: full.indices.map { ($0, "\($0 + 1)") }, isClickable: false
    ).draw(on: &canvas, in: rect.split(top: 1).rest)
  }

  // MARK: - Facts

  private func draw(_ lines: [WorkoutFacts.Line], on canvas: inout Canvas, in rect: CellRect) {
    let first = Viewport(first: screen.first).rows(of: lines.count, height: rect.size.rows)
    for (index, row) in zip(first, rect.rows) {
      let line = lines[index]
      switch line {
      case .heading(let text): canvas.write(text, rect.origin.column, row, .strong, within: rect.size.columns)
      case .fact(let name, let value):
        let end = canvas.write(name, rect.origin.column, row, .faint, within: rect.size.columns)
        let start = max(end + 1, rect.origin.column + 18)
        canvas.write(value, start, row, .plain, within: rect.columns.upperBound - start)
      case .text(let text): canvas.write(text, rect.origin.column, row, .plain, within: rect.size.columns)
      case .blank: break
      }
    }
    if lines.count > first.upperBound, rect.size.rows > 2, rect.size.columns >= 10 {
      canvas.writeTrailing("j for more", before: rect.columns.upperBound, rect.rows.upperBound - 1, .faint)
    }
  }
}

extension Appearance {
  /// The colour of a zone of heart rate, from 0 to 4: from cool to hot.
  func color(ofZone zone: Int) -> CellColor {
    switch zone {
    case 0: faded(color(of: .stand), 0.45)
    case 1: color(of: .stand)
    case 2: color(of: .exercise)
    case 3:
      colors == .truecolor || colors == .ansi256
        ? CellColor.rgb(theme.warning ?? RGB(255, 170, 40)).reduced(to: colors)
        : colors == .ansi16 ? .palette(3) : .terminalDefault
    default: color(of: .move)
    }
  }
}
