package import HealthAnalysis
import HealthModel
package import Presentation

/// The texts of a chart: its title, its sums and means, and single bars.
package struct ChartWords {
  let series: ChartSeries
  let formatting: Formatting

  package init(series: ChartSeries, formatting: Formatting) {
    self.series = series
    self.formatting = formatting
  }

  package var title: String { TypeWords.amountTitle(series.type) }

  /// Instead of a chart without values.
  var nothing: String {
    MeasureName(rawValue: series.type) == nil
      ? "No samples of this type." : "No value: ringtop explain \(series.type) says why."
  }

  private func amount(_ value: Double) -> String { formatting.amount(value, of: series.type) }

  /// What the average of the type is: samples of an uneven rate have a mean over time.
  private var meanName: String {
    QuantityTypeCatalog.entry(for: series.type)?.aggregation == .discreteTemporallyWeighted ? "mean over time" : "mean"
  }

  func plain(_ value: Double) -> String {
    formatting.shortNumber(value * formatting.unit(of: series.type).scale)
  }

  /// `54,321 steps, 7,760 a day`, `52–142 bpm, mean over time 78`; `no data`.
  package func summary(ascii: Bool = false) -> String { words(series.summary, ascii: ascii) }

  private func words(_ summary: ChartSeries.Summary, ascii: Bool) -> String {
    guard summary.count > 0 || summary.sum > 0, let average = summary.average else { return "no data" }
    if series.isCumulative {
      let sum = amount(summary.sum)
      return series.days.count == 1 ? sum : "\(sum), \(plain(average)) a day"
    }
    guard let low = summary.minimum, let high = summary.maximum, low < high else { return amount(average) }
    return "\(plain(low))\(ascii ? "-" : "–")\(amount(high)), \(meanName) \(plain(average))"
  }

  /// `before: 50,000 steps, +8%`; nil if there is nothing to compare with.
  package func comparison() -> String? {
    guard let before = series.before?.summary, let old = before.average, let new = series.summary.average else {
      return nil
    }
    // Compares daily means and not sums, because the current period has fewer days.
    let change = old != 0 ? (new - old) / abs(old) * 100 : 0
    let sign = change >= 0.5 ? "+" : ""
    return "before \(plain(old))\(series.isCumulative && series.days.count > 1 ? " a day" : ""), "
      + "\(sign)\(formatting.number(change, 0))%"
  }

  /// `Tue 17 Nov: 9,872 steps`
  package func bar(_ index: Int, ascii: Bool = false) -> String {
    guard series.bars.indices.contains(index) else { return "" }
    let bar = series.bars[index]
    return "\(name(bar)): " + (bar.values.map { values($0, ascii: ascii) } ?? "no data")
  }

  private func values(_ values: BucketStatistics, ascii: Bool) -> String {
    guard !series.isCumulative else { return amount(values.sum) }
    let mean = values.average ?? 0
    guard let low = values.minimum, let high = values.maximum, low < high else { return amount(mean) }
    return "\(plain(low))\(ascii ? "-" : "–")\(amount(high)), \(meanName) \(plain(mean))"
  }

  /// `14:00`, `Tue 17 Nov`, `16 Nov to 22 Nov`, `November 2026`, `2026`.
  package func name(_ bar: ChartSeries.Bar) -> String {
    if let hour = bar.hour { return formatting.hour(hour) }
    let (first, last) = (bar.days.lowerBound, bar.days.upperBound)
    guard first != last else { return formatting.shortDate(first) }
    let days = last - first + 1
    if days > 300 { return "\(first.fields.year)" }
    if days > 20 || first.fields.day == 1 && days > 7 { return formatting.monthAndYear(first) }
    return "\(formatting.shortDate(first)) to \(formatting.shortDate(last))"
  }

  /// The label of a bar; nil for a bar without one.
  func label(_ index: Int, step: ChartPeriod.Step) -> String? {
    let bar = series.bars[index]
    let (year, month, day) = bar.days.lowerBound.fields
    switch step {
    case .hour:
      guard let hour = bar.hour, hour.isMultiple(of: 3) else { return nil }
      return formatting.hourLabel(hour)
    case .day:
      if series.bars.count <= 7 { return formatting.weekday(bar.days.lowerBound) }
      return day == 1 || day.isMultiple(of: 5) ? "\(day)" : nil
    case .week:
      return day <= 7 ? String(formatting.month(month).prefix(3)) : nil
    case .month:
      if series.bars.count <= 12 { return String(formatting.month(month).prefix(3)) }
      return month == 1 ? "\(year)" : nil
    case .year: return "\(year)"
    }
  }
}
