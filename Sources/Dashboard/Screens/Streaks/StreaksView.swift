import Graphics
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Draws streaks and awards: cards with aligned numbers, or lines if there is little room.
struct StreaksView {
  let context: ScreenContext
  let area: CellRect
  var selected = 0
  var viewport = Viewport()

  private var formatting: Formatting { context.formatting }
  private var hasBoxes: Bool { area.size.columns >= 72 && area.size.rows >= 20 }
  private var isWide: Bool { hasBoxes && area.size.columns >= 150 }
  /// Smaller areas show only text.
  private var showsTables: Bool { area.size.columns >= 40 && area.size.rows >= 10 }

  /// The areas of the cards, including their boxes.
  private struct Cards {
    var streaks: CellRect
    var bests: CellRect?
    var timeline: CellRect?
    var runs: CellRect?
    var awards: CellRect
  }

  private var lineCount: Int { context.rings.count + (context.rings.count > 1 ? 1 : 0) }
  private var goalCount: Int { context.streaks?.goals.count ?? 0 }

  private var cards: Cards {
    // A title and, if there is room, a free row below the card.
    let frame = hasBoxes || area.size.rows >= 18 ? 2 : 1
    let streakRows = lineCount + goalCount + 1 + frame
    let bestRows = context.rings.count + 1 + frame
    let timelineRows =
      StreakTimeline.rows(lanes: lineCount, height: isWide && area.size.rows >= 48 ? 4 : 1) + frame
    guard isWide else {
      var (streaks, rest) = area.split(top: streakRows)
      var cards = Cards(streaks: streaks, awards: rest)
      // Awards keep some rows.
      func card(_ rows: Int) -> CellRect? {
        guard rest.size.rows >= rows + frame + 5 else { return nil }
        (streaks, rest) = rest.split(top: rows)
        return streaks
      }
      cards.timeline = card(timelineRows)
      cards.bests = card(bestRows)
      cards.awards = rest
      return cards
    }
    let left = CellRect(
      column: area.origin.column, row: area.origin.row, columns: area.size.columns / 2, rows: area.size.rows)
    let awards = CellRect(
      column: left.columns.upperBound, row: area.origin.row, columns: area.size.columns - left.size.columns,
      rows: area.size.rows)
    let (streaks, rest) = left.split(top: streakRows)
    let (timeline, below) = rest.split(top: timelineRows)
    let (bests, runs) = below.split(top: bestRows)
    return Cards(streaks: streaks, bests: bests, timeline: timeline, runs: runs, awards: awards)
  }

  /// The number of rows of all cards for a number of awards.
  func rows(of awards: Int) -> Int {
    let awardRows = max(1, awards) + 1
    guard !isWide else {
      return max(awardRows + 2, 2 * lineCount + goalCount + context.rings.count + 9 + StreakReport.streakCount + 3)
    }
    return 2 * lineCount + goalCount + context.rings.count + 3 + awardRows + (hasBoxes ? 8 : 4)
  }

  /// The number of visible awards.
  var awardRows: Int {
    guard showsTables else { return 0 }
    return medals.map { $0.columns * $0.rows } ?? max(0, cards.awards.size.rows - (hasBoxes ? 3 : 2))
  }

  /// The number of medals beside and below each other; nil if the awards are a table.
  private var medals: (columns: Int, rows: Int)? {
    guard isWide || hasBoxes && context.appearance.hasColors, !context.appearance.glyphs.isASCII else { return nil }
    return MedalGrid.fitting(context.streaks?.awards.count ?? 0, in: cards.awards.inset(columns: 2, rows: 1).size)
  }

  func draw(on canvas: inout Canvas) {
    guard let report = context.streaks else { return }
    guard showsTables else { return drawLines(report, on: &canvas) }
    let cards = cards
    let since = report.days.map { "since \(formatting.date($0.lowerBound))" } ?? ""
    card("Streaks", caption: since, cards.streaks, on: &canvas) { rect, canvas in
      streakTable(report, canvas.appearance).draw(on: &canvas, in: rect)
    }
    if let timeline = cards.timeline {
      let own = StreakTimeline(report: report, context: context)
      let since = own.days.map { "since \(formatting.date($0.lowerBound))" } ?? ""
      card("Timeline", caption: since, timeline, on: &canvas) { rect, canvas in own.draw(on: &canvas, in: rect) }
    }
    if let bests = cards.bests {
      card("Best days and totals", bests, on: &canvas) { rect, canvas in
        var table = bestTable(report, canvas.appearance)
        let bests = report.lines.filter { $0.ring != nil }.map(\.best)
        table.click = .own { index in bests[index].map { .goTo($0.day) } ?? .redraw }
        table.draw(on: &canvas, in: rect)
      }
    }
    if let runs = cards.runs {
      card("Longest streaks", runs, on: &canvas) { rect, canvas in drawRuns(report, on: &canvas, in: rect) }
    }
    let workouts = report.workoutCount > 0 ? DayWords.count(report.workoutCount, "workout", "workouts") : ""
    card("Awards", caption: workouts, cards.awards, on: &canvas) { rect, canvas in
      drawAwards(report, in: rect, on: &canvas)
    }
  }

