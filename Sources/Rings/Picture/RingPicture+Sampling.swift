import Graphics

extension RingPicture {
  /// Fills the samples with one cell of the picture.
  func sample(_ cell: CellBounds, into samples: CellSamples) {
    samples.clear()
    for index in strokes.indices where cell.touches(strokes[index]) {
      let phase = strokes[index].phase(in: cell)
      samples.add(strokes[index], number: index, phase: phase, cell: cell)
      if phase == .mixed { samples.hasEnd = true }
    }
    samples.finish(background: background)
  }
}

extension CellSamples {
  fileprivate func clear() {
    values.update(repeating: SIMD8(repeating: 0), count: Self.valueCount)
    materials.removeAll(keepingCapacity: true)
    hasEnd = false
  }

  /// Draws a stroke over the pixels that it covers; strokes do not overlap.
  fileprivate func add(_ stroke: RingStroke, number: Int, phase: RingStroke.Phase, cell: CellBounds) {
    let tone = stroke.tone(of: cell)
    let arcColor = stroke.onlyArcColor(in: cell, tone: tone)
    var areas = ArcAreas()
    if phase == .track || phase == .arc && arcColor != nil {
      areas.covered = fill(stroke, with: arcColor.flatMap { phase == .arc ? $0 : nil }, cell: cell)
      if phase == .arc { areas.lit = areas.covered }
    } else {
      addPoints(of: stroke, phase: phase, tone: tone, hasSteps: arcColor == nil, areas: &areas, cell: cell)
    }
    if let arcColor {
      addMaterial(arcColor, of: number, share: areas.lit.total, isBeginning: stroke.isBeginning)
    } else if let tone, stroke.lightStrength == 0, phase == .mixed {
      for (index, area) in areas.steps.enumerated() {
        addMaterial(
          stroke.arcColor(step: ArcAreas.step(index), tone: tone), of: number, share: area.total,
          isBeginning: stroke.isBeginning)
      }
    }
    addMaterial(stroke.colors.track, of: number, share: areas.covered.total - areas.lit.total)
  }

  /// Draws a part of a stroke that has one colour.
  ///
  /// - Parameter arc: the colour of the arc; nil where the track is visible.
  /// - Returns: the covered areas.
  private func fill(_ stroke: RingStroke, with arc: SIMD3<Float>?, cell: CellBounds) -> SIMD8<Float> {
    let color = arc ?? stroke.colors.track
    let x = Self.columns + cell.origin.x
    let rowHeight = cell.size.y / Float(Self.rows)
    var covered = SIMD8<Float>(repeating: 0)
    for row in 0..<Self.rows {
      let y = SIMD8(repeating: cell.origin.y + (Float(row) + 0.5) * rowHeight)
      let distance = (x * x + y * y).squareRoot()
      let share = coverage((distance - stroke.radius).magnitude - stroke.half)
      plane(.red)[row] += color.x * share
      plane(.green)[row] += color.y * share
      plane(.blue)[row] += color.z * share
      plane(.outside)[row] += share
      if arc != nil { plane(.lit)[row] += share }
      covered += share
    }
    return covered
  }

  /// Draws a part of a stroke whose pixels differ.
  private func addPoints(
    of stroke: RingStroke, phase: RingStroke.Phase, tone: Float?, hasSteps: Bool, areas: inout ArcAreas,
    cell: CellBounds
  ) {
    let x = Self.columns + cell.origin.x
    let rowHeight = cell.size.y / Float(Self.rows)
    for row in 0..<Self.rows {
      let y = SIMD8(repeating: cell.origin.y + (Float(row) + 0.5) * rowHeight)
      let distance = (x * x + y * y).squareRoot()
      let share = coverage((distance - stroke.radius).magnitude - stroke.half)
      let turns = Turns.angles(x: x, y: y)
      let color: PixelRow
      var lit = SIMD8<Float>(repeating: 1)
      if phase == .arc {
        color = stroke.colors.gradient(stroke.place(turns, tone: turns))
      } else {
        let points = stroke.row(x: x, y: y, distance: distance, turns: turns, tone: tone)
        color = points.colors
        lit = points.lit
        if hasSteps { areas.add(lit * share, step: points.step) }
      }
      plane(.red)[row] += color.red * share
      plane(.green)[row] += color.green * share
      plane(.blue)[row] += color.blue * share
      plane(.outside)[row] += share
      plane(.lit)[row] += lit * share
      areas.lit += lit * share
      areas.covered += share
    }
  }

  /// The centres of the pixels of a row.
  private static var columns: SIMD8<Float> { SIMD8(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) }

  private func addMaterial(
    _ color: SIMD3<Float>, of stroke: Int, share: Float, isBeginning: Bool = false
  ) {
    guard share > Self.negligibleShare else { return }
    if let index = materials.firstIndex(where: { $0.color == color && $0.stroke == stroke }) {
      materials[index].share += share
    } else {
      materials.append(Material(color: color, stroke: stroke, isBeginning: isBeginning, share: share))
    }
  }

  /// Converts coverage to uncovered shares and fills them with the background.
  fileprivate func finish(background: SIMD3<Float>) {
    var uncovered = SIMD8<Float>(repeating: 0)
    for row in 0..<Self.rows {
      let outside = (1 - plane(.outside)[row]).atLeast(0)
      plane(.outside)[row] = outside
      uncovered += outside
      let red = plane(.red)[row] + outside * background.x
      let green = plane(.green)[row] + outside * background.y
      let blue = plane(.blue)[row] + outside * background.z
      plane(.red)[row] = red
      plane(.green)[row] = green
      plane(.blue)[row] = blue
      plane(.squares)[row] = red * red + green * green + blue * blue
    }
    for index in 0..<3 * Self.coarseRows { coarse[index] = values[2 * index] + values[2 * index + 1] }
    if uncovered.total > Self.negligibleShare {
      materials.append(Material(color: background, share: uncovered.total))
    }
  }
}

/// The areas of a cell that the parts of an arc cover.
private struct ArcAreas {
  var covered = SIMD8<Float>(repeating: 0)
  var lit = SIMD8<Float>(repeating: 0)
  /// Indexed by the step of the shadow; filled only for cells near a head.
  private(set) var steps: [SIMD8<Float>] = []

  mutating func add(_ area: SIMD8<Float>, step: SIMD8<Float>) {
    if steps.isEmpty { steps = Array(repeating: SIMD8(repeating: 0), count: RingStroke.mostShadowSteps + 3) }
    for index in steps.indices {
      steps[index] += area.replacing(with: 0, where: step .!= Self.step(index))
    }
  }

  static func step(_ index: Int) -> Float { Float(index) + RingStroke.Points.behind }
}
