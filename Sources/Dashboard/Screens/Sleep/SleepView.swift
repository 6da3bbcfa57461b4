import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Draws a night and a month of nights.
struct SleepView {
  let data: SleepDays?
  let course: NightCourse?
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
    // The rates of the night are below its stages if the month keeps half of the height.
    let hasRates = night != nil && body.size.rows >= 34 && body.size.columns >= 60
    // Lanes of the same height, the times below them and a free row above; what remains is of use to the month.
    let most = hasRates ? body.size.rows * 3 / 10 : body.size.rows * 2 / 5
    let upper = night == nil ? 1 : max(1, (most - 2) / 4) * 4 + 2
    let parts = body.below(
      [
        .fixed(hasMonth ? upper : body.size.rows),
        .share(from: hasRates ? 6 : 0, to: hasRates ? 7 : 0), .share(from: hasRates ? 5 : 0, to: hasRates ? 6 : 0),
        .share(from: hasMonth ? 8 : 0),
      ])
    if let night, let upper = parts[0] {
      let hypnogram = Hypnogram(night: night, formatting: formatting)
      hypnogram.draw(on: &canvas, in: upper.size.rows >= 6 ? upper.split(top: 1).rest : upper)
      if hasRates, let heart = parts[1], let breathing = parts[2] {
        draw("Heart rate", "bpm", course?.heartRate, .move, hypnogram, on: &canvas, in: heart)
        draw("Breathing", "a minute", course?.breathing, .stand, hypnogram, on: &canvas, in: breathing)
      }
    }
    if hasMonth, let lower = parts[3] { drawMonth(data, on: &canvas, in: lower.split(top: 1).rest) }
  }

  /// A rate during the night, below the hypnogram and on its scale.
  private func draw(
    _ name: String, _ unit: String, _ values: [BucketStatistics?]?, _ ring: Ring, _ hypnogram: Hypnogram,
    on canvas: inout Canvas, in rect: CellRect
  ) {
    let (title, rest) = rect.split(top: 1)
    let end = canvas.write(name, title.origin.column, title.origin.row, canvas.appearance.name(of: ring))
    let means = (values ?? []).map { $0?.average }
    let known = means.compactMap(\.self)
    guard let low = known.min(), let high = known.max() else {
      if values != nil { canvas.write("not measured", end + 2, title.origin.row, .faint) }
      return
    }
    let dash = canvas.glyphs.dash
    canvas.write(
      "\(formatting.number(low, 0))\(dash)\(formatting.number(high, 0)) \(unit), mean "
        + formatting.number(known.reduce(0, +) / Double(known.count), 0), end + 2, title.origin.row)
    let columns = hypnogram.columns(in: rest)
    let axis = AxisScale(known, startsAtZero: false, steps: max(2, min(4, rest.size.rows / 2)))
    Plot(
      bars: means.map { $0.map { .bar($0) } ?? .nothing }, axis: axis, color: canvas.appearance.color(of: ring),
      label: { formatting.number($0, axis.decimals) }, isClickable: false, form: .line,
      axisColumns: columns.lowerBound - rest.origin.column - 1
    ).draw(
      on: &canvas,
      in: CellRect(
        column: rest.origin.column, row: rest.origin.row, columns: columns.upperBound - rest.origin.column,
        rows: rest.size.rows))
  }

  /// Only the night, without rates.
  func drawNight(on canvas: inout Canvas, in rect: CellRect) {
    let night = data?.nights[context.selected]
    let (line, rest) = rect.split(top: 1)
    drawWords(night, on: &canvas, in: line)
    if let night { Hypnogram(night: night, formatting: formatting).draw(on: &canvas, in: rest.split(top: 1).rest) }
  }

  private func asleep(_ night: SleepDays.Night) -> String {
    night.night.asleep.map { "\(formatting.hoursAndMinutes($0)) asleep" } ?? "sleep unknown"
  }

  private func drawWords(_ night: SleepDays.Night?, on canvas: inout Canvas, in rect: CellRect) {
    guard let night else {
      canvas.write(
        "No data for this night.", rect.origin.column, rect.origin.row, .faint, within: rect.size.columns)
      return
    }
    let dash = canvas.glyphs.dash
    let facts =
      [
        asleep(night),
        "\(formatting.time(minutes: night.bedtime))\(dash)\(formatting.time(minutes: night.wakeUp))",
        "\(formatting.hoursAndMinutes(night.shownInBed)) in bed",
      ] + (night.night.naps > 0 ? ["\(formatting.hoursAndMinutes(night.night.naps)) of naps"] : [])
    let line = canvas.lines(of: facts).first { TextWidth.columns(of: $0) <= rect.size.columns }
    canvas.write(line ?? facts[0], rect.origin.column, rect.origin.row, .strong, within: rect.size.columns)
  }

  // MARK: - Month

  private func drawMonth(_ data: SleepDays, on canvas: inout Canvas, in rect: CellRect) {
    let (line, plot) = rect.split(top: 1)
    let days = Array(data.days)
    var facts: [String] = []
    if let regularity = data.regularity {
      let sign = canvas.glyphs.isASCII ? "+-" : "±"
      func words(_ name: String, _ moment: SleepRegularity.Time) -> String {
        "\(name) \(formatting.time(minutes: moment.mean)) \(sign)\(formatting.number(moment.deviation, 0)) min"
      }
      facts = [
        "\(formatting.hoursAndMinutes(regularity.asleep)) asleep", words("bedtime", regularity.bedtime),
        words("up", regularity.wakeUp),
      ]
    }
    canvas.heading("\(days.count) nights", canvas.lines(of: facts), in: line)
    let nights = days.map { data.nights[$0] }
    guard nights.contains(where: { $0 != nil }) else { return }
    // What the bars leave free at the right has the means.
    let bars = Self.axisColumns + (plot.size.columns - Self.axisColumns + 1) / days.count * days.count
    let sides = plot.beside([.share(from: 0, to: bars), .fixed(Self.meanColumns)], gap: 3)
    let hasMeans = plot.size.columns - bars >= Self.meanColumns + 1 && plot.size.rows >= 10
    if hasMeans, let side = sides[1] { drawMeans(nights.compactMap(\.self), on: &canvas, in: side) }
    let chart = hasMeans ? sides[0] ?? plot : plot
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
        return "\(formatting.shortDate(days[index])): \(asleep(night)), "
          + "\(formatting.time(minutes: night.bedtime)) to \(formatting.time(minutes: night.wakeUp))"
      }, bands: usual(data, canvas.appearance), breaks: days.indices.filter { days[$0].isoWeekday == 1 }
    ).draw(on: &canvas, in: chart)
    let hits = canvas.regions.dropFirst(regions.count)
    canvas.regions = regions
    for region in hits {
      if case .view(.mark(let index)) = region.action, days.indices.contains(index) {
        canvas.hit(region.rect, .goTo(days[index]))
      }
    }
  }

  /// The columns of the times at the left.
  private static let axisColumns = 6
  private static let meanColumns = 20

  /// The mean duration of each stage.
  private func drawMeans(_ nights: [SleepDays.Night], on canvas: inout Canvas, in rect: CellRect) {
    func mean(_ duration: (SleepNight) -> Double?) -> String {
      let known = nights.compactMap { duration($0.night) }
      return known.isEmpty ? "-" : formatting.hoursAndMinutes(known.reduce(0, +) / Double(known.count))
    }
    let rows: [[Table.Cell]] =
      [[.init("Asleep", .strong), .init(mean(\.asleep), .strong)], [.init("In bed"), .init(mean(\.inBed))]]
      + [SleepStage.awake, .rem, .core, .deep].map { stage in
        [
          .init(stage.title, CellStyle(foreground: canvas.appearance.color(of: stage))),
          .init(mean { $0.hasStages ? $0.duration(stage) : nil }),
        ]
      }
    Table(card: [.words("Mean"), .number("")], rows: rows).draw(on: &canvas, in: rect)
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
