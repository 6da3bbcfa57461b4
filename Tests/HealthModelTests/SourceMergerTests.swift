import HealthModel
import TestSupport
import Testing

@Suite("SourceMerger")
struct SourceMergerTests {
  private typealias Piece = SourceMerger.Piece

  private func total(_ lanes: [[SourceMerger.Piece]], from start: Double = -1e9, to end: Double = 1e9) -> Double {
    var pieces: [Piece] = []
    SourceMerger.merge(lanes: lanes, into: &pieces)
    return pieces.reduce(0) { sum, piece in
      guard piece.end > piece.start else {
        return sum + (piece.start >= start && piece.start < end ? piece.value : 0)
      }
      let overlap = min(piece.end, end) - max(piece.start, start)
      return sum + (overlap > 0 ? piece.value * overlap / (piece.end - piece.start) : 0)
    }
  }

  @Test("a single source gives the sum of its raw samples, including overlaps")
  func conservation() {
    let lane = [
      Piece(start: 0, end: 60, value: 10), Piece(start: 30, end: 90, value: 20), Piece(start: 200, end: 200, value: 5),
    ]
    #expect(total([lane]) == 35)
  }

  @Test("the phone fills in only the times that the watch does not cover")
  func phoneFillsGaps() {
    let watch = [Piece(start: 0, end: 100, value: 50)]
    let phone = [Piece(start: 50, end: 150, value: 100)]
    #expect(total([watch, phone]) == 100)
    #expect(total([watch, phone], from: 100, to: 150) == 50)
  }

  @Test("a pause of 120 seconds is covered, but one of 121 is not")
  func bridgedGap() {
    let phone = [Piece(start: 0, end: 1000, value: 1000)]
    let short = [Piece(start: 0, end: 100, value: 0), Piece(start: 220, end: 1000, value: 0)]
    let long = [Piece(start: 0, end: 100, value: 0), Piece(start: 221, end: 1000, value: 0)]
    #expect(total([short, phone]) == 0)
    #expect(total([long, phone]) == 121)
  }

  @Test("an instant counts unless a higher source covers it")
  func instants() {
    let watch = [Piece(start: 0, end: 100, value: 1)]
    let app = [
      Piece(start: 50, end: 50, value: 7), Piece(start: 100, end: 100, value: 9), Piece(start: 0, end: 0, value: 3),
    ]
    #expect(total([watch, app.sorted { $0.start < $1.start }]) == 10)
  }

  @Test("the result for random samples of up to four sources matches a second-by-second model", arguments: 0..<200)
  func agreesWithModel(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let length = 900
    let lanes: [[Piece]] = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      (0..<Int.random(in: 0...8, using: &random)).map { _ in
        let start = Int.random(in: 0..<length, using: &random)
        let end = min(length, start + Int.random(in: 0...200, using: &random))
        return Piece(start: Double(start), end: Double(end), value: Double(Int.random(in: 0...500, using: &random)))
      }.sorted { $0.start < $1.start }
    }
    // The model: for each second, the highest lane that covers it, straight from the definition.
    func covers(_ lane: [Piece], _ second: Int) -> Bool {
      let at = Double(second)
      if lane.contains(where: { $0.start <= at && at < $0.end }) { return true }
      // In a gap: how long ago the lane last ended and how soon it starts again.
      let lastEnd = lane.filter { $0.end <= at }.map(\.end).max()
      let nextStart = lane.filter { $0.start > at }.map(\.start).min()
      guard let lastEnd, let nextStart else { return false }
      return nextStart - lastEnd <= SourceMerger.bridgedGap
    }
    var expected = 0.0
    for (rank, lane) in lanes.enumerated() {
      for sample in lane {
        if sample.end == sample.start {
          if !lanes[..<rank].contains(where: { covers($0, Int(sample.start)) }) { expected += sample.value }
          continue
        }
        let rate = sample.value / (sample.end - sample.start)
        for second in Int(sample.start)..<Int(sample.end)
        where !lanes[..<rank].contains(where: { covers($0, second) }) {
          expected += rate
        }
      }
    }
    let merged = total(lanes)
    #expect(abs(merged - expected) < 1e-6 * max(1, expected), "seed \(seed)")
  }
}
