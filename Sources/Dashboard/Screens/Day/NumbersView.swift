import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Values, goals, bars and hours of the selected day.
struct NumbersView {
  let context: ScreenContext
  /// The selected hour.
  let hour: Int?
  let plan: NumbersPlan

  func draw(on canvas: inout Canvas) {
    let columns = plan.rect.columns
    recordClicks(on: &canvas)
    for (index, item) in plan.rows.enumerated() {
      let row = plan.rect.origin.row + index
      switch item {
      case .heading:
        DayHeading(context: context).draw(on: &canvas, columns: columns, row: row)
      case .title(let ring):
        drawTitle(of: ring, on: &canvas, columns: columns, row: row)
      case .large(let ring):
        header(of: ring, canvas).drawLarge(on: &canvas, columns: columns, row: row)
      case .value(let ring):
        drawValue(of: ring, on: &canvas, columns: columns, row: row)
      case .remainder(let ring):
        canvas.write(words(ring).remainder, columns.lowerBound, row, .faint, within: columns.count)
      case .bar(let ring):
        ProgressBar(ring: ring, progress: progress(of: ring), isPaused: isPaused, thickness: .thin)
          .draw(on: &canvas, columns: columns, row: row)
      case .hours(let ring, let rows):
        let rect = CellRect(column: columns.lowerBound, row: row, columns: columns.count, rows: rows)
        chart(of: ring).draw(on: &canvas, in: rect, context: context)
      case .axis:
        HourChart.drawAxis(
          on: &canvas, context.activity, columns: columns, row: row, formatting: context.formatting)
      case .goal(let index):
        drawGoal(context.goals[index], on: &canvas, columns: columns, row: row)
      case .extras:
        canvas.write(
          extras(canvas.glyphs, width: columns.count), columns.lowerBound, row, .plain, within: columns.count)
      case .gap, .covered:
        break
      }
    }
  }

  private func recordClicks(on canvas: inout Canvas) {
    for ring in context.rings {
      guard let rows = plan.rows(of: ring) else { continue }
      canvas.hit(
        CellRect(
          column: plan.rect.origin.column, row: plan.rect.origin.row + rows.lowerBound,
          columns: plan.rect.size.columns, rows: rows.count), .selectRing(ring))
    }
  }

  private var isPaused: Bool { context.summary?.isPaused ?? false }

  private func words(_ ring: Ring) -> RingWords {
    context.words(ring, on: context.selected)
  }

  private func progress(of ring: Ring) -> Double {
    context.shownProgress(of: ring)
  }

  private func chart(of ring: Ring) -> HourChart {
    HourChart(ring, of: context, marked: hour)
  }

  private func header(of ring: Ring, _ canvas: Canvas) -> RingHeader {
    let chart = HourChart.fits(plan.rect.size.columns) ? chart(of: ring) : nil
    return RingHeader(
      words: words(ring), style: canvas.appearance.name(of: ring, isPaused: isPaused),
      hours: chart?.words(unit: context.unit(of: ring), formatting: context.formatting),
      shortHours: chart?.shortWords(unit: context.unit(of: ring), formatting: context.formatting),
      pace: context.paceWords(ring), isMarked: hour != nil)
  }

  private func percentage(_ words: RingWords, _ glyphs: Glyphs) -> String {
    words.percentText ?? String(Character(glyphs.dash))
  }

  private func drawTitle(of ring: Ring, on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    if plan.width == .wide {
      return header(of: ring, canvas).drawLine(
        on: &canvas, columns: columns, row: row, indent: columns.count >= 52 ? 12 : 10)
    }
    let words = words(ring)
    // Either all names or none: the longest name and the longest percentage decide.
    let longest = Ring.allCases.map { TextWidth.columns(of: percentage(self.words($0), canvas.glyphs)) }.max() ?? 0
    let fits = columns.count - longest - 1 >= Ring.longestName
    canvas.write(
      fits ? words.name : words.letter, columns.lowerBound, row,
      canvas.appearance.name(of: ring, isPaused: isPaused))
    canvas.writeTrailing(percentage(words, canvas.glyphs), before: columns.upperBound, row, .strong)
  }

