import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// A ring over the weeks up to the selected one: one bar per day, as many days as fill the width.
struct LastWeeks {
  let context: ScreenContext
  let ring: Ring
  /// The maximum number of weeks.
  var weeks = RingScreen.weeks
  /// Whether the bars have a row of labels above and of dates below.
  var hasWords = true

  /// Bars have gaps between them if three weeks or more have room for that.
  private func days(_ columns: Int) -> [Day] {
    let pitch = max(columns >= 41 ? 2 : 1, (columns + 7 * weeks) / (7 * weeks))
    let count = max(7, (columns + pitch - 1) / pitch)
    let last = min(context.week.upperBound, context.today)
    return Array(max(ScreenContext.firstDay, last - (count - 1))...last)
  }

  /// `9 weeks`, `59 days`
  func title(_ columns: Int) -> String {
    let count = days(columns).count
    return count.isMultiple(of: 7) ? DayWords.count(count / 7, "week", "weeks") : DayWords.count(count, "day", "days")
  }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.columns >= 7, rect.size.rows >= (hasWords ? 3 : 1) else { return }
    let days = days(rect.size.columns)
    let progress = days.map { day -> Double? in
      guard let value = context.data.summary(of: day)?[ring], value.value != nil else { return nil }
      return value.progress.isFinite ? max(0, value.progress) : nil
    }
    // Exceptionally high days are clipped, so that they do not flatten all others.
    let tallest = min(3, max(1, progress.compactMap(\.self).max() ?? 1))
    let chart = hasWords ? rect.inset(rows: 1) : rect
    let isPaused = context.summary?.isPaused ?? false
    BarChart(
      bars: progress.map { $0.map { .height(min(1, $0 / tallest)) } ?? .unknown },
      color: canvas.appearance.color(of: ring, isPaused: isPaused), marked: days.firstIndex(of: context.selected)
    ).draw(on: &canvas, in: chart)
    for (index, day) in days.enumerated() {
      let columns = BarChart.columns(of: index, count: days.count, in: chart.columns)
      let bar = CellRect(
        column: columns.lowerBound, row: chart.origin.row, columns: columns.count, rows: chart.size.rows)
      canvas.hit(bar, .goTo(day))
      let words = context.words(ring, on: day)
      canvas.hint(
        bar,
        "\(context.formatting.shortDate(day)) "
          + (words.value.map { "\(ring.name) \($0) \(words.unit) \(words.percentText ?? "")" } ?? "no data"))
    }
    guard hasWords else { return }
    let closed = ClosedDays(
      days.filter(context.data.isKnown), known: context.store.rings ?? context.knownDays, ring: ring,
      summary: context.data.summary)
    let words =
      closed.counted == 0 ? "" : "closed on \(closed.closed) of \(DayWords.count(closed.counted, "day", "days"))"
    canvas.heading("Last \(title(rect.size.columns))", [words], in: rect)
    // The first day of each month, or of each week if there are few, is labelled with its date.
    var free = rect.origin.column
    for (index, day) in days.enumerated() {
      let isTold = days.count > 35 ? day.fields.day == 1 : day == context.data.week(of: day)
      let left = BarChart.columns(of: index, count: days.count, in: chart.columns).lowerBound
      let (_, month, number) = day.fields
      let text =
        days.count > 35
        ? String(context.formatting.month(month).prefix(3)) : "\(number) \(context.formatting.month(month).prefix(3))"
      guard isTold, left >= free, left + text.count <= rect.columns.upperBound else { continue }
      free = canvas.write(text, left, rect.rows.upperBound - 1, .faint) + 1
    }
  }
}
