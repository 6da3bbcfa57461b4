import HealthModel
import TerminalModel

/// Values, goals, bars and hours of the selected day.
struct NumbersView {
  let context: ScreenContext
  /// The ring that is looked at.
  let focus: Ring?
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
      case .value(let ring):
        drawValue(of: ring, on: &canvas, columns: columns, row: row)
      case .remainder(let ring):
        canvas.write(words(ring).remainder, columns.lowerBound, row, style(ring, .faint), within: columns.count)
      case .bar(let ring):
        ProgressBar(ring: ring, progress: progress(of: ring), isPaused: isPaused, thickness: .slim)
          .draw(on: &canvas, columns: columns, row: row)
      case .hours(let ring, let rows):
        let rect = CellRect(column: columns.lowerBound, row: row, columns: columns.count, rows: rows)
        chart(of: ring).draw(on: &canvas, in: rect)
      case .axis:
        HourChart.drawAxis(on: &canvas, columns: columns, row: row)
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
          columns: plan.rect.size.columns, rows: rows.count), .look(at: ring))
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
    HourChart(ring, context.data.activity(of: context.selected), now: context.now, isPaused: isPaused)
  }

  /// The rings that are not looked at step back.
  private func style(_ ring: Ring, _ style: CellStyle) -> CellStyle {
    guard let focus, focus != ring else { return style }
    return CellStyle(foreground: style.foreground, attributes: .dim)
  }

  private func percentage(_ words: RingWords, _ glyphs: Glyphs) -> String {
    words.percentText ?? String(Character(glyphs.dash))
  }

  private func drawTitle(of ring: Ring, on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    let words = words(ring)
    let percent = percentage(words, canvas.glyphs)
    let name = style(ring, canvas.appearance.name(of: ring, isPaused: isPaused))
    // Either all names or no name: the longest name and the longest percentage decide.
    let longest = Ring.allCases.map { TextWidth.columns(of: percentage(self.words($0), canvas.glyphs)) }.max() ?? 0
    let room = columns.count - longest - 1
    let fits = room >= Ring.longestName
    let marked = focus == ring && room > Ring.longestName + 1 ? " \(Character(canvas.glyphs.mark))" : ""
    canvas.write((fits ? words.name : words.letter) + marked, columns.lowerBound, row, name)
    canvas.writeTrailing(percent, before: columns.upperBound, row, style(ring, .strong))
    guard plan.width == .wide else { return }
    let end = RingAmount(words: words).draw(on: &canvas, columns.lowerBound + (columns.count >= 52 ? 12 : 10), row) {
      style(ring, $0)
    }
    let before = columns.upperBound - 8
    for remainder in [words.remainder, words.shortRemainder] {
      guard before - TextWidth.columns(of: remainder) > end + 1 else { continue }
      canvas.writeTrailing(remainder, before: before, row, style(ring, .faint))
      break
    }
  }

  private func drawValue(of ring: Ring, on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    let words = words(ring)
    let end = RingAmount(words: words).draw(on: &canvas, columns.lowerBound, row, within: columns.count) {
      style(ring, $0)
    }
    let hasOwnRow = plan.rows.contains(.remainder(ring))
    if !hasOwnRow, columns.upperBound - TextWidth.columns(of: words.remainder) > end + 1 {
      canvas.writeTrailing(words.remainder, before: columns.upperBound, row, style(ring, .faint))
    }
  }

  /// Steps, distance, and the streak where no box shows it; as many as fit.
  private func extras(_ glyphs: Glyphs, width: Int) -> String {
    var facts =
      context.data.activity(of: context.selected).map(context.formatting.facts) ?? ["\(Character(glyphs.dash)) steps"]
    let separator = width >= 24 ? "  \(Character(glyphs.dot))  " : " \(Character(glyphs.dot)) "
    while facts.count > 1, TextWidth.columns(of: facts.joined(separator: separator)) > width { facts.removeLast() }
    return facts.joined(separator: separator)
  }
}

/// `462 / 600 kcal`, closer together where there is little room.
struct RingAmount {
  var words: RingWords

  /// Returns the column after it.
  @discardableResult
  func draw(
    on canvas: inout Canvas, _ column: Int, _ row: Int, within width: Int = .max,
    style: (CellStyle) -> CellStyle = { $0 }
  ) -> Int {
    let value = words.value ?? String(Character(canvas.glyphs.dash))
    let goal = words.goal.map { $0 + (words.goalIsDefault ? "*" : "") }
    let forms: [(separator: String, unit: String)] = [(" / ", " " + words.unit), ("/", " " + words.unit), ("/", "")]
    func columns(_ form: (separator: String, unit: String)) -> Int {
      TextWidth.columns(of: value + (goal.map { form.separator + $0 } ?? "") + form.unit)
    }
    guard let form = forms.first(where: { columns($0) <= min(width, 24) }) else {
      return canvas.write(value, column, row, style(.strong), within: width)
    }
    var end = canvas.write(value, column, row, style(.strong))
    if let goal { end = canvas.write(form.separator + goal, end, row, style(.plain)) }
    return canvas.write(form.unit, end, row, style(.faint))
  }
}
