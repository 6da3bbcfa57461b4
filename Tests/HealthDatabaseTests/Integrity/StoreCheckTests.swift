import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

@Suite("Checking a store")
struct StoreCheckTests {
  /// The findings, except for a lack of space on the test's own disk.
  private func codes(_ path: String, repairs: Bool = false) throws -> [StoreReport.Finding.Code] {
    try StoreCheck.run(path: path, repairs: repairs).findings.map(\.code).filter { $0 != .littleSpace }
  }

  private func filled() throws -> TestStore {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    return test
  }

  @Test("finds nothing wrong after imports, saves, deletions and undos", arguments: 0..<6 as Range<UInt64>)
  func sound(seed: UInt64) throws {
    let test = try TestStore()
    try FakeExport.random(seed: seed).run(into: test.store)
    #expect(try codes(test.path) == [])
    let second = try FakeExport.random(seed: seed + 50, date: date("2026-03-08 10:00")).run(into: test.store)
    var random = SplitMix(seed: seed)
    let rows = (0..<20).map { _ in Int64.random(in: 1...200, using: &random) }
    try test.store.write { try SampleDeleter.delete($0, rows: Array(Set(rows)).sorted()) }
    try test.store.setSourceOrder([FakeSource.phone.provenance.source.name], forType: RingType.activeEnergy)
    #expect(try codes(test.path) == [])
    if let id = second.outcome.importID { try test.store.undoImport(id) }
    let report = try StoreCheck.run(path: test.path, repairs: false)
    #expect(report.findings.filter { $0.code != .littleSpace } == [])
    #expect(try report.samples == test.store.sampleCount())
    #expect(report.format == Schema.version)
  }

  /// Each kind of damage, its finding, and whether a repair restores the previous contents.
  private static let wrongs: [(sql: String, code: StoreReport.Finding.Code, isRepairable: Bool)] = [
    ("UPDATE day_summary SET move = move + 1 WHERE move IS NOT NULL", .wrongSummaries, true),
    ("UPDATE day_summary SET paused = 1 - paused", .wrongSummaries, true),
    ("UPDATE day_summary SET stand_goal = 3", .wrongSummaries, true),
    ("UPDATE total SET content = zeroblob(12)", .wrongTotals, true),
    ("UPDATE total SET content = x'01'", .wrongTotals, true),
    ("INSERT INTO total SELECT type_id, 99999, content FROM total LIMIT 1", .wrongTotals, true),
    ("UPDATE source_type SET first_start = first_start + 1", .wrongRanks, true),
    ("DELETE FROM source_type", .wrongRanks, true),
    ("UPDATE sample_type SET longest = 1", .wrongRanks, true),
    ("UPDATE sample_type SET has_long = 0", .wrongRanks, true),
    ("INSERT INTO correlation_member VALUES (999, 1)", .missingRow, true),
    ("INSERT INTO workout_route (workout_id, path) VALUES (999, 'x')", .missingRow, true),
    ("INSERT INTO route_chunk (route_id, content) VALUES (999, x'00')", .missingRow, true),
    ("UPDATE route SET points = points + 1", .damagedValue, false),
    ("UPDATE route_chunk SET content = x'05'", .damagedValue, false),
    ("UPDATE zone_day SET zone = 'Atlantis/Capital' WHERE day = (SELECT min(day) FROM zone_day)", .unknownZone, true),
    ("UPDATE day_summary SET stand = 'x'", .damagedFile, false),
    ("UPDATE sample SET value = 'x' WHERE id = 7", .damagedFile, false),
    ("UPDATE sample SET provenance_id = 999 WHERE id = 7", .missingRow, false),
    ("UPDATE sample SET end = start - 5 WHERE id = 7", .impossibleDates, false),
    ("DELETE FROM import WHERE id = 1", .missingRow, false),
    ("UPDATE route SET import_id = 99", .missingRow, false),
    ("UPDATE apple_summary SET import_id = 99 WHERE import_id = 1", .missingRow, false),
    ("DELETE FROM change WHERE first_sample IS NOT NULL", .wrongHistory, false),
    ("UPDATE tombstone SET sample_id = 7 WHERE sample_id = 5", .wrongHistory, false),
    ("UPDATE import SET samples = samples + 1", .wrongHistory, true),
  ]

