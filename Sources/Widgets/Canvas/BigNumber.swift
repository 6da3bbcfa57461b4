import Graphics
package import TerminalModel

/// A number in large digits, over three rows: in pixels in the typeface, in cells of half blocks.
package struct BigNumber {
  package var text: String

  package static let rows = 3

  package var columns: Int { max(0, text.unicodeScalars.reduce(-1) { $0 + Self.width(of: $1) + 1 }) }

  package init(text: String) {
    self.text = text
  }

  /// Draws the number right-aligned before a column.
  package func draw(on canvas: inout Canvas, before end: Int, _ row: Int, _ style: CellStyle) {
    let color = canvas.appearance.rgb(style.foreground)
    canvas.paint(in: CellRect(column: end - columns, row: row, columns: columns, rows: Self.rows)) { detail in
      var drawing = Drawing(
        width: Double(columns) * ChartDetail.cell.x, height: Double(Self.rows) * ChartDetail.cell.y)
      if detail == .cells {
        addBlocks(to: &drawing, color)
      } else {
        let size = min(56, 56 * drawing.width / max(1, Typeface.width(of: text, size: 56, weight: .semibold)))
        drawing.write(
          text, drawing.width, (drawing.height + size * Typeface.capHeight) / 2, color, size: size, weight: .semibold,
          anchor: .end)
      }
      return drawing
    }
  }

  private func addBlocks(to drawing: inout Drawing, _ color: RGB) {
    // A block is half a row high.
    let block = ChartDetail.cell * Point(1, 0.5)
    var left = 0.0
    for scalar in text.unicodeScalars {
      for (row, pixels) in (Self.pixels[scalar] ?? []).enumerated() {
        for (column, isSet) in pixels.enumerated() where isSet {
          drawing.fill(
            Path(rectangle: Point(left, 0) + Point(Double(column), Double(row)) * block, size: block), color)
        }
      }
      left += block.x * Double(Self.width(of: scalar) + 1)
    }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int { pixels[scalar]?.first?.count ?? 1 }

  private static let pixels: [Unicode.Scalar: [[Bool]]] = [
    "0": drawn("### #.# #.# #.# ###"), "1": drawn("##. .#. .#. .#. ###"), "2": drawn("### ..# ### #.. ###"),
    "3": drawn("### ..# ### ..# ###"), "4": drawn("#.# #.# ### ..# ..#"), "5": drawn("### #.. ### ..# ###"),
    "6": drawn("### #.. ### #.# ###"), "7": drawn("### ..# ..# .#. .#."), "8": drawn("### #.# ### #.# ###"),
    "9": drawn("### #.# ### ..# ###"), "%": drawn("#.# ..# .#. #.. #.#"), "-": drawn("... ... ### ... ..."),
    " ": drawn(". . . . ."),
  ]

  private static func drawn(_ rows: String) -> [[Bool]] {
    rows.split(separator: " ").map { $0.map { $0 == "#" } }
  }
}
