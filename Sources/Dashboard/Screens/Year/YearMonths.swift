import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The months of a year: a table below its days, or bars if the days do not fit.
struct YearMonths {
  let context: ScreenContext
  /// A calendar year, or other days that are shown like one.
  let days: ClosedRange<Day>
  var ring: Ring?

  private var months: [ClosedRange<Day>] { days.months.map(\.month) }

  private func totals(_ days: ClosedRange<Day>) -> PeriodTotals? {
    guard days.upperBound >= context.oldestDay, days.lowerBound <= context.today else { return nil }
    return context.totals(of: days)
  }

  /// The number of closed days, for the selected ring or all rings.
  private func closed(_ totals: PeriodTotals) -> Int { ring.map { totals.closed($0) } ?? totals.closed }

  // MARK: - Table

  /// One row per month from the first data on, with its totals, and a bar of the closed days.
  func drawTable(on canvas: inout Canvas, in rect: CellRect) {
    let pitch = rect.size.rows >= 24 ? 2 : 1
    let known = months.filter { $0.upperBound >= context.oldestDay }
    // If not all fit, the selected one is the last.
    let height = (rect.size.rows - 1 + pitch - 1) / pitch
    let selected = known.lastIndex { $0.contains(context.selected) } ?? 0
    let months = known[Viewport(first: max(0, selected - height + 1)).rows(of: known.count, height: height)]
    let isCalendarYear = days == days.lowerBound.year
    let head: [Table.Cell] =
      [.init(isCalendarYear ? "\(days.lowerBound.fields.year)" : "Months", .strong), .init("closed", .faint)]
      + context.rings.map { .init($0.name, canvas.appearance.name(of: $0)) }
    var table = Table(
      card: [.words(""), .number("")] + context.rings.map { .number("", rank: 1 + $0.rawValue) },
      rows: [head] + months.map { row(of: $0, isCalendarYear: isCalendarYear) }, widestGap: 5)
    table.hasHeader = false
    let end = (table.places(in: rect.columns).last?.columns.upperBound ?? rect.origin.column) + 3
    let bar = min(end, rect.columns.upperBound)..<rect.columns.upperBound
    for (line, month) in ([nil] + months.map(Optional.some)).enumerated() {
      // The rows may have larger gaps than those of a table.
      let row = rect.origin.row + (line == 0 ? 0 : 1 + (line - 1) * pitch)
      table.visible = line..<line + 1
      table.draw(on: &canvas, in: CellRect(column: rect.origin.column, row: row, columns: rect.size.columns, rows: 1))
      guard let month, let totals = totals(month), totals.counted > 0 else { continue }
      canvas.hit(
        CellRect(column: rect.origin.column, row: row, columns: rect.size.columns, rows: 1),
        .goTo(min(max(month.lowerBound, context.oldestDay), context.today)))
      if bar.count >= 8 {
        ProgressBar(
          ring: ring ?? (context.rings.count == 1 ? .move : .exercise),
          progress: Double(totals.closed) / Double(totals.counted), thickness: .thin
        ).draw(on: &canvas, columns: bar, row: row)
      }
    }
    let rest = rect.split(top: 1 + months.count * pitch).rest
    if known.count < self.months.count, rest.size.rows > 0 {
      canvas.write(
        "No data before \(context.formatting.longDate(context.oldestDay))", rest.origin.column, rest.origin.row, .faint,
        within: rest.size.columns)
    }
  }

  private func row(of month: ClosedRange<Day>, isCalendarYear: Bool) -> [Table.Cell] {
    let formatting = context.formatting
    let totals = totals(month)
    let style: CellStyle = month.contains(context.selected) ? .strong : totals == nil ? .faint : .plain
    let name =
      isCalendarYear
      ? formatting.month(month.lowerBound.fields.month) : formatting.monthAndYear(month.lowerBound)
    guard let totals, totals.counted > 0 else { return [.init(name, style)] }
    return [.init(name, style), .init("\(totals.closed) of \(totals.counted)", style)]
      + context.rings.map { .init(formatting.sum(of: $0, in: totals) ?? "") }
  }

  // MARK: - Bars

  /// One bar per month, with the share of closed days as its height.
  func drawBars(on canvas: inout Canvas, in rect: CellRect) {
    let totals = context.totals(of: days)
    let year = context.formatting.years(days, canvas.glyphs.isASCII)[0]
    let words = [
      "\(year)  \(closed(totals)) of \(DayWords.count(totals.counted, "day", "days")) closed",
      "\(year)  \(closed(totals)) of \(totals.counted) closed", "\(year) \(closed(totals))/\(totals.counted)",
    ]
    let title = words.first { TextWidth.columns(of: $0) <= rect.size.columns } ?? year
    canvas.write(title, rect.origin.column, rect.origin.row, .strong, within: rect.size.columns)
    let chart = CellRect(
      column: rect.origin.column, row: rect.origin.row + 1, columns: rect.size.columns, rows: rect.size.rows - 2)
    let months = months
    BarChart(
      bars: months.map { month in
        guard let totals = self.totals(month), totals.counted > 0 else { return .unknown }
        return .height(Double(closed(totals)) / Double(totals.counted))
      }, color: canvas.appearance.color(of: ring ?? (context.rings.count == 1 ? .move : .exercise)),
      marked: months.firstIndex { $0.contains(context.selected) }
    ).draw(on: &canvas, in: chart)
    for (index, month) in months.enumerated() {
      let columns = BarChart.columns(of: index, count: months.count, in: chart.columns)
      let name = context.formatting.month(month.lowerBound.fields.month)
      canvas.write(
        String(name.prefix(columns.count >= 3 ? 3 : 1)), columns.lowerBound, rect.rows.upperBound - 1,
        month.contains(context.selected) ? .strong : .faint, within: columns.count)
      let target = min(max(month.lowerBound, context.oldestDay), context.today)
      let isSelected = month.contains(context.selected)
      canvas.hit(
        CellRect(column: columns.lowerBound, row: chart.origin.row, columns: columns.count, rows: chart.size.rows + 1),
        isSelected ? .select : .goTo(target))
    }
  }
}
