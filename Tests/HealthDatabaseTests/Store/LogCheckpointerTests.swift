import Foundation
import GRDB
import Testing

@testable import HealthDatabase

@Suite("Checkpoints of the log")
struct LogCheckpointerTests {
  private let limit = Connection.longestIdleLog

  private func size(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
  }

  @Test("a long log is copied into the file, whose log then begins again")
  func long() throws {
    let test = try TestStore()
    try test.store.write { try $0.execute(sql: "CREATE TABLE filler (content)") }
    for _ in 0..<40 {
      try test.store.write { try $0.execute(sql: "INSERT INTO filler VALUES (randomblob(1000000))") }
    }
    #expect(try size(test.path + "-wal") <= limit * 5 / 4)
    #expect(try size(test.path) > limit)
    #expect(try test.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM filler") } == 40)
  }
}
