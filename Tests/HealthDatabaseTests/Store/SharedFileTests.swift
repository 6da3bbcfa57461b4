import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("A store shared with other programs")
struct SharedFileTests {
  private func size(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
  }

  /// The output of SQLite's own tool.
  private func sqlite(_ path: String, _ statement: String) throws -> String {
    let process = try #require(popen("sqlite3 '\(path)' '\(statement)' 2>&1", "r"))
    defer { pclose(process) }
    var text = ""
    while let character = UInt8(exactly: fgetc(process)) { text.unicodeScalars.append(Unicode.Scalar(character)) }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func fill(_ store: Store) throws {
    try FakeExport(date: date("2026-11-20 00:00"), [.energy(1, at: date("2026-11-19 08:00"))]).run(into: store)
  }

  @Test("another program that closes the store does not remove the log that this one writes to")
  func locksAreKept() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    let store = try Store(path: path, access: .create)
    try fill(store)
    // A second opening in one process must not give up the first one's locks.
    let reader = try Store(path: path, access: .read)
    // The tool removes the log if it thinks that it is the last program.
    #expect(try sqlite(path, "SELECT count(*) FROM sample") == "1")
    #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    _ = try store.change(.setGoals([.move: 321], on: day("2026-11-19")), title: "")
    #expect(try sqlite(path, "SELECT value FROM goal") == "321.0")
    withExtendedLifetime(reader) {}
  }

  #if os(Linux)
    @Test("reads that coincide open a limited number of descriptors, which stay open and are used again")
    func descriptors() throws {
      let test = try TestStore()
      /// Reads on many threads, and lets the first ones wait for each other.
      func read(meeting: Int) {
        let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let threads = (0..<20).map { index in
          let done = DispatchSemaphore(value: 0)
          Thread {
            _ = try? test.store.read { db in
              begun.signal()
              if index < meeting { end.wait() }
              return try Int.fetchOne(db, sql: "SELECT count(*) FROM sample")
            }
            done.signal()
          }.start()
          if index < meeting { begun.wait() }
          return done
        }
        for _ in 0..<meeting { end.signal() }
        for done in threads { done.wait() }
      }
      read(meeting: 5)
      let open = try openFiles(test.path)
      // A writer and five readers have the file and its log; its shared memory is open once.
      #expect(open == 2 * (1 + 5) + 1)
      for _ in 0..<10 { read(meeting: 5) }
      #expect(try openFiles(test.path) == open)
    }

    /// How many descriptors of this process are of a store's files.
    private func openFiles(_ path: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name))?.hasPrefix(path) == true
      }
    }
  #endif

  @Test("later batches of an import do not refer to rows that another program deleted between batches")
  func deletedBetweenBatches() throws {
    let test = try TestStore()
    let other = try Store(path: test.path, access: .write)
    let samples = (0..<4).map { index in
      FakeSample(
        RingType.stepCount, 10, from: date("2026-11-19 08:00") + Double(index) * 60, source: .app,
        metadata: [Metadata.Entry(key: "note", value: .text("rainy"))])
    }
    var batches = 0
    try FakeExport(samples).run(into: test.store, batchSize: 1) {
      batches += 1
      guard batches < samples.count else { return }
      let rows = try other.read { try Int64.fetchAll($0, sql: "SELECT id FROM sample") }
      try other.write { _ = try SampleDeleter.delete($0, rows: rows) }
    }
    #expect(try test.store.sampleTexts().filter { $0.contains("rainy") && $0.contains("Strides") }.count == 1)
    #expect(try test.store.strayRows() == [])
  }

  @Test("the last writer leaves an empty log, which costs later readers nothing", arguments: [false, true])
  func logIsEmptied(isRead: Bool) throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    var store: Store? = try Store(path: path, access: .create)
    // Another open connection keeps the writer from being the last.
    let reader = isRead ? try Store(path: path, access: .read) : nil
    if let store { try fill(store) }
    #expect(try #require(try size(path + "-wal")) > 0)
    store = nil
    #expect(try size(path + "-wal") == 0)
    #expect(try Store(path: path, access: .read).sampleCount() == 1)
    withExtendedLifetime(reader) {}
  }

  @Test("a writer in the middle of a transaction is not disturbed by readers, and they do not wait for it")
  func readsBesideWriter() throws {
    let test = try TestStore()
    try fill(test.store)
    let now = date("2026-11-19 12:00")
    // A reader that had to wait would wait forever, because the writer waits for the reader.
    try test.store.write { db in
      try db.execute(sql: "DELETE FROM day_summary")
      for _ in 0..<20 {
        let reader = try Store(path: test.path, access: .read, busyTimeout: 0)
        #expect(try reader.summary(at: now).move.value == 1)
        #expect(try reader.knownDays(upTo: day("2026-11-19")) != nil)
      }
    }
    #expect(try test.store.count("day_summary") == 0)
  }

  @Test("reading changes nothing in the store, and leaves no lock behind")
  func readsOnly() throws {
    let test = try TestStore()
    try fill(test.store)
    try test.store.checkpoint()
    let before = try Data(contentsOf: URL(filePath: test.path))
    let reader = try Store(path: test.path, access: .read)
    _ = try reader.summary(at: date("2026-11-19 12:00"))
    _ = try reader.summary(at: date("2026-11-25 12:00"))
    // With the reader still open, a writer that will not wait at all writes and empties the log.
    let writer = try Store(path: test.path, access: .write, busyTimeout: 0)
    #expect(try Data(contentsOf: URL(filePath: test.path)) == before)
    _ = try writer.change(.setGoals([.move: 321], on: day("2026-11-19")), title: "")
    try writer.checkpoint()
    #expect(try size(test.path + "-wal") == 0)
    #expect(try reader.summary(at: date("2026-11-19 12:00")).move.goal == 321)
  }
}