  @Test("finds what is wrong, and repairs what can be derived from samples", arguments: wrongs.indices)
  func wrong(index: Int) throws {
    let wrong = Self.wrongs[index]
    let test = try filled()
    let kept: Set<String> = wrong.code == .wrongHistory && !wrong.isRepairable ? ["info"] : ["change", "info"]
    let before = try test.store.dump(without: kept)
    try test.damage(wrong.sql)
    let damaged = try test.store.dump(without: kept)
    #expect(damaged != before)
    let report = try StoreCheck.run(path: test.path, repairs: false)
    let finding = report.findings.first { $0.code == wrong.code }
    #expect(finding != nil, "\(wrong.sql): \(report.findings)")
    #expect(finding?.isRepairable == wrong.isRepairable && finding?.isRepaired == false && !report.isSound)
    // A check changes nothing.
    #expect(try test.store.dump(without: kept) == damaged)
    let repaired = try StoreCheck.run(path: test.path, repairs: true)
    #expect(repaired.findings.first { $0.code == wrong.code }?.isRepaired == wrong.isRepairable, "\(wrong.sql)")
    if wrong.isRepairable {
      #expect(try codes(test.path) == [], "\(wrong.sql)")
      if wrong.code != .unknownZone { #expect(try test.store.dump(without: kept) == before, "\(wrong.sql)") }
    } else {
      #expect(try test.store.dump(without: kept)["sample"] == damaged["sample"], "no sample is ever changed")
    }
  }

  @Test("a repair notifies watchers, and writes nothing if there are no findings")
  func tells() throws {
    let test = try filled()
    let change = try test.store.latestChange()
    _ = try StoreCheck.run(path: test.path, repairs: true)
    #expect(try test.store.latestChange() == change)
    try test.store.write { try $0.execute(sql: "DELETE FROM source_type") }
    _ = try StoreCheck.run(path: test.path, repairs: true)
    #expect(try test.store.latestChange() == change + 1)
  }

  @Test("permissions for other users and a link in place of the signal are found and repaired")
  func files() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    do { try StoreFixture.fill(Store(path: path, access: .create)) }
    chmod(path, 0o640)
    unlink(path + "-signal")
    try FileManager.default.createSymbolicLink(atPath: path + "-signal", withDestinationPath: "/dev/null")
    #expect(try Set(codes(path)) == [.openToOthers, .wrongSignal])
    let report = try StoreCheck.run(path: path, repairs: true)
    let others = report.findings.filter { $0.code != .littleSpace }
    #expect(others.allSatisfy { $0.isRepaired })
    #expect(try mode(ofFile: path) == 0o600)
    #expect(try codes(path) == [])
  }

  @Test("a torn page is found, and nothing is written to a file with one")
  func tornPage() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    do { try StoreFixture.fill(Store(path: path, access: .create)) }
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    let size = try handle.seekToEnd()
    for page in stride(from: UInt64(4), to: size / 4_096, by: 2) {
      try handle.seek(toOffset: page * 4_096)
      try handle.write(contentsOf: Data(repeating: 0x5A, count: 2_000))
    }
    try handle.close()
    let bytes = try Data(contentsOf: URL(filePath: path))
    for repairs in [false, true] {
      let report = try StoreCheck.run(path: path, repairs: repairs)
      #expect(report.findings.contains { $0.code == .damagedFile && !$0.isRepairable })
      #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }
    // Backups of it are refused and leave nothing behind.
    #expect(throws: StoreError.self) { try StoreBackup.write(path: path, to: directory.file("copy.sqlite")) }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).allSatisfy { $0.hasPrefix("health.sqlite") })
  }

