import TerminalModel

/// Text in aligned columns, as wide as their widest cell.
struct TextTable {
  enum Alignment {
    case left
    case right
  }

  var alignments: [Alignment]
  var rows: [[String]]

  /// The lines, without trailing blanks. Line breaks in cells are escaped.
  func lines() -> [String] {
    let rows = rows.map { $0.map { PrintableText.line($0) } }
    let widths = alignments.indices.map { column in
      rows.map { column < $0.count ? TextWidth.columns(of: $0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: max(0, widths[column] - TextWidth.columns(of: cell)))
        line += (column > 0 ? "  " : "") + (alignments[column] == .right ? padding + cell : cell + padding)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
