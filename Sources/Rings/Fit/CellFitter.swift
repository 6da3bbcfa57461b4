import TerminalModel

/// Finds the symbol and the two colours that approximate a cell of the picture best.
///
/// Every partition of the cell is tried. For each, the two colours with the least squared error over the 128 samples
/// follow from the sums under its mask. The best few are then evaluated again with the colours that are actually drawn.
struct CellFitter {
  let symbols: SymbolSet
  let shades: ShadeSet
  let background: SIMD3<Float>
  /// Whether a cell may swap its colours with the reverse attribute.
  let swaps: Bool

  /// How far a side's colour moves from the mean of its samples toward their majority, 0...1.
  ///
  /// The mean has the least squared error, but mixes in traces of a third colour, so that edges look muddy. 0.5 costs
  /// about 0.1 dB and gains about 0.01 in structural similarity, at all sizes. It costs more with symbol sets that have
  /// few shapes.
  var sharpness: Float { symbols.isRich ? 0.5 : 0.3 }
  /// A side of which a larger share than this is uncovered shows the terminal's default background.
  static let outsideShare: Float = 0.8
  /// The number of partitions that are evaluated again; more change nothing. The fewer the shades, the less the ranking
  /// by optimal colours predicts the ranking by drawn colours.
  private var finalistCount: Int {
    switch shades {
    case .all: 2
    case .palette: 12
    case .these: symbols.partitions.count
    }
  }
  /// The weight of the difference in area of a colour between cell and picture, which bends the outline. The difference
  /// is squared, so that small ones are cheap and large ones expensive.
  private var areaWeight: Float {
    if case .these = shades { 0 } else { 0.01 }
  }
  /// An invisible squared error: about one and a half levels per channel.
  private static let invisible: Float = 2.25 * 3 * CellSamples.count

  /// The square of a displacement that is visible as a step, in eighths of a side. Symbols without slanted edges draw
  /// steps everywhere, and these are kept smaller than a quarter of a cell; others avoid them without a limit.
  private static let visibleStep: Float = 2.2

  /// A partition in two colours.
  struct Choice {
    var cell: Cell
    /// Nil if the whole cell has the ink's colour.
    var partition: Int?
    /// The colours inside and outside the mask.
    var ink: SIMD3<Float>
    var paper: SIMD3<Float>
    var gain: Float
    /// The factor by which its squared error may exceed that of a choice with mixed colours.
    var purity: Float = 1
  }

  /// The candidate cells, best first without regard to neighbours; empty if the rings cover too little to be drawn.
  ///
  /// - Parameters:
  ///   - previous: the cell on the screen, which counts as the best if the improvement of any other is invisible.
  ///   - count: the maximum number of cells.
  /// - Complexity: O(*n*) in the level's symbols.
  func options(for samples: CellSamples, previous: Cell?, atMost count: Int) -> [CellOption] {
    let sums = Sums(samples)
    if sums.outside > CellSamples.count * 0.985 { return [] }
    let flat = flatChoice(samples, sums)
    var choices = [flat]
    if sums.squares - flat.gain > Self.invisible {
      let inked = coarselyInked(samples)
      choices += pureChoices(samples, sums, inked, count: count)
      choices += finalists(samples, sums, inked, count: max(finalistCount, 3)).compactMap {
        choice($0, samples, sums)
      }
    }
    var ranked = choices.map { (choice: $0, cost: cost(of: $0, sums)) }
    ranked.sort { $0.cost < $1.cost }
    if ranked.count > count { ranked.removeLast(ranked.count - count) }
    if let previous, let shown = shown(previous, samples, sums), let best = ranked.first {
      var kept = shown
      kept.purity = choices.first { $0.cell == previous }?.purity ?? 1
      let cost = cost(of: kept, sums) / 1.02 - Self.invisible / 2
      ranked.removeAll { $0.choice.cell == previous }
      ranked.insert((kept, cost), at: cost <= best.cost ? 0 : ranked.count)
    }
    let sides = samples.sides
    return ranked.map { choice, cost in
      let contrast = choice.ink - choice.paper
      let rim = CellRim(
        inks: choice.partition.map { symbols.sides[$0] } ?? Self.fullSides, ink: choice.ink, paper: choice.paper,
        picture: sides,
        tolerance: symbols.isRich || samples.hasEnd ? .infinity : contrast.dot(contrast) * Self.visibleStep,
        hasCirclesOnly: !samples.hasEnd)
      return CellOption(cell: choice.cell, cost: cost, rim: rim)
    }
  }

