/// The transition of the rings from one day's values to another's: a pure function of the elapsed time.
package struct RingMotion: Hashable, Sendable {
  package let from: RingSet
  package let to: RingSet
  /// The time the rings take to reach their values, in seconds.
  package let sweepDuration: Double
  /// The time the light takes to run along a closed ring, in seconds.
  package let flourishDuration: Double

  /// - Parameters:
  ///   - sweepDuration: in seconds; a value that is not positive makes the change immediate.
  ///   - flourishDuration: in seconds; a value that is not positive disables the light.
  package init(from: RingSet, to: RingSet, sweepDuration: Double = 0.5, flourishDuration: Double = 0.7) {
    self.from = from
    self.to = to
    self.sweepDuration = Self.sanitized(sweepDuration)
    self.flourishDuration = Self.sanitized(flourishDuration)
  }

  /// The duration of the whole motion in seconds; 0 if nothing moves.
  package var duration: Double {
    guard to.form.rings.contains(where: { from[$0] != to[$0] }) else { return 0 }
    return sweepDuration + (closingRings.isEmpty ? 0 : flourishDuration)
  }

  /// Whether the motion is over after this many seconds.
  package func isOver(after elapsed: Double) -> Bool {
    !(elapsed < duration)
  }

  /// The rings after this many seconds; `from` before the start, exactly `to` from the end on.
  package func rings(after elapsed: Double) -> RingSet {
    guard !isOver(after: elapsed) else { return to }
    var rings = to
    let share = sweepDuration > 0 ? min(max(elapsed / sweepDuration, 0), 1) : 1
    if share < 1 {
      for ring in to.form.rings where from[ring] != to[ring] {
        let start = RingStroke.drawn(from[ring]) ?? 0
        let end = RingStroke.drawn(to[ring]) ?? 0
        rings[ring] = start + (end - start) * Self.eased(share)
      }
    } else if flourishDuration > 0 {
      let phase = (elapsed - sweepDuration) / flourishDuration
      for ring in closingRings { rings.flourish[ring] = min(max(phase, 0), 1) }
    }
    return rings
  }

  /// The rings that reach their goal during the motion.
  private var closingRings: [Ring] {
    to.form.rings.filter { ring in
      guard let end = to[ring], end >= 1 else { return false }
      return (from[ring] ?? 0) < 1
    }
  }

  /// Ease-out: fast at first, then ever slower.
  private static func eased(_ share: Double) -> Double {
    let left = 1 - share
    return 1 - left * left * left
  }

  private static func sanitized(_ seconds: Double) -> Double {
    seconds.isFinite && seconds > 0 ? seconds : 0
  }
}
