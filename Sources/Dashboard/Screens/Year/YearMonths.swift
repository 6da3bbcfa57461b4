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
    let sumColumns = rect.size.columns >= 76 ? 16 : 13
    let head = rect.origin.row
    let isCalendarYear = days == days.lowerBound.year
    canvas.write(isCalendarYear ? "\(days.lowerBound.fields.year)" : "Months", rect.origin.column, head, .strong)
    let closedEnd = rect.origin.column + (isCalendarYear ? 21 : 25)
    let showsSums = rect.size.columns >= closedEnd - rect.origin.column + 3 + sumColumns * context.rings.count
    canvas.writeTrailing("closed", before: closedEnd, head, .faint)
    var end = closedEnd
    if showsSums {
      for ring in context.rings {
        end += sumColumns
        canvas.writeTrailing(ring.name, before: end, head, canvas.appearance.name(of: ring))
      }
    }
    let bar = min(end + 3, rect.columns.upperBound)..<rect.columns.upperBound
    let known = months.filter { $0.upperBound >= context.oldestDay }
    // If not all fit, the selected one is the last.
    let height = (rect.size.rows - 1 + pitch - 1) / pitch
    let selected = known.lastIndex { $0.contains(context.selected) } ?? 0
    let months = known[Viewport(first: max(0, selected - height + 1)).rows(of: known.count, height: height)]
    let rowBelow = head + 1 + months.count * pitch
    if known.count < self.months.count, rowBelow < rect.rows.upperBound {
      canvas.write(
        "No data before \(context.formatting.longDate(context.oldestDay))", rect.origin.column, rowBelow, .faint,
        within: rect.size.columns)
    }
    for (index, month) in months.enumerated() {
      let row = head + 1 + index * pitch
      let isSelected = month.contains(context.selected)
      let totals = totals(month)
      canvas.write(
        isCalendarYear
          ? context.formatting.month(month.lowerBound.fields.month) : context.formatting.monthAndYear(month.lowerBound),
        rect.origin.column, row, isSelected ? .strong : totals == nil ? .faint : .plain,
        within: isCalendarYear ? 11 : 15)
      guard let totals, totals.counted > 0 else { continue }
      canvas.hit(
        CellRect(column: rect.origin.column, row: row, columns: rect.size.columns, rows: 1),
        .goTo(min(max(month.lowerBound, context.oldestDay), context.today)))
      canvas.writeTrailing(
        "\(totals.closed) of \(totals.counted)", before: closedEnd, row, isSelected ? .strong : .plain)
      if showsSums {
        var end = closedEnd
        for ring in context.rings {
          end += sumColumns
          guard let words = context.formatting.sum(of: ring, in: totals) else { continue }
          canvas.writeTrailing(words, before: end, row, .plain)
        }
      }
      if bar.count >= 8 {
        ProgressBar(
          ring: ring ?? (context.rings.count == 1 ? .move : .exercise),
          progress: Double(totals.closed) / Double(totals.counted), thickness: .thin
        ).draw(on: &canvas, columns: bar, row: row)
      }
    }
  }

  // MARK: - Bars

  /// One bar per month, with the share of closed days as its height.
  func drawBars(on canvas: inout Canvas, in rect: CellRect) {
    let totals = context.totals(of: days)
    let year = context.formatting.years(days, canvas.glyphs.isASCII)
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
