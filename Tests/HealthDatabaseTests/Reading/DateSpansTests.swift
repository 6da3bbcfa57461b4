import Foundation
import GRDB
import GRDBSQLite
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Many alternative dates")
struct DateSpansTests {
  private static let midnight = date("2026-03-01 00:00")

  private static func spans(_ count: Int, isNegated: Bool) -> SampleFilter {
    let spans = (0..<count).map { number -> SampleFilter in
      let start = midnight + Double(number) * 20
      return .dates(from: start, to: start + 10, strictStart: number % 3 > 0, strictEnd: number % 2 > 0)
    }
    return isNegated ? .and(spans.map { SampleFilter.not($0) }) : .or(spans)
  }

  /// How many instructions SQLite's virtual machine runs to select samples.
  private func instructions(_ filter: SampleFilter, in store: Store) throws -> Int {
    try store.read { db in
      let type = try #require(try SampleQuerySQL.types(db, RingType.stepCount).first)
      let query = try SampleQuerySQL(db, type: type, filter: filter).select("s.id")
      let statement = try db.makeStatement(sql: query.sql)
      try statement.setArguments(query.arguments)
      _ = try Int64.fetchAll(statement)
      return Int(sqlite3_stmt_status(statement.sqliteStatement, SQLITE_STMTSTATUS_VM_STEP, 0))
    }
  }

  @Test("sixteen times as many cost about as much for the same samples", arguments: [false, true])
  func work(isNegated: Bool) throws {
    let test = try TestStore()
    try FakeExport(
      (0..<1_000).map { FakeSample(RingType.stepCount, 1, from: Self.midnight + Double($0) * 7, seconds: 3) }
    ).run(into: test.store)
    let few = try instructions(Self.spans(200, isNegated: isNegated), in: test.store)
    let many = try instructions(Self.spans(3_200, isNegated: isNegated), in: test.store)
    #expect(many < 4 * few, "\(few) instructions, \(many) with more")
  }

  @Test("the store finds the samples that they match", arguments: 0..<40 as Range<UInt64>)
  func samples(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let test = try TestStore()
    try FakeExport(
      (0..<60).map { _ in
        FakeSample(
          RingType.stepCount, 1, from: Self.midnight + Double(Int.random(in: 0..<400, using: &random)),
          seconds: Double([0, 1, 5, 50, 90_000].randomElement(using: &random) ?? 0))
      }
    ).run(into: test.store)
    let everything = try test.store.view(.everything).samples([SampleRequest(type: RingType.stepCount)]).samples
    for _ in 0..<4 {
      let alternatives = (0..<Int.random(in: 16...600, using: &random)).map { _ -> SampleFilter in
        let start = Self.midnight + Double(Int.random(in: -50..<450, using: &random))
        return .dates(
          from: start, to: start + Double(Int.random(in: -3...4, using: &random)),
          strictStart: Bool.random(using: &random), strictEnd: Bool.random(using: &random))
      }
      let isNegated = Bool.random(using: &random)
      let filter: SampleFilter = isNegated ? .and(alternatives.map { SampleFilter.not($0) }) : .or(alternatives)
      let expected = everything.filter { sample in
        filter.matches(
          SampleSubject(
            uuid: sample.uuid, start: sample.start, end: sample.end, content: .other,
            provenance: Provenance(source: Source(name: ""))))
      }
      let found = try test.store.view(.everything).samples(
        [SampleRequest(type: RingType.stepCount, filter: filter)]
      ).samples
      #expect(Set(found.map(\.row)) == Set(expected.map(\.row)), "seed \(seed)")
    }
  }
}
