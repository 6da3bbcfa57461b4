import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel

/// Draws a night and a month of nights.
struct SleepView {
  let data: SleepDays?
  let context: ScreenContext

  private var formatting: Formatting { context.formatting }

  /// From top to bottom: awake first, deep sleep last.
  private static let lanes: [(stage: SleepStage, name: String)] = [
    (.awake, "Awake"), (.rem, "REM"), (.core, "Core"), (.deep, "Deep"),
  ]

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows > 0 else { return }
    let (top, rest) = rect.split(top: 1)
    DayHeading(context: context).draw(on: &canvas, columns: top.columns, row: top.origin.row)
    guard let data, rest.size.rows > 0 else { return }
    let (line, body) = rest.split(top: 1)
    let night = data.nights[context.selected]
    drawWords(night, on: &canvas, in: line)
    let hasMonth = body.size.rows >= 14
    let rows = hasMonth ? max(6, body.size.rows * 2 / 5) : body.size.rows
    let (upper, lower) = body.split(top: rows)
    if let night { drawNight(night, on: &canvas, in: upper.size.rows >= 7 ? upper.split(top: 1).rest : upper) }
    if hasMonth { drawMonth(data, on: &canvas, in: lower.split(top: 1).rest) }
  }

  private func drawWords(_ night: SleepDays.Night?, on canvas: inout Canvas, in rect: CellRect) {
    guard let night else {
      canvas.write(
        "No data for this night.", rect.origin.column, rect.origin.row, .faint, within: rect.size.columns)
      return
    }
    let dash = canvas.glyphs.isASCII ? "-" : "–"
    let facts = [
      "\(formatting.hoursAndMinutes(night.night.asleep)) asleep",
      "\(formatting.time(minutes: night.bedtime))\(dash)\(formatting.time(minutes: night.wakeUp))",
      "\(formatting.hoursAndMinutes(night.shownInBed)) in bed",
    ]
    let separator = "  \(Character(canvas.glyphs.dot))  "
    var shown = facts
    while shown.count > 1, TextWidth.columns(of: shown.joined(separator: separator)) > rect.size.columns {
      shown.removeLast()
    }
    canvas.write(
      shown.joined(separator: separator), rect.origin.column, rect.origin.row, .strong, within: rect.size.columns)
  }

  // MARK: - Night

  /// One lane per stage, with its total; a single lane if the source does not record stages.
  private func drawNight(_ night: SleepDays.Night, on canvas: inout Canvas, in rect: CellRect) {
    let isStaged = night.bands.contains { $0.stage.isStaged }
    var lanes = Self.lanes
    if !isStaged {
      lanes = [(.awake, "Awake"), night.night.asleep > 0 ? (.asleep, "Asleep") : (.inBed, "In bed")]
    } else if night.bands.contains(where: { $0.stage == .asleep }) {
      lanes.insert((.asleep, "Asleep"), at: 2)
    }
    let hasAxis = rect.size.rows > lanes.count
    let height = max(1, min(4, (rect.size.rows - (hasAxis ? 1 : 0)) / lanes.count))
    let hasNames = rect.size.columns >= 40
    let left = rect.origin.column + (hasNames ? 8 : 0)
    let right = rect.columns.upperBound - (hasNames ? 14 : 0)
    guard right > left, let first = night.bands.first?.start, let last = night.bands.last?.end, last > first else {
      return
    }
    let columns = Double(right - left)
    let scale = columns / (last - first)
    for (index, lane) in lanes.enumerated() {
      let row = rect.origin.row + index * height
      guard row + height <= rect.rows.upperBound else { break }
      if hasNames {
        let middle = row + (height - 1) / 2
        canvas.write(lane.name, rect.origin.column, middle)
        let seconds = night.night.duration(lane.stage)
        canvas.writeTrailing(formatting.hoursAndMinutes(seconds), before: rect.columns.upperBound, middle, .faint)
      }
      drawLane(
        night.bands.filter { $0.stage == lane.stage }.map { ($0.start - first) * scale..<($0.end - first) * scale },
        color: canvas.appearance.color(of: lane.stage), left: left, count: right - left, row: row, height: height,
        on: &canvas)
    }
    guard hasAxis else { return }
    drawHours(
      from: first, to: last, left: left, right: right, row: rect.origin.row + lanes.count * height, on: &canvas)
  }

  /// Bands in a lane, at half-column resolution; a short one remains visible.
  private func drawLane(
    _ bands: [Range<Double>], color: CellColor, left: Int, count: Int, row: Int, height: Int, on canvas: inout Canvas
  ) {
    var lit = [Double](repeating: 0, count: count)
    for band in bands {
      let first = max(0, min(count - 1, Int(band.lowerBound)))
      let last = max(first, min(count - 1, Int(band.upperBound)))
      for column in first...last {
        let part = min(band.upperBound, Double(column + 1)) - max(band.lowerBound, Double(column))
        lit[column] += max(0, part)
      }
    }
    let isASCII = canvas.glyphs.isASCII
    for (column, part) in lit.enumerated() {
      for offset in 0..<height {
        if part >= 0.5 {
          canvas.put(
            isASCII ? "#" : "█", left + column, row + offset, CellStyle(foreground: color, background: color))
        } else if part > 0.05 {
          canvas.put(isASCII ? "|" : "▌", left + column, row + offset, CellStyle(foreground: color))
        } else if offset == (height - 1) / 2 {
          canvas.put(isASCII ? "." : "┈", left + column, row + offset, canvas.appearance.border)
        }
      }
    }
  }

  private func drawHours(from first: Double, to last: Double, left: Int, right: Int, row: Int, on canvas: inout Canvas)
  {
    let scale = Double(right - left) / (last - first)
    let every = Double(right - left) / ((last - first) / 60) >= 7 ? 60.0 : 120.0
    var minutes = (first / every).rounded(.up) * every
    var free = left
    while minutes <= last {
      let column = left + Int((minutes - first) * scale)
      let text = formatting.time(minutes: minutes)
      if column >= free, column + TextWidth.columns(of: text) <= right {
        free = canvas.write(text, column, row, .faint) + 1
      }
      minutes += every
    }
  }

  // MARK: - Month

  private func drawMonth(_ data: SleepDays, on canvas: inout Canvas, in rect: CellRect) {
    let (line, plot) = rect.split(top: 1)
    let days = Array(data.days)
    let end = canvas.write(
      "\(days.count) nights", line.origin.column, line.origin.row, .strong, within: line.size.columns)
    if let regularity = data.regularity {
      let sign = canvas.glyphs.isASCII ? "+-" : "±"
      func words(_ name: String, _ moment: SleepRegularity.Time) -> String {
        "\(name) \(formatting.time(minutes: moment.mean)) \(sign)\(formatting.number(moment.deviation, 0)) min"
      }
      let facts = [
        "\(formatting.hoursAndMinutes(regularity.asleep)) asleep", words("bedtime", regularity.bedtime),
        words("up", regularity.wakeUp),
      ]
      let separator = "  \(Character(canvas.glyphs.dot))  "
      var shown = facts
      while shown.count > 1,
        TextWidth.columns(of: shown.joined(separator: separator)) > line.columns.upperBound - end - 2
      {
        shown.removeFirst()
      }
      canvas.writeTrailing(shown.joined(separator: separator), before: line.columns.upperBound, line.origin.row)
    }
    let nights = days.map { data.nights[$0] }
    guard nights.contains(where: { $0 != nil }) else { return }
    // Evening at the top, morning at the bottom: minutes increase downwards.
    let known = nights.compactMap(\.self)
    let early = ((known.map(\.bedtime).min() ?? 0) / 60).rounded(.down) * 60
    let late = ((known.map(\.wakeUp).max() ?? 0) / 60).rounded(.up) * 60
    let hours = max(1, (late - early) / 60)
    let step = [1.0, 2, 3, 4, 6, 12].first { hours / $0 <= Double(max(2, plot.size.rows / 2)) } ?? 12
    let axis = AxisScale(low: -late, high: -late + (hours / step).rounded(.up) * step * 60, step: step * 60)
    let regions = canvas.regions
    Plot(
      bars: nights.map { night in
        night.map { .range(-$0.wakeUp, -$0.bedtime, mean: nil) } ?? .nothing
      }, axis: axis, color: canvas.appearance.color(of: .stand), marked: days.firstIndex(of: context.selected),
      label: { formatting.time(minutes: -$0) },
      words: days.enumerated().filter { $0.element.isoWeekday == 1 }.map { index, day in
        (index, "\(day.fields.day) \(formatting.month(day.fields.month).prefix(3))")
      },
      hint: { index in
        guard nights.indices.contains(index), let night = nights[index] else { return "" }
        return "\(formatting.shortDate(days[index])): \(formatting.hoursAndMinutes(night.night.asleep)) asleep, "
          + "\(formatting.time(minutes: night.bedtime)) to \(formatting.time(minutes: night.wakeUp))"
      }
    ).draw(on: &canvas, in: plot)
    let bars = canvas.regions.dropFirst(regions.count)
    canvas.regions = regions
    for region in bars {
      if case .view(.mark(let index)) = region.action, days.indices.contains(index) {
        canvas.hit(region.rect, .goTo(days[index]))
      }
    }
  }
}

extension Appearance {
  /// The colour of a sleep stage: awake stands out, and deeper stages are darker.
  func color(of stage: SleepStage) -> CellColor {
    switch stage {
    case .awake: color(of: .move)
    case .rem: mixed(color(of: .stand), with: RGB(255, 255, 255), 0.45)
    case .core, .asleep: color(of: .stand)
    case .deep: faded(color(of: .stand), 0.45)
    case .inBed: faded(color(of: .stand), 0.6)
    }
  }
}
