import Foundation
import GRDB
import HealthModel
import StoreFiles
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Hostile files in place of a store")
struct HostileFileTests {
  private func write(_ store: Store) throws {
    try FakeExport([.energy(1, at: date("2026-11-19 08:00"))]).run(into: store)
  }

  @Test(
    "a link in place of the signal does not cause another file to be written",
    arguments: ["symbolic", "hard", "longer"])
  func signalLink(kind: String) throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    let victim = directory.file("letters.txt")
    // As long as a signal, so that only the kind of file distinguishes it.
    let letters = Data(kind == "longer" ? "dear diary, it rains".utf8 : "eight ch".utf8)
    try letters.write(to: URL(filePath: victim))
    chmod(victim, 0o644)
    switch kind {
    case "symbolic": try FileManager.default.createSymbolicLink(atPath: path + "-signal", withDestinationPath: victim)
    case "hard": try FileManager.default.linkItem(atPath: victim, toPath: path + "-signal")
    default: try FileManager.default.copyItem(atPath: victim, toPath: path + "-signal")
    }
    let store = try Store(path: path, access: .create)
    let watcher = try StoreWatcher(storePath: path)
    try write(store)
    _ = watcher.drain()
    #expect(try Data(contentsOf: URL(filePath: victim)) == letters)
    let mode = try FileManager.default.attributesOfItem(atPath: victim)[.posixPermissions] as? NSNumber
    #expect(kind == "hard" || mode?.int16Value == 0o644)
    #expect(try Data(contentsOf: URL(filePath: path + "-signal")) == letters)
    #expect(try store.sampleCount() == 1)
    #expect(ChangeSignal(storePath: path).problem != nil)
  }

  @Test("a FIFO blocks nobody, whichever file it replaces", .timeLimit(.minutes(10)))
  func fifo() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    mkfifo(path, 0o600)
    for access in [Store.Access.create, .write, .read] {
      #expect(storeErrorCode { try Store(path: path, access: access) } == .notAStore)
    }
    let other = directory.file("other.sqlite")
    mkfifo(other + "-signal", 0o600)
    let store = try Store(path: other, access: .create)
    _ = try StoreWatcher(storePath: other)
    try write(store)
    #expect(try Store(path: other, access: .read).sampleCount() == 1)
  }

  @Test("a writer removes other users' permissions for a store; a reader leaves them unchanged")
  func modes() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    do { try write(Store(path: path, access: .create)) }
    for suffix in ["", "-wal", "-signal"] { chmod(path + suffix, 0o644) }
    _ = try Store(path: path, access: .read)
    #expect(try mode(ofFile: path) == 0o644)
    _ = try Store(path: path, access: .write)
    for suffix in ["", "-wal", "-signal"] { #expect(try mode(ofFile: path + suffix) == 0o600, "\(suffix)") }
  }

  @Test(
    "a watcher that opens a store through a link is notified of writes through its real path, and vice versa",
    arguments: [false, true])
  func links(isWatchingLink: Bool) throws {
    let directory = try TestDirectory()
    let real = directory.file("real/health.sqlite")
    let link = directory.file("link.sqlite")
    _ = try Store(path: real, access: .create)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real/health.sqlite")
    let watcher = try StoreWatcher(storePath: isWatchingLink ? link : real)
    _ = watcher.drain()
    try write(Store(path: isWatchingLink ? real : link, access: .write))
    var request = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 10_000) == 1)
    #expect(watcher.drain().hasChanged)
    #expect(!FileManager.default.fileExists(atPath: link + "-signal"))
  }

  @Test(
    "a path resolves to the target of its links",
    arguments: [
      ("real/health.sqlite", "real/health.sqlite"), ("link.sqlite", "real/health.sqlite"),
      ("folder/new.sqlite", "real/new.sqlite"), ("dangling.sqlite", "real/later.sqlite"), ("loop", "loop"),
    ])
  func resolution(path: String, expected: String) throws {
    let directory = try TestDirectory()
    let manager = FileManager.default
    try manager.createDirectory(atPath: directory.file("real"), withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: directory.file("real/health.sqlite")))
    try manager.createSymbolicLink(atPath: directory.file("link.sqlite"), withDestinationPath: "real/health.sqlite")
    try manager.createSymbolicLink(atPath: directory.file("folder"), withDestinationPath: directory.file("real"))
    try manager.createSymbolicLink(atPath: directory.file("dangling.sqlite"), withDestinationPath: "real/later.sqlite")
    try manager.createSymbolicLink(atPath: directory.file("loop"), withDestinationPath: "loop")
    // The directory itself may be behind a link.
    let root = StorePath.resolved(directory.path)
    #expect(StorePath.resolved(directory.file(path)) == root + "/" + expected)
  }

  @Test(
    "the directory of a path is derived from its text",
    arguments: [
      ("x", "."), ("é", "."), ("/x", "/"), ("a/b", "a"), ("/a/b.sqlite", "/a"), ("", "."),
    ])
  func directories(path: String, directory: String) {
    #expect(StorePath.directory(of: path) == directory)
  }

  // MARK: - Partially created stores

  /// The possible remains of a program that ended while creating a store, as left by any sqlite3 that then opens it.
  @Test("a partially created store is completed", arguments: [0, 1, 2, 3, 4])
  func halfMade(step: Int) throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    try Data().write(to: URL(filePath: path))
    if step > 0 {
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        if step == 2 { try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)") }
        if step >= 3 { try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)") }
        if step == 4 { try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)") }
        try db.checkpoint(.truncate)
      }
      try queue.close()
    }
    #expect(storeErrorCode { try Store(path: path, access: .read) } == .missing)
    let store = try Store(path: path, access: .create)
    try write(store)
    #expect(try store.sampleCount() == 1)
    #expect(try Store(path: path, access: .read).sampleCount() == 1)
  }

  @Test("another program's database with the same kind of migrator is not a partially created store")
  func foreignMigrator() throws {
    let directory = try TestDirectory()
    let path = directory.file("places.sqlite")
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      try db.execute(sql: "CREATE TABLE place (name TEXT)")
    }
    try queue.close()
    let content = try Data(contentsOf: URL(filePath: path))
    for access in [Store.Access.create, .write, .read] {
      #expect(storeErrorCode { try Store(path: path, access: access) } == .notAStore)
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == content)
  }

  @Test("a hot journal of a program that died is rolled back, and the store is created")
  func hotJournal() throws {
    let directory = try TestDirectory()
    let (path, dead) = (directory.file("health.sqlite"), directory.file("dead.sqlite"))
    let queue = try DatabaseQueue(path: dead)
    try queue.writeWithoutTransaction { db in
      // Too much for its cache, so that pages are written before the end, with the journal to roll them back.
      try db.execute(sql: "PRAGMA cache_size = 1; PRAGMA page_size = 512; BEGIN IMMEDIATE; CREATE TABLE early (x)")
      // GRDB ends the process if a transaction is left open, so a failure here must not leave one.
      defer { if db.isInsideTransaction { try? db.rollback() } }
      for _ in 0..<200 { try db.execute(sql: "INSERT INTO early VALUES (randomblob(400))") }
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: dead + suffix, toPath: path + suffix)
      }
      try db.execute(sql: "ROLLBACK")
    }
    try queue.close()
    #expect(try #require(FileManager.default.contents(atPath: path + "-journal")).prefix(4).contains { $0 != 0 })
    let code = storeErrorCode { try Store(path: path, access: .read) }
    #expect(code == .missing || code == .notAStore)
    let store = try Store(path: path, access: .create)
    try write(store)
    #expect(try Store(path: path, access: .read).sampleCount() == 1)
  }
}
