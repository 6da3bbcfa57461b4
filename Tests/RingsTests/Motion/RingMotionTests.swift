import Rings
import Testing

@Suite struct RingMotionTests {
  private let low = RingSet(move: 0.2, exercise: 0.5, stand: nil)
  private let high = RingSet(move: 0.6, exercise: 1.1, stand: 0.25)

  @Test func `rings move from the old values to the new and stop there`() {
    let motion = RingMotion(from: low, to: high)
    #expect(motion.rings(after: 0).move == 0.2)
    #expect(motion.rings(after: -5).move == 0.2)
    #expect(motion.rings(after: motion.duration) == high)
    #expect(motion.rings(after: 1e9) == high)
    #expect(motion.rings(after: .nan) == high)
  }

  @Test func `a moving ring never reverses`() {
    let motion = RingMotion(from: low, to: high)
    var before = 0.0
    for frame in 0...30 {
      let move = motion.rings(after: Double(frame) / 60).move ?? -1
      #expect(move >= before && move <= 0.6)
      before = move
    }
    // Most of the motion happens in the first half.
    #expect((motion.rings(after: 0.25).move ?? 0) > 0.5)
  }

  @Test func `nothing moves if nothing changed`() {
    #expect(RingMotion(from: high, to: high).duration == 0)
    #expect(RingMotion(from: high, to: high).rings(after: 0) == high)
    let one = RingSet(move: 0.4, exercise: 0.9, stand: nil, form: .moveOnly)
    let other = RingSet(move: 0.4, exercise: 0.1, stand: nil, form: .moveOnly)
    #expect(RingMotion(from: one, to: other).duration == 0)
  }

  @Test func `a light runs along a ring that has just closed, and along no other`() {
    let motion = RingMotion(from: low, to: high, sweepDuration: 0.5, flourishDuration: 1)
    #expect(motion.duration == 1.5)
    #expect(motion.rings(after: 0.4).flourish == RingFlourish())
    #expect(motion.rings(after: 1).flourish == RingFlourish(exercise: 0.5))
    #expect(motion.rings(after: 1).exercise == 1.1)
    #expect(motion.rings(after: 1.5).flourish == RingFlourish())
    let closed = RingMotion(
      from: RingSet(move: 1.2, exercise: 0, stand: 0), to: RingSet(move: 1.4, exercise: 0, stand: 0))
    #expect(closed.duration == 0.5)
  }

  @Test func `data that appears or disappears is animated from or to zero`() {
    let motion = RingMotion(from: low, to: high)
    #expect(motion.rings(after: 0).stand == 0)
    let away = RingMotion(from: high, to: low)
    #expect((away.rings(after: 0.49).stand ?? 1) < 0.01)
    #expect(away.rings(after: 0.5).stand == nil)
  }

  @Test func `invalid values and durations are safe`() {
    let odd = RingSet(move: .nan, exercise: .infinity, stand: -.infinity)
    for motion in [RingMotion(from: odd, to: high), RingMotion(from: high, to: odd)] {
      for elapsed in [0, 0.1, 0.6, .infinity] { _ = motion.rings(after: elapsed) }
    }
    #expect(RingMotion(from: low, to: high, sweepDuration: .nan, flourishDuration: -1).duration == 0)
    #expect(RingMotion(from: low, to: high, sweepDuration: 0).rings(after: 0).move == 0.6)
  }
}
