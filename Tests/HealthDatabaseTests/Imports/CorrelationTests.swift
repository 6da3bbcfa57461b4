import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase

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
  private func memberships(_ store: Store) throws -> [Int] {
    try store.read { db in
      try Int.fetchAll(db, sql: "SELECT count(*) FROM correlation_member GROUP BY sample_id")
    }
  }
}
