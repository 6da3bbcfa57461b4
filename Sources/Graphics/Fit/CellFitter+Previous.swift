import TerminalModel

extension CellFitter {
  /// The choice that the cell on the screen represents; nil if it could not have been drawn for the current samples.
  func shown(_ cell: Cell, _ sums: Sums) -> Choice? {
    let isSwapped = cell.style.attributes == .reverse && cell.style.background == .terminalDefault
    guard cell.style.attributes.isEmpty || isSwapped else { return nil }
    if !isSwapped, cell.text == " " || cell.text == "█" {
      let isFull = cell.text == "█"
      guard let only = color(of: isFull ? cell.style.foreground : cell.style.background, isInk: isFull) else {
        return nil
      }
      return Choice(
        cell: cell, ink: only, paper: only, gain: 2 * only.dot(sums.colors) - CellSamples.count * only.dot(only))
    }
    guard let place = symbols.places[cell.scalar], var ink = color(of: cell.style.foreground, isInk: true),
      var paper = color(of: cell.style.background, isInk: false)
    else { return nil }
    if place.isReverse != isSwapped { swap(&ink, &paper) }
    let inked = inked(by: place.partition)
    let gain = symbols.shapes[place.partition].gain(
      ink: ink, paper: paper, inked: inked, rest: sums.colors - inked)
    return Choice(cell: cell, partition: place.partition, ink: ink, paper: paper, gain: gain)
  }

  private func color(of color: CellColor, isInk: Bool) -> SIMD3<Float>? {
    switch color {
    case .rgb(let rgb): SIMD3(rgb)
    case .palette(let entry): shades.color(ofEntry: entry)
    case .terminalDefault: isInk ? shades.foreground : background
    }
  }
}

extension ShadeSet {
  /// The assumed colour of a palette entry.
  fileprivate func color(ofEntry entry: UInt8) -> SIMD3<Float>? {
    switch self {
    case .all: nil
    case .palette: SIMD3(RGB(paletteEntry: entry))
    case .these(let shades): shades.first { $0.cellColor == .palette(entry) }?.color
    }
  }

  /// The assumed colour of the terminal's default foreground, if rings are drawn in it.
  fileprivate var foreground: SIMD3<Float>? {
    guard case .these(let shades) = self else { return nil }
    return shades.first { $0.kind == .foreground }?.color
  }
}
