import TerminalModel

/// What a chart shows, in parts of its height.
package struct ChartShape: Hashable, Sendable {
  var rect: CellRect
  var isLine: Bool
  var bars: [BarChart.Bar]
}

/// The transition of the charts on the screen from what they showed to their new values: a pure function of the elapsed
/// time.
package struct ChartMotion: Hashable, Sendable {
  /// The charts at the beginning, by their first row.
  private let from: [Int: [ChartShape]]
  /// Seconds since it began. The first frame already shows the first step.
  package var elapsed = ChartMotion.firstStep
  /// Whether a frame has shown that something moves. Until then, data may be awaited.
  package var hasBegun = false

  package static let duration = 0.2
  private static let firstStep = 1.0 / 60
  /// A chart may begin some columns further right or left, because the labels of its axis are of another width.
  private static let mostShift = 8

  /// Nil if nothing was shown.
  package init?(from shapes: [ChartShape]) {
    guard !shapes.isEmpty else { return nil }
    from = Dictionary(grouping: shapes) { $0.rect.origin.row }
  }

  /// Ease-out: fast at first, then ever slower.
  private var share: Double {
    let left = 1 - min(1, max(0, elapsed / Self.duration))
    return 1 - left * left * left
  }

  /// The bars of a chart at this moment; those of a chart that was not shown before are the given ones.
  func bars(of target: ChartShape) -> [BarChart.Bar] {
    let share = share
    guard share < 1, !target.bars.isEmpty else { return target.bars }
    func distance(_ shape: ChartShape) -> Int { abs(shape.rect.origin.column - target.rect.origin.column) }
    let candidates = (from[target.rect.origin.row] ?? []).filter {
      $0.isLine == target.isLine && $0.rect.size.rows == target.rect.size.rows && distance($0) <= Self.mostShift
        && !$0.bars.isEmpty
    }
    guard let start = candidates.min(by: { distance($0) < distance($1) }), start.bars != target.bars else {
      return target.bars
    }
    return target.bars.indices.map { index in
      let old = target.isLine ? start.bar(at: index, of: target.bars.count) : start.bars.element(index)
      return target.bars[index].moved(from: old, share, isLine: target.isLine)
    }
  }
}

extension ChartShape {
  /// The value of a line at the place of a point of another with the same width.
  fileprivate func bar(at index: Int, of count: Int) -> BarChart.Bar? {
    guard count != bars.count else { return bars[index] }
    let place = (Double(index) + 0.5) / Double(count) * Double(bars.count) - 0.5
    let low = min(bars.count - 1, max(0, Int(place.rounded(.down))))
    let high = min(bars.count - 1, low + 1)
    return bars[high].moved(from: bars[low], min(1, max(0, place - Double(low))), isLine: true)
  }
}

extension Array {
  fileprivate func element(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension BarChart.Bar {
  /// This bar after a share of its way from another one. Bars grow from the base line; what a line shows in addition is there
  /// at once.
  fileprivate func moved(from old: BarChart.Bar?, _ share: Double, isLine: Bool) -> BarChart.Bar {
    func between(_ from: Double, _ to: Double) -> Double {
      from.isFinite && to.isFinite ? from + (to - from) * share : to
    }
    switch (old, self) {
    case (.height(let from), .height(let to)): return .height(between(from, to))
    case (nil, .height(let to)), (.unknown, .height(let to)): return isLine ? self : .height(between(0, to))
    case (.range(let low, let high, let mean), .range(let newLow, let newHigh, let newMean)):
      return .range(
        between(low, newLow), between(high, newHigh),
        mean: newMean.map { between(mean ?? (low + high) / 2, $0) })
    default: return self
    }
  }
}

extension Canvas {
  /// The bars that a chart shows in this frame, which is recorded for the next motion.
  mutating func moved(_ bars: [BarChart.Bar], isLine: Bool, in rect: CellRect) -> [BarChart.Bar] {
    var shape = ChartShape(rect: rect, isLine: isLine, bars: bars)
    if let motion {
      shape.bars = motion.bars(of: shape)
      if shape.bars != bars { isMoving = true }
    }
    shapes.append(shape)
    return shape.bars
  }
}
