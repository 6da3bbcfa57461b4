import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Draws the sources of a type: by rank, when each wrote samples, and the effect of another order.
struct SourcesView {
  let screen: SourcesScreen
  let context: ScreenContext

  private var formatting: Formatting { context.formatting }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let (title, rest) = rect.split(top: 1)
    drawTitle(on: &canvas, in: title)
    guard let sources = screen.sources(context) else { return }
    var body = rest
    if rest.size.rows >= 8 {
      let lines = Paragraph(text: rule(sources), columns: rest.size.columns).lines
      for (line, row) in zip(lines, rest.rows) { canvas.write(line, rest.origin.column, row, .faint) }
      body = rest.split(top: lines.count + 1).rest
    }
    guard !sources.entries.isEmpty else {
      canvas.write(
        "No samples of this type.", body.origin.column, body.origin.row, .faint, within: body.size.columns)
      return
    }
    // The table has the height that it needs, and at most half if there is more to show.
    let wanted = sources.entries.count + 1
    let isTried = screen.draft != nil
    let rows = isTried && body.size.rows >= 5 ? min(wanted, max(2, body.size.rows / 2)) : min(wanted, body.size.rows)
    let parts = body.split(top: body.size.rows < 5 && isTried ? max(0, body.size.rows - 1) : rows)
    drawTable(sources, on: &canvas, in: parts.top)
    let below = parts.rest.size.rows >= 4 ? parts.rest.split(top: 1).rest : parts.rest
    if isTried {
      drawEffect(on: &canvas, in: below)
    } else {
      drawTimes(sources, on: &canvas, in: below)
    }
  }

  private func rule(_ sources: SourceList) -> String {
    if screen.draft != nil { return "A new order, not saved yet: Enter saves it, Esc discards it." }
    return sources.isMerged
      ? "Where sources overlap, the first one counts."
        + (context.isOnPaper ? "" : " K and J change the order.")
      : "Values of this type are not summed: all sources are shown."
  }

  private func drawTitle(on canvas: inout Canvas, in rect: CellRect) {
    let end = canvas.write(
      "Sources of \(TypeWords.title(screen.type))", rect.origin.column, rect.origin.row, .strong,
      within: rect.size.columns)
    canvas.hit(
      CellRect(column: rect.origin.column, row: rect.origin.row, columns: end - rect.origin.column, rows: 1),
      .view(.chooseType))
  }

  private func drawTable(_ sources: SourceList, on canvas: inout Canvas, in rect: CellRect) {
    let list = screen.learned(context)
    let hasHeader = rect.size.rows >= 3
    let shown = list.rows(height: rect.size.rows - (hasHeader ? 1 : 0))
    Table(
      columns: [
        .number("Rank", rank: 1), .words("Source"),
        .words("Device", rank: 4), .number("Samples"),
        .number("First", rank: 2), .number("Last", rank: 2), .words("", rank: 5),
      ],
      texts: shown.map { index in
        let entry = sources.entries[index]
        return [
          "\(index + 1)", entry.name, entry.hardware, formatting.number(entry.samples),
          formatting.date(entry.first), formatting.date(entry.last),
          entry.isEnteredByHand ? "entered by hand" : entry.position == nil ? "" : "your order",
        ]
      }, first: shown.lowerBound,
      selected: !context.isOnPaper && shown.contains(list.selected) ? list.selected - shown.lowerBound : nil,
      hasHeader: hasHeader
    ).draw(on: &canvas, in: rect)
  }

  // MARK: - Preview

  /// A summary, then the days with the largest changes.
  private func drawEffect(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows > 0 else { return }
    guard let effect = screen.effect(context) else {
      canvas.write(
        "Computing the effect.", rect.origin.column, rect.origin.row, .faint, within: rect.size.columns)
      return
    }
    let words = SourceOrderWords(effect, formatting)
    var row = rect.origin.row
    for line in Paragraph(text: words.sentence, columns: rect.size.columns).lines
      + (words.ringSentence.map { Paragraph(text: $0, columns: rect.size.columns).lines } ?? [])
    where row < rect.rows.upperBound {
      canvas.write(line, rect.origin.column, row, .strong, within: rect.size.columns)
      row += 1
    }
    // An empty row, then a heading.
    row += 1
    guard rect.rows.upperBound - row >= 3, !effect.changes.isEmpty else { return }
    let changes = effect.largest(rect.rows.upperBound - row - 1)
    Table(
      columns: [
        .words("Largest changes"), .number("Now"),
        .number("Then"), .number("Difference"),
        .words("", rank: 1),
      ],
      texts: changes.map { change in
        words.cells(change)
          + [change.closedAfter == change.closedBefore ? "" : change.closedAfter ? "closes" : "stays open"]
      }, click: .own { .goTo(changes[$0].day) }
    ).draw(
      on: &canvas,
      in: CellRect(
        column: rect.origin.column - 2, row: row, columns: rect.size.columns + 2, rows: rect.rows.upperBound - row))
  }

  // MARK: - Over time

  /// For each source, the number of samples over the time with data.
  private func drawTimes(_ sources: SourceList, on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows >= 4, rect.size.columns >= 40, let times = screen.times(context), let days = times.days
    else { return }
    let shown = sources.entries.filter { times[$0] != nil }
    guard !shown.isEmpty else { return }
    canvas.write("Over time", rect.origin.column, rect.origin.row, .strong)
    // One below the other, and no slabs of colour; all scaled to the source that wrote most.
    let pitch = min(16, max(2, (rect.size.rows - 2) / shown.count))
    let names = min(26, (shown.map { TextWidth.columns(of: $0.name) }.max() ?? 0) + 2)
    let most = shown.compactMap { times[$0]?.max() }.max() ?? 1
    let bars = CellRect(
      column: rect.origin.column + names, row: rect.origin.row + 1, columns: rect.size.columns - names,
      rows: rect.size.rows - 1)
    var row = bars.origin.row
    var end = bars.columns.upperBound
    for entry in shown where row + pitch < rect.rows.upperBound {
      let counts = times[entry] ?? []
      let height = max(1, pitch - 1)
      canvas.write(
        entry.name, rect.origin.column, row + height - 1, .plain, within: names - 1)
      let gap = counts.isEmpty ? 1 : max(1, (bars.size.columns + counts.count) / counts.count)
      let columns = max(1, min(counts.count, (bars.size.columns + gap - 1) / gap))
      BarChart(
        bars: grouped(counts, columns).map { $0 == 0 ? .unknown : .height(max(0.02, Double($0) / Double(most))) },
        color: canvas.appearance.color(ofType: screen.type)
      ).draw(
        on: &canvas, in: CellRect(column: bars.origin.column, row: row, columns: bars.size.columns, rows: height))
      end = BarChart.columns(of: columns - 1, count: columns, in: bars.columns).upperBound
      row += pitch
    }
    let (first, last) = (formatting.date(days.lowerBound), formatting.date(days.upperBound))
    if TextWidth.columns(of: first) + 2 + TextWidth.columns(of: last) <= end - bars.origin.column {
      canvas.write(first, bars.origin.column, row, .faint)
    }
    canvas.writeTrailing(last, before: end, row, .faint)
  }

  /// The maximum of the neighbours that share a column.
  private func grouped(_ counts: [Int], _ columns: Int) -> [Int] {
    guard columns > 0, counts.count > columns else { return counts }
    return (0..<columns).map { column in
      let first = column * counts.count / columns
      return counts[first..<max(first + 1, (column + 1) * counts.count / columns)].max() ?? 0
    }
  }
}
