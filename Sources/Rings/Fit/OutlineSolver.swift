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
    var staleRows = Array(repeating: true, count: rows)
    var staleColumns = Array(repeating: true, count: columns)
    let columns = columns
    for _ in 0..<rounds {
      for row in 0..<rows where staleRows[row] {
        staleRows[row] = false
        solveLine(start: row * columns, stride: 1, count: columns, isRow: true) { cell in
          Self.mark(cell % columns, in: &staleColumns)
        }
      }
      for column in 0..<columns where staleColumns[column] {
        staleColumns[column] = false
        solveLine(start: column, stride: columns, count: rows, isRow: false) { cell in
          Self.mark(cell / columns, in: &staleRows)
        }
      }
    }
  }

  /// A changed cell counts for its own line and for those beside it.
  private static func mark(_ line: Int, in stale: inout [Bool]) {
    for index in max(0, line - 1)...min(stale.count - 1, line + 1) { stale[index] = true }
  }

  /// Solves the runs of undecided cells of one row or column.
  private mutating func solveLine(
    start: Int, stride: Int, count: Int, isRow: Bool, changed: (Int) -> Void
  ) {
    var place = 0
    while place < count {
      guard !options[start + place * stride].isEmpty else {
        place += 1
        continue
      }
      var end = place
      while end < count, !options[start + end * stride].isEmpty { end += 1 }
      solveRun(start + place * stride, stride: stride, count: end - place, isRow: isRow, changed: changed)
      place = end
    }
  }

  /// Chooses the cheapest options for a run of cells.
  private mutating func solveRun(_ start: Int, stride: Int, count: Int, isRow: Bool, changed: (Int) -> Void) {
    if count == 1, options[start].count == 1 { return }
    var costs = ownCosts(start, isRow: isRow)
    let bearing = bearing(after: start - stride, isRow: isRow)
    for index in costs.indices {
      costs[index] += CellSide.zero.breakCost(side(start, index, isAfter: false, isRow: isRow), bearing: bearing)
    }
    var origins: [[Int]] = []
    origins.reserveCapacity(count)
    for step in 1..<max(1, count) {
      let cell = start + step * stride
      let bearing = self.bearing(after: cell - stride, isRow: isRow)
      var next = ownCosts(cell, isRow: isRow)
      var origin = Array(repeating: 0, count: next.count)
      for index in next.indices {
        let side = side(cell, index, isAfter: false, isRow: isRow)
        var best = Float.infinity
        for from in costs.indices where costs[from] < best {
          let gap = self.side(cell - stride, from, isAfter: true, isRow: isRow).breakCost(side, bearing: bearing)
          let cost = costs[from] + gap
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
      costs[index] += side(last, index, isAfter: true, isRow: isRow).breakCost(.zero, bearing: lastBearing)
    }
    // The first of equals is taken, but the current choice stays unless another is cheaper.
    var pick = chosen[last]
    for index in costs.indices where costs[index] < costs[pick] * 0.9999 { pick = index }
    for step in (0..<count).reversed() {
      let cell = start + step * stride
      if chosen[cell] != pick {
        chosen[cell] = pick
        changed(cell)
      }
      if step > 0 { pick = origins[step - 1][pick] }
    }
  }

  /// The costs of a cell's options alone and against the neighbours that are held fixed.
  private func ownCosts(_ cell: Int, isRow: Bool) -> [Float] {
    let (before, after) = isRow ? (cell - columns, cell + columns) : (cell - 1, cell + 1)
    let hasBefore = isRow ? before >= 0 : cell % columns > 0
    let hasAfter = isRow ? after < options.count : after % columns > 0
    let beforeSide = hasBefore ? chosenSide(before, isAfter: true, isRow: !isRow) : .zero
    let afterSide = hasAfter ? chosenSide(after, isAfter: false, isRow: !isRow) : .zero
    let beforeBearing = bearing(after: before, isRow: !isRow)
    let afterBearing = bearing(after: cell, isRow: !isRow)
    return options[cell].indices.map { index in
      options[cell][index].cost
        + beforeSide.breakCost(side(cell, index, isAfter: false, isRow: !isRow), bearing: beforeBearing)
        + side(cell, index, isAfter: true, isRow: !isRow).breakCost(afterSide, bearing: afterBearing)
    }
  }

  /// The side of an option toward the next or the previous cell of a row or column.
  @inline(__always)
  private func side(_ cell: Int, _ option: Int, isAfter: Bool, isRow: Bool) -> CellSide {
    isRow
      ? isAfter ? options[cell][option].rim.right : options[cell][option].rim.left
      : isAfter ? options[cell][option].rim.bottom : options[cell][option].rim.top
  }

  private func chosenSide(_ cell: Int, isAfter: Bool, isRow: Bool) -> CellSide {
    options[cell].isEmpty ? .zero : side(cell, chosen[cell], isAfter: isAfter, isRow: isRow)
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
}
