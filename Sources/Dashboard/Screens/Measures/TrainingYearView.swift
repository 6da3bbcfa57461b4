import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Draws the form and the heart rate zones of the last weeks, one below the other.
struct TrainingYearView {
  let year: TrainingYear
  let context: ScreenContext

  private var formatting: Formatting { context.formatting }

  private static let axisColumns = 5

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    // As many weeks as fill the width, at most a year: both charts show the same time.
    let columns = max(1, rect.size.columns - Self.axisColumns - 1)
    let pitch = (columns + 51) / 52
    let weeks = Array(year.weeks.suffix(pitch == 1 ? columns : (columns + 1) / pitch))
    let charts: [(title: String, words: String, plot: Plot)] = [
      form(weeks).map { ("Form", "\(weeks.count) weeks", $0) },
      zones(weeks).map { ("Heart rate zones", "by week, 1 to 5 from below", $0) },
    ].compactMap(\.self)
    let fitting = charts.prefix(rect.size.rows / MeasuresView.chartRows)
    for (chart, own) in zip(fitting, rect.grid(columns: 1, rows: fitting.count, gap: 0)) {
      let (title, plot) = own.split(top: 1)
      canvas.heading(chart.title, [chart.words], .faint, in: title)
      // A free row separates it from what is below.
      chart.plot.draw(on: &canvas, in: plot.split(top: plot.size.rows - 1).top)
    }
  }

  /// The first days of every other month, or the weeks that contain them.
  private func months(_ days: [Day]) -> [(bar: Int, text: String)] {
    zip(0..., zip(days, days.dropFirst())).compactMap { index, pair in
      let (old, new) = (pair.0.fields, pair.1.fields)
      guard old.month != new.month, new.month.isMultiple(of: 2) else { return nil }
      return (index + 1, String(formatting.month(new.month).prefix(3)))
    }
  }

  private func form(_ weeks: [TrainingYear.Week]) -> Plot? {
    let shown = zip(year.days, year.forms).filter { day, _ in weeks.first.map { day >= $0.first } == true }
    let (days, forms) = (shown.map(\.0), shown.map(\.1))
    let known = forms.compactMap { $0?.form }
    guard known.count >= 2 else { return nil }
    return Plot(
      bars: forms.map { $0.map { .bar($0.form) } ?? .nothing },
      axis: AxisScale(known, startsAtZero: false, steps: 4), color: context.appearance.color(of: .exercise),
      label: { formatting.number($0, 0) }, words: months(days),
      hint: { index in
        forms[index].map { form in
          "\(formatting.shortDate(days[index])): form \(formatting.number(form.form, 0)), "
            + "fitness \(formatting.number(form.fitness, 0)), fatigue \(formatting.number(form.fatigue, 0))"
        } ?? ""
      }, isClickable: false, form: .line, axisColumns: Self.axisColumns)
  }

  private func zones(_ weeks: [TrainingYear.Week]) -> Plot? {
    guard weeks.contains(where: { !$0.zones.isEmpty }) else { return nil }
    let hours = weeks.map { $0.zones.map { $0 / 3_600 } }
    let bars = hours.map { zones -> Plot.Bar in
      var low = 0.0
      let parts = zones.enumerated().map { zone, length in
        defer { low += length }
        return Plot.Part(
          low: low, high: low + length, color: context.appearance.color(ofZone: zone, of: zones.count))
      }
      return parts.isEmpty ? .nothing : .parts(parts.filter { $0.high > $0.low })
    }
    let axis = AxisScale(hours.map { $0.reduce(0, +) }, startsAtZero: true, steps: 3)
    return Plot(
      bars: bars, axis: axis, color: context.appearance.color(of: .exercise),
      label: { formatting.number($0, axis.decimals) + " h" }, words: months(weeks.map(\.first)),
      hint: { index in
        guard hours[index].contains(where: { $0 > 0 }) else { return "" }
        return "\(formatting.shortDate(weeks[index].first)): "
          + weeks[index].zones.map { formatting.hoursAndMinutes($0) }.joined(separator: ", ")
      }, isClickable: false, axisColumns: Self.axisColumns)
  }
}
