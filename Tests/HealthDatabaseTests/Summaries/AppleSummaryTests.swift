import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

@Suite("Apple's activity summaries")
struct AppleSummaryTests {
  /// Samples of 300 kcal and 20 minutes on the 2nd of March.
  private let samples: [FakeSample] = [
    .energy(300, at: date("2026-03-02 10:00"), seconds: 600),
    .exercise(20, at: date("2026-03-02 10:00"), seconds: 1_200),
    .stand(at: date("2026-03-02 10:00")),
  ]
  private let row = AppleSummaryRecord.row("2026-03-02", 310, 21, 2)
  private let over = date("2026-03-03 08:00")

  private func values(_ store: Store, _ text: String = "2026-03-02") throws -> [Double?] {
    let summary = try store.summary(text)
    return Ring.allCases.map { summary[$0].value }
  }

  @Test("the row of a day that had ended is shown, and later changes from samples are added to it")
  func baseAndChanges() throws {
    let test = try TestStore()
    try FakeExport(date: over, samples, summaries: [row]).run(into: test.store)
    #expect(try values(test.store) == [310, 21, 2])
    #expect(try test.store.summary("2026-03-02").basis == .apple)
    // A late sample is shown, and so is its deletion.
    try FakeExport([.energy(50, at: date("2026-03-02 15:00")), .stand(at: date("2026-03-02 15:00"))])
      .run(into: test.store)
    #expect(try values(test.store) == [360, 21, 3])
    try test.store.write { try SampleDeleter.delete($0, rows: [1, 2]) }
    #expect(try values(test.store) == [60, 1, 3])
    let audit = try test.store.audit(day("2026-03-02")...day("2026-03-02"))[0]
    #expect(audit.move.apple == 310)
    #expect(audit.move.computed == 50)
  }

