import TerminalModel

/// A number in digits of three rows, drawn from half blocks.
struct BigNumber {
  var text: String

  static let rows = 3

  var columns: Int { max(0, text.unicodeScalars.reduce(0) { $0 + Self.width(of: $1) + 1 } - 1) }

  /// Draws the number right-aligned before a column, over three rows.
  func draw(on canvas: inout Canvas, before end: Int, _ row: Int, _ style: CellStyle) {
    var column = end - columns
    for scalar in text.unicodeScalars {
      let pixels = Self.pixels[scalar] ?? []
      for level in 0..<Self.rows {
        for offset in 0..<Self.width(of: scalar) {
          let upper = Self.isSet(pixels, offset, 2 * level)
          let lower = Self.isSet(pixels, offset, 2 * level + 1)
          guard upper || lower else { continue }
          canvas.put(upper && lower ? "█" : upper ? "▀" : "▄", column + offset, row + level, style)
        }
      }
      column += Self.width(of: scalar) + 1
    }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int { pixels[scalar]?.first?.count ?? 1 }

  private static func isSet(_ pixels: [[Bool]], _ column: Int, _ row: Int) -> Bool {
    pixels.indices.contains(row) && pixels[row].indices.contains(column) && pixels[row][column]
  }

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
