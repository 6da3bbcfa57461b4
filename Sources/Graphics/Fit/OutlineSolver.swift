import TerminalModel

/// Chooses one option for each cell of a picture so that outlines are continuous across cells.
///
/// The symbol that fits a cell best on its own may not meet its neighbour's outline, which is visible as a step. The
/// cost of an option is therefore its own error plus, along each side, the difference between its error there and the
/// neighbour's. The total is minimized row by row and column by column, each exactly by dynamic programming, with the
/// rest held fixed.
package struct OutlineSolver {
  private let table: CellJoints.CostTable
  private let columns: Int
  private let rows: Int
  /// The options of each cell, row by row; nil for cells that are drawn exactly.
  private let cells: [CellOptions?]
  /// The number of options of each cell.
  private let counts: [Int]
  /// The index of the chosen option of each cell.
  private var chosen: [Int]

  /// The costs of the options of the current cell of a run, in groups of eight.
  private var costs = [SIMD8<Float>](repeating: SIMD8(repeating: 0), count: CellOptions.mostGroups)
  /// The same for the next cell.
  private var next = [SIMD8<Float>](repeating: SIMD8(repeating: 0), count: CellOptions.mostGroups)
  /// For each cell of a run and each of its options, the option of the cell before.
  private var origins: [SIMD8<Int32>]

  private init(_ cells: [CellOptions?], _ table: CellJoints.CostTable) {
    self.cells = cells
    self.table = table
    columns = table.columns
    rows = table.rows
    counts = cells.map { $0?.options.count ?? 0 }
    chosen = Array(repeating: 0, count: cells.count)
    origins = Array(repeating: SIMD8(repeating: 0), count: max(rows, columns) * CellOptions.mostGroups)
  }

  /// The indices of the chosen options.
  ///
  /// - Complexity: O(*n* *k*²) in the cells and their options.
  package static func choices(for cells: [CellOptions?], joints: CellJoints) -> [Int] {
    guard joints.columns > 0, joints.rows > 0 else { return [] }
    joints.update(cells)
    return joints.withCosts { table in
      var solver = OutlineSolver(cells, table)
      solver.solve()
      return solver.chosen
    }
  }

  private mutating func solve(rounds: Int = 2) {
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
      guard counts[start + place * stride] > 0 else {
        place += 1
        continue
      }
      var end = place
      while end < count, counts[start + end * stride] > 0 { end += 1 }
      solveRun(start + place * stride, stride: stride, count: end - place, isRow: isRow, changed: changed)
      place = end
    }
  }

  /// Chooses the cheapest options for a run of cells.
  private mutating func solveRun(_ start: Int, stride: Int, count: Int, isRow: Bool, changed: (Int) -> Void) {
    if count == 1, counts[start] == 1 { return }
    addOwnCosts(of: start, isRow: isRow)
    swap(&costs, &next)
    let first = table.before(start, isRow: isRow)
    for group in 0..<Self.groupCount(counts[start]) { costs[group] += first[group] }
    for step in 1..<max(1, count) {
      let cell = start + step * stride
      addOwnCosts(of: cell, isRow: isRow)
      let joint = table.before(cell, isRow: isRow)
      let groupCount = Self.groupCount(counts[cell])
      for group in 0..<groupCount {
        var best = SIMD8<Float>(repeating: .infinity)
        var origin = SIMD8<Int32>(repeating: 0)
        for from in 0..<counts[cell - stride] {
          let cost = joint[from * groupCount + group] + costs[from / 8][from % 8]
          let isBetter = cost .< best
          best.replace(with: cost, where: isBetter)
          origin.replace(with: Int32(from), where: isBetter)
        }
        origins[step * CellOptions.mostGroups + group] = origin
        next[group] += best
      }
      swap(&costs, &next)
    }
    let last = start + (count - 1) * stride
    let end = table.after(last, isRow: isRow)
    // The first of equals is taken, but the current choice stays unless another is cheaper.
    let total = (0..<counts[last]).map { costs[$0 / 8][$0 % 8] + end[$0][0] }
    var pick = chosen[last]
    for index in total.indices where total[index] < total[pick] * 0.9999 { pick = index }
    for step in (0..<count).reversed() {
      let cell = start + step * stride
      if chosen[cell] != pick {
        chosen[cell] = pick
        changed(cell)
      }
      if step > 0 { pick = Int(origins[step * CellOptions.mostGroups + pick / 8][pick % 8]) }
    }
  }

  /// Stores in `next` the costs of a cell's options alone and against the neighbours that are held fixed.
  private mutating func addOwnCosts(of cell: Int, isRow: Bool) {
    guard let options = cells[cell] else { return }
    let (before, after) = isRow ? (cell - columns, cell + columns) : (cell - 1, cell + 1)
    let hasBefore = isRow ? before >= 0 : cell % columns > 0
    let hasAfter = isRow ? after < counts.count : after % columns > 0
    let groupCount = options.groups.count
    let beforeCosts = table.before(cell, isRow: !isRow) + (hasBefore ? chosen[before] : 0) * groupCount
    let chosenAfter = hasAfter ? chosen[after] : 0
    let afterGroups = Self.groupCount(hasAfter ? counts[after] : 0)
    let afterCosts = table.after(cell, isRow: !isRow) + chosenAfter / 8
    for group in 0..<groupCount {
      var costs = SIMD8<Float>(repeating: 0)
      for lane in 0..<min(8, options.options.count - 8 * group) {
        costs[lane] = afterCosts[(8 * group + lane) * afterGroups][chosenAfter % 8]
      }
      next[group] = options.groups[group].cost + beforeCosts[group] + costs
    }
  }

  /// The number of groups of eight options, of which an empty cell has one.
  private static func groupCount(_ count: Int) -> Int { count > CellOptions.Group.size ? 2 : 1 }
}
