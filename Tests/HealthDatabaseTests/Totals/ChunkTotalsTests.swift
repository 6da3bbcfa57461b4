import Foundation
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Quarter-hour totals on disk")
struct ChunkTotalsTests {
  @Test("every number is read back, whatever the quarter hour contains", arguments: 0..<20 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for isCumulative in [true, false] {
      var totals = ChunkTotals()
      for index in totals.quarters.indices where Bool.random(using: &random) {
        let values = (0..<Int.random(in: 1...3, using: &random)).map { _ in Double.random(in: -5...5, using: &random) }
        totals.quarters[index] = quarter(values, seconds: Bool.random(using: &random) ? 0 : 60, isCumulative)
      }
      var read = ChunkTotals()
      // Previous contents must not show through.
      read.quarters[3] = quarter([7], seconds: 1, isCumulative)
      let data = totals.encoded(isCumulative: isCumulative)
      #expect(data.withUnsafeBytes { read.read($0, isCumulative: isCumulative) }, "seed \(seed)")
      #expect(read == totals, "seed \(seed)")
    }
  }

  @Test("data that is too short or too long is refused")
  func damage() {
    var totals = ChunkTotals()
    totals.quarters[0] = quarter([1, 2], seconds: 60, false)
    totals.quarters[95] = quarter([3], seconds: 0, false)
    let data = totals.encoded(isCumulative: false)
    #expect(data.count == 12 + 44 + 12)
    for length in 0..<data.count {
      var read = ChunkTotals()
      #expect(!data.prefix(length).withUnsafeBytes { read.read($0, isCumulative: false) }, "\(length) bytes")
    }
    var read = ChunkTotals()
    #expect(!(data + [0]).withUnsafeBytes { read.read($0, isCumulative: false) })
  }

  private func quarter(_ values: [Double], seconds: Double, _ isCumulative: Bool) -> QuarterTotal {
    var quarter = QuarterTotal()
    quarter.isTouched = true
    quarter.sum = values.reduce(0, +)
    quarter.count = values.count
    guard !isCumulative else { return quarter }
    quarter.minimum = values.min() ?? 0
    quarter.maximum = values.max() ?? 0
    quarter.weighted = quarter.sum * seconds
    quarter.duration = Double(values.count) * seconds
    return quarter
  }
}
