import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Draws a night and a month of nights.
struct SleepView {
  let data: SleepDays?
  let context: ScreenContext

  private var formatting: Formatting { context.formatting }

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
    if let night {
      Hypnogram(night: night, formatting: formatting)
        .draw(on: &canvas, in: upper.size.rows >= 7 ? upper.split(top: 1).rest : upper)
    }
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
      bars: nights.map { night in night.map { bar($0, canvas.appearance) } ?? .nothing }, axis: axis,
      color: canvas.appearance.color(of: .stand), marked: days.firstIndex(of: context.selected),
      label: { formatting.time(minutes: -$0) },
      words: days.enumerated().filter { $0.element.isoWeekday == 1 }.map { index, day in
        (index, "\(day.fields.day) \(formatting.month(day.fields.month).prefix(3))")
      },
      hint: { index in
        guard nights.indices.contains(index), let night = nights[index] else { return "" }
        return "\(formatting.shortDate(days[index])): \(formatting.hoursAndMinutes(night.night.asleep)) asleep, "
          + "\(formatting.time(minutes: night.bedtime)) to \(formatting.time(minutes: night.wakeUp))"
      }, bands: usual(data, canvas.appearance)
    ).draw(on: &canvas, in: plot)
    let bars = canvas.regions.dropFirst(regions.count)
    canvas.regions = regions
    for region in bars {
      if case .view(.mark(let index)) = region.action, days.indices.contains(index) {
        canvas.hit(region.rect, .goTo(days[index]))
      }
    }
  }

  /// The stages of a night from waking up to going to bed. Without colours, the time awake is a gap.
  private func bar(_ night: SleepDays.Night, _ appearance: Appearance) -> Plot.Bar {
    let bands = night.bands.reversed().filter {
      $0.start < night.wakeUp && $0.end > night.bedtime && (appearance.hasColors || $0.stage != .awake)
    }
    guard !bands.isEmpty else { return .range(-night.wakeUp, -night.bedtime, mean: nil) }
    return .parts(bands.map { Plot.Part(low: -$0.end, high: -$0.start, color: appearance.color(of: $0.stage)) })
  }

  /// The usual times of going to bed and of getting up: a standard deviation around each mean.
  private func usual(_ data: SleepDays, _ appearance: Appearance) -> [Plot.Part] {
    guard let regularity = data.regularity else { return [] }
    return [regularity.bedtime, regularity.wakeUp].map {
      Plot.Part(low: -$0.mean - $0.deviation, high: -$0.mean + $0.deviation, color: .terminalDefault)
    }
  }
}
