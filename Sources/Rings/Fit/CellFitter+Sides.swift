import TerminalModel

extension CellFitter {
  /// The partition with the shades in which it is drawn; nil if no symbol can draw it.
  func choice(_ finalist: Finalist, _ samples: CellSamples, _ sums: Sums) -> Choice? {
    let partition = symbols.partitions[finalist.partition]
    let rest = sums.colors - finalist.inked
    var (ink, paper) = partition.bestColors(inked: finalist.inked, rest: rest)
    let outside = outsideShares(samples, sums, finalist.partition)
    if shades.isFine { sharpen(&ink, &paper, samples, finalist.partition) }
    let inkShade = outside.ink > Self.outsideShare ? .background(background) : shades.nearest(to: ink)
    let paperShade = outside.paper > Self.outsideShare ? .background(background) : shades.nearest(to: paper)
    guard let cell = Self.cell(partition, ink: inkShade, paper: paperShade, preferredInk: inkShade, swaps: swaps)
    else { return nil }
    let gain = partition.gain(ink: inkShade.color, paper: paperShade.color, inked: finalist.inked, rest: rest)
    return Choice(
      cell: cell, partition: finalist.partition, ink: inkShade.color, paper: paperShade.color, gain: gain)
  }

  /// The cell that shows a partition in two shades. A terminal can use its default background only as paper and its
  /// default foreground only as ink.
  ///
  /// - Parameter preferredInk: the shade to use as ink if the reverse symbol allows either.
  static func cell(_ partition: Partition, ink: Shade, paper: Shade, preferredInk: Shade, swaps: Bool) -> Cell? {
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
  private func outsideShares(_ samples: CellSamples, _ sums: Sums, _ partition: Int) -> (ink: Float, paper: Float) {
    guard sums.outside > 0.5 else { return (0, 0) }
    var inked = SIMD8<Float>(repeating: 0)
    for row in 0..<CellSamples.rows {
      inked += symbols.masks[partition * CellSamples.rows + row] * samples[.outside, row]
    }
    let area = symbols.partitions[partition].inkArea
    return (inked.total / area, (sums.outside - inked.total) / (CellSamples.count - area))
  }

  /// Moves both colours toward the majority of samples on their side.
  ///
  /// This is one step of a robust mean: samples are weighted down with their distance from the mean, in units of the
  /// side's own spread. The effect is that of a median, in a fraction of the time and with slightly less error.
  private func sharpen(_ ink: inout SIMD3<Float>, _ paper: inout SIMD3<Float>, _ samples: CellSamples, _ partition: Int)
  {
    let (inkMean, paperMean) = samples.withPixels { pixels in
      symbols.withMask(partition) { pixels.robustMeans(under: $0, ink: ink, paper: paper) }
    }
    ink += (inkMean - ink) * sharpness
    paper += (paperMean - paper) * sharpness
  }
}
