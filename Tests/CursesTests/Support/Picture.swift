import TerminalModel

/// What can be seen of a frame, so that two frames that look the same are the same.
struct Picture: Hashable {
  private(set) var cells: [Cell]
  let columns: Int

  /// What a terminal of the level shows of a frame.
  init(_ grid: CellGrid, at level: ColorLevel = .truecolor) {
    columns = grid.size.columns
    cells = grid.cells.map { cell in
      Self.visible(Cell(cell.scalar, style: cell.style.reduced(to: level)))
    }
  }

  init(_ terminal: VirtualTerminal) {
    columns = terminal.size.columns
    cells = terminal.cells.map(Self.visible)
  }

  private static func visible(_ cell: Cell) -> Cell {
    var cell = cell
    if cell.scalar == "\0" { return .wideTail }
    // Of a blank, only the background is seen.
    if cell.scalar == " ", cell.style.attributes.isDisjoint(with: [.reverse, .underline]) {
      cell.style.foreground = .terminalDefault
      cell.style.attributes = []
    }
    return cell
  }

  /// Where and how two pictures differ first, for a message.
  func firstDifference(from other: Picture) -> String? {
    guard let index = cells.indices.first(where: { cells[$0] != other.cells[$0] }) else { return nil }
    return "column \(index % columns), row \(index / columns): \(cells[index]) is not \(other.cells[index])"
  }
}