  private func card(
    _ title: String, caption: String = "", _ rect: CellRect, on canvas: inout Canvas,
    content: (CellRect, inout Canvas) -> Void
  ) {
    guard rect.size.rows > 1 else { return }
    guard hasBoxes else {
      let end = canvas.write(title, rect.origin.column, rect.origin.row, .strong, within: rect.size.columns)
      if end + 2 + TextWidth.columns(of: caption) <= rect.columns.upperBound {
        canvas.writeTrailing(caption, before: rect.columns.upperBound, rect.origin.row, .faint)
      }
      return content(rect.split(top: 1).rest, &canvas)
    }
    canvas.box(rect)
    let end = canvas.label(title, rect.origin.column + 2, rect.origin.row, .strong, within: rect.size.columns - 4)
    canvas.labelTrailing(caption, before: rect.columns.upperBound - 2, rect.origin.row, .faint, notBefore: end + 1)
    content(rect.inset(columns: 2, rows: 1), &canvas)
  }

  // MARK: - Tables

  private func name(_ ring: Ring?, _ appearance: Appearance) -> Table.Cell {
    Table.Cell(ring?.name ?? "All rings", ring.map { appearance.name(of: $0) } ?? .strong)
  }

  private func days(_ count: Int) -> String { DayWords.count(count, "day", "days").padded(toTrailing: 4) }

  private func streakTable(_ report: StreakReport, _ appearance: Appearance) -> Table {
    Table(
      card: [
        .words(""), .number("now"), .number("longest"),
        .words("when", rank: 4), .number("perfect weeks", rank: 2),
        .number("months", rank: 3), .number("days closed", rank: 1),
      ],
      rows: report.lines.map { line in
        [
          name(line.ring, appearance), .init(days(line.current.days), .strong), .init(days(line.longest.days)),
          .init(dates(line.longest), .faint), .init(formatting.number(line.perfectWeeks.count)),
          .init(formatting.number(line.perfectMonths.count)),
          .init("\(formatting.number(line.days.closed)) of \(formatting.number(line.days.counted))"),
        ]
      }
        + report.goals.map { goal -> [Table.Cell] in
          let (one, many) = goal.goal.period == .day ? ("day", "days") : ("week", "weeks")
          return [
            .init(goal.goal.title), .init(DayWords.count(goal.current, one, many), .strong),
            .init(DayWords.count(goal.longest, one, many)), .init(""), .init(""), .init(""),
            .init("\(formatting.number(goal.reached)) of \(formatting.number(goal.counted))"),
          ]
        })
  }

  private func dates(_ streak: StreakLength) -> String {
    guard let first = streak.first, let last = streak.last else { return "" }
    return first == last ? formatting.date(first) : formatting.dates(first...last, context.appearance.glyphs.isASCII)
  }

  private func bestTable(_ report: StreakReport, _ appearance: Appearance) -> Table {
    Table(
      card: [
        .words(""), .number("best"), .words("on"),
        .number("in all", rank: 1),
      ],
      rows: report.lines.compactMap { line in
        guard let ring = line.ring else { return nil }
        let unit = ring.unit(report.moveMode, energy: formatting.energy)
        func words(_ value: Double) -> String {
          formatting.number(Rounding.down(value * unit.scale), 0) + " " + unit.symbol
        }
        return [
          name(ring, appearance), .init(line.best.map { words($0.value) } ?? "", .strong),
          .init(line.best.map { formatting.date($0.day) } ?? "", .faint), .init(line.total.map(words) ?? ""),
        ]
      })
  }

