import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Spans of integers")
struct SpanSetTests {
  @Test("contain the same numbers and gaps as a plain set", arguments: 0..<30 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var spans = SpanSet()
    var plain: Set<Int> = []
    for _ in 0..<60 {
      // Sometimes one after all others, as samples usually arrive.
      let isLast = Bool.random(using: &random)
      let low =
        isLast ? (plain.max() ?? -60) + Int.random(in: -1...3, using: &random) : .random(in: -60...60, using: &random)
      let high = low + Int.random(in: 0...(seed.isMultiple(of: 2) ? 2 : 20), using: &random)
      spans.insert(low...high)
      plain.formUnion(low...high)
      #expect(spans.spans.flatMap(Array.init) == plain.sorted())
      // Separate: adjacent spans are joined.
      for (left, right) in zip(spans.spans, spans.spans.dropFirst()) { #expect(left.upperBound + 1 < right.lowerBound) }
    }
    for _ in 0..<40 {
      let low = Int.random(in: -80...200, using: &random)
      let range = low...(low + Int.random(in: 0...40, using: &random))
      #expect(spans.gaps(in: range).flatMap(Array.init) == range.filter { !plain.contains($0) })
      #expect(spans.contains(low) == plain.contains(low))
    }
    var other = SpanSet()
    for number in plain.shuffled(using: &random) { other.insert(number...number) }
    #expect(other == spans)
  }

  @Test("touched times include the gaps that a sample bridges, and keep long samples separate")
  func touched() {
    var touched = TouchedTimes()
    // Ends a second before the two minutes that a gap may have.
    touched.add(start: 86_400 - 1_000, end: 86_400 - 121)
    #expect(touched.chunks.spans == [0...0])
    touched.add(start: 86_400 - 1_000, end: 86_400 - 120)
    #expect(touched.chunks.spans == [0...1])
    touched.add(start: -1, end: 90_000 * 40)
    #expect(touched.short.spans.count == 1)
    #expect(touched.chunks.spans == [-1...41])
    touched.add(start: .infinity, end: .infinity)
    touched.add(start: 1e300, end: 1e301)
    #expect(touched.chunks.spans == [-1...41])
  }
}
