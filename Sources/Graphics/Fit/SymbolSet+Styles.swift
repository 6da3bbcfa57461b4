package import TerminalModel

extension SymbolSet {
  /// Redraws a cell in the style of the cell to its left, if both look the same.
  ///
  /// Setting a colour takes about twenty bytes and a symbol three, so sharing styles between neighbours has the largest
  /// effect on the size of a frame.
  package func matched(_ cell: Cell, to left: Cell?) -> Cell {
    let style = cell.style
    guard style.attributes.isEmpty else { return cell }
    let left = left.flatMap { $0.style.attributes.isEmpty ? $0.style : nil }
    if cell.text == " " {
      guard style.background != .terminalDefault else { return cell }
      if let left, left.background == style.background { return Cell(" ", style: left) }
      guard fillsWithSymbol else { return cell }
      let isShared = left?.foreground == style.background
      let background = isShared ? left?.background : nil
      return Cell("█", style: CellStyle(foreground: style.background, background: background ?? .terminalDefault))
    }
    // The default foreground and background cannot be swapped.
    guard let left, style.foreground != .terminalDefault, style.background != .terminalDefault else { return cell }
    let swapped = CellStyle(foreground: style.background, background: style.foreground)
    guard Self.sharedColors(swapped, left) > Self.sharedColors(style, left),
      let reverse = reverse(of: cell.scalar)
    else { return cell }
    return Cell(reverse, style: swapped)
  }

  private static func sharedColors(_ a: CellStyle, _ b: CellStyle) -> Int {
    (a.foreground == b.foreground ? 1 : 0) + (a.background == b.background ? 1 : 0)
  }

  /// Whether a cell of one colour may be drawn as a full block, so that it shares the style of the edges beside it.
  ///
  /// True only where the terminal draws blocks itself: a full block from a font may leave hairline gaps.
  private var fillsWithSymbol: Bool { isRich }

  /// The symbol that inks the complement of this one.
  private func reverse(of symbol: Unicode.Scalar) -> Unicode.Scalar? {
    places[symbol].flatMap { $0.isReverse ? shapes[$0.partition].symbol : shapes[$0.partition].reverse }
  }
}
