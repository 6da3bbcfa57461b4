extension CellFitter {
  /// The best cells in two of the picture's own colours; none where there are none, or no symbol can draw them.
  ///
  /// - Parameters:
  ///   - inked: the sums of the colours under all masks.
  ///   - count: of cells for each pair of colours at most.
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
        // Between two rings the gap is what must not be lost.
        let keepsGap = gap == nil || first.isOutside || second.isOutside
        guard keepsGap || !symbols.isRich else { continue }
        // A third colour that is left out must not be worth mixing in.
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

  /// The three that show most, in their order.
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

  /// The best cuts between two shades. The first is the ink where a symbol draws it so: neighbours then agree on which of
  /// their colours is the ink.
  ///
  /// - Parameter limit: on how many pixels the first may be drawn. Beside a gap the colour of one ring fits the other ring
  ///   better than the gap does, but looks like a speck there.
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

  /// How much more squared error a cell may have that shows nothing but colours of the picture.
  ///
  /// A symbol that does not quite have the edge's shape fits better in colours between, but those look like dirt on an
  /// outline that is sharp elsewhere, and a terminal must be told each of them.
  private var purity: Float { symbols.isRich ? 1.25 : 1.1 }
  private static let purityWithLoss: Float = 1.1
  /// As much where a gap separates two rings: a colour mixed of both would bridge it.
  private var gapPurity: Float { symbols.isRich ? 1.6 : 1.1 }
  /// On how many more pixels than it has a ring beside a gap may be drawn.
  private static let mostSpread: Float = 1.25
  /// How many pixels of a gap make it one.
  private static let leastGap: Float = 8
  /// As many cuts at least are looked at exactly.
  private static let leastPureFinalists = 5

  /// What the gain of a cut needs to know of two colours.
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

    /// The square of the cell with the first colour as its ink.
    func square(_ squares: SIMD3<Float>) -> Float {
      squares.x * first + squares.y * both + squares.z * second
    }

    func reverseSquare(_ squares: SIMD3<Float>) -> Float {
      squares.x * second + squares.y * both + squares.z * first
    }
  }
}
