import Foundation
import GRDB
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Checkpoints of the log")
struct LogCheckpointerTests {
  private let limit = Connection.longestIdleLog

  private func size(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
  }

  /// Adds megabytes to the log, each in a transaction.
  private func write(_ count: Int, to store: Store, isImporting: Bool) throws {
    try store.write { try $0.execute(sql: "CREATE TABLE IF NOT EXISTS filler (content)") }
    for _ in 0..<count {
      try store.write(isImporting: isImporting) { db in
        try db.execute(sql: "INSERT INTO filler VALUES (randomblob(1000000))")
      }
    }
  }

  @Test("a long log of an import is copied into the file while the import continues")
  func whileImporting() throws {
    let test = try TestStore()
    try write(18, to: test.store, isImporting: true)
    test.store.log.wait()
    #expect(try size(test.path) > limit * 9 / 10)
    // It can begin again only after a checkpoint that nothing has been added to.
    #expect(try size(test.path + "-wal") > limit)
    try write(1, to: test.store, isImporting: false)
    try write(1, to: test.store, isImporting: false)
    #expect(try size(test.path + "-wal") <= limit)
    #expect(try size(test.path) > limit * 21 / 20)
  }

  @Test("the log of an import has a limit")
  func limitOfImport() throws {
    let test = try TestStore()
    try write(80, to: test.store, isImporting: true)
    #expect(try size(test.path + "-wal") < limit * 5)
    #expect(try size(test.path) > limit * 3)
    #expect(try test.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM filler") } == 80)
  }

  @Test("a short log is copied ahead of the end of an import")
  func ahead() throws {
    let test = try TestStore()
    try write(4, to: test.store, isImporting: true)
    let before = try size(test.path)
    test.store.log.checkpointAhead()
    test.store.log.wait()
    #expect(try size(test.path) > before + 3_000_000)
  }

  @Test("a checkpoint beside an import does not lock the log for the program's own", arguments: 0..<5)
  func own(round: Int) throws {
    let test = try TestStore()
    try write(2 + round, to: test.store, isImporting: true)
    test.store.log.checkpointAhead()
    try test.store.checkpoint()
    #expect(try size(test.path + "-wal") == 0)
  }
}
