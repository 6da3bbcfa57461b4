extension RingPicture {
  /// Fills the samples with one cell of the picture.
  func sample(_ cell: CellBounds, into samples: inout CellSamples) {
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
  fileprivate mutating func clear() {
    values.withUnsafeMutableBufferPointer { $0.update(repeating: SIMD8(repeating: 0)) }
    materials.removeAll(keepingCapacity: true)
    hasEnd = false
  }

  /// Draws a stroke over the pixels that it covers; strokes do not overlap.
  fileprivate mutating func add(_ stroke: RingStroke, number: Int, phase: RingStroke.Phase, cell: CellBounds) {
    let x = SIMD8<Float>(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) + cell.origin.x
    let rowHeight = cell.size.y / Float(Self.rows)
    let tone = stroke.tone(of: cell)
    let arcColor = stroke.onlyArcColor(in: cell, tone: tone)
    var areas = ArcAreas()
    values.withUnsafeMutableBufferPointer { values in
      for row in 0..<Self.rows {
        let y = SIMD8(repeating: cell.origin.y + (Float(row) + 0.5) * rowHeight)
        let distance = (x * x + y * y).squareRoot()
        let share = coverage((distance - stroke.radius).magnitude - stroke.half)
        var color = PixelRow(stroke.colors.track)
        var lit = SIMD8<Float>(repeating: 0)
        switch phase {
        case .track: break
        case .arc:
          if let arcColor {
            color = PixelRow(arcColor)
          } else {
            let turns = Turns.angles(x: x, y: y)
            color = stroke.colors.gradient(stroke.place(turns, tone: turns))
          }
          lit = SIMD8(repeating: 1)
        case .mixed:
          let points = stroke.row(x: x, y: y, distance: distance, turns: Turns.angles(x: x, y: y), tone: tone)
          color = points.colors
          lit = points.lit
          if arcColor == nil { areas.add(lit * share, step: points.step) }
        }
        values[Plane.red.rawValue * Self.rows + row] += color.red * share
        values[Plane.green.rawValue * Self.rows + row] += color.green * share
        values[Plane.blue.rawValue * Self.rows + row] += color.blue * share
        values[Plane.outside.rawValue * Self.rows + row] += share
        values[Plane.lit.rawValue * Self.rows + row] += lit * share
        areas.lit += lit * share
        areas.covered += share
      }
    }
    if let arcColor {
      addMaterial(arcColor, of: number, share: areas.lit.total, isBeginning: stroke.progress < 0.02)
    } else if let tone, stroke.lightStrength == 0, phase == .mixed {
      for (index, area) in areas.steps.enumerated() {
        addMaterial(
          stroke.arcColor(step: ArcAreas.step(index), tone: tone), of: number, share: area.total,
          isBeginning: stroke.progress < 0.02)
      }
    }
    addMaterial(stroke.colors.track, of: number, share: areas.covered.total - areas.lit.total)
  }

  private mutating func addMaterial(
    _ color: SIMD3<Float>, of stroke: Int, share: Float, isBeginning: Bool = false
  ) {
    guard share > Self.sliver else { return }
    if let index = materials.firstIndex(where: { $0.color == color && $0.stroke == stroke }) {
      materials[index].share += share
    } else {
      materials.append(Material(color: color, stroke: stroke, isBeginning: isBeginning, share: share))
    }
  }

  /// Converts coverage to uncovered shares and fills them with the background.
  fileprivate mutating func finish(background: SIMD3<Float>) {
    let uncovered = values.withUnsafeMutableBufferPointer { values in
      var uncovered = SIMD8<Float>(repeating: 0)
      for row in 0..<Self.rows {
        let outside = (1 - values[Plane.outside.rawValue * Self.rows + row]).atLeast(0)
        values[Plane.outside.rawValue * Self.rows + row] = outside
        uncovered += outside
        let red = values[Plane.red.rawValue * Self.rows + row] + outside * background.x
        let green = values[Plane.green.rawValue * Self.rows + row] + outside * background.y
        let blue = values[Plane.blue.rawValue * Self.rows + row] + outside * background.z
        values[Plane.red.rawValue * Self.rows + row] = red
        values[Plane.green.rawValue * Self.rows + row] = green
        values[Plane.blue.rawValue * Self.rows + row] = blue
        values[Plane.squares.rawValue * Self.rows + row] = red * red + green * green + blue * blue
      }
      for index in coarse.indices { coarse[index] = values[2 * index] + values[2 * index + 1] }
      return uncovered.total
    }
    if uncovered > Self.sliver {
      materials.append(Material(color: background, share: uncovered))
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
