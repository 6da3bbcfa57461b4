package import TerminalModel

/// A colour that one side of a cell can have.
package struct Shade: Hashable {
  /// The colour as written into the cell.
  package var cellColor: CellColor
  /// The colour as displayed, 0...255.
  package var color: SIMD3<Float>
  package var kind: Kind

  package init(cellColor: CellColor, color: SIMD3<Float>, kind: Kind) {
    self.cellColor = cellColor
    self.color = color
    self.kind = kind
  }

  package enum Kind: Hashable {
    case color
    /// The terminal's default background: available only as the paper of a cell.
    case background
    /// The terminal's default foreground: available only as the ink of a cell.
    case foreground
  }

  package static func background(_ color: SIMD3<Float>) -> Shade {
    Shade(cellColor: .terminalDefault, color: color, kind: .background)
  }

  package static func foreground(_ color: SIMD3<Float>) -> Shade {
    Shade(cellColor: .terminalDefault, color: color, kind: .foreground)
  }
}

/// The set of available shades.
package enum ShadeSet {
  /// Every colour.
  case all
  /// Entries 16...255 of the palette.
  case palette
  case these([Shade])

  /// The nearest shade to a colour.
  package func nearest(to color: SIMD3<Float>) -> Shade {
    switch self {
    case .all:
      let rounded = color.rgb
      return Shade(cellColor: .rgb(rounded), color: SIMD3(rounded), kind: .color)
    case .palette:
      let entry = color.rgb.nearestPaletteEntry
      return Shade(cellColor: .palette(entry), color: SIMD3(RGB(paletteEntry: entry)), kind: .color)
    case .these(let shades):
      var best = Shade.background(color)
      var bestDistance = Float.infinity
      for shade in shades {
        let offset = shade.color - color
        if offset.dot(offset) < bestDistance {
          bestDistance = offset.dot(offset)
          best = shade
        }
      }
      return best
    }
  }

  /// Whether the shades approximate any colour closely.
  var isFine: Bool {
    if case .all = self { true } else { false }
  }
}
