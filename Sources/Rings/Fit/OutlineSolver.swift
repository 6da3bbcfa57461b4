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

  init(options: [[CellOption]], columns: Int) {
    self.options = options
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
    for index in costs.indices {
      let rim = options[start][index].rim
      costs[index] += (isRow ? CellRim.breakCost(.zero, besides: rim) : CellRim.breakCost(.zero, above: rim))
    }
    var origins: [[Int]] = []
    origins.reserveCapacity(count)
    for step in 1..<max(1, count) {
      let cell = start + step * stride
      let before = options[cell - stride]
      var next = ownCosts(cell, isRow: isRow)
      var origin = Array(repeating: 0, count: next.count)
      for index in next.indices {
        let rim = options[cell][index].rim
        var best = Float.infinity
        for from in before.indices where costs[from] < best {
          let gap =
            isRow
            ? CellRim.breakCost(before[from].rim, besides: rim) : CellRim.breakCost(before[from].rim, above: rim)
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
    for index in costs.indices {
      let rim = options[last][index].rim
      costs[index] += (isRow ? CellRim.breakCost(rim, besides: .zero) : CellRim.breakCost(rim, above: .zero))
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
    return options[cell].map { option in
      let gaps =
        isRow
        ? CellRim.breakCost(beforeRim, above: option.rim) + CellRim.breakCost(option.rim, above: afterRim)
        : CellRim.breakCost(beforeRim, besides: option.rim) + CellRim.breakCost(option.rim, besides: afterRim)
      return option.cost + gaps
    }
  }

  private func rim(_ cell: Int) -> CellRim {
    options[cell].isEmpty ? .zero : options[cell][chosen[cell]].rim
  }
}
