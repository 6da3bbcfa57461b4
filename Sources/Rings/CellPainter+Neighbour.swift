import TerminalModel

extension CellPainter {
  /// The cell drawn in the style of the cell to its left, where that shows the same.
  ///
  /// A colour is told the terminal in some twenty bytes and a symbol in three, so that cells which share their style make
  /// most of the difference in what a frame costs to send.
  func matched(_ cell: Cell, to left: Cell?) -> Cell {
    let style = cell.style
    guard style.attributes.isEmpty else { return cell }
    let left = left.flatMap { $0.style.attributes.isEmpty ? $0.style : nil }
    if cell.scalar == " " {
      guard style.background != .terminalDefault else { return cell }
      if let left, left.background == style.background { return Cell(" ", style: left) }
      guard fillsWithSymbol else { return cell }
      let isShared = left?.foreground == style.background
      let background = isShared ? left?.background : nil
      return Cell("█", style: CellStyle(foreground: style.background, background: background ?? .terminalDefault))
    }
    // The terminal's own two colours are not each other's.
    guard let left, style.foreground != .terminalDefault, style.background != .terminalDefault else { return cell }
    let swapped = CellStyle(foreground: style.background, background: style.foreground)
    guard Self.sharedColors(swapped, left) > Self.sharedColors(style, left),
      let reverse = symbols.reverse(of: cell.scalar)
    else { return cell }
    return Cell(reverse, style: swapped)
  }

  private static func sharedColors(_ a: CellStyle, _ b: CellStyle) -> Int {
    (a.foreground == b.foreground ? 1 : 0) + (a.background == b.background ? 1 : 0)
  }

  /// Whether a cell of one colour may be a full block in it, which shares its style with the edges beside it.
  ///
  /// Only where the terminal draws blocks itself: from a font, a full block may leave hairlines to its neighbours.
  private var fillsWithSymbol: Bool { glyphs == .legacy || glyphs == .octant }
}

extension SymbolSet {
  /// The symbol that inks what this one leaves free.
  fileprivate func reverse(of symbol: Unicode.Scalar) -> Unicode.Scalar? {
    places[symbol].flatMap { $0.isReverse ? partitions[$0.partition].symbol : partitions[$0.partition].reverse }
  }
}
