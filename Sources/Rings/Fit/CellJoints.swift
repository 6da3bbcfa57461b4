import TerminalModel

/// The costs of all pairs of options of neighbouring cells.
///
/// Costs depend only on the options of two cells and on the position of the side between them. They are kept from frame
/// to frame, so that only the sides of cells with new options are computed again.
final class CellJoints {
  let columns: Int
  let rows: Int
  private let center: SIMD2<Float>
  private let cellSize: SIMD2<Float>
  private let symbols: SymbolSet

  /// A side between two cells, or between a cell and an empty one: first those between columns, then those between rows.
  fileprivate struct Joint {
    /// The numbers of the options on both sides; 0 where no cell is fitted.
    var before = 0
    var after = 0
    /// The position of its costs; nil before it has any.
    var start: Int?
  }

  private var joints: [Joint]
  /// For each option before a joint, its costs with all options after it.
  private var costs: [Float] = []
  private static let capacity = CellOptions.most * CellOptions.most

  /// The sides of the options before and after a joint.
  private let sides: (before: UnsafeMutablePointer<CellSide>, after: UnsafeMutablePointer<CellSide>)

  init(geometry: RingGeometry, size: CellSize, symbols: SymbolSet) {
    columns = size.columns
    rows = size.rows
    center = SIMD2(Float(geometry.centerX), Float(geometry.centerY))
    cellSize = SIMD2(Float(RingGeometry.cellWidth), Float(geometry.cellHeight))
    self.symbols = symbols
    joints = Array(repeating: Joint(), count: rows * (columns + 1) + (rows + 1) * columns)
    sides = (.allocate(capacity: CellOptions.most), .allocate(capacity: CellOptions.most))
    sides.before.initialize(repeating: .zero, count: CellOptions.most)
    sides.after.initialize(repeating: .zero, count: CellOptions.most)
  }

  deinit {
    sides.before.deallocate()
    sides.after.deallocate()
  }

  /// Computes the costs around all cells that have options.
  func update(_ cells: [CellOptions?]) {
    for cell in cells.indices {
      guard let options = cells[cell] else { continue }
      let column = cell % columns
      update(joint(leftOf: cell), column > 0 ? cells[cell - 1] : nil, options, cell: cell - 1, isRow: true)
      update(joint(above: cell), cell >= columns ? cells[cell - columns] : nil, options, cell: cell - columns, isRow: false)
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
    fileprivate let costs: UnsafeBufferPointer<Float>
    fileprivate let joints: UnsafeBufferPointer<Joint>
    let rows: Int
    let columns: Int

    /// The costs of the joint before a cell in a row (to its left) or column (above it).
    @inline(__always)
    func before(_ cell: Int, isRow: Bool) -> UnsafePointer<Float> {
      let joint = isRow ? cell + cell / columns : rows * (columns + 1) + cell
      guard let start = joints[joint].start, let base = costs.baseAddress else {
        preconditionFailure("a fitted cell has joints")
      }
      return base + start
    }

    /// The costs of the joint after a cell in a row or column.
    @inline(__always)
    func after(_ cell: Int, isRow: Bool) -> UnsafePointer<Float> {
      let joint = isRow ? cell + cell / columns + 1 : rows * (columns + 1) + cell + columns
      guard let start = joints[joint].start, let base = costs.baseAddress else {
        preconditionFailure("a fitted cell has joints")
      }
      return base + start
    }
  }

  private func joint(leftOf cell: Int) -> Int { cell + cell / columns }

  private func joint(above cell: Int) -> Int { rows * (columns + 1) + cell }

  /// - Parameter cell: the position of the cell before the joint, which may be outside the picture.
  private func update(_ joint: Int, _ before: CellOptions?, _ after: CellOptions?, cell: Int, isRow: Bool) {
    let (beforeNumber, afterNumber) = (before?.number ?? 0, after?.number ?? 0)
    let known = joints[joint]
    if known.start != nil, known.before == beforeNumber, known.after == afterNumber { return }
    let start = known.start ?? costs.count
    if known.start == nil { costs.append(contentsOf: repeatElement(0, count: Self.capacity)) }
    joints[joint] = Joint(before: beforeNumber, after: afterNumber, start: start)
    let beforeCount = expand(before, isRow ? .right : .bottom, into: sides.before)
    let afterCount = expand(after, isRow ? .left : .top, into: sides.after)
    let bearing = bearing(after: cell, isRow: isRow)
    let sides = sides
    costs.withUnsafeMutableBufferPointer { costs in
      var place = start
      for from in 0..<beforeCount {
        for to in 0..<afterCount {
          costs[place] = sides.before[from].breakCost(sides.after[to], bearing: bearing)
          place += 1
        }
      }
    }
  }

  fileprivate enum Direction {
    case left, right, top, bottom
  }

  /// Computes one side of all options of a cell; an empty cell differs nowhere from the picture.
  ///
  /// - Returns: the number of sides.
  private func expand(
    _ options: CellOptions?, _ direction: Direction, into sides: UnsafeMutablePointer<CellSide>
  ) -> Int {
    guard let options else {
      sides[0] = .zero
      return 1
    }
    let picture = options.picture.row(direction)
    for (index, option) in options.options.enumerated() {
      let share = option.partition.map { symbols.sides[$0].row(direction) } ?? SIMD8(repeating: 1)
      let contrast = option.ink - option.paper
      sides[index] = CellSide(
        share, ink: option.ink, paper: option.paper, wanted: picture,
        tolerance: symbols.isRich || options.hasEnd ? .infinity : contrast.dot(contrast) * Self.visibleStep,
        hasCirclesOnly: !options.hasEnd)
    }
    return options.options.count
  }

  /// The square of a displacement that is visible as a step, in eighths of a side. Symbols without slanted edges draw
  /// steps everywhere, and these are kept smaller than a quarter of a cell; others avoid them without a limit.
  private static let visibleStep: Float = 2.2

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
