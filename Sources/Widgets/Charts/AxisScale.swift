/// An axis with round steps: 1, 2, 5 or, from 25 on, 2.5 times a power of ten.
package struct AxisScale: Hashable {
  package let low: Double
  package let high: Double
  package let step: Double

  /// Values that differ by less are equal.
  static let leastSpan = 1e-9

  /// - Parameters:
  ///   - values: the values that the axis must cover; values that are not finite are ignored.
  ///   - startsAtZero: whether it must cover 0.
  ///   - steps: the maximum number of steps.
  package init(_ values: [Double], startsAtZero: Bool, steps: Int) {
    let finite = values.filter { $0.isFinite && abs($0) < 1e15 }
    var low = finite.min() ?? 0
    var high = finite.max() ?? 1
    if startsAtZero {
      low = min(0, low)
      high = max(0, high)
    }
    if high - low < Self.leastSpan {
      // A single value gets a margin on either side.
      let room = max(1, abs(high) * 0.1)
      // What has no negative values has no axis below zero.
      if !(startsAtZero && low == 0) { low = low >= 0 ? max(0, low - room) : low - room }
      high += room
    }
    let step = Self.roundStep((high - low) / Double(max(1, steps)))
    self.step = step
    self.low = (low / step + 1e-9).rounded(.down) * step
    self.high = (high / step - 1e-9).rounded(.up) * step
  }

  /// An axis of durations in seconds with the steps of a clock.
  package init(seconds values: [Double], steps: Int) {
    let finite = values.filter(\.isFinite)
    let (low, high) = (finite.min() ?? 0, finite.max() ?? 60)
    let wanted = max(high - low, 20) / Double(max(1, steps))
    step = [5, 10, 15, 20, 30, 60, 120, 300, 600, 1_800].first { $0 >= wanted } ?? 3_600
    self.low = (low / step).rounded(.down) * step
    self.high = max(self.low + step, (high / step).rounded(.up) * step)
  }

  package init(low: Double, high: Double, step: Double) {
    self.low = low
    self.high = max(high, low + step)
    self.step = step
  }

  /// The smallest round step that is at least this large.
  package static func roundStep(_ least: Double) -> Double {
    guard least.isFinite, least > 0 else { return 1 }
    var power = 1.0
    while power > least, power > 1e-12 { power /= 10 }
    while power * 10 <= least, power < 1e15 { power *= 10 }
    let factors: [Double] = power >= 10 ? [1, 2, 2.5, 5, 10] : [1, 2, 5, 10]
    return factors.map { $0 * power }.first { $0 >= least - 1e-12 * power } ?? 10 * power
  }

  /// The multiples of the step on the axis, ascending.
  package var ticks: [Double] {
    let first = (low / step - 1e-9).rounded(.up)
    let count = min(100, max(0, (high / step + 1e-9).rounded(.down) - first))
    return (0...Int(count)).map { (first + Double($0)) * step }
  }

  /// The axis that shows a range of values in the most rows, with all ticks the same whole number of rows apart. It may begin
  /// and end between two ticks.
  package func divided(rows: Int, lowest: Double, highest: Double) -> (axis: AxisScale, rowsPerStep: Int) {
    let rows = max(1, rows)
    // Twice the step if that uses more of the rows.
    let choices = [step, 2 * step].compactMap { own -> (axis: AxisScale, rowsPerStep: Int)? in
      for rowsPerStep in (1...rows).reversed() {
        let row = own / Double(rowsPerStep)
        let low = (lowest / row + 1e-6).rounded(.down) * row
        let high = low + row * Double(rows)
        if high >= highest - 1e-6 * row { return (AxisScale(low: low, high: high, step: own), rowsPerStep) }
      }
      return nil
    }
    // At least two steps if there is room for them.
    func waste(_ choice: (axis: AxisScale, rowsPerStep: Int)) -> Double {
      let isReadable = (2...max(2, rows / 2)).contains(choice.rowsPerStep)
      return choice.axis.high - choice.axis.low + (isReadable ? 0 : 1e6 * step)
    }
    return choices.min { waste($0) < waste($1) }
      ?? (AxisScale(low: lowest, high: max(highest, lowest + step), step: step), rows)
  }

  /// The number of decimals that distinguishes the ticks.
  package var decimals: Int {
    var decimals = 0
    var step = step
    while decimals < 3, abs(step - step.rounded()) > 1e-6 * step {
      step *= 10
      decimals += 1
    }
    return decimals
  }

  /// The position of a value: 0 at the lowest tick, 1 at the highest.
  package func part(of value: Double) -> Double {
    guard value.isFinite else { return 0 }
    return min(1, max(0, (value - low) / (high - low)))
  }
}
