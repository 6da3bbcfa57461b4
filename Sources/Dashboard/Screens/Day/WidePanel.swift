import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The panels beside the day on a large screen.
struct WidePanel {
  let context: ScreenContext
  let layout: WideLayout

  /// The most days in a panel of weeks.
  static let days = 91
  static let workoutsQuery = WorkoutsQuery(WorkoutRequest(limit: 60, readsRates: false))

  static func queries(in context: ScreenContext) -> [any StoreQuery] {
    context.composition.panels.flatMap { $0.queries(in: context) }
  }

  func draw(on canvas: inout Canvas) {
    for (panel, rect) in layout.panels {
      canvas.box(rect)
      let inner = rect.inset(columns: 2, rows: 1)
      let title = draw(panel, on: &canvas, in: inner)
      canvas.label(title, rect.origin.column + 2, rect.origin.row, .strong, within: rect.size.columns - 4)
    }
  }

  /// Draws the content and returns the title.
  private func draw(_ panel: DayPanel, on canvas: inout Canvas, in rect: CellRect) -> String {
    switch panel {
    case .month:
      if let month = MonthLayout(rect, month: context.selected, data: context.data) {
        MonthView(context: context, layout: month).draw(on: &canvas)
      }
      return ""
    case .weeks: return drawWeeks(on: &canvas, in: rect)
    case .facts:
      drawFacts(on: &canvas, in: rect)
      return DayWords.distance(of: context.selected, from: context.today).capitalizedFirst
    case .heart:
      if let data = context.data.answer(to: HeartQuery(context.selected)) {
        canvas.opening(.open(HeartScreen.name), in: rect) {
          HeartView(screen: HeartScreen(), data: data, context: context).drawHours(data, on: &$0, in: rect)
        }
      }
      return "Heart"
    case .night:
      if let data = context.data.answer(to: SleepQuery(upTo: context.selected)) {
        canvas.opening(.open(SleepScreen.name), in: rect) {
          SleepView(data: data, course: nil, context: context).drawNight(on: &$0, in: rect)
        }
      }
      return "Night"
    case .workouts:
      drawWorkouts(on: &canvas, in: rect)
      return "Workouts"
    case .load:
      let query = WorkoutOverviewQuery(weekStart: context.data.weekStart)
      if let overview = context.data.answer(to: query), overview.all.count > 0 {
        let screen = WorkoutsScreen()
        WorkoutsView(screen: screen, context: context, list: screen.list).drawLoad(overview, on: &canvas, in: rect)
      }
      return "Training"
    }
  }

  private func drawWeeks(on canvas: inout Canvas, in inner: CellRect) -> String {
    func weeks(_ ring: Ring) -> LastWeeks {
      LastWeeks(context: context, ring: ring, weeks: Self.days / 7, hasWords: false)
    }
    let rings = context.rings
    for (index, (ring, own)) in zip(rings, inner.below(rings.map { _ in .share(from: 2) })).enumerated() {
      let parts = own?.beside([.fixed(Ring.longestName), .share()])
      guard let own, let name = parts?[0], let chart = parts?[1] else { continue }
      canvas.write(ring.name, name.origin.column, name.origin.row, canvas.appearance.name(of: ring))
      let gap = own.size.rows >= 4 && index + 1 < rings.count ? 1 : 0
      weeks(ring).draw(on: &canvas, in: chart.split(top: chart.size.rows - gap).top)
    }
    return weeks(.move).title(inner.size.columns - Ring.longestName)
  }

  /// The latest workouts; a click opens one.
  private func drawWorkouts(on canvas: inout Canvas, in rect: CellRect) {
    guard let workouts = context.data.answer(to: Self.workoutsQuery) else { return }
    guard !workouts.isEmpty else {
      canvas.write("There are no workouts.", rect.origin.column, rect.origin.row, .faint, within: rect.size.columns)
      return
    }
    let formatting = context.formatting
    let dash = String(Character(canvas.glyphs.dash))
    Table(
      columns: [
        .words("Date"), .words("Workout"), .number("Duration"), .number(formatting.energy.symbol, rank: 2),
        .number(formatting.distanceUnit.symbol, rank: 1),
      ],
      rows: workouts.prefix(max(0, rect.size.rows - 1)).map { workout in
        ([formatting.shortDate(workout.day), WorkoutWords.title(workout)]
          + formatting.cells(of: workout, dash: dash).prefix(3)).map { .init($0) }
      }, margin: 0, widestGap: 3, click: .own { .view(.open(Int(clamping: workouts[$0].row))) }
    ).draw(on: &canvas, in: rect)
  }

  private func drawFacts(on canvas: inout Canvas, in inner: CellRect) {
    var table = Table(
      columns: [.words(""), .words("")], rows: facts(canvas.glyphs).map { [.init($0, .faint), .init($1)] },
      hasHeader: false, margin: 0, widestGap: 3, click: .nothing)
    table.wraps = true
    table.draw(on: &canvas, in: inner)
  }

  private func facts(_ glyphs: Glyphs) -> [(String, String)] {
    var facts: [(String, String)] = []
    let records = context.data.answer(to: RecordsQuery())
    let streak = context.streak
    var words = DayWords.count(streak.days, "day", "days") + (streak.unknownFrom == nil ? "" : "+")
    if let best = records?.longestStreak, best > 0 { words += ", longest \(best)" }
    facts.append(("Streak", words))
    if let best = records?.bestMove {
      facts.append(
        (
          "Best Move",
          "\(context.formatting.number(Rounding.down((best.move.value ?? 0) * context.unit(of: .move).scale), 0)) "
            + "\(context.unit(of: .move).symbol) on \(context.formatting.date(best.day))"
        ))
    }
    guard let details = context.data.answer(to: DetailsQuery(context.selected)) else { return facts }
    if let rates = details.heartRate {
      let (low, high) = (context.formatting.number(rates.lowerBound, 0), context.formatting.number(rates.upperBound, 0))
      facts.append(("Heart rate", "\(low)\(glyphs.dash)\(high) bpm"))
    }
    for workout in details.workouts {
      facts.append((facts.contains { $0.0 == "Workouts" } ? "" : "Workouts", workout.words(context.formatting)))
    }
    if details.workouts.isEmpty { facts.append(("Workouts", "none")) }
    return facts
  }
}

extension Canvas {
  /// Draws a part of another screen, which a click anywhere in it opens.
  fileprivate mutating func opening(_ action: Action, in rect: CellRect, _ draw: (inout Canvas) -> Void) {
    let regions = regions
    draw(&self)
    self.regions = regions
    hit(rect, action)
  }
}

extension WorkoutFact {
  /// `07:30 Running, 42 min, 380 kcal`
  func words(_ formatting: Formatting) -> String {
    var parts = [
      formatting.time(minutes: Double(minuteOfDay)) + " " + WorkoutWords.title(name)
    ]
    parts.append("\(formatting.number(Rounding.down(duration / 60), 0)) min")
    if let energy { parts.append(formatting.energyText(energy)) }
    return parts.joined(separator: ", ")
  }
}

extension ScreenContext {
  /// The unit for a ring's values on the selected day.
  func unit(of ring: Ring) -> RingUnit { ring.unit(summary?.moveMode ?? .activeEnergy, energy: formatting.energy) }
}
