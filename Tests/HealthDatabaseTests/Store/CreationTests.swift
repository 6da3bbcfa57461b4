import Foundation
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Creating a store")
struct CreationTests {
  @Test("several processes can create the same store at once, and a reader finds at worst a store without data")
  func atOnce() throws {
    for _ in 0..<15 {
      let directory = try TestDirectory()
      let path = directory.file("new/health.sqlite")
      let failures = Lock<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 6) { index in
        do {
          if index % 3 == 2 {
            let code = storeErrorCode { try Store(path: path, access: .read) }
            if let code, code != .missing { failures.withLock { $0.append("\(code)") } }
            return
          }
          let store = try Store(path: path, access: .create)
          var tables = FakeTables()
          var batch = SampleBatch()
          batch.samples = [tables.record(.energy(1, at: date("2026-03-02 10:00") + Double(index) * 60))]
          batch.tables = tables.tables
          try store.save(batch)
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
      #expect(failures.withLock { $0 } == [])
      #expect(try Store(path: path, access: .read).sampleCount() == 4)
    }
  }
  /// The log holds every commit since the file was made: each of its prefixes is what a reader in another process can
  /// find at some moment.
  @Test("a reader finds no store or a whole one after every commit of the creation")
  func everyCommit() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    let store = try Store(path: path, access: .create)
    let (file, log) = (try bytes(path), try bytes(path + "-wal"))
    withExtendedLifetime(store) {}
    let ends = commits(in: log)
    try #require(!ends.isEmpty)
    for end in [0] + ends {
      let early = directory.file("early-\(end).sqlite")
      try Data(file).write(to: URL(filePath: early))
      try Data(log[..<end]).write(to: URL(filePath: early + "-wal"))
      do {
        #expect(try !Store(path: early, access: .read).isOlder, "after \(end) bytes of the log")
      } catch let error as StoreError {
        #expect(error.code == .missing, "after \(end) bytes of the log")
      }
    }
  }

  private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  /// Where each commit ends in a write-ahead log: 32 bytes precede its frames, each of which is one page after 24
  /// bytes. In the last frame of a commit, the second number is the size of the database, otherwise 0.
  private func commits(in log: [UInt8]) -> [Int] {
    func number(_ at: Int) -> Int { log[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard log.count > 32 else { return [] }
    let frame = 24 + number(8)
    return stride(from: 32, through: log.count - frame, by: frame).filter { number($0 + 4) != 0 }.map { $0 + frame }
  }
}
