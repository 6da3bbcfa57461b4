import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("A transaction that fails")
struct FailedTransactionTests {
  private struct Stop: Error {}

  /// Leaves a statement, which is cached for the next use, in the middle of its rows.
  private func failInTheMiddle(_ db: Database) throws {
    let rows = try RawStatement(db, "SELECT id FROM sample WHERE id > 0")
    #expect(try rows.step())
    throw Stop()
  }

  private func filled() throws -> TestStore {
    let test = try TestStore()
    try FakeExport.random(seed: 3).run(into: test.store)
    return test
  }

  @Test(
    "in the middle of reading rows does not leave the next read in an old state",
    arguments: [Store.Access.read, .write])
  func read(access: Store.Access) throws {
    let test = try filled()
    let reader = try Store(path: test.path, access: access)
    let before = try reader.count("sample")
    #expect(throws: Stop.self) { try reader.read { try failInTheMiddle($0) } }
    try test.store.write { _ = try SampleDeleter.delete($0, rows: 1..<4) }
    #expect(try reader.count("sample") == before - 3)
  }

  @Test("in the middle of reading rows does not prevent writes after another program has written")
  func write() throws {
    let test = try filled()
    let other = try Store(path: test.path, access: .write)
    #expect(throws: Stop.self) { try test.store.write { try failInTheMiddle($0) } }
    try other.write { _ = try SampleDeleter.delete($0, rows: 1..<4) }
    let before = try test.store.count("sample")
    try test.store.write { _ = try SampleDeleter.delete($0, rows: 4..<6) }
    #expect(try test.store.count("sample") == before - 2)
  }

  /// GRDB ends the process if a transaction is left open at the end of an access.
  @Test("at any step of SQLite is rolled back, with concurrent readers and writers", arguments: 0..<2 as Range<UInt64>)
  func anyStep(seed: UInt64) async throws {
    let test = try filled()
    let path = test.path
    let before = try test.store.dump()
    await withTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<40 {
            let store = try? Store(path: path, access: .write)
            _ = try? store?.write { try Int.fetchOne($0, sql: "SELECT count(*) FROM sample") }
            _ = try? store?.count("change")
          }
        }
      }
      group.addTask {
        var random = SplitMix(seed: seed)
        for _ in 0..<60 {
          // How often SQLite asks before the answer is yes.
          var left = Int.random(in: 0..<60, using: &random)
          let control = WorkControl {
            left -= 1
            return left < 0
          }
          do {
            try test.store.write(isCancelled: control.isCancelled) { db in
              try SampleDeleter.delete(db, selecting: "SELECT id FROM sample")
              throw Stop()
            }
          } catch {
            #expect(error is Stop || (error as? StoreError)?.code == .interrupted)
          }
        }
      }
    }
    #expect(try test.store.dump() == before)
  }
}
