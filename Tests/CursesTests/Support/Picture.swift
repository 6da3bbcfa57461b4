import TerminalModel

/// The visible content of a frame: two frames that look the same are equal.
struct Picture: Hashable {
  private(set) var cells: [Cell]
  let columns: Int

  /// The frame as a terminal of this level shows it.
  init(_ grid: CellGrid, at level: ColorLevel = .truecolor) {
    columns = grid.size.columns
    cells = grid.cells.map { cell in
      Self.visible(Cell(text: cell.text, style: cell.style.reduced(to: level)))
    }
  }

  init(_ terminal: VirtualTerminal) {
    columns = terminal.size.columns
    cells = terminal.cells.map(Self.visible)
  }

  private static func visible(_ cell: Cell) -> Cell {
    var cell = cell
    if cell.isWideTail { return .wideTail }
    // Only the background of a blank is visible.
    if cell.text == " ", cell.style.attributes.isDisjoint(with: [.reverse, .underline]) {
      cell.style.foreground = .terminalDefault
      cell.style.attributes = []
    }
    return cell
  }

  /// The first difference between two pictures, for a message.
  func firstDifference(from other: Picture) -> String? {
    guard let index = cells.indices.first(where: { cells[$0] != other.cells[$0] }) else { return nil }
    return "column \(index % columns), row \(index / columns): \(cells[index]) is not \(other.cells[index])"
  }
}
