import Foundation
import GRDB
import HealthModel
import HealthQueries
import StorePages
import Testing

@testable import HealthDatabase
@testable import StoreCare

@Suite("Copies of a store for other machines", .timeLimit(.minutes(5)))
struct PageHistoryTests {
  /// Bytes that no reader may get.
  private static let secret = "a-secret-command"

  /// Changes a store in one of the ways in which programs do.
  private static func change(
    _ store: inout Store, _ history: PageHistory, _ random: inout SplitMix
  ) throws {
    switch Int.random(in: 0..<13, using: &random) {
    case 0, 1: try FakeExport.random(seed: random.next(), days: 3).run(into: store)
    case 2, 3: try store.setGoal(Double.random(in: 100...900, using: &random), for: .move, on: day("2026-03-04"))
    case 4: if let last = try store.imports().last { _ = try store.undoImport(last.id) }
    // It fails while a state is held.
    case 5: try? store.checkpoint()
    case 6: history.settle()
    case 7:
      // The last one closes the log.
      let path = store.path
      store = try Store(path: path, access: .create, busyTimeout: 0.02)
    case 8:
      // Long commands continue on pages of their own, many registrations on several.
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let words = (0..<Int.random(in: 0...400, using: &random)).map { "\(secret) \($0)" }
        try store.register(
          DeliveryRegistration(
            client: "org.example.\(Int.random(in: 0..<40, using: &random))", type: RingType.stepCount,
            frequency: .hourly, command: ["/bin/echo", secret] + words))
      }
    case 9:
      try store.unregister(client: "org.example.\(Int.random(in: 0..<40, using: &random))", type: nil)
    case 10:
      // Another program.
      let other = try Store(path: store.path, access: .write)
      try other.setGoal(Double.random(in: 10...60, using: &random), for: .exercise, on: day("2026-03-05"))
    case 11:
      let rows = try store.read { try Int64.fetchAll($0, sql: "SELECT id FROM sample ORDER BY random() LIMIT 40") }
      try store.write { try SampleDeleter.delete($0, rows: rows) }
    default: _ = try store.summaries(day("2026-03-02")...day("2026-03-05"))
    }
  }

  private func dump(_ store: Store) throws -> [String: [String]] {
    var dump = try store.dump()
    // A reader learns of registrations, but not their commands.
    dump["delivery"] = dump["delivery"]?.map { String($0.split(separator: "command=")[0]) }
    return dump
  }

  @Test("each reader has all of the store after any history, and never a command", arguments: 1...4)
  func random(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let directory = try TestDirectory()
    var store = try Store(path: directory.file("health.sqlite"), access: .create, busyTimeout: 0.02)
    try StoreFixture.fill(store)
    // Of a small store, most would change.
    try store.write { try $0.execute(sql: "CREATE TABLE kept AS SELECT randomblob(2000000) AS content") }
    let history = PageHistory(path: store.path)
    var readers = (0..<3).map { ServedReader(path: directory.file("reader\($0).sqlite")) }
    for step in 0..<30 {
      for _ in 0..<Int.random(in: 1...3, using: &random) { try Self.change(&store, history, &random) }
      _ = try history.advance(isUse: Bool.random(using: &random))
      let index = Int.random(in: 0..<5, using: &random)
      guard index < readers.count else { continue }
      let sent = try readers[index].refresh(history)
      #expect(Data(sent).range(of: Data(Self.secret.utf8)) == nil, "step \(step)")
      let copy = try Store(path: readers[index].path, access: .read)
      #expect(try dump(copy) == dump(store), "step \(step)")
      #expect(try copy.read { try FileCheck.damage($0) } == nil, "step \(step)")
      // All bytes but the counters of changes are those that a new reader gets.
      var (bytes, fresh) = (try Data(contentsOf: URL(filePath: copy.path)), Data(try ServedReader.bytes(history).bytes))
      for index in [24..<28, 92..<100].joined() { (bytes[index], fresh[index]) = (0, 0) }
      #expect(bytes == fresh, "step \(step)")
    }
    for reader in readers { #expect(reader.whole.count <= 1, "\(reader.whole.count) \(reader.patches.count)") }
  }

  @Test("a change costs what it wrote, whatever the size of the store")
  func cost() throws {
    let test = try TestStore()
    try test.store.write { try $0.execute(sql: "CREATE TABLE filler (content)") }
    for _ in 0..<20 {
      try test.store.write { try $0.execute(sql: "INSERT INTO filler VALUES (randomblob(1000000))") }
    }
    let history = PageHistory(path: test.path)
    var reader = ServedReader(path: test.directory.file("reader.sqlite"))
    try reader.refresh(history)
    for value in 1...100 {
      try test.store.setGoal(Double(100 + value), for: .move, on: day("2026-03-04"))
      try reader.refresh(history)
    }
    #expect(reader.whole.count == 1 && reader.whole[0] > 20_000_000)
    #expect(reader.patches.count == 100 && (reader.patches.max() ?? 0) < 100_000, "\(reader.patches)")
    try reader.refresh(history)
    #expect(reader.patches.count == 100)
  }

  @Test("the log begins again although each of its states is held until the next")
  func logEnds() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    try test.store.write {
      try $0.execute(
        sql: "CREATE TABLE kept AS SELECT randomblob(6000000) AS content; CREATE TABLE filler (content)")
    }
    let history = PageHistory(path: test.path)
    var reader = ServedReader(path: test.directory.file("reader.sqlite"))
    try reader.refresh(history)
    for round in 0..<60 {
      try test.store.write {
        try $0.execute(sql: "DELETE FROM filler; INSERT INTO filler VALUES (randomblob(1000000))")
      }
      _ = try history.advance(isUse: false)
      if round % 7 == 0 { try reader.refresh(history) }
    }
    let size = try #require(try FileManager.default.attributesOfItem(atPath: test.path + "-wal")[.size] as? Int)
    #expect(size < 3 * Connection.longestIdleLog / 2, "\(size)")
    try reader.refresh(history)
    #expect(reader.whole.count == 1)
    #expect(try dump(Store(path: reader.path, access: .read)) == dump(test.store))
    // Nothing prevents a restoration after a quiet moment.
    history.settle()
    let backup = test.directory.file("backup.sqlite")
    try StoreBackup.write(path: test.path, to: backup)
    #expect(try StoreBackup.restore(path: test.path, from: backup, busyTimeout: 1) != nil)
    try reader.refresh(history)
    #expect(reader.whole.count == 2)
    #expect(try dump(Store(path: reader.path, access: .read)) == dump(Store(path: test.path, access: .read)))
  }

  @Test("a store that was taken back to an earlier state has another tag, whatever its number of changes")
  func takenBack() throws {
    let test = try TestStore()
    let path = test.directory.file("other.sqlite")
    func files(_ name: String) -> [(String, String)] {
      ["", "-wal"].map { (path + $0, test.directory.file(name + $0)) }
    }
    let kept = files("kept")
    var reader = ServedReader(path: test.directory.file("reader.sqlite"))
    do {
      let store = try Store(path: path, access: .create)
      try StoreFixture.fill(store)
      for (from, to) in kept { try FileManager.default.copyItem(atPath: from, toPath: to) }
      try store.setGoal(111, for: .move, on: day("2026-03-04"))
      try reader.refresh(PageHistory(path: path))
    }
    let version = try Store(path: reader.path, access: .read).version()
    for (from, to) in kept {
      try FileManager.default.removeItem(atPath: from)
      try FileManager.default.copyItem(atPath: to, toPath: from)
    }
    let store = try Store(path: path, access: .write)
    try store.setGoal(222, for: .move, on: day("2026-03-04"))
    #expect(try store.version() == version)
    try reader.refresh(PageHistory(path: path))
    #expect(try Store(path: reader.path, access: .read).summary("2026-03-04").move.goal == 222)
  }

  @Test("a reader never sees half of a change, while others write, checkpoint and close")
  func beside() async throws {
    let test = try TestStore()
    let path = test.path
    try StoreFixture.fill(test.store)
    try test.store.write {
      try $0.execute(sql: "CREATE TABLE kept AS SELECT randomblob(6000000) AS content; CREATE TABLE pair (a, b)")
    }
    let history = PageHistory(path: path)
    var reader = ServedReader(path: test.directory.file("reader.sqlite"))
    try reader.refresh(history)
    async let writers: Void = withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<3 {
        group.addTask {
          for round in 0..<15 {
            let store = try Store(path: path, access: .write)
            try store.write { db in
              try db.execute(
                sql: "INSERT INTO pair VALUES (1, randomblob(5000)); INSERT INTO pair VALUES (-1, randomblob(5000))")
              _ = try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil)
            }
            if writer == 1, round % 3 == 0 {
              try? Store(path: path, access: .write, busyTimeout: 0).checkpoint()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for round in 0..<30 {
      try reader.refresh(history)
      if round % 10 == 9 { history.settle() }
      let copy = try Store(path: reader.path, access: .read)
      #expect(try copy.read { try Int.fetchOne($0, sql: "SELECT ifnull(sum(a), 0) FROM pair") } == 0)
      #expect(try copy.read { try FileCheck.structuralDamage($0) } == nil)
    }
    try await writers
    try reader.refresh(history)
    let copy = try Store(path: reader.path, access: .read)
    #expect(try copy.count("pair") == 90)
    #expect(try dump(copy) == dump(test.store))
    #expect(reader.whole.count == 1, "\(reader.whole) \(reader.patches.count)")
  }
}
