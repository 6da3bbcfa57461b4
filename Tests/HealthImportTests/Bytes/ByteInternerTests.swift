import HealthImport
import Testing

@Suite("ByteInterner numbers byte sequences")
struct ByteInternerTests {
  @Test("Equal keys share a number, in order of appearance, as with a dictionary", arguments: 0..<10)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var interner = ByteInterner()
    var expected: [[UInt8]: Int] = [:]
    for _ in 0..<5_000 {
      let length = Int.random(in: 0...20, using: &random)
      let key = (0..<length).map { _ in UInt8.random(in: 0...(length < 4 ? 255 : 1), using: &random) }
      let (index, isNew) = key.withUnsafeBytes { interner.intern($0) }
      #expect(isNew == (expected[key] == nil))
      #expect(index == expected[key, default: expected.count], "seed \(seed)")
      expected[key] = index
    }
    #expect(interner.count == expected.count)
  }
}
