import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("The statistics engine")
struct StatisticsEngineTests {
  /// The result is the same however few samples are held at a time, and wherever that splits them.
  @Test("gives the same numbers however much it keeps in memory", arguments: 0..<24 as Range<UInt64>)
  func cuts(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let (type, store) = try filled(seed: seed, &random)
    try store.read { db in
      let lanes = try SourceLanes(db, type: type.id, aggregation: type.aggregation)
      let start = date("2026-03-02 00:00").timeIntervalSinceReferenceDate
      let width: Double = [420.0, 900, 3_600, 50_000].randomElement(using: &random) ?? 900
      var ranges: [Range<Double>] = []
      for low in stride(from: start, to: start + 4 * 86_400, by: width) { ranges.append(low..<low + width) }
      // With holes, and one without an end on either side.
      ranges.removeAll { _ in Int.random(in: 0..<4, using: &random) == 0 }
      if seed.isMultiple(of: 3) { ranges = [-Double.infinity..<Double.infinity] }
      func totals(held: Int) throws -> [BucketStatistics?] {
        var engine = StatisticsEngine(
          RangeSink<BucketTotal>(ranges), aggregation: type.aggregation, lanes: lanes, leastHeld: held)
        try type.forEachSpan(db, from: -.infinity, to: .infinity) { try engine.add($0) }
        try engine.finish()
        return engine.sink.buckets.map { $0.statistics(type.aggregation) }
      }
      let whole = try totals(held: .max / 4)
      #expect(whole.contains { $0 != nil })
      for held in [0, 1, 2, 7, 40] {
        for (left, right) in zip(try totals(held: held), whole) {
          #expect(isClose(left?.sum, right?.sum), "seed \(seed), \(held) held")
          var (left, right) = (left, right)
          left?.sum = 0
          right?.sum = 0
          #expect(left == right, "seed \(seed), \(held) held")
        }
      }
    }
  }

  @Test("a bucket that a sample overlaps is distinguished from one without samples, even if none of the sample counts")
  func touched() throws {
    let test = try TestStore()
    let noon = date("2026-03-02 12:00")
    // The phone's hour is covered by the watch except for its first ten minutes.
    try FakeExport([
      FakeSample(RingType.stepCount, 600, from: noon, seconds: 3_600, source: .phone),
      FakeSample(RingType.stepCount, 70, from: noon + 600, seconds: 10_000, source: .watch),
    ]).run(into: test.store)
    func buckets(_ store: Store) throws -> [BucketStatistics?] {
      try store.read { db in
        try StatisticsReader(
          db,
          request: StatisticsRequest(
            samples: SampleRequest(type: RingType.stepCount),
            buckets: (-2..<16).map { noon + Double($0 * 900)..<noon + Double(($0 + 1) * 900) }, needsSamples: false)
        ).result().merged
      }
    }
    let computed = try buckets(test.store)
    #expect(computed.map { $0 == nil } == (-2..<16).map { $0 < 0 || $0 > 11 })
    #expect((computed[3]?.sum ?? 0) > 0)
    #expect(computed[3]?.count == 0)
    try test.store.write { db in
      try TotalsTable.fill(
        db, identifier: RingType.stepCount, from: noon.timeIntervalSinceReferenceDate - 86_400,
        to: noon.timeIntervalSinceReferenceDate + 86_400)
    }
    #expect(try test.store.count("total") == 1)
    let stored = try buckets(test.store)
    #expect(stored.map { $0 == nil } == computed.map { $0 == nil })
    #expect(stored.map { $0?.count } == computed.map { $0?.count })
  }