  /// The cost of a choice without regard to neighbours: its squared error, the purity of its colours, and the bend of
  /// the outline.
  private func cost(of choice: Choice, _ sums: Sums) -> Float {
    let area = choice.partition.map { symbols.partitions[$0].inkArea } ?? CellSamples.count
    let excess = choice.ink * area + choice.paper * (CellSamples.count - area) - sums.colors
    return max(0, sums.squares - choice.gain) / choice.purity + areaWeight * excess.dot(excess)
  }

  private static let fullSides = SideRows<SIMD8<Float>> { _ in SIMD8(repeating: 1) }

  /// Precomputed sums of the samples.
  struct Sums {
    var colors: SIMD3<Float>
    var squares: Float
    var outside: Float

    init(_ samples: CellSamples) {
      colors = samples.colorSum
      squares = samples.sum(.squares)
      outside = samples.sum(.outside)
    }
  }

  /// The whole cell in one colour.
  private func flatChoice(_ samples: CellSamples, _ sums: Sums) -> Choice {
    let main = samples.materials.max { $0.share < $1.share }
    let mean = main.flatMap { $0.share > CellSamples.count * 0.96 ? $0.color : nil } ?? sums.colors / CellSamples.count
    let isOutside = sums.outside > CellSamples.count * Self.outsideShare
    let shade = isOutside ? Shade.background(background) : shades.nearest(to: mean)
    let gain = 2 * shade.color.dot(sums.colors) - CellSamples.count * shade.color.dot(shade.color)
    return Choice(
      cell: Self.cell(filledWith: shade), ink: shade.color, paper: shade.color, gain: gain,
      purity: isOutside ? outsidePurity : 1)
  }

  static func cell(filledWith shade: Shade) -> Cell {
    switch shade.kind {
    case .foreground: Cell("█")
    case .background, .color: Cell(" ", style: CellStyle(background: shade.cellColor))
    }
  }

  /// The partitions with the least squared error, best first.
  private func finalists(
    _ samples: CellSamples, _ sums: Sums, _ inked: [SIMD3<Float>], count: Int
  ) -> [Finalist] {
    var best: [Finalist] = []
    best.reserveCapacity(count + 1)
    for index in inked.indices {
      let gain = symbols.partitions[index].bestGain(inked: inked[index], rest: sums.colors - inked[index])
      if best.count == count, gain <= best[count - 1].gain { continue }
      let place = best.firstIndex { $0.gain < gain } ?? best.count
      best.insert(Finalist(partition: index, inked: inked[index], gain: gain), at: place)
      if best.count > count { best.removeLast() }
    }
    for index in best.indices { best[index].inked = self.inked(samples, by: best[index].partition) }
    return best
  }

  struct Finalist {
    var partition: Int
    /// The sum of the colours under the mask.
    var inked: SIMD3<Float>
    var gain: Float
  }

  /// The sums of the colours under all masks, at half the vertical resolution: exact except for slanted edges and
  /// sextants, and accurate enough to select the candidates.
  private func coarselyInked(_ samples: CellSamples) -> [SIMD3<Float>] {
    let count = symbols.partitions.count
    let rows = CellSamples.coarseRows
    return [SIMD3<Float>](unsafeUninitializedCapacity: count) { sums, written in
      samples.coarse.withUnsafeBufferPointer { colors in
        symbols.coarseMasks.withUnsafeBufferPointer { masks in
          guard let colors = colors.baseAddress, let masks = masks.baseAddress else { return }
          while written < count {
            sums[written] = CellPixels.colorSum(
              colors, colors + rows, colors + 2 * rows, under: masks + written * rows, rows: rows)
            written += 1
          }
        }
      }
    }
  }

  /// The sum of the colours under one mask.
  func inked(_ samples: CellSamples, by partition: Int) -> SIMD3<Float> {
    samples.withPixels { pixels in
      symbols.withMask(partition) { pixels.colorSum(under: $0) }
    }
  }
}
