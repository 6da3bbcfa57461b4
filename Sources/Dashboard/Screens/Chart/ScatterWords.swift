package import HealthAnalysis
import HealthModel
package import Presentation
import Widgets

/// The texts of a scatter plot.
package struct ScatterWords {
  private let scatter: Scatter
  private let formatting: Formatting

  package init(_ scatter: Scatter, _ formatting: Formatting) {
    self.scatter = scatter
    self.formatting = formatting
  }

  package var title: String {
    "\(TypeWords.amountTitle(scatter.y)) by \(TypeWords.amountTitle(scatter.x).uncapitalized)"
      + (scatter.lag == 0
        ? "" : ", \(DayWords.count(abs(scatter.lag), "day", "days")) \(scatter.lag > 0 ? "later" : "earlier")")
  }

  /// `28 days, r = -0.62: one falls as the other rises; by rank -0.58 (fewer than 30 days)`.
  package var summary: String { summary(within: .max) }

  /// The summary, without warnings or without the rank where they do not fit.
  func summary(within columns: Int) -> String {
    guard let rank = try? scatter.rank.get().value else { return line }
    let ranked = "\(line); by rank \(formatting.number(rank.coefficient, 2))"
    let warnings = rank.warnings.map(\.rawValue).joined(separator: "; ")
    let whole = warnings.isEmpty ? ranked : "\(ranked) (\(warnings))"
    return [whole, ranked].first { $0.count <= columns } ?? line
  }

  /// What the line of the regression says.
  private var line: String {
    let days = DayWords.count(scatter.points.count, "day", "days")
    guard let r = scatter.correlation else {
      return scatter.points.isEmpty ? "no day has both" : "\(days), too few or too much alike to compare"
    }
    let size = abs(r)
    let direction = r > 0 ? "both rise together" : "one falls as the other rises"
    let words =
      size < 0.2 ? "hardly any connection" : direction + (size < 0.4 ? ", weakly" : size < 0.7 ? "" : ", strongly")
    return "\(days), r = \(formatting.number(r, 2)): \(words)"
  }

  var xName: String { Self.name(scatter.x, formatting) }
  var yName: String { Self.name(scatter.y, formatting) }

  private static func name(_ type: String, _ formatting: Formatting) -> String {
    let unit = formatting.unit(of: type).symbol
    let title = TypeWords.amountTitle(type)
    return unit.isEmpty || unit == title.lowercased() ? title : "\(title), \(unit)"
  }

  /// `Thu 19 Nov: 9,872 steps, 54 bpm`.
  func point(_ point: Scatter.Point) -> String {
    "\(formatting.shortDateAndYear(point.day)): "
      + "\(formatting.amount(point.x, of: scatter.x)), \(formatting.amount(point.y, of: scatter.y))"
  }
}

/// The axes of a scatter plot, in displayed units.
struct ScatterAxes {
  let x: AxisScale
  let y: AxisScale
  /// The factors from stored to displayed units.
  let xScale: Double
  let yScale: Double

  /// nil without points.
  init?(_ scatter: Scatter, _ formatting: Formatting, xSteps: Int, ySteps: Int) {
    guard !scatter.points.isEmpty else { return nil }
    xScale = formatting.unit(of: scatter.x).scale
    yScale = formatting.unit(of: scatter.y).scale
    let (xScale, yScale) = (xScale, yScale)
    x = AxisScale(scatter.points.map { $0.x * xScale }, startsAtZero: false, steps: max(1, xSteps))
    y = AxisScale(scatter.points.map { $0.y * yScale }, startsAtZero: false, steps: max(1, ySteps))
  }

  /// The regression line over the range of the points, clipped to the plot.
  func line(_ scatter: Scatter) -> (from: (x: Double, y: Double), to: (x: Double, y: Double))? {
    guard let fit = scatter.fit, let first = scatter.points.map(\.x).min(), let last = scatter.points.map(\.x).max()
    else { return nil }
    func end(_ x: Double) -> (x: Double, y: Double) {
      let y = min(max(fit.y(at: x), self.y.low / yScale), self.y.high / yScale)
      // On a clipped line x is computed from y.
      let cut = y != fit.y(at: x) && fit.slope != 0 ? (y - fit.offset) / fit.slope : x
      return (cut * xScale, y * yScale)
    }
    return (end(first), end(last))
  }
}

extension String {
  /// The same with a lower-case first letter, except for abbreviations.
  var uncapitalized: String {
    guard let first, dropFirst().first?.isUppercase != true else { return self }
    return first.lowercased() + dropFirst()
  }
}
