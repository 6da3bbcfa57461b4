import TerminalModel

/// Chooses one option for each cell of a picture so that outlines are continuous across cells.
///
/// The symbol that fits a cell best on its own may not meet its neighbour's outline, which is visible as a step. The
/// cost of an option is therefore its own error plus, along each side, the difference between its error there and the
/// neighbour's. The total is minimized row by row and column by column, each exactly by dynamic programming, with the
/// rest held fixed.
struct OutlineSolver {
  let columns: Int
  let rows: Int
  /// The options of each cell, row by row; empty for cells that are drawn exactly.
  private let options: [[CellOption]]
  /// The index of the chosen option of each cell.
  private(set) var chosen: [Int]

  private let center: SIMD2<Float>
  private let cellSize: SIMD2<Float>

  init(options: [[CellOption]], columns: Int, geometry: RingGeometry) {
    self.options = options
    center = SIMD2(Float(geometry.centerX), Float(geometry.centerY))
    cellSize = SIMD2(Float(RingGeometry.cellWidth), Float(geometry.cellHeight))
    self.columns = columns
    rows = columns > 0 ? options.count / columns : 0
    chosen = Array(repeating: 0, count: options.count)
  }

  /// - Complexity: O(*n* *k*²) in the cells and their options.
  mutating func solve(rounds: Int = 2) {
    for _ in 0..<rounds {
      var hasChanged = false
      for row in 0..<rows {
        if solveLine(start: row * columns, stride: 1, count: columns, across: columns, isRow: true) {
          hasChanged = true
        }
      }
      for column in 0..<columns {
        if solveLine(start: column, stride: columns, count: rows, across: 1, isRow: false) { hasChanged = true }
      }
      if !hasChanged { break }
    }
  }

  /// Solves the runs of undecided cells of one row or column; returns whether a choice changed.
  private mutating func solveLine(start: Int, stride: Int, count: Int, across: Int, isRow: Bool) -> Bool {
    var hasChanged = false
    var place = 0
    while place < count {
      guard !options[start + place * stride].isEmpty else {
        place += 1
        continue
      }
      var end = place
      while end < count, !options[start + end * stride].isEmpty { end += 1 }
      if solveRun(start + place * stride, stride: stride, count: end - place, isRow: isRow) { hasChanged = true }
      place = end
    }
    return hasChanged
  }

  /// Chooses the cheapest options for a run of cells.
  private mutating func solveRun(_ start: Int, stride: Int, count: Int, isRow: Bool) -> Bool {
    if count == 1, options[start].count == 1 { return false }
    var costs = ownCosts(start, isRow: isRow)
    let bearing = bearing(after: start - stride, isRow: isRow)
    for index in costs.indices {
      costs[index] += breakCost(.zero, options[start][index].rim, bearing, isRow: isRow)
    }
    var origins: [[Int]] = []
    origins.reserveCapacity(count)
    for step in 1..<max(1, count) {
      let cell = start + step * stride
      let before = options[cell - stride]
      let bearing = self.bearing(after: cell - stride, isRow: isRow)
      var next = ownCosts(cell, isRow: isRow)
      var origin = Array(repeating: 0, count: next.count)
      for index in next.indices {
        let rim = options[cell][index].rim
        var best = Float.infinity
        for from in before.indices where costs[from] < best {
          let cost = costs[from] + breakCost(before[from].rim, rim, bearing, isRow: isRow)
          if cost < best {
            best = cost
            origin[index] = from
          }
        }
        next[index] += best
      }
      costs = next
      origins.append(origin)
    }
    let last = start + (count - 1) * stride
    let lastBearing = self.bearing(after: last, isRow: isRow)
    for index in costs.indices {
      costs[index] += breakCost(options[last][index].rim, .zero, lastBearing, isRow: isRow)
    }
    // The first of equals is taken, but the current choice stays unless another is cheaper.
    var pick = chosen[last]
    for index in costs.indices where costs[index] < costs[pick] * 0.9999 { pick = index }
    var hasChanged = false
    for step in (0..<count).reversed() {
      let cell = start + step * stride
      if chosen[cell] != pick {
        chosen[cell] = pick
        hasChanged = true
      }
      if step > 0 { pick = origins[step - 1][pick] }
    }
    return hasChanged
  }

  /// The costs of a cell's options alone and against the neighbours that are held fixed.
  private func ownCosts(_ cell: Int, isRow: Bool) -> [Float] {
    let (before, after) = isRow ? (cell - columns, cell + columns) : (cell - 1, cell + 1)
    let hasBefore = isRow ? before >= 0 : cell % columns > 0
    let hasAfter = isRow ? after < options.count : after % columns > 0
    let beforeRim = hasBefore ? rim(before) : .zero
    let afterRim = hasAfter ? rim(after) : .zero
    let beforeBearing = bearing(after: before, isRow: !isRow)
    let afterBearing = bearing(after: cell, isRow: !isRow)
    return options[cell].map { option in
      option.cost + breakCost(beforeRim, option.rim, beforeBearing, isRow: !isRow)
        + breakCost(option.rim, afterRim, afterBearing, isRow: !isRow)
    }
  }

  /// The discontinuity between two neighbours, in a row or in a column.
  @inline(__always)
  private func breakCost(_ rim: CellRim, _ next: CellRim, _ bearing: Float, isRow: Bool) -> Float {
    isRow
      ? CellRim.breakCost(rim, besides: next, bearing: bearing) : CellRim.breakCost(rim, above: next, bearing: bearing)
  }

  /// The square of the share of a displacement along the right or lower side of a cell that moves the outline across
  /// its own direction: where a circle runs along a side, its crossing moves far with little effect.
  private func bearing(after cell: Int, isRow: Bool) -> Float {
    var x = Float(cell % columns) * cellSize.x - center.x
    var y = Float(cell / columns) * cellSize.y - center.y
    x += cellSize.x * (isRow ? 1 : 0.5)
    y += cellSize.y * (isRow ? 0.5 : 1)
    let across = abs(x) * cellSize.x
    let down = abs(y) * cellSize.y
    let share = (isRow ? down : across) / max(across + down, 1e-3)
    return share * share
  }

  private func rim(_ cell: Int) -> CellRim {
    options[cell].isEmpty ? .zero : options[cell][chosen[cell]].rim
  }
}
