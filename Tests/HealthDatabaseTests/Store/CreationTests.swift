import Foundation
import HealthModel
import Testing

@testable import HealthDatabase

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
}
