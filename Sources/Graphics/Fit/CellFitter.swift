package import TerminalModel

/// Finds the symbol and the two colours that approximate a cell of the picture best.
///
/// Every partition of the cell is tried. For each, the two colours with the least squared error over the 128 samples
/// follow from the sums under its mask. The best few are then evaluated again with the colours that are actually drawn.
///
/// One fitter serves all cells of a picture, one after another; it owns the memory that the fit of a cell needs.
package final class CellFitter {
  package let symbols: SymbolSet
  let background: SIMD3<Float>
  /// Whether a cell may swap its colours with the reverse attribute.
  let swaps: Bool
  /// Whether cells are ranked by how similar they look, instead of by their squared error and the bend of outlines.
  private let comparesStructure: Bool
  private var similarity: CellSimilarity
  package let samples = CellSamples()
  /// The shades available to the current cell.
  private(set) var shades = ShadeSet.all

  /// The sums of the colours under all masks, eight masks at a time; accurate enough to select candidates.
  let coarse: UnsafeMutablePointer<PixelRow>
  /// The exact sums of the colours under the masks that have been evaluated.
  private let exact: UnsafeMutablePointer<SIMD3<Float>>
  private let isExact: UnsafeMutablePointer<Bool>
  let candidates: UnsafeMutablePointer<Candidate>
  private let distances: UnsafeMutablePointer<SIMD4<Float>>
  private var choices: [Choice] = []

  package init(symbols: SymbolSet, background: SIMD3<Float>, swaps: Bool, comparesStructure: Bool = false) {
    self.symbols = symbols
    self.comparesStructure = comparesStructure
    similarity = CellSimilarity(partitions: comparesStructure ? symbols.shapes.count : 0)
    self.background = background
    self.swaps = swaps
    let count = symbols.groups.count * SymbolSet.Group.size
    coarse = .allocate(capacity: symbols.groups.count)
    coarse.initialize(repeating: .zero, count: symbols.groups.count)
    exact = .allocate(capacity: count)
    exact.initialize(repeating: SIMD3(repeating: 0), count: count)
    isExact = .allocate(capacity: count)
    isExact.initialize(repeating: false, count: count)
    candidates = .allocate(capacity: count + CellOptions.most)
    candidates.initialize(repeating: Candidate(), count: count + CellOptions.most)
    distances = .allocate(capacity: RobustMeans.scratchCount)
    distances.initialize(repeating: SIMD4(repeating: 0), count: RobustMeans.scratchCount)
  }

  deinit {
    coarse.deallocate()
    exact.deallocate()
    isExact.deallocate()
    candidates.deallocate()
    distances.deallocate()
  }

  /// How far a side's colour moves from the mean of its samples toward their majority, 0...1.
  ///
  /// The mean has the least squared error, but mixes in traces of a third colour, so that edges look muddy. 0.5 costs
  /// about 0.1 dB and gains about 0.01 in structural similarity, at all sizes. It costs more with symbol sets that have
  /// few shapes. Where structure is compared, several are tried.
  var sharpness: [Float] { comparesStructure ? [0, 0.2, 0.5, 1] : [symbols.isRich ? 0.5 : 0.3] }
  /// A side of which a larger share than this is uncovered shows the terminal's default background.
  static let outsideShare: Float = 0.8
  /// The number of partitions that are evaluated again; more change nothing. The fewer the shades, the less the ranking
  /// by optimal colours predicts the ranking by drawn colours.
  private var finalistCount: Int {
    switch shades {
    case .all: comparesStructure ? 4 : 3
    case .palette: 12
    case .these: max(symbols.shapes.count, 3)
    }
  }
  /// The weight of the difference in area of a colour between cell and picture, which bends the outline. The difference
  /// is squared, so that small ones are cheap and large ones expensive.
  private var areaWeight: Float {
    if case .these = shades { 0 } else { 0.01 }
  }
  /// An invisible squared error: about one and a half levels per channel.
  private static let invisible: Float = 2.25 * 3 * CellSamples.count

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

  /// A partition that may be chosen.
  struct Candidate {
    var gain: Float = 0
    var partition = 0
    /// Whether the first of two given colours is outside the mask.
    var isReverse = false
  }

  /// The candidate cells for the current samples, best first without regard to neighbours; empty if the rings cover too
  /// little to be drawn.
  ///
  /// - Parameters:
  ///   - shades: the shades available to the cell.
  ///   - previous: the cell on the screen, which counts as the best if the improvement of any other is invisible.
  ///   - count: the maximum number of cells besides the previous one.
  /// - Complexity: O(*n*) in the level's symbols.
  package func options(shades: ShadeSet, previous: Cell?, atMost count: Int) -> [CellOption] {
    self.shades = shades
    let sums = Sums(samples)
    if comparesStructure { similarity.prepare(samples) }
    if sums.outside > CellSamples.count * 0.985 { return [] }
    isExact.update(repeating: false, count: symbols.shapes.count)
    let flat = flatChoice(sums)
    // Moved out and back, so that its memory serves all cells.
    var choices: [Choice] = []
    swap(&choices, &self.choices)
    defer {
      choices.removeAll(keepingCapacity: true)
      swap(&choices, &self.choices)
    }
    choices.append(flat)
    if sums.squares - flat.gain > Self.invisible {
      addCoarse()
      addPureChoices(to: &choices, sums, count: count)
      for index in 0..<selectFinalists(sums, count: finalistCount) {
        addChoices(of: candidates[index].partition, sums, to: &choices)
      }
    }
    var ranked: [CellOption] = []
    ranked.reserveCapacity(count + 1)
    for choice in choices {
      let cost = cost(of: choice, sums)
      if ranked.count == count, let last = ranked.last {
        if cost >= last.cost { continue }
        ranked.removeLast()
      }
      var place = ranked.count
      while place > 0, cost < ranked[place - 1].cost { place -= 1 }
      ranked.insert(CellOption(choice, cost: cost), at: place)
    }
    if let previous, var kept = shown(previous, sums), let best = ranked.first {
      kept.purity = choices.first { $0.cell == previous }?.purity ?? 1
      let cost = cost(of: kept, sums) / 1.02 - Self.invisible / 2
      ranked.removeAll { $0.cell == previous }
      ranked.insert(CellOption(kept, cost: cost), at: cost <= best.cost ? 0 : ranked.count)
    }
    return ranked
  }

  /// The cost of a choice without regard to neighbours: its squared error, the purity of its colours, and the bend of
  /// the outline.
  private func cost(of choice: Choice, _ sums: Sums) -> Float {
    if comparesStructure { return difference(of: choice, sums) }
    let area = choice.partition.map { symbols.shapes[$0].inkArea } ?? CellSamples.count
    let excess = choice.ink * area + choice.paper * (CellSamples.count - area) - sums.colors
    return max(0, sums.squares - choice.gain) / choice.purity + areaWeight * excess.dot(excess)
  }

  /// How different a choice looks, with a small part of its squared error, which keeps the means of larger areas.
  private func difference(of choice: Choice, _ sums: Sums) -> Float {
    let error = max(0, sums.squares - choice.gain) / (CellSamples.count * 255 * 255)
    guard let partition = choice.partition else {
      return similarity.difference(of: choice.ink) + Self.errorWeight * error
    }
    let difference = symbols.withMask(partition) {
      similarity.difference(
        of: partition, $0, symbols.windows[partition], ink: choice.ink, paper: choice.paper, samples)
    }
    // A gap between two bars that lies in both cells is drawn at the same side of each.
    let order = 1 + 0.01 * Float(partition) / Float(symbols.shapes.count)
    return (difference + Self.errorWeight * error) * order
  }

  private static let errorWeight: Float = 7

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
  private func flatChoice(_ sums: Sums) -> Choice {
    let main = samples.materials.max { $0.share < $1.share }
    let mean = main.flatMap { $0.share > CellSamples.count * 0.96 ? $0.color : nil } ?? sums.colors / CellSamples.count
    let isOutside = sums.outside > CellSamples.count * Self.outsideShare
    let shade = isOutside ? Shade.background(background) : shades.nearest(to: mean)
    let gain = 2 * shade.color.dot(sums.colors) - CellSamples.count * shade.color.dot(shade.color)
    return Choice(
      cell: Self.cell(filledWith: shade), ink: shade.color, paper: shade.color, gain: gain,
      purity: isOutside ? outsidePurity : 1)
  }

  package static func cell(filledWith shade: Shade) -> Cell {
    switch shade.kind {
    case .foreground: Cell("█")
    case .background, .color: Cell(" ", style: CellStyle(background: shade.cellColor))
    }
  }

  /// Adds up the colours under all masks, at half the vertical resolution: exact except for slanted edges and sextants.
  private func addCoarse() {
    let rows = CellSamples.coarseRows
    let pixels = CellPixels(
      red: samples.coarse, green: samples.coarse + rows, blue: samples.coarse + 2 * rows)
    let sums = UnsafeMutableRawPointer(coarse).assumingMemoryBound(to: Float.self)
    symbols.coarseMasks.withUnsafeBufferPointer { masks in
      guard let masks = masks.baseAddress else { return }
      let size = SymbolSet.Group.size
      for index in 0..<symbols.shapes.count {
        let sum = pixels.sum(under: masks + index * rows, rows: symbols.coarseInkedRows[index])
        let place = index / size * 3 * size + index % size
        sums[place] = sum.x
        sums[place + size] = sum.y
        sums[place + 2 * size] = sum.z
      }
    }
  }

  /// Selects the partitions with the least squared error, best first.
  ///
  /// - Returns: the number of candidates.
  private func selectFinalists(_ sums: Sums, count: Int) -> Int {
    let total = PixelRow(sums.colors)
    return select(count) { index, group in
      let inked = coarse[index]
      let rest = PixelRow(red: total.red - inked.red, green: total.green - inked.green, blue: total.blue - inked.blue)
      @inline(__always)
      func ink(_ inked: SIMD8<Float>, _ rest: SIMD8<Float>) -> SIMD8<Float> {
        (inked * group.paperPaper - rest * group.inkPaper) * group.scale
      }
      @inline(__always)
      func paper(_ inked: SIMD8<Float>, _ rest: SIMD8<Float>) -> SIMD8<Float> {
        (rest * group.inkInk - inked * group.inkPaper) * group.scale
      }
      let inkGain =
        ink(inked.red, rest.red) * inked.red + ink(inked.green, rest.green) * inked.green
        + ink(inked.blue, rest.blue) * inked.blue
      let paperGain =
        paper(inked.red, rest.red) * rest.red + paper(inked.green, rest.green) * rest.green
        + paper(inked.blue, rest.blue) * rest.blue
      return (inkGain + paperGain, SIMDMask(repeating: false))
    }
  }

  /// Collects the partitions with the largest gains, best first; the first of equals is preferred.
  ///
  /// - Parameter gains: the gains of eight partitions, and whether they are those of the reverse.
  /// - Returns: the number of candidates.
  @inline(__always)
  func select(
    _ most: Int,
    gains: (_ index: Int, _ group: SymbolSet.Group) -> (SIMD8<Float>, isReverse: SIMDMask<SIMD8<Int32>>)
  ) -> Int {
    let partitionCount = symbols.shapes.count
    var count = 0
    symbols.groups.withUnsafeBufferPointer { groups in
      for index in groups.indices {
        let (gain, isReverse) = gains(index, groups[index])
        if count == most, gain.largest <= candidates[count - 1].gain { continue }
        let first = index * SymbolSet.Group.size
        for lane in 0..<min(SymbolSet.Group.size, partitionCount - first) {
          let value = gain[lane]
          if value == -.infinity || count == most && value <= candidates[count - 1].gain { continue }
          var place = count == most ? count - 1 : count
          while place > 0, candidates[place - 1].gain < value {
            candidates[place] = candidates[place - 1]
            place -= 1
          }
          candidates[place] = Candidate(gain: value, partition: first + lane, isReverse: isReverse[lane])
          if count < most { count += 1 }
        }
      }
    }
    return count
  }

  /// The sum of the colours under one mask.
  func inked(by partition: Int) -> SIMD3<Float> {
    if isExact[partition] { return exact[partition] }
    let pixels = CellPixels(red: samples.plane(.red), green: samples.plane(.green), blue: samples.plane(.blue))
    let sum = symbols.withMask(partition) { pixels.sum(under: $0, rows: symbols.inkedRows[partition]) }
    exact[partition] = sum
    isExact[partition] = true
    return sum
  }

  /// Both colours, moved to the majority of samples on their side.
  ///
  /// This is one step of a robust mean: samples are weighted down with their distance from the mean, in units of the
  /// side's own spread. The effect is that of a median, in a fraction of the time and with slightly less error.
  func majorities(_ ink: SIMD3<Float>, _ paper: SIMD3<Float>, _ partition: Int) -> (
    ink: SIMD3<Float>, paper: SIMD3<Float>
  ) {
    symbols.withMask(partition) { mask in
      RobustMeans(samples, mask: mask, ink: ink, paper: paper, scratch: distances)
        .means(area: symbols.maskAreas[partition])
    }
  }
}

extension CellOption {
  fileprivate init(_ choice: CellFitter.Choice, cost: Float) {
    self.init(cell: choice.cell, cost: cost, partition: choice.partition, ink: choice.ink, paper: choice.paper)
  }
}
