import FoundationEssentials
import Graphics
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Charts of a workout over time: heart rate, zones, pace, altitude.
struct WorkoutCharts {
  let detail: WorkoutDetail
  /// The selected part of the time, of `WorkoutScreen.marks`.
  let mark: Int?
  let context: ScreenContext

  private var formatting: Formatting { context.formatting }
  private var summary: WorkoutSummary { detail.summary }
  private var facts: WorkoutFacts { WorkoutFacts(detail: detail, context: context) }
  private var length: Double { max(1, summary.end.timeIntervalSince(summary.start)) }

  /// A name at the left, a summary at the right if there is room.
  private func drawTitle(
    _ title: String, _ words: String, _ style: CellStyle, on canvas: inout Canvas, in rect: CellRect
  ) {
    canvas.heading(title, style: style, [words], mark == nil ? .faint : .plain, in: rect)
  }

  /// `10 min` below the time axis.
  private var minutes: [(bar: Int, text: String)] {
    let count = WorkoutScreen.marks
    let minutes = length / 60
    return stride(from: 0, to: minutes, by: max(1, AxisScale.roundStep(minutes / 6))).map {
      (min(count - 1, Int($0 / minutes * Double(count))), "\(Int($0)) min")
    }
  }

  /// `12:30`: the start of a part of the time.
  private func clock(_ part: Int) -> String {
    formatting.clockDuration(length * Double(part) / Double(WorkoutScreen.marks))
  }

  // MARK: - Heart rate

  /// The mean heart rate of each part of the time, in the colour of its zone and over its own range and those of the zones.
  func drawRates(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows >= 4, !detail.rates.isEmpty else { return }
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
    var words = "\(formatting.number(low, 0))\(dash(canvas))\(formatting.number(high, 0)) bpm"
    if let mean = summary.heartRate { words += ", mean \(formatting.number(mean, 0))" }
    if let mark {
      let part = parts[mark]
      let at = clock(mark)
      words =
        part.count == 0
        ? "\(at): nothing measured"
        : "\(at): \(formatting.number(part.sum / Double(part.count), 0)) bpm"
          + (detail.zones.map { ", zone \($0.zone(of: part.sum / Double(part.count)) + 1)" } ?? "")
    }
    drawTitle("Heart rate", words, canvas.appearance.name(of: .move), on: &canvas, in: rect)
    let means = parts.map { $0.count > 0 ? $0.sum / Double($0.count) : nil }
    let axis = AxisScale([low, high], startsAtZero: false, steps: max(2, min(5, rect.size.rows / 2)))
    var colors: [Int: CellColor] = [:]
    var bands: [Plot.Part] = []
    if let zones = detail.zones {
      for (index, mean) in means.enumerated() {
        colors[index] = mean.map { canvas.appearance.color(ofZone: zones.zone(of: $0), of: zones.count) }
      }
      bands = (0..<zones.count).map { zone in
        Plot.Part(
          low: zones.lowerBound(of: zone),
          high: zone + 1 < zones.count ? zones.lowerBound(of: zone + 1) : .greatestFiniteMagnitude,
          color: canvas.appearance.color(ofZone: zone, of: zones.count))
      }
    }
    Plot(
      bars: zip(parts, means).map { part, mean in mean.map { .range(part.low, part.high, mean: $0) } ?? .nothing },
      axis: axis, color: canvas.appearance.color(of: .move), marked: mark,
      label: { formatting.number($0, axis.decimals) }, words: minutes, colors: colors, form: .line,
      bands: bands
    ).draw(on: &canvas, in: rect.split(top: 1).rest)
  }

