import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The details beside the day on a large screen: the month, ninety days of each ring, and facts of the day.
struct WidePanel {
  let context: ScreenContext
  let layout: WideLayout

  static let days = 91

  static func queries(in context: ScreenContext) -> [any StoreQuery] {
    let last = context.week.upperBound
    return [
      MonthScreen.query(for: context.selected, context),
      SummariesQuery(max(ScreenContext.firstDay, last - (days - 1))...last), DetailsQuery(context.selected),
      RecordsQuery(),
    ]
  }

  func draw(on canvas: inout Canvas) {
    drawMonth(on: &canvas)
    drawTrends(on: &canvas)
    drawFacts(on: &canvas)
  }

  private func drawMonth(on canvas: inout Canvas) {
    canvas.box(layout.month)
    let inner = layout.month.inset(columns: 2, rows: 1)
    if let month = MonthLayout(inner, month: context.selected, data: context.data) {
      MonthView(context: context, layout: month).draw(on: &canvas)
    }
  }

  private func drawTrends(on canvas: inout Canvas) {
    let rect = layout.trends
    canvas.box(rect)
    canvas.label("13 weeks", rect.origin.column + 2, rect.origin.row, .strong, within: rect.size.columns - 4)
    let inner = rect.inset(columns: 2, rows: 1)
    let rings = context.rings
    let height = inner.size.rows / max(1, rings.count)
    for (index, ring) in rings.enumerated() where height >= 2 {
      let row = inner.origin.row + index * height
      canvas.write(ring.name, inner.origin.column, row, canvas.appearance.name(of: ring))
      LastWeeks(context: context, ring: ring, weeks: Self.days / 7, hasWords: false).draw(
        on: &canvas,
        in: CellRect(
          column: inner.origin.column + Ring.longestName, row: row, columns: inner.size.columns - Ring.longestName,
          rows: height - (height >= 4 ? 1 : 0)))
    }
  }

  private func drawFacts(on canvas: inout Canvas) {
    let rect = layout.facts
    canvas.box(rect)
    canvas.label(
      DayWords.distance(of: context.selected, from: context.today).capitalizedFirst, rect.origin.column + 2,
      rect.origin.row, .strong, within: rect.size.columns - 4)
    let inner = rect.inset(columns: 2, rows: 1)
    for ((name, value), row) in zip(facts(canvas.glyphs), inner.rows) {
      let end = canvas.write(name, inner.origin.column, row, .faint, within: inner.size.columns)
      canvas.write(
        value, max(end + 1, inner.origin.column + 13), row, .plain,
        within: inner.columns.upperBound - max(end + 1, inner.origin.column + 13))
    }
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
          "\(context.formatting.number((best.value * context.unit(of: .move).scale).rounded(.down), 0)) "
            + "\(context.unit(of: .move).symbol) on \(context.formatting.date(best.day))"
        ))
    }
    guard let details = context.data.answer(to: DetailsQuery(context.selected)) else { return facts }
    if let rates = details.heartRate {
      facts.append(
        (
          "Heart rate",
          "\(Int(rates.lowerBound.rounded()))\(glyphs.isASCII ? "-" : "–")\(Int(rates.upperBound.rounded())) a minute"
        ))
    }
    for workout in details.workouts {
      facts.append((facts.contains { $0.0 == "Workouts" } ? "" : "Workouts", workout.words(context.formatting)))
    }
    if details.workouts.isEmpty { facts.append(("Workouts", "none")) }
    return facts
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension WorkoutFact {
  /// `07:30 Running, 42 min, 380 kcal`
  func words(_ formatting: Formatting) -> String {
    var parts = [
      formatting.time(hour: minuteOfDay / 60 % 24, minute: minuteOfDay % 60) + " " + WorkoutWords.title(name)
    ]
    parts.append("\(formatting.number((duration / 60).rounded(.down), 0)) min")
    if let energy {
      parts.append(
        "\(formatting.number((energy * formatting.energy.perKilocalorie).rounded(.down), 0)) \(formatting.energy.symbol)"
      )
    }
    return parts.joined(separator: ", ")
  }
}

extension ScreenContext {
  /// The unit for a ring's values on the selected day.
  func unit(of ring: Ring) -> RingUnit { ring.unit(summary?.moveMode ?? .activeEnergy, energy: formatting.energy) }
}
