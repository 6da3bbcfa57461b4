extension CellFitter {
  /// The best cell in two of the picture's own colours; nil where there are none, or no symbol can draw them.
  ///
  /// - Parameter inked: the sums of the colours under all masks.
  /// - Complexity: O(*n*) in the level's symbols, for each of at most three pairs of colours.
  func pureChoice(_ samples: CellSamples, _ sums: Sums, _ inked: [SIMD3<Float>]) -> Choice? {
    let materials = mainMaterials(samples)
    guard materials.count > 1 else { return nil }
    let hasBeginning = materials.contains(where: \.isBeginning)
    let separates = materials.contains { !$0.isOutside && $0.stroke != materials.first?.stroke }
    let gap = separates ? materials.first { $0.isOutside && $0.share > Self.leastGap } : nil
    var best: Choice?
    for (index, first) in materials.enumerated() {
      for second in materials[(index + 1)...] {
        // Between two rings the gap is what must not be lost.
        let keepsGap = gap == nil || first.isOutside || second.isOutside
        guard keepsGap || !symbols.isRich,
          var choice = pureChoice(
            shade(of: first), shade(of: second), samples, sums, inked,
            limit: gap == nil ? nil : first.share * Self.mostSpread)
        else { continue }
        // A third colour that is left out must not be worth mixing in.
        let isWhole = first.share + second.share >= CellSamples.count * 0.9
        let losesBeginning = hasBeginning && !first.isBeginning && !second.isBeginning
        choice.purity =
          losesBeginning ? 1 : isWhole ? purity : gap != nil ? gapPurity : min(purity, Self.purityWithLoss)
        if choice.gain > best?.gain ?? -.infinity { best = choice }
      }
    }
    return best
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

  /// The best cut between two shades. The first is the ink where a symbol draws it so: neighbours then agree on which of
  /// their colours is the ink.
  ///
  /// - Parameter limit: on how many pixels the first may be drawn. Beside a gap the colour of one ring fits the other ring
  ///   better than the gap does, but looks like a speck there.
  private func pureChoice(
    _ first: Shade, _ second: Shade, _ samples: CellSamples, _ sums: Sums, _ inked: [SIMD3<Float>], limit: Float?
  ) -> Choice? {
    if first == second { return nil }
    let scale = Pair(first.color, second.color)
    let base = 2 * second.color.dot(sums.colors)
    let reverseBase = 2 * first.color.dot(sums.colors)
    var candidates: [(gain: Float, partition: Int, isReverse: Bool)] = []
    candidates.reserveCapacity(Self.pureFinalists + 1)
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
      if candidates.count == Self.pureFinalists, better <= candidates[Self.pureFinalists - 1].gain { continue }
      let place = candidates.firstIndex { $0.gain < better } ?? candidates.count
      candidates.insert((better, index, isReverse), at: place)
      if candidates.count > Self.pureFinalists { candidates.removeLast() }
    }
    var best: Choice?
    var bestScore = -Float.infinity
    for candidate in candidates {
      // Its rim can only make it worse, and those that follow are no better.
      if candidate.gain < bestScore { break }
      let partition = symbols.partitions[candidate.partition]
      let (ink, paper) = candidate.isReverse ? (second, first) : (first, second)
      guard let cell = Self.cell(partition, ink: ink, paper: paper, preferredInk: first, swaps: swaps) else { continue }
      let under = self.inked(samples, by: candidate.partition)
      let gain = partition.gain(ink: ink.color, paper: paper.color, inked: under, rest: sums.colors - under)
      if gain <= bestScore { continue }
      let rimError = samples.withPixels { pixels in
        symbols.withMask(candidate.partition) { pixels.rimError(under: $0, ink: ink.color, paper: paper.color) }
      }
      let score = gain - Self.rimWeight * rimError
      if score > bestScore {
        bestScore = score
        best = Choice(cell: cell, gain: gain)
      }
    }
    return best
  }

  /// How much more squared error a cell may have that shows nothing but colours of the picture.
  ///
  /// A symbol that does not quite have the edge's shape fits better in colours between, but those look like dirt on an
  /// outline that is sharp elsewhere, and a terminal must be told each of them.
  private var purity: Float { symbols.isRich ? 1.3 : 1.1 }
  private static let purityWithLoss: Float = 1.1
  /// As much where a gap separates two rings: a colour mixed of both would bridge it.
  private var gapPurity: Float { symbols.isRich ? 1.8 : 1.1 }
  /// On how many more pixels than it has a ring beside a gap may be drawn.
  private static let mostSpread: Float = 1.25
  /// How many pixels of a gap make it one.
  private static let leastGap: Float = 8
  /// As many cuts are looked at exactly.
  private static let pureFinalists = 5
  /// How much more an error counts at the rim of a cell, where its edges go on in the neighbours: a step there is seen as
  /// a tooth in the outline.
  private static let rimWeight: Float = 1

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
