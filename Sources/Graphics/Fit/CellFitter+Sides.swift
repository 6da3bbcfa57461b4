import TerminalModel

extension CellFitter {
  /// Adds a partition with the shades in which it is drawn, unless no symbol can draw it.
  func addChoices(of index: Int, _ sums: Sums, to choices: inout [Choice]) {
    let partition = symbols.shapes[index]
    let inked = inked(by: index)
    let rest = sums.colors - inked
    let best = partition.bestColors(inked: inked, rest: rest)
    let outside = outsideShares(sums, index)
    let sharp = shades.isFine ? majorities(best.ink, best.paper, index) : best
    for sharpness in shades.isFine ? sharpness : [0] {
      let ink = best.ink + (sharp.ink - best.ink) * sharpness
      let paper = best.paper + (sharp.paper - best.paper) * sharpness
      let inkShade = outside.ink > Self.outsideShare ? .background(background) : shades.nearest(to: ink)
      let paperShade = outside.paper > Self.outsideShare ? .background(background) : shades.nearest(to: paper)
      guard let cell = Self.cell(partition, ink: inkShade, paper: paperShade, preferredInk: inkShade, swaps: swaps)
      else { return }
      let gain = partition.gain(ink: inkShade.color, paper: paperShade.color, inked: inked, rest: rest)
      choices.append(Choice(cell: cell, partition: index, ink: inkShade.color, paper: paperShade.color, gain: gain))
    }
  }

  /// The cell that shows a partition in two shades. A terminal can use its default background only as paper and its
  /// default foreground only as ink.
  ///
  /// - Parameter preferredInk: the shade to use as ink if the reverse symbol allows either.
  static func cell(_ partition: Partition.Shape, ink: Shade, paper: Shade, preferredInk: Shade, swaps: Bool) -> Cell? {
    if ink == paper { return cell(filledWith: ink) }
    if preferredInk == paper, ink.kind == .color, paper.kind == .color, let reverse = partition.reverse {
      return Cell(reverse, style: CellStyle(foreground: paper.cellColor, background: ink.cellColor))
    }
    if ink.kind != .background, paper.kind != .foreground, let symbol = partition.symbol {
      return Cell(symbol, style: CellStyle(foreground: ink.cellColor, background: paper.cellColor))
    }
    if paper.kind != .background, ink.kind != .foreground, let reverse = partition.reverse {
      return Cell(reverse, style: CellStyle(foreground: paper.cellColor, background: ink.cellColor))
    }
    // Few eighths have a reverse that every terminal draws, but all terminals can swap the two colours.
    guard swaps, ink.kind == .background, let symbol = partition.symbol else { return nil }
    return Cell(symbol, style: CellStyle(foreground: paper.cellColor, attributes: .reverse))
  }

  /// The share of each side that no ring covers, 0...1.
  private func outsideShares(_ sums: Sums, _ partition: Int) -> (ink: Float, paper: Float) {
    guard sums.outside > 0.5 else { return (0, 0) }
    let outside = samples.plane(.outside)
    let inked = symbols.withMask(partition) { mask in
      var inked = SIMD8<Float>(repeating: 0)
      for row in 0..<CellSamples.rows { inked += mask[row] * outside[row] }
      return inked.total
    }
    let area = symbols.shapes[partition].inkArea
    return (inked / area, (sums.outside - inked) / (CellSamples.count - area))
  }
}
