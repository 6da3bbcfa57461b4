import FoundationEssentials
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Draws a list of samples.
struct SamplesView {
  let screen: SamplesScreen
  let context: ScreenContext
  let list: PagedList<ListCursor>

  private var formatting: Formatting { context.formatting }

  /// Whether a screen has room for the selected sample beside the list.
  static func hasSide(_ size: CellSize) -> Bool { size.columns >= 120 && size.rows >= 24 }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let (title, rest) = rect.split(top: 1)
    drawTitle(on: &canvas, in: title)
    var body = rest.size.rows >= 8 ? rest.split(top: 1).rest : rest
    if Self.hasSide(context.size), let entry = screen.entry(list.selected, in: list, context) {
      let parts = body.beside([.share(2, from: 66, to: 100), .share(3, from: 46)], gap: 4)
      if let own = parts[1] { SampleSide(entry: entry, screen: screen, context: context).draw(on: &canvas, in: own) }
      body = parts[0] ?? body
    }
    let hasHeader = body.size.rows >= 3
    let shown = list.rows(height: body.size.rows - (hasHeader ? 1 : 0))
    guard !shown.isEmpty else {
      if screen.page(nil, context) != nil {
        canvas.write(
          "No samples of this type.", body.origin.column, body.origin.row, .faint, within: body.size.columns)
      }
      return
    }
    let unit = formatting.unit(of: screen.type)
    let category = CategoryTypeCatalog.readable(screen.type)
    let entries = shown.compactMap { screen.entry($0, in: list, context) }
    let hasUnits = entries.contains { $0.unit != nil }
    let isNarrow = body.size.columns < 24
    // The digits of a column are aligned.
    let decimals = entries.allSatisfy { ($0.value * unit.scale).rounded() == $0.value * unit.scale } ? 0 : 2
    let table = Table(
      columns: [
        .words("Date", sort: 0), .number("Start"),
        .number("Duration", rank: 3),
        Table.Column(
          title: isNarrow ? "" : unit.symbol.isEmpty || hasUnits ? "Value" : unit.symbol, isNumber: category == nil,
          sort: 1),
        .words("Source", rank: 2),
      ],
      texts: shown.map { row in
        guard let entry = screen.entry(row, in: list, context) else { return [""] }
        let length = entry.end.timeIntervalSince(entry.start)
        return [
          // Without the weekday and the year rather than cut.
          body.size.columns >= 34
            ? formatting.shortDateAndYear(entry.day) : String(formatting.shortDate(entry.day).dropFirst(4)),
          formatting.time(
            hour: entry.secondOfDay / 3_600, minute: entry.secondOfDay / 60 % 60,
            second: isNarrow ? nil : entry.secondOfDay % 60),
          length > 0 ? formatting.clockDuration(length) : "",
          entry.word ?? value(entry, unit, category, decimals), entry.source,
        ]
      }, first: shown.lowerBound,
      selected: shown.contains(list.selected) ? list.selected - shown.lowerBound : nil,
      order: (screen.order == .date ? 0 : 3, screen.isDescending), hasHeader: hasHeader)
    table.draw(on: &canvas, in: body)
  }

  private func drawTitle(on canvas: inout Canvas, in rect: CellRect) {
    var words = ["all"]
    if let days = screen.days(context) {
      words = [days.count == 1 ? formatting.longDate(days.lowerBound) : formatting.dates(days, canvas.glyphs.isASCII)]
    }
    if let source = screen.source { words.append(source) }
    if let types = context.data.answer(to: TypesQuery()), screen.period == .all, screen.source == nil,
      let count = types.first(where: { $0.identifier == screen.type })?.count
    {
      words = ["\(formatting.number(list.selected + 1)) of \(formatting.number(count))"]
    }
    let end = canvas.heading(
      TypeWords.title(screen.type), style: canvas.appearance.titleStyle(ofType: screen.type),
      [words.joined(separator: ", ")], in: rect)
    canvas.hit(
      CellRect(column: rect.origin.column, row: rect.origin.row, columns: end - rect.origin.column, rows: 1),
      .view(.chooseType))
  }

  private func value(_ entry: SampleListEntry, _ unit: ShownUnit, _ category: CategoryTypeEntry?, _ decimals: Int)
    -> String
  {
    let value = entry.value
    guard value.isFinite else { return "" }
    if let category { return SampleWords.value(value, of: category, formatting) }
    if let own = entry.unit { return formatting.shortNumber(value) + " " + own }
    return formatting.number(value * unit.scale, decimals)
  }
}
