import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The box around the selected day, and the texts on its border.
struct DayBox {
  let context: ScreenContext

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    canvas.box(rect)
    let (left, right) = (rect.columns.lowerBound + 2, rect.columns.upperBound - 2)
    let (top, bottom) = (rect.rows.lowerBound, rect.rows.upperBound - 1)
    let glyphs = canvas.glyphs

    let arrows = Self.arrows(in: rect)
    canvas.hit(arrows.back, .move(.left))
    canvas.hit(arrows.forward, .move(.right))
    canvas.write(" \(Character(glyphs.back)) ", arrows.back.origin.column, top, .plain)
    canvas.write(
      "\(Character(glyphs.forward)) ", arrows.forward.origin.column, top,
      context.selected < context.today ? .plain : .faint
    )
    var end = canvas.label(
      context.formatting.longDate(context.selected), arrows.forward.columns.upperBound - 1, top, .strong,
      within: right - arrows.forward.columns.upperBound)
    end = canvas.write("\(Character(glyphs.dot)) ", end, top, .faint)
    end = canvas.write(
      context.placeOfDay + " ", end, top, .plain, within: right - end)
    canvas.labelTrailing(streakWords, before: right, top, .plain, notBefore: end + 1)

    let start = canvas.labelTrailing(
      StoreWords.state(of: context) ?? "", before: right, bottom, .faint, notBefore: left)
    // The most important comes first, and the rest gives way.
    let lines = basisWords.indices.map { basisWords.dropLast($0).joined(separator: " \(Character(glyphs.dot)) ") }
    let room = start - left - 1
    canvas.label(
      lines.first { TextWidth.columns(of: $0) + 2 <= room } ?? lines.last ?? "", left, bottom, .faint, within: room)
  }

  /// The clickable arrows beside the date.
  private static func arrows(in rect: CellRect) -> (back: CellRect, forward: CellRect) {
    let column = rect.columns.lowerBound + 2
    return (
      CellRect(column: column, row: rect.origin.row, columns: 3, rows: 1),
      CellRect(column: column + 3, row: rect.origin.row, columns: 2, rows: 1)
    )
  }

  private var streakWords: String {
    let streak = context.streak
    guard streak.days > 0 else { return "" }
    let more = streak.unknownFrom == nil ? "" : "+"
    return "\(streak.days)\(more)-day streak"
  }

  private var absence: String {
    let facts =
      (context.activity.map(context.formatting.factsWithoutRings) ?? []) + [context.nightFact].compactMap(\.self)
    return facts.isEmpty ? "no data for this day" : "no data for the rings, " + facts.joined(separator: ", ")
  }

  /// The origin of the numbers.
  private var basisWords: [String] {
    guard let summary = context.summary else {
      return context.data.isKnown(context.selected) ? [absence] : []
    }
    var facts: [String] = []
    if summary.isPaused { facts.append("a pause neither extends nor breaks a streak") }
    if summary.hasDefaultGoal { facts.append("* default goal") }
    switch summary.basis {
    case .apple: facts.append("Apple's summary")
    case .computed: facts.append("computed from samples")
    case .none: facts.append(absence)
    }
    return facts
  }
}
