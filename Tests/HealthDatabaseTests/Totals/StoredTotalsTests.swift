import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Stored totals of types with many samples")
struct StoredTotalsTests {
  private static let heartRate = "HKQuantityTypeIdentifierHeartRate"
  private static let begin = date("2026-03-01 00:00")

  /// Samples of one type, a quarter hour apart.
  private func samples(
    _ type: String, _ count: Int, from: Date = begin, source: FakeSource = .watch, seconds: Double = 60
  ) -> [FakeSample] {
    (0..<count).map {
      FakeSample(type, Double($0 % 50) + 40, from: from + Double($0 * 900), seconds: seconds, source: source)
    }
  }

  @Test("an import stores totals for types with enough samples, and no others")
  func threshold() throws {
    let test = try TestStore()
    let many = samples(Self.heartRate, TotalsTable.fewestSamples)
    let few = samples(RingType.stepCount, TotalsTable.fewestSamples - 1)
    try FakeExport(many + few).run(into: test.store, batchSize: 1_000)
    #expect(try types(test.store) == [Self.heartRate])
    try save([FakeSample(RingType.stepCount, 5, from: Self.begin - 86_400)], test.store)
    #expect(try types(test.store) == [Self.heartRate, RingType.stepCount].sorted())
  }

  @Test("a sample from a wrong clock creates no rows for the years in between")
  func wrongClock() throws {
    let test = try TestStore()
    let far = FakeSample(Self.heartRate, 60, from: date("2061-01-01 12:00"))
    try FakeExport(samples(Self.heartRate, TotalsTable.fewestSamples) + [far]).run(into: test.store)
    let days = TotalsTable.fewestSamples / 96
    #expect(try (days...days + 2).contains(test.store.count("total")))
  }

  @Test("later writes never leave a number that differs from the samples'", arguments: 0..<6 as Range<UInt64>)
  func laterWrites(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let test = try TestStore()
    let type = seed.isMultiple(of: 2) ? Self.heartRate : RingType.stepCount
    let count = TotalsTable.fewestSamples + 200
    try FakeExport(samples(type, count)).run(into: test.store, batchSize: 700)
    for step in 0..<12 {
      let start = Self.begin + Double(Int.random(in: -200...count, using: &random) * 900)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        try save(samples(type, 3, from: start, source: .phone, seconds: 1_000), test.store)
      case 1:
        try save(samples(type, 2, from: start), test.store)
      case 2:
        let rows = (0..<5).map { _ in Int64.random(in: 1...Int64(count), using: &random) }
        try test.store.write { try SampleDeleter.delete($0, rows: Array(Set(rows)).sorted()) }
      default:
        let names = [FakeSource.watch, .phone].shuffled(using: &random).map(\.provenance.source.name)
        try test.store.setSourceOrder(names, forType: type)
      }
      #expect(try test.store.count("total") > 40, "seed \(seed), step \(step)")
      let fast = try statistics(type, test.store)
      // The results without them, in a transaction that is rolled back.
      let exact = try test.store.write { db in
        try db.execute(sql: "SAVEPOINT without; DELETE FROM total")
        defer { try? db.execute(sql: "ROLLBACK TO without; RELEASE without") }
        return try statistics(type, db)
      }
      #expect(fast.count == exact.count)
      for (left, right) in zip(fast, exact) {
        #expect(left?.count == right?.count, "seed \(seed), step \(step)")
        #expect(abs((left?.sum ?? 0) - (right?.sum ?? 0)) < 1e-6, "seed \(seed), step \(step)")
        #expect(left?.minimum == right?.minimum && left?.maximum == right?.maximum, "seed \(seed), step \(step)")
      }
    }
  }

  @Test("a small write recomputes the quarter hours that it affects, and leaves the others of the day as stored")
  func smallWrite() throws {
    for type in [Self.heartRate, RingType.stepCount] {
      let test = try TestStore()
      try FakeExport(samples(type, TotalsTable.fewestSamples)).run(into: test.store)
      let chunk = ChunkTotals.chunk(of: (Self.begin + 5 * 86_400).timeIntervalSinceReferenceDate)
      let isCumulative = type == RingType.stepCount
      func stored() throws -> ChunkTotals {
        let content = try test.store.read { db in
          try Data.fetchOne(db, sql: "SELECT content FROM total WHERE chunk = ?", arguments: [chunk])
        }
        var totals = ChunkTotals()
        #expect(try #require(content).withUnsafeBytes { totals.read($0, isCumulative: isCumulative) })
        return totals
      }
      // A value that no sample gives shows whether anything was computed.
      var marked = try stored()
      marked.quarters[90].sum = 12_345
      try test.store.write { db in
        try db.execute(
          sql: "UPDATE total SET content = ? WHERE chunk = ?",
          arguments: [Data(marked.encoded(isCumulative: isCumulative)), chunk])
      }
      // For a single sample, only its sum is stored.
      marked = try stored()
      let start = Date(timeIntervalSinceReferenceDate: Double(chunk) * ChunkTotals.length + 30 * ChunkTotals.quarter)
      try save([FakeSample(type, 7, from: start + 300, seconds: 60)], test.store)
      let after = try stored()
      #expect(after.quarters[30].count == marked.quarters[30].count + 1)
      #expect(abs(after.quarters[30].sum - marked.quarters[30].sum - 7) < 1e-9)
      #expect(after.quarters.indices.filter { after.quarters[$0] != marked.quarters[$0] } == [30])
    }
  }

  private func types(_ store: Store) throws -> [String] {
    try store.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT DISTINCT identifier FROM total JOIN sample_type ON sample_type.id = total.type_id ORDER BY identifier
          """)
    }
  }

  private func save(_ samples: [FakeSample], _ store: Store) throws {
    var tables = FakeTables()
    var batch = SampleBatch()
    batch.samples = samples.map { tables.record($0) }
    batch.tables = tables.tables
    try store.save(batch)
  }

  private func statistics(_ type: String, _ store: Store) throws -> [BucketStatistics?] {
    try store.read { try statistics(type, $0) }
  }

  private func statistics(_ type: String, _ db: Database) throws -> [BucketStatistics?] {
    let days = (-3..<50).map { Self.begin + Double($0 * 86_400) }
    let request = StatisticsRequest(
      samples: SampleRequest(type: type), buckets: days.map { $0..<($0 + 86_400) }, separatesSources: false,
      needsSamples: false)
    return try StatisticsReader(db, request: request).result().merged
  }
}
