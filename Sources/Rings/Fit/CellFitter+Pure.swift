extension CellFitter {
  /// The best cells that use two colours of the picture; empty if there are no such colours, or no symbol can draw
  /// them.
  ///
  /// - Parameters:
  ///   - inked: the sums of the colours under each mask.
  ///   - count: the maximum number of cells for each pair of colours.
  /// - Complexity: O(*n*) in the level's symbols, for each of at most three pairs of colours.
  func pureChoices(_ samples: CellSamples, _ sums: Sums, _ inked: [SIMD3<Float>], count: Int) -> [Choice] {
    let materials = mainMaterials(samples)
    guard materials.count > 1 else { return [] }
    let hasBeginning = materials.contains(where: \.isBeginning)
    let separates = materials.contains { !$0.isOutside && $0.stroke != materials.first?.stroke }
    let gap = separates ? materials.first { $0.isOutside && $0.share > Self.leastGap } : nil
    var choices: [Choice] = []
    for (index, first) in materials.enumerated() {
      for second in materials[(index + 1)...] {
        // The gap between two rings must stay visible.
        let keepsGap = gap == nil || first.isOutside || second.isOutside
        guard keepsGap || !symbols.isRich else { continue }
        // The omitted colours must be negligible.
        let isWhole = first.share + second.share >= CellSamples.count * 0.9
        let losesBeginning = hasBeginning && !first.isBeginning && !second.isBeginning
        choices += pureChoices(
          shade(of: first), shade(of: second), samples, sums, inked,
          limit: gap == nil ? nil : first.share * Self.mostSpread, count: max(Self.leastPureFinalists, count),
          purity: losesBeginning ? 1 : isWhole ? purity : gap != nil ? gapPurity : min(purity, Self.purityWithLoss))
      }
    }
    return choices
  }

  /// The three most frequent materials, most frequent first.
  private func mainMaterials(_ samples: CellSamples) -> ArraySlice<CellSamples.Material> {
    var materials = samples.materials[...]
    while materials.count > 3 {
      guard let least = materials.indices.min(by: { materials[$0].share < materials[$1].share }) else { break }
      materials.remove(at: least)
    }
    return materials
  }

  private func shade(of material: CellSamples.Material) -> Shade {
    material.isOutside ? .background(background) : shades.nearest(to: material.color)
  }

  /// The best partitions for two shades. The first shade is the ink if a symbol allows it, so that neighbouring cells
  /// agree on the ink colour.
  ///
  /// - Parameter limit: the maximum number of pixels drawn in the first shade. Beside a gap, the colour of one ring
  ///   fits the other ring better than the gap does, but looks like a speck.
  private func pureChoices(
    _ first: Shade, _ second: Shade, _ samples: CellSamples, _ sums: Sums, _ inked: [SIMD3<Float>], limit: Float?,
    count: Int, purity: Float
  ) -> [Choice] {
    if first == second { return [] }
    let scale = Pair(first.color, second.color)
    let base = 2 * second.color.dot(sums.colors)
    let reverseBase = 2 * first.color.dot(sums.colors)
    var candidates: [(gain: Float, partition: Int, isReverse: Bool)] = []
    candidates.reserveCapacity(count + 1)
    for index in inked.indices {
      let squares = symbols.squares[index]
      let step = 2 * scale.difference.dot(inked[index])
      let gain = base + step - scale.square(squares)
      let reverseGain = reverseBase - step - scale.reverseSquare(squares)
      let isReverse = reverseGain > gain
      let better = isReverse ? reverseGain : gain
      if let limit {
        let area = symbols.partitions[index].inkArea
        if (isReverse ? CellSamples.count - area : area) > limit { continue }
      }
      if candidates.count == count, better <= candidates[count - 1].gain { continue }
      let place = candidates.firstIndex { $0.gain < better } ?? candidates.count
      candidates.insert((better, index, isReverse), at: place)
      if candidates.count > count { candidates.removeLast() }
    }
    return candidates.compactMap { candidate in
      let partition = symbols.partitions[candidate.partition]
      let (ink, paper) = candidate.isReverse ? (second, first) : (first, second)
      guard let cell = Self.cell(partition, ink: ink, paper: paper, preferredInk: first, swaps: swaps) else {
        return nil
      }
      let under = self.inked(samples, by: candidate.partition)
      let gain = partition.gain(ink: ink.color, paper: paper.color, inked: under, rest: sums.colors - under)
      return Choice(
        cell: cell, partition: candidate.partition, ink: ink.color, paper: paper.color, gain: gain, purity: purity)
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
    let difference: SIMD3<Float>
    private let first: Float
    private let both: Float
    private let second: Float

    init(_ first: SIMD3<Float>, _ second: SIMD3<Float>) {
      difference = first - second
      self.first = first.dot(first)
      both = 2 * first.dot(second)
      self.second = second.dot(second)
    }

    /// The sum of squares of the cell with the first colour as its ink.
    func square(_ squares: SIMD3<Float>) -> Float {
      squares.x * first + squares.y * both + squares.z * second
    }

    func reverseSquare(_ squares: SIMD3<Float>) -> Float {
      squares.x * second + squares.y * both + squares.z * first
    }
  }
}
