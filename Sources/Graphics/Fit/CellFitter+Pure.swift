extension CellFitter {
  /// Adds the best cells that use two colours of the picture; none if there are no such colours, or no symbol can draw
  /// them.
  ///
  /// - Parameter count: the maximum number of cells for each pair of colours.
  /// - Complexity: O(*n*) in the level's symbols, for each of at most three pairs of colours.
  func addPureChoices(to choices: inout [Choice], _ sums: Sums, count: Int) {
    let materials = mainMaterials
    guard materials.count > 1 else { return }
    let hasBeginning = materials.contains(where: \.isBeginning)
    let separates = materials.contains { !$0.isOutside && $0.stroke != materials.first?.stroke }
    let gap = separates ? materials.first { $0.isOutside && $0.share > Self.leastGap } : nil
    for (index, first) in materials.enumerated() {
      for second in materials[(index + 1)...] {
        // The gap between two rings must stay visible.
        let keepsGap = gap == nil || first.isOutside || second.isOutside
        guard keepsGap || !symbols.isRich else { continue }
        // The omitted colours must be negligible.
        let isWhole = first.share + second.share >= CellSamples.count * 0.9
        let losesBeginning = hasBeginning && !first.isBeginning && !second.isBeginning
        addPureChoices(
          to: &choices, shade(of: first), shade(of: second), sums,
          limit: gap == nil ? nil : first.share * Self.mostSpread, count: max(Self.leastPureFinalists, count),
          purity: losesBeginning ? 1 : isWhole ? purity : gap != nil ? gapPurity : min(purity, Self.purityWithLoss))
      }
    }
  }

  /// The three most frequent materials, most frequent first.
  private var mainMaterials: [CellSamples.Material] {
    var materials = samples.materials
    while materials.count > 3 {
      guard let least = materials.indices.min(by: { materials[$0].share < materials[$1].share }) else { break }
      materials.remove(at: least)
    }
    return materials
  }

  private func shade(of material: CellSamples.Material) -> Shade {
    material.isOutside ? .background(background) : shades.nearest(to: material.color)
  }

  /// Adds the best partitions for two shades. The first shade is the ink if a symbol allows it, so that neighbouring
  /// cells agree on the ink colour.
  ///
  /// - Parameter limit: the maximum number of pixels drawn in the first shade. Beside a gap, the colour of one ring
  ///   fits the other ring better than the gap does, but looks like a speck.
  private func addPureChoices(
    to choices: inout [Choice], _ first: Shade, _ second: Shade, _ sums: Sums, limit: Float?, count: Int, purity: Float
  ) {
    if first == second { return }
    let pair = Pair(first.color, second.color)
    let base = 2 * second.color.dot(sums.colors)
    let reverseBase = 2 * first.color.dot(sums.colors)
    let found = select(count) { index, group in
      let step = 2 * pair.inked(coarse[index])
      let gain = base + step - pair.square(group)
      let reverseGain = reverseBase - step - pair.reverseSquare(group)
      let isReverse = reverseGain .> gain
      var better = gain.replacing(with: reverseGain, where: isReverse)
      if let limit {
        let area = group.inkArea.replacing(with: CellSamples.count - group.inkArea, where: isReverse)
        better.replace(with: -.infinity, where: area .> limit)
      }
      return (better, isReverse)
    }
    for index in 0..<found {
      let candidate = candidates[index]
      let partition = symbols.shapes[candidate.partition]
      let (ink, paper) = candidate.isReverse ? (second, first) : (first, second)
      guard let cell = Self.cell(partition, ink: ink, paper: paper, preferredInk: first, swaps: swaps) else { continue }
      let under = inked(by: candidate.partition)
      let gain = partition.gain(ink: ink.color, paper: paper.color, inked: under, rest: sums.colors - under)
      choices.append(
        Choice(
          cell: cell, partition: candidate.partition, ink: ink.color, paper: paper.color, gain: gain, purity: purity))
    }
  }

  /// The factor by which the squared error of a cell that shows only colours of the picture may exceed that of a mixed
  /// one.
  ///
  /// A symbol whose shape does not match the edge exactly has less error in intermediate colours, but these look like
  /// dirt on an otherwise sharp outline, and each takes bytes to send.
  private var purity: Float { symbols.isRich ? 1.3 : 1.1 }
  /// The same factor for a cell that a ring only touches and that stays empty: a mixed colour would be a dark corner on
  /// the outline.
  var outsidePurity: Float { symbols.isRich ? 2 : 1.2 }
  private static let purityWithLoss: Float = 1.1
  /// The same factor where a gap separates two rings: a mixed colour would bridge the gap.
  private var gapPurity: Float { symbols.isRich ? 1.6 : 1.1 }
  /// The factor by which a ring beside a gap may exceed its own number of pixels.
  private static let mostSpread: Float = 1.25
  /// The minimum number of gap pixels in a cell for it to count as containing a gap.
  private static let leastGap: Float = 8
  /// The minimum number of partitions that are evaluated exactly.
  private static let leastPureFinalists = 5

  /// The precomputed values for the gain of a partition in two colours.
  private struct Pair {
    private let difference: SIMD3<Float>
    private let first: Float
    private let both: Float
    private let second: Float

    init(_ first: SIMD3<Float>, _ second: SIMD3<Float>) {
      difference = first - second
      self.first = first.dot(first)
      both = 2 * first.dot(second)
      self.second = second.dot(second)
    }

    /// The products of the difference with eight sums of colours.
    @inline(__always)
    func inked(_ sums: PixelRow) -> SIMD8<Float> {
      difference.x * sums.red + difference.y * sums.green + difference.z * sums.blue
    }

    /// The sums of squares of a cell with the first colour as its ink, for eight partitions.
    @inline(__always)
    func square(_ group: SymbolSet.Group) -> SIMD8<Float> {
      group.inkInk * first + group.inkPaper * both + group.paperPaper * second
    }

    @inline(__always)
    func reverseSquare(_ group: SymbolSet.Group) -> SIMD8<Float> {
      group.inkInk * second + group.inkPaper * both + group.paperPaper * first
    }
  }
}
