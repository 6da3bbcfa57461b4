package import HealthModel
package import Rings
import TerminalModel

/// A chart as a picture of its own, for pages.
package struct ChartSVG {
  private let series: ChartSeries
  private let period: ChartPeriod
  private let formatting: Formatting
  private let palette: RingPalette

  private static let (width, height) = (800.0, 400.0)
  private static let (left, right, top, bottom) = (64.0, 20.0, 64.0, 36.0)

  package init(series: ChartSeries, period: ChartPeriod, formatting: Formatting, palette: RingPalette) {
    self.series = series
    self.period = period
    self.formatting = formatting
    self.palette = palette
  }

  private var foreground: RGB { palette.background.isDark ? RGB(235, 235, 235) : RGB(30, 30, 30) }
  private var muted: RGB { foreground.mixed(with: palette.background, share: 0.45) }
  private var scale: Double { formatting.unit(of: series.type).scale }

  private var color: RGB {
    let appearance = Appearance(colors: .truecolor, palette: palette)
    if case .rgb(let rgb) = appearance.color(ofType: series.type) { return rgb }
    return foreground
  }

  package var text: String {
    let words = ChartWords(series: series, formatting: formatting)
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" \
      font-family="system-ui, Helvetica, Arial, sans-serif" font-size="13">
      <rect width="100%" height="100%" fill="\(SVGText.color(palette.background))"/>

      """
    svg += line(words.title, 20, 28, foreground, size: 18, isBold: true)
    let summary = words.summary() + (words.comparison().map { "; \($0)" } ?? "")
    svg += line(summary, 20, 48, muted)
    svg += line(daysWords, Self.width - Self.right, 28, foreground, anchor: "end")
    guard series.bars.contains(where: { $0.values != nil }) else {
      return svg + line("Nothing of this type here.", 20, 100, muted) + "</svg>\n"
    }
    return svg + plot(words) + "</svg>\n"
  }

  private var daysWords: String {
    series.days.count == 1 ? formatting.longDate(series.days.lowerBound) : formatting.dates(series.days, false)
  }

  private func values(_ bar: ChartSeries.Bar) -> (low: Double, high: Double, mean: Double)? {
    guard let found = bar.values else { return nil }
    if series.isCumulative { return (0, found.sum * scale, found.sum * scale) }
    let mean = found.average ?? 0
    return ((found.minimum ?? mean) * scale, (found.maximum ?? mean) * scale, mean * scale)
  }

  private func plot(_ words: ChartWords) -> String {
    let bars = series.bars.map(values)
    let before = series.before?.bars.map(values) ?? []
    let axis = AxisScale(
      bars.compactMap(\.self).flatMap { [$0.low, $0.high] } + before.compactMap { $0?.mean },
      startsAtZero: series.isCumulative, steps: 6)
    let plotHeight = Self.height - Self.top - Self.bottom
    let plotWidth = Self.width - Self.left - Self.right
    func y(_ value: Double) -> Double { Self.top + plotHeight * (1 - axis.part(of: value)) }
    var svg = ""
    for tick in axis.ticks {
      svg += """
        <line x1="\(SVGText.number(Self.left))" x2="\(SVGText.number(Self.width - Self.right))" \
        y1="\(SVGText.number(y(tick)))" y2="\(SVGText.number(y(tick)))" stroke="\(SVGText.color(muted))" \
        stroke-opacity="0.35"/>

        """
      svg += line(formatting.number(tick, axis.decimals), Self.left - 8, y(tick) + 4, muted, anchor: "end")
    }
    let pitch = plotWidth / Double(max(1, bars.count))
    let thickness = max(1, min(36, pitch * 0.72))
    let step = period.step(series.days)
    for (index, bar) in bars.enumerated() {
      let center = Self.left + pitch * (Double(index) + 0.5)
      if let bar {
        let top = y(bar.high)
        let height = max(series.isCumulative ? 1 : 3, y(bar.low) - top)
        svg += """
          <rect x="\(SVGText.number(center - thickness / 2))" y="\(SVGText.number(top))" \
          width="\(SVGText.number(thickness))" height="\(SVGText.number(height))" \
          rx="\(SVGText.number(min(3, thickness / 3)))" fill="\(SVGText.color(color))">\
          <title>\(SVGText.escaped(words.bar(index)))</title></rect>

          """
        if !series.isCumulative, bar.high > bar.low {
          svg += mark(center, y(bar.mean), thickness, palette.background)
        }
      }
      if index < before.count, let earlier = before[index] {
        svg += mark(center, y(earlier.mean), pitch * 0.9, muted)
      }
      if let label = words.label(index, step: step) {
        svg += line(label, center, Self.height - 14, muted, anchor: "middle")
      }
    }
    return svg
  }

  private func mark(_ center: Double, _ y: Double, _ width: Double, _ color: RGB) -> String {
    """
    <line x1="\(SVGText.number(center - width / 2))" x2="\(SVGText.number(center + width / 2))" \
    y1="\(SVGText.number(y))" y2="\(SVGText.number(y))" stroke="\(SVGText.color(color))" stroke-width="2"/>

    """
  }

  private func line(
    _ text: String, _ x: Double, _ y: Double, _ color: RGB, size: Int = 13, isBold: Bool = false,
    anchor: String = "start"
  ) -> String {
    """
    <text x="\(SVGText.number(x))" y="\(SVGText.number(y))" fill="\(SVGText.color(color))" font-size="\(size)"\
    \(isBold ? " font-weight=\"bold\"" : "") text-anchor="\(anchor)">\(SVGText.escaped(text))</text>

    """
  }
}