  private func drawValue(of ring: Ring, on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    let words = words(ring)
    let end = RingAmount(words: words).draw(on: &canvas, columns.lowerBound, row, within: columns.count)
    let hasOwnRow = plan.rows.contains(.remainder(ring))
    if !hasOwnRow, columns.upperBound - TextWidth.columns(of: words.remainder) > end + 1 {
      canvas.writeTrailing(words.remainder, before: columns.upperBound, row, .faint)
    }
  }

  /// `Steps   6,120 / 8,000   1,880 left   76%`; parts are omitted from the middle until it fits.
  private func drawGoal(_ goal: GoalProgress, on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    let percent = goal.amount.shownPercent.map { "\($0)%" } ?? String(Character(canvas.glyphs.dash))
    canvas.write(
      goal.goal.title, columns.lowerBound, row,
      goal.goal == context.ownRing ? canvas.appearance.ownName(isPaused: isPaused) : .plain, within: columns.count)
    canvas.writeTrailing(percent, before: columns.upperBound, row, .strong)
    // All amounts begin in the same column.
    let titles = context.goals.map { TextWidth.columns(of: $0.goal.title) }.max() ?? 0
    let start = columns.lowerBound + max(titles + 2, columns.count >= 52 ? 12 : 10)
    let end = columns.upperBound - max(6, TextWidth.columns(of: percent) + 2)
    let words = goal.words(context.formatting, separator: " / ", absence: String(Character(canvas.glyphs.dash)))
    guard start + TextWidth.columns(of: words) <= end else { return }
    let amount = canvas.write(words, start, row, .plain)
    let remainder = goal.remainder(isOver: goal.days.upperBound < context.today, context.formatting)
    guard amount + 2 + TextWidth.columns(of: remainder) <= end else { return }
    canvas.writeTrailing(remainder, before: end, row, .faint)
  }

  /// Steps, distance, and the streak if no box shows it; as many as fit.
  private func extras(_ glyphs: Glyphs, width: Int) -> String {
    var facts =
      (context.activity.map(context.formatting.facts) ?? ["\(Character(glyphs.dash)) steps"])
      + [context.nightFact].compactMap(\.self)
    let separator = width >= 24 ? "  \(Character(glyphs.dot))  " : " \(Character(glyphs.dot)) "
    while facts.count > 1, TextWidth.columns(of: facts.joined(separator: separator)) > width { facts.removeLast() }
    return facts.joined(separator: separator)
  }
}

/// `462 / 600 kcal`, with less spacing if there is little room.
struct RingAmount {
  var words: RingWords

  /// Returns the column after it.
  @discardableResult
  func draw(
    on canvas: inout Canvas, _ column: Int, _ row: Int, within width: Int = .max
  ) -> Int {
    let value = words.value ?? String(Character(canvas.glyphs.dash))
    if words.value == nil, words.goal == nil { return canvas.write(value, column, row, .strong, within: width) }
    let goal = words.goal.map { $0 + (words.goalIsDefault ? "*" : "") }
    let forms: [(separator: String, unit: String)] = [(" / ", " " + words.unit), ("/", " " + words.unit), ("/", "")]
    func columns(_ form: (separator: String, unit: String)) -> Int {
      TextWidth.columns(of: value + (goal.map { form.separator + $0 } ?? "") + form.unit)
    }
    guard let form = forms.first(where: { columns($0) <= min(width, 24) }) else {
      return canvas.write(value, column, row, .strong, within: width)
    }
    var end = canvas.write(value, column, row, .strong)
    if let goal { end = canvas.write(form.separator + goal, end, row, .plain) }
    return canvas.write(form.unit, end, row, .faint)
  }
}
