package import HealthModel

/// How two quantities go together from day to day: Spearman's rank correlation (1904).
///
/// It is no sign of a cause. Days in a row resemble each other, so results of chance look larger than among independent
/// days.
package struct DayCorrelation: Hashable, Sendable {
  /// From -1 to 1.
  package var coefficient: Double
  /// The number of days with both.
  package var count: Int
  /// By how many days the second follows the first.
  package var lag: Int
  package var warnings: [Warning]

  package enum Warning: String, Hashable, Sendable {
    case fewDays = "fewer than 30 days"
    /// By the convention of Cohen (1988).
    case smallEffect = "a small effect: below 0.3"
  }

  package static let fewestDays = 10
  package static let enoughDays = 30
  package static let smallEffect = 0.3

  /// - Parameters:
  ///   - lag: pairs the first of a day with the second of this many days later.
  package static func spearman(_ first: [Day: Double], _ second: [Day: Double], lag: Int = 0) -> Measure<DayCorrelation>
  {
    let pairs = first.compactMap { day, value in
      second[day + lag].flatMap { value.isFinite && $0.isFinite ? (value, $0) : nil }
    }
    guard pairs.count >= fewestDays else { return .failure(.tooFew(.day, needed: fewestDays, has: pairs.count)) }
    let (x, y) = (ranks(pairs.map(\.0)), ranks(pairs.map(\.1)))
    let middle = Double(pairs.count + 1) / 2
    var (product, left, right) = (0.0, 0.0, 0.0)
    for (one, other) in zip(x, y) {
      product += (one - middle) * (other - middle)
      left += (one - middle) * (one - middle)
      right += (other - middle) * (other - middle)
    }
    guard left > 0, right > 0 else { return .failure(.undefined("one of the two never changes")) }
    let coefficient = min(1, max(-1, product / (left * right).squareRoot()))
    var warnings: [Warning] = []
    if pairs.count < enoughDays { warnings.append(.fewDays) }
    if abs(coefficient) < smallEffect { warnings.append(.smallEffect) }
    return .success(
      Measured(
        DayCorrelation(coefficient: coefficient, count: pairs.count, lag: lag, warnings: warnings), .correlation,
        [MeasureInput("days", Double(pairs.count)), MeasureInput("lag", Double(lag), "d")]))
  }

  /// Ranks from 1 on; equal values share the mean of theirs.
  private static func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
      for place in start...end { ranks[order[place]] = Double(start + end) / 2 + 1 }
      start = end + 1
    }
    return ranks
  }
}
