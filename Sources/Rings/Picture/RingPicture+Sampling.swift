extension RingPicture {
  /// Fills the samples with one cell of the picture.
  func sample(_ cell: CellBounds, into samples: inout CellSamples) {
    samples.clear()
    for index in strokes.indices where cell.touches(strokes[index]) {
      let phase = strokes[index].phase(in: cell)
      samples.add(strokes[index], phase: phase, cell: cell)
    }
    samples.finish(background: background)
  }
}

extension CellSamples {
  fileprivate mutating func clear() {
    values.withUnsafeMutableBufferPointer { $0.update(repeating: SIMD8(repeating: 0)) }
  }

  /// Lays a stroke over the pixels that it covers; strokes do not overlap.
  fileprivate mutating func add(_ stroke: RingStroke, phase: RingStroke.Phase, cell: CellBounds) {
    let x = SIMD8<Float>(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) + cell.origin.x
    let rowHeight = cell.size.y / Float(Self.rows)
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
          color = stroke.colors.gradient(stroke.place(Turns.angles(x: x, y: y)))
          lit = SIMD8(repeating: 1)
        case .mixed:
          (color, lit) = stroke.row(x: x, y: y, distance: distance, turns: Turns.angles(x: x, y: y))
        }
        values[Plane.red.rawValue * Self.rows + row] += color.red * share
        values[Plane.green.rawValue * Self.rows + row] += color.green * share
        values[Plane.blue.rawValue * Self.rows + row] += color.blue * share
        values[Plane.outside.rawValue * Self.rows + row] += share
        values[Plane.lit.rawValue * Self.rows + row] += lit * share
      }
    }
  }

  /// Turns what is covered into what is not, and shows the background there.
  fileprivate mutating func finish(background: SIMD3<Float>) {
    values.withUnsafeMutableBufferPointer { values in
      for row in 0..<Self.rows {
        let outside = (1 - values[Plane.outside.rawValue * Self.rows + row]).atLeast(0)
        values[Plane.outside.rawValue * Self.rows + row] = outside
        let red = values[Plane.red.rawValue * Self.rows + row] + outside * background.x
        let green = values[Plane.green.rawValue * Self.rows + row] + outside * background.y
        let blue = values[Plane.blue.rawValue * Self.rows + row] + outside * background.z
        values[Plane.red.rawValue * Self.rows + row] = red
        values[Plane.green.rawValue * Self.rows + row] = green
        values[Plane.blue.rawValue * Self.rows + row] = blue
        values[Plane.squares.rawValue * Self.rows + row] = red * red + green * green + blue * blue
      }
      for index in coarse.indices { coarse[index] = values[2 * index] + values[2 * index + 1] }
    }
  }
}
