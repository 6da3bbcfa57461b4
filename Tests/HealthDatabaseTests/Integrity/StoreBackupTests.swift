import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

@Suite("Backups")
struct StoreBackupTests {
  private func files(_ directory: TestDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  @Test("a backup is a single file of mode 0600 with all of the store's contents, including its log")
  func whole() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    let directory = try TestDirectory()
    let copy = directory.file("copy.sqlite")
    try StoreBackup.write(path: test.path, to: copy)
    #expect(try files(directory) == ["copy.sqlite"])
    #expect(try mode(ofFile: copy) == 0o600)
    let before = try test.store.dump()
    #expect(try Store(path: copy, access: .read).dump() == before)
    // An earlier backup is replaced.
    try test.store.setGoal(777, for: .move, on: day("2026-03-04"))
    try StoreBackup.write(path: test.path, to: copy)
    #expect(try Store(path: copy, access: .read).summary("2026-03-04").move.goal == 777)
  }

  @Test("no other file is overwritten, and the store is not overwritten with itself")
  func replaces() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    let directory = try TestDirectory()
    let diary = directory.file("diary")
    try Data("dear diary".utf8).write(to: URL(filePath: diary))
    #expect(storeErrorCode { try StoreBackup.write(path: test.path, to: diary) } == .cannotCreate)
    #expect(try Data(contentsOf: URL(filePath: diary)) == Data("dear diary".utf8))
    try FileManager.default.createSymbolicLink(atPath: directory.file("same"), withDestinationPath: test.path)
    // Hard links, beside which SQLite would keep a second log of the same file.
    try FileManager.default.linkItem(atPath: test.path, toPath: directory.file("hard"))
    try FileManager.default.linkItem(atPath: test.path + "-wal", toPath: directory.file("log"))
    for target in [test.path, directory.file("same"), directory.file("hard"), directory.file("log")] {
      #expect(storeErrorCode { try StoreBackup.write(path: test.path, to: target) } == .invalidArgument)
      #expect(storeErrorCode { _ = try StoreBackup.restore(path: test.path, from: target) } == .invalidArgument)
    }
    // A file of one of these names would be used with the store.
    for suffix in ["-wal", "-shm", "-journal", "-signal", "-observers"] {
      #expect(storeErrorCode { try StoreBackup.write(path: test.path, to: test.path + suffix) } == .invalidArgument)
    }
    #expect(storeErrorCode { try StoreBackup.write(path: test.path, to: directory.file("no/where")) } == .cannotCreate)
    #expect(storeErrorCode { try StoreBackup.write(path: directory.file("none"), to: diary + "2") } == .missing)
    #expect(try files(directory).sorted() == ["diary", "hard", "log", "same"])
  }

  @Test("neither another store nor a backup of one is overwritten")
  func others() throws {
    let (test, other) = (try TestStore(), try TestStore())
    for store in [test.store, other.store] { try StoreFixture.fill(store) }
    let copy = other.directory.file("copy.sqlite")
    try StoreBackup.write(path: other.path, to: copy)
    for target in [other.path, copy] {
      let before = try Store(path: target, access: .read).dump()
      #expect(storeErrorCode { try StoreBackup.write(path: test.path, to: target) } == .cannotCreate)
      #expect(try Store(path: target, access: .read).dump() == before)
    }
  }

  @Test("a cancelled copy leaves nothing behind")
  func cancelled() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    let directory = try TestDirectory()
    #expect(throws: CancellationError.self) {
      try StoreBackup.write(path: test.path, to: directory.file("copy.sqlite"), control: WorkControl { true })
    }
    #expect(try files(directory) == [])
  }

  @Test(
    "a copy made during writes is a single state of the store, and does not block the writer", .timeLimit(.minutes(10)))
  func besideWriter() throws {
    let test = try TestStore()
    let start = date("2026-03-02 00:00")
    // Every transaction adds the same number of step and energy samples.
    @Sendable func save(_ index: Int) throws {
      var tables = FakeTables()
      var batch = SampleBatch()
      for offset in 0..<20 {
        let time = start + Double(index * 20 + offset) * 61
        batch.samples.append(tables.record(FakeSample(RingType.stepCount, 1, from: time)))
        batch.samples.append(tables.record(.energy(1, at: time)))
      }
      batch.tables = tables.tables
      try test.store.save(batch)
    }
    for index in 0..<20 { try save(index) }
    let isOver = Lock(false)
    let saved = Lock(20)
    let writer = Thread {
      while !isOver.withLock({ $0 }) {
        let index = saved.withLock { $0 }
        do { try save(index) } catch { Issue.record("the writer was stopped: \(error)") }
        saved.withLock { $0 += 1 }
      }
    }
    writer.start()
    let directory = try TestDirectory()
    for round in 0..<10 {
      let copy = directory.file("copy\(round).sqlite")
      try StoreBackup.write(path: test.path, to: copy)
      let store = try Store(path: copy, access: .read)
      let counts = try store.read { db in
        try Int.fetchAll(db, sql: "SELECT count(*) FROM sample GROUP BY type_id")
      }
      #expect(counts.count == 2 && counts[0] == counts[1] && counts[0].isMultiple(of: 20), "\(counts)")
      #expect(try StoreCheck.run(path: copy, repairs: false).findings.filter { $0.code != .littleSpace } == [])
    }
    isOver.withLock { $0 = true }
    while !writer.isFinished { Thread.sleep(forTimeInterval: 0.01) }
    #expect(saved.withLock { $0 } > 20)
  }

  @Test("a restored store equals the backup, and the previous store is kept")
  func restores() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    var store: Store? = try Store(path: path, access: .create)
    try StoreFixture.fill(try #require(store))
    try StoreBackup.write(path: path, to: directory.file("copy"))
    let backedUp = try store?.dump(without: ["info"])
    try store?.setGoal(888, for: .stand, on: day("2026-03-04"))
    let later = try store?.dump()
    // Other connections have it open, one of them in the middle of reading.
    let reader = try Store(path: path, access: .read)
    _ = try reader.summaries(day("2026-03-01")...day("2026-03-05"))
    let identity = try reader.identity()
    let history = try reader.read { try StoreIdentity.history($0) }
    let kept = try #require(try StoreBackup.restore(path: path, from: directory.file("copy")))
    #expect(!reader.isCurrent && store?.isCurrent == false)
    // Everything is in one file, and the new store takes over nothing from its log.
    #expect(try files(directory).allSatisfy { !$0.contains("restore-wal") })
    store = nil
    let restored = try Store(path: path, access: .write)
    #expect(try restored.dump(without: ["info"]) == backedUp)
    #expect(try mode(ofFile: path) == 0o600)
    #expect(try Store(path: kept, access: .read).dump() == later)
    // The samples keep their identities, but positions in the history do not stay valid.
    #expect(try restored.identity() == identity)
    #expect(try restored.read { try StoreIdentity.history($0) } != history)
    #expect(try StoreCheck.run(path: path, repairs: false).findings.filter { $0.code != .littleSpace } == [])
    // Once more: a kept store is never overwritten.
    let second = try #require(try StoreBackup.restore(path: path, from: directory.file("copy")))
    #expect(second != kept && FileManager.default.fileExists(atPath: kept))
  }

  @Test("a restore does not replace a store while a reader still uses data that is only in its log")
  func heldLog() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    let copy = test.directory.file("copy")
    try StoreBackup.write(path: test.path, to: copy)
    let reader = try Store(path: test.path, access: .read)
    try reader.read { db in
      let goals = try Int.fetchOne(db, sql: "SELECT count(*) FROM goal")
      try test.store.setGoal(888, for: .stand, on: day("2026-03-09"))
      let before = try files(test.directory)
      #expect(storeErrorCode { try StoreBackup.restore(path: test.path, from: copy, busyTimeout: 0) } == .busy)
      #expect(try files(test.directory) == before)
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM goal") == goals)
    }
    #expect(try test.store.summary("2026-03-09").stand.goal == 888)
  }

  @Test("a restore creates a missing store, and keeps a damaged file that it replaces")
  func restoresOverNothing() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    let directory = try TestDirectory()
    try StoreBackup.write(path: test.path, to: directory.file("copy"))
    let path = directory.file("new/health.sqlite")
    #expect(try StoreBackup.restore(path: path, from: directory.file("copy")) == nil)
    #expect(try Store(path: path, access: .read).sampleCount() == test.store.sampleCount())
    #expect(try mode(ofFile: directory.file("new")) == 0o700)
    let damaged = directory.file("damaged.sqlite")
    try Data(repeating: 7, count: 9_000).write(to: URL(filePath: damaged))
    let kept = try #require(try StoreBackup.restore(path: damaged, from: directory.file("copy")))
    #expect(try Data(contentsOf: URL(filePath: kept)) == Data(repeating: 7, count: 9_000))
    #expect(try Store(path: damaged, access: .read).sampleCount() == test.store.sampleCount())
  }

  @Test("restoring an unsound backup changes nothing")
  func refuses() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    do { try StoreFixture.fill(Store(path: path, access: .create)) }
    let before = try Data(contentsOf: URL(filePath: path))
    let bad = directory.file("bad")
    try Data("dear diary".utf8).write(to: URL(filePath: bad))
    #expect(storeErrorCode { _ = try StoreBackup.restore(path: path, from: bad) } == .notAStore)
    #expect(storeErrorCode { _ = try StoreBackup.restore(path: path, from: bad + "2") } == .missing)
    var torn = before
    torn.replaceSubrange(8_192..<12_000, with: Data(repeating: 0x5A, count: 12_000 - 8_192))
    try torn.write(to: URL(filePath: bad))
    #expect(throws: StoreError.self) { _ = try StoreBackup.restore(path: path, from: bad) }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(
      try files(directory).filter { !$0.hasPrefix("health.sqlite-") && $0 != "bad-shm" && $0 != "bad-wal" } == [
        "bad", "health.sqlite",
      ])
  }

  @Test("a copy for another machine has its store's version, which changes with every write and with no read")
  func versions() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    let directory = try TestDirectory()
    let copy = try ServedReader.copy(of: test.path, in: directory)
    let version = try test.store.version()
    #expect(try Store(path: copy, access: .read).version() == version)
    _ = try test.store.summary("2026-03-04")
    #expect(try test.store.version() == version)
    var versions: Set = [version]
    let changes: [() throws -> Void] = [
      { try test.store.setGoal(777, for: .move, on: day("2026-03-04")) },
      { try FakeExport([.energy(1, at: date("2026-11-19 08:00"))]).run(into: test.store) },
    ]
    for change in changes {
      try change()
      #expect(versions.insert(try test.store.version()).inserted)
    }
    // A restored store has a different history, whatever its latest change.
    let restored = directory.file("restored.sqlite")
    _ = try StoreBackup.restore(path: restored, from: copy)
    #expect(versions.insert(try Store(path: restored, access: .read).version()).inserted)
  }

  @Test("a copy from another machine replaces the previous one if it is a sound store")
  func adopts() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    // Commands are not copied.
    try test.store.unregister(client: StoreFixture.delivery.client, type: nil)
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    try StoreBackup.adopt(try ServedReader.copy(of: test.path, in: directory), as: path)
    let reader = try Store(path: path, access: .read)
    let before = try reader.dump()
    #expect(try before == test.store.dump())
    let good = try Data(contentsOf: URL(filePath: path))
    var (log, torn) = (good, good)
    log[18] = 2
    torn.replaceSubrange(8_192..<12_000, with: Data(repeating: 0x5A, count: 12_000 - 8_192))
    for bad in [Data(), Data("SQLite".utf8), log, torn, Data(good.prefix(good.count / 2))] {
      try bad.write(to: URL(filePath: directory.file("bad")))
      #expect(throws: StoreError.self) { try StoreBackup.adopt(directory.file("bad"), as: path) }
      #expect(try Data(contentsOf: URL(filePath: path)) == good)
    }
    try test.store.setGoal(777, for: .move, on: day("2026-03-04"))
    try StoreBackup.adopt(try ServedReader.copy(of: test.path, in: directory), as: path)
    #expect(!reader.isCurrent)
    #expect(try Store(path: path, access: .read).summary("2026-03-04").move.goal == 777)
    // A reader that had the previous one open can still read all of it.
    #expect(try reader.dump() == before)
    #expect(try files(directory) == ["bad", "health.sqlite"])
  }

  @Test("a URL is never taken for a file path")
  func addresses() {
    for access in [Store.Access.create, .write, .read] {
      #expect(storeErrorCode { _ = try Store(path: "http://127.0.0.1:8173", access: access) } == .invalidArgument)
    }
  }
}
