package import TerminalModel

/// One way to draw a cell, with the data needed to choose among several.
package struct CellOption {
  package var cell: Cell
  /// The squared error, weighted by how far the colours are from the picture's own.
  var cost: Float
  /// Nil if the whole cell has the ink's colour.
  var partition: Int?
  var ink: SIMD3<Float>
  var paper: SIMD3<Float>
}

/// The options of a cell, with what its neighbours must know of the picture.
package final class CellOptions {
  /// Never empty.
  package let options: [CellOption]
  /// The same for loops over eight options at a time.
  let groups: [Group]
  /// The picture's colours along the sides of the cell.
  let picture: SideRows<PixelRow>
  /// Whether an arc begins or ends in the cell, so that its outlines are not only circles.
  let hasEnd: Bool
  /// Distinguishes the options from all others of the same table.
  let number: Int

  /// The maximum number of options per cell: those of the fit, and the cell on the screen.
  package static let most = 9
  /// The maximum number of groups.
  static let mostGroups = 2

  /// The costs and colours of eight options.
  struct Group {
    static let size = 8
    /// Infinite where there is no option.
    var cost = SIMD8<Float>(repeating: .infinity)
    var paper = PixelRow.zero
    /// The ink minus the paper.
    var contrast = PixelRow.zero
  }

  package init(options: [CellOption], picture: SideRows<PixelRow>, hasEnd: Bool, number: Int) {
    self.options = options
    self.picture = picture
    self.hasEnd = hasEnd
    self.number = number
    groups = stride(from: 0, to: options.count, by: Group.size).map { start in
      var group = Group()
      for lane in 0..<min(Group.size, options.count - start) {
        let option = options[start + lane]
        let contrast = option.ink - option.paper
        group.cost[lane] = option.cost
        group.paper.red[lane] = option.paper.x
        group.paper.green[lane] = option.paper.y
        group.paper.blue[lane] = option.paper.z
        group.contrast.red[lane] = contrast.x
        group.contrast.green[lane] = contrast.y
        group.contrast.blue[lane] = contrast.z
      }
      return group
    }
  }
}

/// The colours of the picture, or shares of ink, along the four sides of a cell.
package struct SideRows<Row: Sendable>: Sendable {
  var left: Row
  var right: Row
  var top: Row
  var bottom: Row
}

extension SideRows where Row == SIMD8<Float> {
  /// The sides of 16 rows of eight pixels.
  init(_ rows: UnsafePointer<SIMD8<Float>>) {
    left = SIMD8(repeating: 0)
    right = left
    for index in 0..<8 {
      let pair = rows[2 * index] + rows[2 * index + 1]
      left[index] = pair[0] / 2
      right[index] = pair[7] / 2
    }
    top = rows[0]
    bottom = rows[CellSamples.rows - 1]
  }
}