  /// The longest streaks with their dates, and a bar for each where there is room.
  private func drawRuns(_ report: StreakReport, on canvas: inout Canvas, in rect: CellRect) {
    let shown = report.longestStreaks.prefix(max(0, rect.size.rows - 1))
    var table = Table(
      card: [.number("all rings"), .words("when")],
      rows: shown.map { streak in [.init(days(streak.days)), .init(dates(streak), .faint)] })
    // Rows with gaps between them, if there is room.
    let pitch = rect.size.rows > 2 * shown.count ? 2 : 1
    table.visible = 0..<0
    table.draw(on: &canvas, in: rect)
    for index in shown.indices {
      table.visible = index..<index + 1
      table.draw(on: &canvas, in: rect.split(top: 1 + index * pitch).rest.split(top: 1).top)
    }
    let end = (table.places(in: rect.columns).last?.columns.upperBound ?? rect.columns.upperBound) + 3
    guard rect.columns.upperBound - end >= 20, let longest = shown.first?.days, longest > 0 else { return }
    let bars = CellRect(
      column: end, row: rect.origin.row + 1, columns: rect.columns.upperBound - end,
      rows: (shown.count - 1) * pitch + 1)
    let appearance = canvas.appearance
    canvas.paint(in: bars) { detail in
      let width = Double(bars.size.columns) * ChartDetail.cell.x
      var drawing = Drawing(width: width, height: Double(bars.size.rows) * ChartDetail.cell.y)
      for (index, streak) in shown.enumerated() {
        let length = max(2, (width * Double(streak.days) / Double(longest)).rounded())
        drawing.fill(
          Path(
            rectangle: Point(0, Double(index * pitch) * ChartDetail.cell.y + 4), size: Point(length, 8),
            radius: detail == .cells ? 0 : min(4, length / 2)), .color(appearance.ink, opacity: 0.7))
      }
      return drawing
    }
  }

  private func awardTable(_ report: StreakReport) -> Table {
    Table(
      columns: [
        .words("award"), .number("", rank: 1),
        .number("times", rank: 2),
        .number("first", rank: 3), .number("last"),
      ],
      rows: report.awards.map { award in
        [
          .init(award.name), .init(award.valueWords(formatting, report.moveMode) ?? "", .strong),
          .init(formatting.number(award.count)), .init(formatting.briefDate(award.first), .faint),
          .init(formatting.briefDate(award.latest)),
        ]
      })
  }

  private func drawAwards(_ report: StreakReport, in rect: CellRect, on canvas: inout Canvas) {
    guard !report.awards.isEmpty else {
      canvas.write(
        "None yet. Close every ring for a week to earn the first.", rect.origin.column, rect.origin.row, .faint,
        within: rect.size.columns)
      return
    }
    if let medals {
      // Whole rows of medals.
      let first = viewport.rows(of: report.awards.count, height: awardRows).lowerBound
      return MedalGrid(
        report: report, first: (first + medals.columns - 1) / medals.columns * medals.columns, selected: selected,
        columns: medals.columns, rows: medals.rows, context: context
      ).draw(on: &canvas, in: rect)
    }
    let rows = viewport.rows(of: report.awards.count, height: rect.size.rows - 1)
    var table = awardTable(report)
    table.visible = rows
    table.selected = selected
    table.click = .own { .choose($0) }
    table.draw(on: &canvas, in: rect)
  }

  // MARK: - Words

  /// A line for all rings and for each ring, as many as fit: `All rings 3 days, longest 41`.
  private func drawLines(_ report: StreakReport, on canvas: inout Canvas) {
    for (line, row) in zip(report.lines, area.rows) {
      let name = line.ring?.name ?? (area.size.columns >= 30 ? "All rings" : "All")
      let style = line.ring.map { canvas.appearance.name(of: $0) } ?? .strong
      canvas.write(name, area.origin.column, row, style, within: area.size.columns)
      let start = area.origin.column + (area.size.columns >= 30 ? 10 : 9)
      let forms = [
        "\(DayWords.count(line.current.days, "day", "days")), longest \(line.longest.days)",
        "\(line.current.days), best \(line.longest.days)", "\(line.current.days)/\(line.longest.days)",
      ]
      let room = area.columns.upperBound - start
      canvas.write(forms.first { $0.count <= room } ?? "\(line.current.days)", start, row, .plain, within: room)
    }
    let rest = area.split(top: report.lines.count).rest
    for (award, row) in zip(report.awards, rest.rows) {
      let date = rest.size.columns >= 30 ? formatting.briefDate(award.latest) : award.latest.description
      canvas.write(award.name, rest.origin.column, row, .plain, within: max(0, rest.size.columns - date.count - 1))
      canvas.writeTrailing(date, before: rest.columns.upperBound, row, .faint)
    }
  }
}

extension Formatting {
  /// `19 Nov 2026`
  func briefDate(_ day: Day) -> String {
    let (year, month, number) = day.fields
    let name = self.month(month).prefix(3)
    return switch dateStyle {
    case .dayMonth: "\(number) \(name) \(year)"
    case .monthDay: "\(name) \(number), \(year)"
    case .iso: day.description
    }
  }
}

extension String {
  /// The text padded so that its last word has a width: `1 day ` below `12 days`.
  fileprivate func padded(toTrailing width: Int) -> String {
    guard let space = lastIndex(of: " ") else { return self }
    let word = self[index(after: space)...]
    return self + String(repeating: " ", count: max(0, width - word.count))
  }
}
