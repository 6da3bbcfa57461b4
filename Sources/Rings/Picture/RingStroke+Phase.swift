extension RingStroke {
  /// The part of a ring that a cell shows.
  enum Phase {
    case track, arc
    /// An end, a shadow or a light: every pixel must be computed.
    case mixed
  }

  /// - Complexity: O(1).
  func phase(in cell: CellBounds) -> Phase {
    if fill == .empty { return .track }
    if lightStrength > 0 { return .mixed }
    // A cell that contains the hole of the ring may show the ring on opposite sides.
    if inner < 2 * cell.reach { return .mixed }
    // Between the round ends, and outside the shadow, a band is either all track or all arc.
    if (cell.middle - head).length < cell.reach + half + shadowReach { return .mixed }
    if (cell.middle - SIMD2(0, -radius)).length < cell.reach + half { return .mixed }
    if fill == .laps { return .arc }
    let turns = Turns.angles(x: SIMD8(repeating: cell.middle.x), y: SIMD8(repeating: cell.middle.y))[0]
    return turns <= progress && progress > 0 ? .arc : .track
  }
}
