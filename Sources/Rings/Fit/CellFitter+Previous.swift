import TerminalModel

extension CellFitter {
  /// How well a cell that is on the screen already shows the samples; nil if it could not have been drawn for them.
  func gain(of cell: Cell, _ samples: CellSamples, _ sums: Sums) -> Float? {
    let isSwapped = cell.style.attributes == .reverse && cell.style.background == .terminalDefault
    guard cell.style.attributes.isEmpty || isSwapped else { return nil }
    if !isSwapped, cell.scalar == " " || cell.scalar == "█" {
      let isFull = cell.scalar == "█"
      guard let only = color(of: isFull ? cell.style.foreground : cell.style.background, isInk: isFull) else {
        return nil
      }
      return 2 * only.dot(sums.colors) - CellSamples.count * only.dot(only)
    }
    guard let place = symbols.places[cell.scalar], let ink = color(of: cell.style.foreground, isInk: true),
      let paper = color(of: cell.style.background, isInk: false)
    else { return nil }
    let isReverse = place.isReverse != isSwapped
    let inked = inked(samples, by: place.partition)
    return symbols.partitions[place.partition].gain(
      ink: isReverse ? paper : ink, paper: isReverse ? ink : paper, inked: inked, rest: sums.colors - inked)
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
  /// What an entry of the palette is taken to look like.
  fileprivate func color(ofEntry entry: UInt8) -> SIMD3<Float>? {
    switch self {
    case .all: nil
    case .palette: SIMD3(RGB(paletteEntry: entry))
    case .these(let shades): shades.first { $0.cellColor == .palette(entry) }?.color
    }
  }

  /// What the terminal's own foreground is taken to look like, where rings are drawn in it.
  fileprivate var foreground: SIMD3<Float>? {
    guard case .these(let shades) = self else { return nil }
    return shades.first { $0.kind == .foreground }?.color
  }
}