  /// Runs a statement that leaves an index as it is.
  private func change(_ path: String, behindIndex name: String, _ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      let columns = "type, name, tbl_name, rootpage, sql"
      let index = try #require(
        try Row.fetchOne(db, sql: "SELECT \(columns) FROM sqlite_schema WHERE name = ?", arguments: [name]))
      try db.execute(sql: "PRAGMA writable_schema = ON")
      try db.execute(sql: "DELETE FROM sqlite_schema WHERE name = ?", arguments: [name])
      try db.execute(sql: "PRAGMA writable_schema = RESET")
      try db.execute(sql: sql)
      try db.execute(sql: "PRAGMA writable_schema = ON")
      try db.execute(
        sql: "INSERT INTO sqlite_schema (\(columns)) VALUES (?, ?, ?, ?, ?)",
        arguments: StatementArguments(Array(index.databaseValues)))
      try db.execute(sql: "PRAGMA writable_schema = RESET")
    }
    try queue.close()
  }

  @Test("an index that differs from its table is found and rebuilt, and no backup is made or restored before")
  func wrongIndex() throws {
    let test = try filled()
    try change(
      test.path, behindIndex: "sample_by_type_and_start",
      "UPDATE sample SET start = start - 1 WHERE id = 15; DELETE FROM sample WHERE id = 7")
    let damaged = try test.store.dump(without: ["change"])
    let copy = test.directory.file("copy.sqlite")
    #expect(storeErrorCode { try StoreBackup.write(path: test.path, to: copy) } == .damaged)
    #expect(
      storeErrorCode { try StoreBackup.restore(path: test.directory.file("new.sqlite"), from: test.path) } == .damaged)
    let report = try StoreCheck.run(path: test.path, repairs: false)
    #expect(report.findings.map(\.code).filter { $0 != .littleSpace } == [.damagedIndex] && !report.isSound)
    let repaired = try StoreCheck.run(path: test.path, repairs: true)
    #expect(repaired.isSound && repaired.findings[0].code == .damagedIndex && repaired.samples > 0)
    #expect(try codes(test.path) == [])
    #expect(try test.store.dump(without: ["change"])["sample"] == damaged["sample"])
    // What the index contained is not lost.
    let kept = test.path + "-before-repair"
    #expect(repaired.findings[0].sentence.contains(kept))
    #expect(try mode(ofFile: kept) == 0o600)
    #expect(try codes(kept) == [.damagedIndex])
  }

  @Test("an index of unique values is not rebuilt from equal ones, and nothing is changed")
  func equalValues() throws {
    let test = try filled()
    try change(
      test.path, behindIndex: "source_by_client", "UPDATE source SET bundle_identifier = 'same', hardware = 'same'")
    let before = try test.store.dump()
    let repaired = try StoreCheck.run(path: test.path, repairs: true)
    #expect(!repaired.isSound && repaired.findings.contains { $0.code == .damagedIndex && !$0.isRepaired })
    #expect(try test.store.dump() == before)
    #expect(access(test.path + "-before-repair", F_OK) != 0)
  }

  @Test("a store whose program was killed as soon as it existed is not one of an earlier version")
  func killedAtCreation() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    // Each commit is a place at which a program can be killed.
    let pool = try DatabasePool(path: path)
    try pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
    }
    #expect(storeErrorCode { try StoreCheck.run(path: path, repairs: false) } == .missing)
    try Schema.migrator().migrate(pool)
    // SQLite itself creates files that others can read.
    #expect(try codes(path).filter { $0 != .openToOthers } == [])
  }

  @Test("a file that is not a store is refused, as everywhere else")
  func noStore() throws {
    let directory = try TestDirectory()
    #expect(storeErrorCode { try StoreCheck.run(path: directory.file("none"), repairs: true) } == .missing)
    try Data("dear diary".utf8).write(to: URL(filePath: directory.file("diary")))
    #expect(storeErrorCode { try StoreCheck.run(path: directory.file("diary"), repairs: true) } == .notAStore)
  }

  @Test(
    "an interrupted check stops, and an interrupted repair is always rolled back completely",
    arguments: [0.1, 0.5, 0.65, 0.9])
  func stopped(part: Double) throws {
    let test = try TestStore()
    try FakeExport.random(seed: 6).run(into: test.store)
    try test.store.write { try $0.execute(sql: "DELETE FROM source_type; UPDATE day_summary SET computed_move = 7") }
    let before = try test.store.dump()
    for repairs in [false, true] {
      let cancellation = Cancellation()
      let control = WorkControl(isCancelled: { cancellation.isCancelled }) { if $0 >= part { cancellation.cancel() } }
      #expect(
        storeErrorCode { try StoreCheck.run(path: test.path, repairs: repairs, control: control) } == .interrupted)
      #expect(try test.store.dump() == before)
    }
    let repaired = try StoreCheck.run(path: test.path, repairs: true)
    #expect(repaired.isSound, "\(repaired.findings)")
  }
}
