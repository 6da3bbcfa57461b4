package import TerminalModel

/// The costs of all pairs of options of neighbouring cells.
///
/// Costs depend only on the options of two cells and on the position of the side between them. They are kept from frame
/// to frame, so that only the sides of cells with new options are computed again.
package final class CellJoints {
  let columns: Int
  let rows: Int
  private let center: SIMD2<Float>?
  private let cellSize: SIMD2<Float>
  private let symbols: SymbolSet

  /// A side between two cells, or between a cell and an empty one: first those between columns, then those between rows.
  fileprivate struct Joint {
    /// The numbers of the options on both sides; 0 where no cell is fitted.
    var before = 0
    var after = 0
    /// The position of its costs.
    var start = 0
    /// The number of costs that there is room for; 0 before it has any.
    var capacity = 0
  }

  private var joints: [Joint]
  /// For each option before a joint, its costs with all options after it, in groups of eight.
  private var costs: [SIMD8<Float>] = []
  /// The sides of the options before and after a joint, in groups of eight.
  private let beforeSides = (0..<CellOptions.mostGroups).map { _ in CellSides() }
  private let afterSides = (0..<CellOptions.mostGroups).map { _ in CellSides() }

  /// - Parameter center: the point around which most outlines are circles, in units in which a cell has this size; nil
  ///   for other pictures.
  package init(size: CellSize, cellSize: SIMD2<Float>, center: SIMD2<Float>?, symbols: SymbolSet) {
    columns = size.columns
    rows = size.rows
    self.center = center
    self.cellSize = cellSize
    self.symbols = symbols
    joints = Array(repeating: Joint(), count: rows * (columns + 1) + (rows + 1) * columns)
  }

  deinit {
    for sides in beforeSides + afterSides { sides.deallocate() }
  }

  /// Computes the costs around all cells that have options.
  func update(_ cells: [CellOptions?]) {
    if costs.isEmpty { costs.reserveCapacity(cells.count { $0 != nil } * 3 * CellOptions.Group.size) }
    for cell in cells.indices {
      guard let options = cells[cell] else { continue }
      let column = cell % columns
      update(joint(leftOf: cell), column > 0 ? cells[cell - 1] : nil, options, cell: cell - 1, isRow: true)
      update(
        joint(above: cell), cell >= columns ? cells[cell - columns] : nil, options, cell: cell - columns, isRow: false)
      if column + 1 == columns || cells[cell + 1] == nil {
        update(joint(leftOf: cell) + 1, options, nil, cell: cell, isRow: true)
      }
      if cell + columns >= cells.count || cells[cell + columns] == nil {
        update(joint(above: cell + columns), options, nil, cell: cell, isRow: false)
      }
    }
  }

  /// Calls the closure with the costs, and with the positions in it of the joints before each cell of a row or column.
  func withCosts<Result>(_ body: (CostTable) -> Result) -> Result {
    costs.withUnsafeBufferPointer { costs in
      joints.withUnsafeBufferPointer { joints in
        body(CostTable(costs: costs, joints: joints, rows: rows, columns: columns))
      }
    }
  }

  struct CostTable {
    fileprivate let costs: UnsafeBufferPointer<SIMD8<Float>>
    fileprivate let joints: UnsafeBufferPointer<Joint>
    let rows: Int
    let columns: Int

    /// The costs of the joint before a cell in a row (to its left) or column (above it).
    @inline(__always)
    func before(_ cell: Int, isRow: Bool) -> UnsafePointer<SIMD8<Float>> {
      costs(of: isRow ? cell + cell / columns : rows * (columns + 1) + cell)
    }

    /// The costs of the joint after a cell in a row or column.
    @inline(__always)
    func after(_ cell: Int, isRow: Bool) -> UnsafePointer<SIMD8<Float>> {
      costs(of: isRow ? cell + cell / columns + 1 : rows * (columns + 1) + cell + columns)
    }

    @inline(__always)
    private func costs(of joint: Int) -> UnsafePointer<SIMD8<Float>> {
      guard joints[joint].capacity > 0, let base = costs.baseAddress else {
        preconditionFailure("a fitted cell has joints")
      }
      return base + joints[joint].start
    }
  }

  private func joint(leftOf cell: Int) -> Int { cell + cell / columns }

  private func joint(above cell: Int) -> Int { rows * (columns + 1) + cell }

  /// - Parameter cell: the position of the cell before the joint, which may be outside the picture.
  private func update(_ joint: Int, _ before: CellOptions?, _ after: CellOptions?, cell: Int, isRow: Bool) {
    let (beforeNumber, afterNumber) = (before?.number ?? 0, after?.number ?? 0)
    var known = joints[joint]
    if known.capacity > 0, known.before == beforeNumber, known.after == afterNumber { return }
    let beforeCount = before?.options.count ?? 1
    let groupCount = after?.groups.count ?? 1
    if known.capacity < beforeCount * groupCount {
      known.capacity = beforeCount * groupCount
      known.start = costs.count
      costs.append(contentsOf: repeatElement(SIMD8(repeating: 0), count: known.capacity))
    }
    known.before = beforeNumber
    known.after = afterNumber
    joints[joint] = known
    expand(before, isRow ? .right : .bottom, into: beforeSides)
    expand(after, isRow ? .left : .top, into: afterSides)
    let hasCirclesOnly = before?.hasEnd != true && after?.hasEnd != true
    let bearing = hasCirclesOnly ? bearing(after: cell, isRow: isRow) : CellSides.averageBearing
    costs.withUnsafeMutableBufferPointer { costs in
      for group in 0..<groupCount {
        let sides = afterSides[group]
        for from in 0..<beforeCount {
          costs[known.start + from * groupCount + group] = sides.breakCosts(
            beforeSides[from / CellOptions.Group.size], option: from % CellOptions.Group.size, bearing: bearing)
        }
      }
    }
  }

  fileprivate enum Direction {
    case left, right, top, bottom
  }

  /// Computes one side of all options of a cell; an empty cell differs nowhere from the picture.
  private func expand(_ cell: CellOptions?, _ direction: Direction, into sides: [CellSides]) {
    guard let cell else { return sides[0].clear() }
    let picture = cell.picture.row(direction)
    let hasTolerance = !symbols.isRich && !cell.hasEnd
    for (index, group) in cell.groups.enumerated() {
      let first = index * CellOptions.Group.size
      for lane in 0..<min(CellOptions.Group.size, cell.options.count - first) {
        let partition = cell.options[first + lane].partition
        sides[index].setShare(
          partition.map { symbols.sides[$0].row(direction) } ?? SIMD8(repeating: 1), of: lane)
      }
      sides[index].compute(group, picture: picture, visibleStep: hasTolerance ? Self.visibleStep : nil)
    }
  }

  /// The square of a displacement that is visible as a step, in eighths of a side. Symbols without slanted edges draw
  /// steps everywhere, and these are kept smaller than a quarter of a cell; others avoid them without a limit.
  private static let visibleStep: Float = 2.2

  /// The square of the share of a displacement along the right or lower side of a cell that moves the outline across
  /// its own direction: where a circle runs along a side, its crossing moves far with little effect.
  private func bearing(after cell: Int, isRow: Bool) -> Float {
    guard let center else { return CellSides.averageBearing }
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

extension SideRows {
  @inline(__always)
  fileprivate func row(_ direction: CellJoints.Direction) -> Row {
    switch direction {
    case .left: left
    case .right: right
    case .top: top
    case .bottom: bottom
    }
  }
}