  @Test(
    "a single bucket of all samples uses stored totals and gives the same result as the samples",
    arguments: 0..<16 as Range<UInt64>
  )
  func single(seed: UInt64) throws {
    var random = SplitMix(seed: 500 + seed)
    let (type, store) = try filled(seed: seed, &random)
    try store.write { db in
      try TotalsTable.fill(
        db, identifier: type.identifier, from: date("2026-03-01 00:00").timeIntervalSinceReferenceDate,
        to: date("2026-03-08 00:00").timeIntervalSinceReferenceDate)
    }
    for round in 0..<6 {
      var filters: [SampleFilter] = []
      let (first, last) = (date("2026-03-01 21:00"), date("2026-03-05 10:00"))
      func moment() -> Date { first + Double(Int.random(in: 0..<3_000, using: &random) * 60) }
      if round > 0, Bool.random(using: &random) { filters.append(.end(.greaterThanOrEqual, moment())) }
      if round > 0, Bool.random(using: &random) {
        filters.append(.start(.lessThan, last - (moment().timeIntervalSince(first)) / 2))
      }
      if round > 0, Bool.random(using: &random) { filters.append(.start(.greaterThanOrEqual, moment())) }
      let request = SampleRequest(type: type.identifier, filter: .and(filters))
      func result(needsSamples: Bool) throws -> BucketStatistics? {
        try store.read { db in
          try StatisticsReader(
            db, request: StatisticsRequest(samples: request, buckets: nil, needsSamples: needsSamples)
          ).result().merged[0]
        }
      }
      let (fast, exact) = (try result(needsSamples: false), try result(needsSamples: true))
      #expect((fast == nil) == (exact == nil), "seed \(seed), \(filters)")
      #expect(isClose(fast?.sum, exact?.sum) && isClose(fast?.average, exact?.average), "seed \(seed), \(filters)")
      #expect(fast?.count == exact?.count && fast?.minimum == exact?.minimum, "seed \(seed), \(filters)")
      #expect(fast?.maximum == exact?.maximum, "seed \(seed), \(filters)")
      #expect(fast?.start == exact?.start && fast?.end == exact?.end, "seed \(seed), \(filters)")
    }
  }

  @Test("a sample that lasts for months needs no rows, and its days are known and correct")
  func longSample() throws {
    let test = try TestStore()
    let start = date("2025-10-01 00:00")
    try FakeExport([.energy(3_000, at: start, seconds: 300 * 86_400, source: .app)]).run(into: test.store)
    #expect(try test.store.count("total") == 0)
    #expect(try test.store.count("day_summary") == 0)
    #expect(try test.store.knownDays(upTo: day("2026-12-31")) == day("2025-10-01")...day("2026-07-28"))
    #expect(try test.store.knownDays(upTo: day("2026-01-05"))?.upperBound == day("2026-01-05"))
    for text in ["2025-10-01", "2026-02-11", "2026-07-27"] {
      #expect(try isClose(test.store.summary(text).move.value, 10), "\(text)")
    }
    #expect(try test.store.summary("2026-07-28").move.value == nil)
    #expect(try isClose(test.store.summary(at: date("2026-02-11 12:00")).move.value, 10))
    // A short sample beside it has its row, with the complete total.
    try FakeExport([.energy(5, at: date("2026-02-11 12:00"), seconds: 0)]).run(into: test.store)
    #expect(try test.store.count("total") == 0)
    #expect(try isClose(test.store.summary("2026-02-11").move.value, 15))
    #expect(try test.store.count("day_summary") == 1)
    // And the days affected by deleting the long one are marked.
    try test.store.write { try SampleDeleter.delete($0, rows: [1]) }
    #expect(try test.store.summary("2026-02-11").move.value == 5)
    #expect(try test.store.summary("2026-02-12").move.value == nil)
  }

  private func isClose(_ left: Double?, _ right: Double?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) <= 1e-8 * max(1, abs(left), abs(right))
  }

  /// A store with samples of one type that overlap, touch and lie apart, of several sources.
  private func filled(seed: UInt64, _ random: inout SplitMix) throws -> (SampleTypeRow, Store) {
    let identifier = seed % 4 == 3 ? "HKQuantityTypeIdentifierHeartRate" : RingType.stepCount
    let test = try TestStore()
    var samples: [FakeSample] = []
    let count = Int.random(in: 60...200, using: &random)
    for _ in 0..<count {
      let isLong = seed % 5 == 4 && Int.random(in: 0..<60, using: &random) == 0
      samples.append(
        FakeSample(
          identifier, Double(Int.random(in: 0...800, using: &random)) / 4,
          from: date("2026-03-02 00:00")
            + Double(Int.random(in: 0..<240, using: &random) * 900 / (seed.isMultiple(of: 2) ? 1 : 4)),
          seconds: isLong ? 130_000 : Double([0, 60, 700, 900, 7_200].randomElement(using: &random) ?? 0),
          source: FakeSource.allCases.randomElement(using: &random) ?? .watch))
    }
    try FakeExport(samples).run(into: test.store)
    let type = try test.store.read { try SampleTypeRow.fetch($0, identifier: identifier) }
    keep(test)
    return (try #require(type), test.store)
  }

  private func keep(_ test: TestStore) {
    Self.kept.withLock { $0.append(test) }
  }

  /// A store's directory goes with it; these are needed until the tests end.
  private static let kept = Lock<[TestStore]>([])
}
