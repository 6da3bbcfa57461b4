import TerminalModel

/// Finds the symbol and the two colours that show a cell of the picture best.
///
/// Every way to cut the cell is tried. For each, the two colours with the least squared error over the 128 samples follow
/// from the sums under its mask alone. The few best are then looked at again with the colours that are really drawn.
struct CellFitter {
  let symbols: SymbolSet
  let shades: ShadeSet
  let background: SIMD3<Float>
  /// Whether a cell may swap its colours by the attribute.
  let swaps: Bool

  /// How far a side's colour moves from the mean of its samples to what most of them have, 0...1.
  ///
  /// The mean has the least squared error, but mixes what a third colour adds into the two that can be shown: edges look
  /// muddy. 0.5 costs about 0.1 dB and gains about 0.01 in structural similarity, at all sizes. Where symbols have few
  /// shapes it costs more.
  var sharpness: Float { symbols.isRich ? 0.5 : 0.3 }
  /// A side of which the rings leave more than this uncovered shows the terminal's own background.
  static let outsideShare: Float = 0.8
  /// As many cuts are looked at again; more change nothing. The fewer the shades, the less the order by the best colours
  /// says about the order by those that are drawn.
  private var finalistCount: Int {
    switch shades {
    case .all: 2
    case .palette: 12
    case .these: symbols.partitions.count
    }
  }
  /// Squared error that no eye sees: about one and a half levels a channel.
  private static let invisible: Float = 2.25 * 3 * CellSamples.count

  /// A cut, how it is drawn and how good it is.
  struct Choice {
    var cell: Cell
    var gain: Float
    /// How much more squared error it may have than another that has colours of its own.
    var purity: Float = 1
  }

  /// The best cell, or nil where the rings cover too little of it to be drawn.
  ///
  /// - Parameter previous: the cell on the screen, which is kept if it is as good but for a difference that no eye sees.
  /// - Complexity: O(*n*) in the level's symbols.
  func cell(for samples: CellSamples, previous: Cell?) -> Cell? {
    let sums = Sums(samples)
    if sums.outside > CellSamples.count * 0.985 { return nil }
    var best = flatChoice(samples, sums)
    if sums.squares - best.gain > Self.invisible {
      let inked = coarselyInked(samples)
      let pure = pureChoice(samples, sums, inked)
      if let pure, pure.gain > best.gain { best = pure }
      if sums.squares - best.gain > Self.invisible {
        for finalist in finalists(samples, sums, inked) {
          // Not even its best colours would do: those that are drawn need no looking for.
          let bound = symbols.partitions[finalist.partition].bestGain(
            inked: finalist.inked, rest: sums.colors - finalist.inked)
          if bound <= best.gain { continue }
          if let pure, (sums.squares - pure.gain) <= (sums.squares - bound) * pure.purity { continue }
          guard let choice = choice(finalist, samples, sums), choice.gain > best.gain else { continue }
          // Colours of its own must be worth it.
          if let pure, (sums.squares - pure.gain) <= (sums.squares - choice.gain) * pure.purity { continue }
          best = choice
        }
      }
    }
    if let previous, previous != best.cell, let gain = gain(of: previous, samples, sums) {
      let error = sums.squares - best.gain
      if sums.squares - gain <= error * 1.02 + Self.invisible / 2 { return previous }
    }
    return best.cell
  }

  /// What is needed of the samples again and again.
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
    return Choice(cell: Self.cell(filledWith: shade), gain: gain)
  }

  static func cell(filledWith shade: Shade) -> Cell {
    switch shade.kind {
    case .foreground: Cell("█")
    case .background, .color: Cell(" ", style: CellStyle(background: shade.cellColor))
    }
  }

  /// The best cuts by the least squared error, best first.
  private func finalists(_ samples: CellSamples, _ sums: Sums, _ inked: [SIMD3<Float>]) -> [Finalist] {
    var best: [Finalist] = []
    let count = finalistCount
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

  /// The sums of the colours under all masks, from half as many rows: exact but for slanted edges and sextants, and good
  /// enough to tell which cuts are worth a closer look.
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