  func drawZones(on canvas: inout Canvas, in rect: CellRect) {
    guard let times = detail.zoneTimes else { return }
    let (zones, seconds) = (times.zones, times.seconds)
    let total = max(1, seconds.reduce(0, +))
    let load = (try? detail.load.get()).map { "Load \(formatting.load($0.value, dash: "\(dash(canvas))"))" } ?? ""
    let end = canvas.heading("Zones", [load], .faint, in: rect) + 1
    if end + times.origin.words.count + 2 + load.count <= rect.columns.upperBound {
      canvas.write(times.origin.words, end, rect.origin.row, .faint)
    }
    let rows = rect.split(top: 1).rest.split(top: zones.count).top
    let parts = rows.beside([.fixed(14), .share(), .fixed(4), .fixed(7)], gap: 2).compactMap(\.self)
    for (zone, row) in zip((0..<zones.count).reversed(), rows.rows) {
      canvas.write(zoneName(zone, of: zones, canvas), rows.origin.column, row)
      canvas.writeTrailing(
        "\(formatting.number(seconds[zone] / total * 100, 0))%", before: parts[2].columns.upperBound, row, .faint)
      canvas.writeTrailing(formatting.clockDuration(seconds[zone]), before: parts[3].columns.upperBound, row)
    }
    let appearance = canvas.appearance
    canvas.paint(in: parts[1]) { drawing(ofZones: seconds.map { $0 / total }, parts[1].size, $0, appearance) }
  }

  /// A bar for each zone, the highest first.
  private func drawing(
    ofZones shares: [Double], _ size: CellSize, _ detail: ChartDetail, _ appearance: Appearance
  ) -> Drawing {
    let cell = ChartDetail.cell
    var drawing = Drawing(width: Double(size.columns) * cell.x, height: Double(size.rows) * cell.y)
    for (row, zone) in shares.indices.reversed().enumerated() where shares[zone] > 0 {
      let color = appearance.rgb(appearance.color(ofZone: zone, of: shares.count))
      let top = Double(row) * cell.y
      if detail == .pixels {
        let width = max(10, shares[zone] * drawing.width)
        drawing.fill(Path(rectangle: Point(0, top + 3), size: Point(width, 10), radius: 5), color)
      } else {
        // Whole columns, an eighth of a row apart.
        let columns = max(1, (shares[zone] * Double(size.columns)).rounded())
        drawing.fill(Path(rectangle: Point(0, top + 2), size: Point(columns * cell.x, cell.y - 2)), color)
      }
    }
    return drawing
  }

  private func zoneName(_ zone: Int, of zones: HeartRateZones, _ canvas: Canvas) -> String {
    let low = formatting.number(zones.lowerBound(of: zone).rounded(.up), 0)
    guard zone > 0 else {
      return "1  < \(formatting.number(zones.lowerBound(of: 1).rounded(.up), 0)) bpm"
    }
    guard zone < zones.count - 1 else { return "\(zone + 1)  \(low)+ bpm" }
    return
      "\(zone + 1)  \(low)\(dash(canvas))\(formatting.number(zones.lowerBound(of: zone + 1).rounded(.up) - 1, 0))"
  }

  private func dash(_ canvas: Canvas) -> Unicode.Scalar { canvas.glyphs.dash }

  // MARK: - Pace

  /// The pace over time: faster is higher.
  func drawPace(on canvas: inout Canvas, in rect: CellRect) {
    let facts = facts
    let speeds = detail.speeds(parts: WorkoutScreen.marks)
    // A line of means over three parts; pauses stay gaps.
    let smooth = speeds.indices.map { index in
      speeds[index].map { own in
        let near = speeds[max(0, index - 1)...min(speeds.count - 1, index + 1)].map { $0 ?? own }
        return near.reduce(0, +) / Double(near.count)
      }
    }
    let known = smooth.compactMap(\.self)
    guard rect.size.rows >= 3, let fastest = known.max() else { return }
    var words = facts.showsPace ? "fastest \(facts.speed(fastest))" : "highest \(facts.speed(fastest))"
    if let mark, smooth.indices.contains(mark) {
      words = "\(clock(mark)): \(smooth[mark].map(facts.speed) ?? "paused")"
    }
    drawTitle(
      facts.showsPace ? "Pace" : "Speed", words, canvas.appearance.name(of: .exercise), on: &canvas, in: rect)
    let plot = rect.split(top: 1).rest
    let unit = formatting.distanceUnit.metres
    // The less time a distance takes, the higher. A standstill has no pace.
    func shown(_ speed: Double) -> Double { facts.showsPace ? -unit / speed : speed * 3_600 / unit }
    // Nearly standing would flatten all other bars.
    let slowest = known.filter { $0 > fastest / 4 }.min() ?? 0
    let ends = [shown(slowest * 0.9), shown(fastest)]
    let steps = max(1, min(4, plot.size.rows / 2))
    let axis =
      facts.showsPace ? AxisScale(seconds: ends, steps: steps) : AxisScale(ends, startsAtZero: false, steps: steps)
    Plot(
      bars: smooth.map { $0.map { .bar(shown($0)) } ?? .nothing }, axis: axis,
      color: canvas.appearance.color(of: .exercise), marked: mark,
      label: { facts.showsPace ? formatting.clockDuration(-$0) : formatting.number($0, axis.decimals) }, words: minutes,
      hint: { part in
        smooth.indices.contains(part) ? "\(clock(part)): \(smooth[part].map(facts.speed) ?? "paused")" : ""
      }, form: .line
    ).draw(on: &canvas, in: plot)
  }

