import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Store files")
struct StoreFileTests {
  @Test("a new store has a directory of mode 0700 and files of mode 0600")
  func modes() throws {
    let directory = try TestDirectory()
    let path = directory.file("deep/er/health.sqlite")
    let store = try Store(path: path, access: .create)
    try FakeExport(date: date("2026-11-20 00:00"), [.energy(1, at: date("2026-11-19 08:00"))]).run(into: store)
    #expect(try mode(ofFile: directory.file("deep")) == 0o700)
    #expect(try mode(ofFile: directory.file("deep/er")) == 0o700)
    for suffix in ["", "-signal", "-wal", "-shm"] {
      #expect(try mode(ofFile: path + suffix) == 0o600, "\(suffix)")
    }
  }

  @Test(
    "a file that is not an SQLite database is refused and left unchanged",
    arguments: [Store.Access.create, .write, .read])
  func notSQLite(access: Store.Access) throws {
    let directory = try TestDirectory()
    let path = directory.file("notes.txt")
    let content = Data(String(repeating: "dear diary, ", count: 400).utf8)
    try content.write(to: URL(fileURLWithPath: path))
    #expect(storeErrorCode { try Store(path: path, access: access) } == .notAStore)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["notes.txt"])
  }

  @Test(
    "another program's database is refused and left unchanged, as are the files beside it", arguments: [false, true],
    [Store.Access.create, .write, .read])
  func foreignDatabase(usesWAL: Bool, access: Store.Access) throws {
    let directory = try TestDirectory()
    let path = directory.file("places.sqlite")
    do {
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { db in
        if usesWAL { try db.execute(sql: "PRAGMA journal_mode = wal") }
        try db.execute(sql: "CREATE TABLE place (name TEXT); INSERT INTO place VALUES ('home')")
      }
      try queue.close()
    }
    let content = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(storeErrorCode { try Store(path: path, access: access) } == .notAStore)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["places.sqlite"])
  }

  @Test("a store of a newer version is refused and left unchanged", arguments: [Store.Access.create, .write, .read])
  func newerVersion(access: Store.Access) throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(Schema.version + 1);
          CREATE TABLE later (x)
          """)
    }
    try queue.close()
    let content = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(storeErrorCode { try Store(path: path, access: access) } == .newerVersion)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
  }

  @Test("an empty file becomes a store when opened for writing, and holds no data when read")
  func emptyFile() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(storeErrorCode { try Store(path: path, access: .read) } == .missing)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).isEmpty)
    let store = try Store(path: path, access: .create)
    #expect(try store.sampleCount() == 0)
  }

  @Test(
    "a store that does not exist is reported as missing unless it is to be created",
    arguments: [Store.Access.write, .read])
  func missing(access: Store.Access) throws {
    let directory = try TestDirectory()
    #expect(storeErrorCode { try Store(path: directory.file("none.sqlite"), access: access) } == .missing)
    #expect(storeErrorCode { try Store(path: directory.file("no/where.sqlite"), access: access) } == .missing)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }

  @Test("a directory is refused as a store", arguments: [Store.Access.create, .write, .read])
  func isDirectory(access: Store.Access) throws {
    let directory = try TestDirectory()
    #expect(storeErrorCode { try Store(path: directory.path, access: access) } == .notAStore)
  }

  @Test("a store cannot be created below a file")
  func belowFile() throws {
    let directory = try TestDirectory()
    try Data("x".utf8).write(to: URL(fileURLWithPath: directory.file("file")))
    #expect(storeErrorCode { try Store(path: directory.file("file/health.sqlite"), access: .create) } == .cannotCreate)
  }

  @Test("a store's name may contain characters with a special meaning in URLs")
  func oddName() throws {
    let directory = try TestDirectory()
    let path = directory.file("my health?mode=memory&100%#1.sqlite")
    _ = try Store(path: path, access: .create)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names.contains("my health?mode=memory&100%#1.sqlite"))
    #expect(try Store(path: path, access: .read).sampleCount() == 0)
  }

  @Test("a reader sees what a writer has committed but not checkpointed, and does not block it")
  func readerBesideWriter() throws {
    let test = try TestStore()
    try FakeExport([.energy(1, at: date("2026-11-19 08:00"))]).run(into: test.store)
    let reader = try Store(path: test.path, access: .read)
    #expect(!reader.isSnapshot)
    #expect(try reader.sampleCount() == 1)
    // The writer's transaction is open while the reader reads and the reader's while the writer commits.
    try reader.read { db in
      let before = try Int.fetchOne(db, sql: "SELECT count(*) FROM sample")
      try FakeExport([.energy(2, at: date("2026-11-19 09:00"))]).run(into: test.store)
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM sample") == before)
    }
    #expect(try reader.sampleCount() == 2)
    #expect(storeErrorCode { try reader.write { _ in } } == .readOnly)
    #expect(storeErrorCode { try reader.materialize() } == .readOnly)
  }

  @Test("after the last writer closes, the WAL remains for readers that cannot create one")
  func keepsWAL() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    do {
      let store = try Store(path: path, access: .create)
      try FakeExport([.energy(1, at: date("2026-11-19 08:00"))]).run(into: store)
    }
    #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    #expect(try Store(path: path, access: .read).sampleCount() == 1)
  }

  @Test("in a read-only directory, a store without a WAL is read as a snapshot and refuses writers")
  func readOnlyDirectory() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    do {
      let store = try Store(path: path, access: .create)
      try FakeExport([.energy(1, at: date("2026-11-19 08:00"))]).run(into: store)
      try store.checkpoint()
    }
    for suffix in ["-wal", "-shm", "-signal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path) }
    let read = try asUnprivileged {
      let store = try Store(path: path, access: .read)
      return (store.isSnapshot, try store.sampleCount())
    }
    if let read {
      #expect(read.0)
      #expect(read.1 == 1)
    }
    // `access` checks the real user, so it returns success for root.
    if geteuid() != 0 {
      #expect(storeErrorCode { try Store(path: path, access: .write) } == .readOnly)
    }
  }

  @Test("a full disk is reported and leaves the store unchanged")
  func fullDisk() throws {
    let test = try TestStore()
    let start = date("2026-11-19 08:00")
    try FakeExport([.energy(1, at: start)]).run(into: test.store)
    let before = try test.store.dump()
    try test.store.write { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
    }
    let many = (0..<5_000).map { FakeSample.energy(2, at: start.addingTimeInterval(Double($0) * 60), source: .phone) }
    let session = ImportSession(store: test.store, options: ImportOptions(now: start, systemZone: "GMT"))
    _ = try session.begin(ImportHeader(path: "export.zip"))
    var tables = FakeTables()
    var batch = SampleBatch()
    batch.samples = many.map { tables.record($0) }
    batch.tables = tables.tables
    #expect(storeErrorCode { try session.receive(batch) } == .diskFull)
    #expect(try test.store.dump() == before)
    try test.store.write { db in try db.execute(sql: "PRAGMA max_page_count = 1000000") }
    try FakeExport(many).run(into: test.store)
    #expect(try test.store.sampleCount() == 5_001)
  }
}
