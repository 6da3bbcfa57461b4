import TerminalModel

/// Text in aligned columns, as wide as their widest cell.
package struct TextTable {
  package enum Alignment {
    case left
    case right
  }

  var alignments: [Alignment]
  package var rows: [[String]]

  package init(alignments: [Alignment], rows: [[String]]) {
    self.alignments = alignments
    self.rows = rows
  }

  /// All lines, each with its end.
  package var text: String { lines().map { $0 + "\n" }.joined() }

  /// The lines, without trailing blanks. Line breaks in cells are escaped.
  package func lines() -> [String] {
    let rows = rows.map { $0.map { PrintableText.line($0) } }
    let lengths = rows.map { $0.map(TextWidth.columns(of:)) }
    let widths = alignments.indices.map { column in
      lengths.lazy.map { column < $0.count ? $0[column] : 0 }.max() ?? 0
    }
    return zip(rows, lengths).map { row, lengths in
      var line = ""
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: max(0, widths[column] - lengths[column]))
        line += (column > 0 ? "  " : "") + (alignments[column] == .right ? padding + cell : cell + padding)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