  // MARK: - Elevation

  /// The altitude along the route.
  func drawElevation(on canvas: inout Canvas, in rect: CellRect) {
    let track = detail.track
    guard rect.size.rows >= 3, let altitudes = track.altitudes, track.length > 0 else { return }
    let facts = facts
    let words =
      "\(formatting.number(altitude(altitudes.lowerBound), 0))\(dash(canvas))\(facts.altitude(altitudes.upperBound))"
    drawTitle("Elevation", words, canvas.appearance.name(of: .stand), on: &canvas, in: rect)
    let plot = rect.split(top: 1).rest
    let count = max(1, min(120, rect.size.columns - 8))
    var sums = [(sum: Double, count: Int)](repeating: (0, 0), count: count)
    for point in track.points {
      guard let altitude = point.altitude else { continue }
      let part = min(count - 1, max(0, Int(point.distance / track.length * Double(count))))
      sums[part] = (sums[part].sum + altitude, sums[part].count + 1)
    }
    // If there are few points, a part without any has the altitude of the previous one.
    var last = track.points.lazy.compactMap(\.altitude).first ?? altitudes.lowerBound
    let values = sums.map { part -> Double in
      if part.count > 0 { last = part.sum / Double(part.count) }
      return altitude(last)
    }
    let axis = AxisScale(values, startsAtZero: false, steps: max(2, min(4, plot.size.rows - 1)))
    let whole = track.length / formatting.distanceUnit.metres
    let step = AxisScale.roundStep(whole / 6)
    let decimals = AxisScale(low: 0, high: whole, step: step).decimals
    func distance(_ part: Int) -> String {
      "\(formatting.number(Double(part) / Double(count) * whole, 2)) \(formatting.distanceUnit.symbol)"
    }
    Plot(
      bars: values.map { .bar($0) }, axis: axis, color: canvas.appearance.color(of: .stand),
      label: { formatting.number($0, axis.decimals) },
      words: stride(from: 0, to: whole, by: step).map {
        (
          min(count - 1, Int($0 / whole * Double(count))),
          formatting.number($0, decimals) + " " + formatting.distanceUnit.symbol
        )
      },
      hint: { values.indices.contains($0) ? "\(distance($0)): \(formatting.number(values[$0], 0))" : "" },
      isClickable: false, form: .line
    ).draw(on: &canvas, in: plot)
  }

  /// Metres, or feet if distances are in miles.
  private func altitude(_ metres: Double) -> Double {
    formatting.distanceUnit == .kilometres ? metres : metres / 0.3048
  }
}

extension WorkoutDetail.ZoneTimes.Origin {
  var words: String {
    switch self {
    case .workout: "as recorded"
    case .chosen: "by your limits"
    case .reserve: "of your reserve"
    }
  }
}

extension Appearance {
  /// The colour of a heart rate zone, from 0: from cool to hot.
  ///
  /// - Parameter count: how many zones there are.
  func color(ofZone zone: Int, of count: Int = 5) -> CellColor {
    switch zone * 4 / max(1, count - 1) {
    case 0: faded(color(of: .stand), 0.45)
    case 1: color(of: .stand)
    case 2: color(of: .exercise)
    case 3:
      colors.hasPalette
        ? CellColor.rgb(theme.warning ?? RGB(255, 170, 40)).reduced(to: colors)
        : colors == .ansi16 ? .palette(3) : .terminalDefault
    default: color(of: .move)
    }
  }
}