  @Test("undoing an import takes back the goals that its rows had for later days")
  func carriedGoals() throws {
    let test = try TestStore()
    try FakeExport([.energy(5, at: date("2026-03-05 10:00"))]).run(into: test.store)
    #expect(try test.store.summary("2026-03-05").move.goalIsDefault)
    let result = try FakeExport(date: over, [], summaries: [row]).run(into: test.store)
    #expect(try test.store.summary("2026-03-05").move.goal == 600)
    try test.store.undoImport(try #require(result.outcome.importID))
    #expect(try test.store.summary("2026-03-05").move.goal == 500)
    #expect(try test.store.summary("2026-03-05").move.goalIsDefault)
  }

  @Test("the rows of a file without a date are as old as its last sample")
  func withoutDate() throws {
    let test = try TestStore()
    try FakeExport(samples + [.energy(1, at: date("2026-03-02 18:00"), seconds: 60)], summaries: [row])
      .run(into: test.store)
    let asOf = try test.store.read { try Double.fetchAll($0, sql: "SELECT export_date FROM apple_summary") }
    #expect(asOf == [date("2026-03-02 18:01").timeIntervalSinceReferenceDate])
  }

  @Test("of two rows for a day in a file without a date the first counts, however far apart they are")
  func twiceWithoutDate() throws {
    let test = try TestStore()
    var export = FakeExport(samples, summaries: [.row("2026-03-02", 100, 1, 1)])
    export.elements += [
      .sample(.energy(1, at: date("2026-03-02 20:00"))), .summary(.row("2026-03-02", 200, 2, 2)),
    ]
    let result = try export.run(into: test.store, batchSize: samples.count + 1)
    #expect(result.counts.stored == samples.count + 2 && result.counts.alreadyPresent == 1)
    #expect(try test.store.count("apple_summary") == 1)
  }

  @Test("the first day of 1970 may have a row, no earlier one")
  func first() throws {
    let test = try TestStore()
    let export = FakeExport(
      date: over, [], summaries: [.row("1970-01-01", 200, 1, 0), .row("1969-12-31", 200, 1, 0)])
    let result = try export.run(into: test.store)
    #expect(result.counts.skips.map(\.reason) == ["before1970"])
    #expect(try test.store.count("apple_summary") == 1)
    #expect(try test.store.summary("1970-01-01").move.value == 200)
  }

  @Test("a value never falls below zero")
  func notNegative() throws {
    let test = try TestStore()
    try FakeExport(date: over, samples, summaries: [.row("2026-03-02", 200, 1, 0)]).run(into: test.store)
    try test.store.write { try SampleDeleter.delete($0, rows: [1, 2, 3]) }
    #expect(try values(test.store) == [0, 0, 0])
  }

  @Test("the export's last day is computed until a later export shows that it had ended")
  func lastDay() throws {
    let test = try TestStore()
    try FakeExport(date: date("2026-03-02 14:00"), samples, summaries: [row]).run(into: test.store)
    #expect(try values(test.store) == [300, 20, 1])
    #expect(try test.store.summary("2026-03-02").basis == .computed)
    #expect(try test.store.summary("2026-03-02").move.goal == 600)
    // The same numbers again, now for the whole day.
    let later = try FakeExport(date: over, samples, summaries: [row]).run(into: test.store)
    #expect(later.counts.stored == 2)
    #expect(try values(test.store) == [310, 21, 2])
    #expect(try test.store.summary("2026-03-02").basis == .apple)
  }

  @Test("a day that ends after the export in the user's zone has not ended, whatever zone the file was written in")
  func lastDayInZone() throws {
    let test = try TestStore()
    // 23:00 in Honolulu is the morning of the 3rd in London.
    let options = ImportOptions(now: over, configuredZone: "Pacific/Honolulu", systemZone: "GMT")
    try FakeExport(
      date: date("2026-03-02 23:00", "Pacific/Honolulu"),
      [.energy(300, at: date("2026-03-02 12:00", "Pacific/Honolulu"))], summaries: [row]
    ).run(into: test.store, options: options)
    #expect(try test.store.summary("2026-03-02").basis == .computed)
  }

  @Test(
    "the row of the newest export counts, whatever the order of the imports",
    arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func newestWins(order: [Int]) throws {
    let exports = [
      FakeExport(date: date("2026-03-03 08:00"), samples, summaries: [.row("2026-03-02", 100, 1, 1)]),
      FakeExport(date: date("2026-03-04 08:00"), samples, summaries: [.row("2026-03-02", 200, 2, 2)]),
      FakeExport(date: date("2026-03-05 08:00"), samples, summaries: [.row("2026-03-02", 100, 1, 1)]),
    ]
    let test = try TestStore()
    for index in order { try exports[index].run(into: test.store) }
    #expect(try values(test.store) == [100, 1, 1])
    let before = try test.store.dump()
    for index in order { #expect(try exports[index].run(into: test.store).counts.stored == 0) }
    #expect(try test.store.dump() == before)
  }

  @Test("a newer export that repeats its row despite containing later samples is trusted")
  func confirmed() throws {
    let test = try TestStore()
    try FakeExport(date: date("2026-03-04 00:00"), samples, summaries: [row]).run(into: test.store)
    let late = FakeSample.energy(50, at: date("2026-03-02 15:00"), source: .app)
    let newer = FakeExport(date: date("2026-03-06 00:00"), samples + [late], summaries: [row])
    let result = try newer.run(into: test.store)
    #expect(result.counts == SinkCounts(stored: 2, alreadyPresent: 4))
    #expect(try values(test.store) == [310, 21, 2])
    let before = try test.store.dump()
    try newer.run(into: test.store)
    #expect(try test.store.dump() == before)
    // Samples after that export are added again.
    try FakeExport([.energy(7, at: date("2026-03-02 16:00"))]).run(into: test.store)
    #expect(try values(test.store) == [317, 21, 2])
    try test.store.undoImport(try #require(result.outcome.importID))
    #expect(try values(test.store) == [317, 21, 2])
  }

  @Test(
    "what a program adds stays on top of Apple's number, whenever an export is imported, and its deletion takes it off")
  func addedHere() throws {
    var added = FakeSample.exercise(40, at: date("2026-03-02 21:00"), seconds: 2_400)
    added.provenance = Provenance(source: Source(name: "Added", bundleIdentifier: "com.example.added"))
    func add(to store: Store) throws {
      var (tables, batch) = (FakeTables(), SampleBatch())
      batch.samples = [tables.record(added)]
      batch.tables = tables.tables
      try store.save(batch)
    }
    let exports = ["2026-03-04", "2026-03-06", "2026-03-08"].map { day in
      FakeExport(
        date: date(day + " 00:00"), samples, summaries: [day == "2026-03-08" ? .row("2026-03-02", 330, 22, 2) : row])
    }
    for first in [true, false] {
      let test = try TestStore()
      if first { try add(to: test.store) }
      try exports[0].run(into: test.store)
      if !first { try add(to: test.store) }
      #expect(try values(test.store) == [310, 61, 2])
      // Apple repeats its number, which knows nothing of what was added here, and then has a new one.
      try exports[1].run(into: test.store)
      #expect(try values(test.store) == [310, 61, 2])
      try exports[2].run(into: test.store)
      #expect(try values(test.store) == [330, 62, 2])
      try test.store.write { db in
        let id = try Int64.fetchOne(
          db,
          sql: """
            SELECT sample.id FROM sample JOIN provenance p ON p.id = provenance_id JOIN source ON source.id = p.source_id
            WHERE bundle_identifier != ''
            """)
        _ = try SampleDeleter.delete(db, rows: [try #require(id)])
      }
      #expect(try values(test.store) == [330, 22, 2])
    }
  }

  @Test("the order of sources that the user has chosen stays in effect after a newer export")
  func orderOfSources() throws {
    let test = try TestStore()
    let other = FakeSample.energy(400, at: date("2026-03-02 10:00"), seconds: 600, source: .app)
    try FakeExport(date: date("2026-03-04 00:00"), samples + [other], summaries: [row]).run(into: test.store)
    try test.store.setSourceOrder(["Strides"], forType: RingType.activeEnergy)
    #expect(try values(test.store)[0] == 410)
    try FakeExport(date: date("2026-03-06 00:00"), samples + [other], summaries: [.row("2026-03-02", 320, 21, 2)])
      .run(into: test.store)
    #expect(try values(test.store)[0] == 420)
    try test.store.setSourceOrder([], forType: RingType.activeEnergy)
    #expect(try values(test.store)[0] == 320)
  }

  @Test("deleting samples that Apple did not count leaves its number")
  func uncounted() throws {
    let test = try TestStore()
    let other = FakeSample.energy(150, at: date("2026-03-02 15:00"), seconds: 600, source: .app)
    try FakeExport(date: over, samples + [other], summaries: [.row("2026-03-02", 300, 20, 1)]).run(into: test.store)
    #expect(try values(test.store) == [300, 20, 1])
    try test.store.write { try SampleDeleter.delete($0, rows: [4]) }
    #expect(try values(test.store) == [300, 20, 1])
    // Of those that it counted, as much as they were.
    try test.store.write { try SampleDeleter.delete($0, rows: [1]) }
    #expect(try values(test.store) == [0, 20, 1])
  }

  @Test("rows before 1970 are not stored")
  func before1970() throws {
    let test = try TestStore()
    let result = try FakeExport(
      date: over, samples, summaries: [.row("1969-12-30", 0, 0, 0), .row("1969-12-31", 0, 0, 0), row]
    ).run(into: test.store)
    #expect(result.counts.skips.map(\.reason) == ["before1970", "before1970"])
    #expect(try test.store.count("apple_summary") == 1)
    #expect(try test.store.knownDays(upTo: day("2026-12-31")) == day("2026-03-02")...day("2026-03-02"))
  }

  @Test("samples take precedence over an all-zero row, which applies if there are none")
  func allZero() throws {
    let test = try TestStore()
    try FakeExport(
      date: over, samples,
      summaries: [.row("2026-03-01", 0, 0, 0, goals: (0, 30, 12)), .row("2026-03-02", 0, 0, 0)]
    ).run(into: test.store)
    #expect(try values(test.store) == [300, 20, 1])
    #expect(try test.store.summary("2026-03-02").basis == .computed)
    #expect(try values(test.store, "2026-03-01") == [0, 0, 0])
    #expect(try test.store.summary("2026-03-01").basis == .apple)
    #expect(try test.store.summary("2026-03-01").move.goal == nil)
  }

  @Test("an older export that is imported later changes the goals of the days after its own")
  func olderExportCarriesGoals() throws {
    let test = try TestStore()
    try FakeExport(date: over, samples).run(into: test.store)
    #expect(try test.store.summary("2026-03-02").move.goal == 500)
    #expect(try test.store.summary("2026-03-02").move.goalIsDefault)
    try FakeExport(
      date: date("2026-02-20 00:00"), summaries: [.row("2026-02-18", 1, 1, 1, goals: (720, 45, 10))]
    ).run(into: test.store)
    let summary = try test.store.summary("2026-03-02")
    #expect(Ring.allCases.map { summary[$0].goal } == [720, 45, 10])
    #expect(!summary.move.goalIsDefault)
  }

  @Test("in move-time mode, Move is in minutes, and later days without a row stay in that mode")
  func moveTime() throws {
    let test = try TestStore()
    var row = AppleSummaryRecord.row("2026-03-01", 0, 5, 3, goals: (0, 30, 12))
    row.moveTime = 41
    row.moveTimeGoal = 60
    try FakeExport(
      date: date("2026-03-02 09:00"), samples + [FakeSample(RingType.moveTime, 33, from: date("2026-03-02 10:00"))],
      summaries: [row]
    ).run(into: test.store)
    #expect(try values(test.store, "2026-03-01") == [41, 5, 3])
    #expect(try values(test.store) == [33, 20, 1])
    let summary = try test.store.summary("2026-03-02")
    #expect(summary.moveMode == .moveTime)
    #expect(summary.move.goal == 60)
    let activity = try test.store.activity(day("2026-03-02"))
    #expect(activity.hours.map(\.move).reduce(0, +) == 33)
  }

  @Test("if a day appears twice in one file, the first row counts at every import")
  func twiceInOneFile() throws {
    let test = try TestStore()
    let export = FakeExport(date: over, summaries: [row, .row("2026-03-02", 1, 1, 1)])
    let first = try export.run(into: test.store)
    #expect(first.counts.stored + first.counts.alreadyPresent == export.read)
    #expect(try values(test.store) == [310, 21, 2])
    let before = try test.store.dump()
    try export.run(into: test.store)
    #expect(try test.store.dump() == before)
  }
}
