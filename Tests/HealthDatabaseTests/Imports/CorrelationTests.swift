import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Correlations")
struct CorrelationTests {
  private let start = date("2026-03-02 10:00")

  private var members: [FakeSample] {
    [
      FakeSample("HKQuantityTypeIdentifierBloodPressureSystolic", 121, from: start, seconds: 0, source: .app),
      FakeSample("HKQuantityTypeIdentifierBloodPressureDiastolic", 79, from: start, seconds: 0, source: .app),
    ]
  }

  private var correlation: FakeExport.Element {
    .correlation(
      FakeSample("HKCorrelationTypeIdentifierBloodPressure", .nan, from: start, seconds: 0, source: .app),
      members: members)
  }

  enum Place: CaseIterable { case before, after, both, absent }

  @Test(
    "members are stored once wherever they appear, and linked to their correlation", arguments: Place.allCases,
    [1, 2, 9])
  func members(place: Place, batchSize: Int) throws {
    var export = FakeExport(date: date("2026-03-03 00:00"))
    let top = members.map(FakeExport.Element.sample)
    switch place {
    case .before: export.elements = top + [correlation]
    case .after: export.elements = [correlation] + top
    case .both: export.elements = [top[0], correlation, top[1]]
    case .absent: export.elements = [correlation]
    }
    let test = try TestStore()
    let first = try export.run(into: test.store, batchSize: batchSize)
    #expect(first.counts.stored == export.read)
    #expect(try test.store.sampleCount() == 3)
    #expect(try test.store.count("correlation_member") == 2)
    let before = try test.store.dump()
    let again = try export.run(into: test.store, batchSize: batchSize)
    #expect(again.counts.alreadyPresent == export.read)
    #expect(again.outcome.missing == 0)
    #expect(try test.store.dump() == before)
  }

  @Test("two equal correlations each have their own members", arguments: Place.allCases, [1, 9])
  func duplicates(place: Place, batchSize: Int) throws {
    var export = FakeExport(date: date("2026-03-03 00:00"))
    let top = members.map(FakeExport.Element.sample)
    switch place {
    case .before: export.elements = top + top + [correlation, correlation]
    case .after: export.elements = [correlation, correlation] + top + top
    case .both: export.elements = top + [correlation, correlation] + top
    case .absent: export.elements = [correlation, correlation]
    }
    let test = try TestStore()
    try export.run(into: test.store, batchSize: batchSize)
    #expect(try test.store.sampleCount() == 6)
    #expect(try memberships(test.store) == [1, 1, 1, 1])
    let again = try export.run(into: test.store, batchSize: batchSize)
    #expect(again.counts.alreadyPresent == export.read)
    #expect(again.outcome.missing == 0)
    // A third one in a newer file does not take over the members of the others.
    export.date = date("2026-03-04 00:00")
    export.elements.append(correlation)
    try export.run(into: test.store, batchSize: batchSize)
    #expect(try test.store.sampleCount() == 9)
    #expect(try memberships(test.store) == [1, 1, 1, 1, 1, 1])
  }

  @Test("a correlation imported later links the samples that are already stored")
  func laterCorrelation() throws {
    let test = try TestStore()
    try FakeExport(members).run(into: test.store)
    var export = FakeExport(members)
    export.elements.append(correlation)
    let result = try export.run(into: test.store)
    #expect(result.counts == SinkCounts(stored: 1, alreadyPresent: 2))
    #expect(try test.store.sampleCount() == 3)
    #expect(try memberships(test.store) == [1, 1])
  }

  /// The number of correlations that each member belongs to.
  /// Delivers the correlation as a feed does.
  private func deliver(_ members: [FakeSample], to store: Store) throws -> FeedReceipt {
    let options = FeedOptions(
      feed: "phone", replacement: .overlapping, now: date("2026-03-03 09:00"), systemZone: "GMT")
    return try store.receive(options) { session in
      _ = try session.begin(ImportHeader(path: "phone"))
      var tables = FakeTables()
      func record(_ sample: FakeSample) -> SampleRecord {
        var sample = sample
        sample.provenance = Provenance(source: FeedSource.source(named: "Cuff", feed: "phone", fallback: "Somebody"))
        sample.metadata = Metadata([Metadata.Entry(key: MetadataKey.feed, value: .text("phone"))])
        return tables.record(sample)
      }
      var batch = SampleBatch()
      let whole = FakeSample("HKCorrelationTypeIdentifierBloodPressure", .nan, from: start, seconds: 0)
      batch.correlations = [CorrelationRecord(sample: record(whole), members: members.map(record))]
      batch.tables = tables.tables
      _ = try session.receive(batch)
      try session.finish(complete: true)
    }
  }

  @Test("a correlation that is delivered again keeps its rows, and one with another member replaces it")
  func deliveredAgain() throws {
    let test = try TestStore()
    func rows() throws -> [Int64] {
      try test.store.read { try Int64.fetchAll($0, sql: "SELECT id FROM sample ORDER BY id") }
    }
    _ = try deliver(members, to: test.store)
    let first = try rows()
    #expect(first.count == 3)
    _ = try deliver(members, to: test.store)
    #expect(try rows() == first)
    #expect(try test.store.count("tombstone") == 0)
    var changed = members
    changed[0].value = 135
    _ = try deliver(changed, to: test.store)
    #expect(try rows().count == 3 && rows()[2] > first[2])
    #expect(try test.store.count("correlation_member") == 2)
    #expect(try test.store.strayRows() == [])
  }

  @Test("a feed's correlation with an invalid member is refused whole; an export's is stored with the others")
  func invalidMember() throws {
    var invalid = members
    invalid[1].value = .infinity
    let test = try TestStore()
    _ = try deliver(invalid, to: test.store)
    #expect(try test.store.sampleCount() == 0)
    guard case .correlation(let whole, _) = correlation else { return }
    var export = FakeExport(date: date("2026-03-03 00:00"))
    export.elements = [.correlation(whole, members: invalid)]
    try export.run(into: test.store)
    #expect(try test.store.sampleCount() == 2)
    #expect(try test.store.count("correlation_member") == 1)
  }

  private func memberships(_ store: Store) throws -> [Int] {
    try store.read { db in
      try Int.fetchAll(db, sql: "SELECT count(*) FROM correlation_member GROUP BY sample_id")
    }
  }
}
