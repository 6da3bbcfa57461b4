import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import StoreCare
@testable import StorePages

@Suite("Patches of copies")
struct StorePatchTests {
  private func file(_ bytes: [UInt8], _ directory: TestDirectory) throws -> Int32 {
    let path = directory.file("patch-\(UUID().uuidString)")
    try Data(bytes).write(to: URL(filePath: path))
    return open(path, O_RDONLY)
  }

  /// A copy, and a patch for it.
  private func makePatch(_ test: TestStore) throws -> (copy: String, patch: [UInt8]) {
    try StoreFixture.fill(test.store)
    let history = PageHistory(path: test.path)
    var reader = ServedReader(path: test.directory.file("copy.sqlite"))
    try reader.refresh(history)
    try test.store.setGoal(321, for: .move, on: day("2026-03-04"))
    return (reader.path, try ServedReader.bytes(history, known: reader.tag).bytes)
  }

  @Test("one that is malformed, truncated or for another store changes nothing")
  func wrong() throws {
    let test = try TestStore()
    let (copy, patch) = try makePatch(test)
    let before = try Data(contentsOf: URL(filePath: copy))
    let page = [UInt8](repeating: 7, count: 4_096)
    let two = PatchFormat.pair(4_096, 2)
    let empty = test.directory.file("empty")
    try Data().write(to: URL(filePath: empty))
    let wrong: [[UInt8]] = [
      [], Array(patch.dropLast()), patch + [0], PatchFormat.pair(4_096, 0), PatchFormat.pair(8_192, 1),
      PatchFormat.pair(0, 1), PatchFormat.pair(4_097, 1), two + PatchFormat.pair(1, 2) + page + page,
      two + PatchFormat.pair(0, 0), two + PatchFormat.pair(0xFFFF_FFFF, 0xFFFF_FFFF) + page,
      two + PatchFormat.pair(1, 1) + page + PatchFormat.pair(0, 1) + page,
      // Its first page is none.
      two + PatchFormat.pair(0, 1) + page,
    ]
    for bad in wrong {
      #expect(throws: StorePatch.Fault.wrong, "\(bad.prefix(24))") {
        try StorePatch(file(bad, test.directory)).apply(to: copy)
      }
      #expect(try Data(contentsOf: URL(filePath: copy)) == before)
    }
    let good = try StorePatch(file(patch, test.directory))
    #expect(throws: (any Error).self) { try good.apply(to: empty) }
    #expect(throws: (any Error).self) { try good.apply(to: test.directory.file("missing")) }
    // A store with a log is not a copy.
    #expect(throws: (any Error).self) { try good.apply(to: test.path) }
    try good.apply(to: copy)
    #expect(try Store(path: copy, access: .read).summary("2026-03-04").move.goal == 321)
    #expect(access(copy + "-journal", F_OK) != 0)
  }

  @Test("an open reader of the copy sees the change, and one in the middle of a read keeps its state")
  func readers() throws {
    let test = try TestStore()
    let (copy, bytes) = try makePatch(test)
    let patch = try StorePatch(file(bytes, test.directory))
    let reader = try Store(path: copy, access: .read)
    let before = try reader.dump()
    let other = try Store(path: copy, access: .read)
    try other.read { db in
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sample")
      #expect(throws: StorePatch.Fault.busy) { try patch.apply(to: copy, waiting: 50) }
    }
    #expect(try reader.dump() == before)
    try patch.apply(to: copy)
    #expect(try reader.summary("2026-03-04").move.goal == 321)
    #expect(try other.dump() == reader.dump())
  }

  @Test("a change that a killed process could not finish is undone by the next one")
  func killed() throws {
    let test = try TestStore()
    let (copy, bytes) = try makePatch(test)
    let before = try Data(contentsOf: URL(filePath: copy))
    let patch = try StorePatch(file(bytes, test.directory))
    for step in [StorePatch.Step.journal, .pages] {
      try patch.apply(to: copy, stoppingAfter: step)
      #expect(access(copy + "-journal", F_OK) == 0)
      #expect(try (Data(contentsOf: URL(filePath: copy)) == before) == (step == .journal))
      StorePatch.recover(copy)
      #expect(try Data(contentsOf: URL(filePath: copy)) == before)
      #expect(access(copy + "-journal", F_OK) != 0)
    }
    // Also if nobody has looked before the next change.
    try patch.apply(to: copy, stoppingAfter: .pages)
    try patch.apply(to: copy)
    #expect(try Store(path: copy, access: .read).summary("2026-03-04").move.goal == 321)
    #expect(try Store(path: copy, access: .read).read { try FileCheck.damage($0) } == nil)
  }

  @Test("a damaged table of deliveries is sent without content")
  func damagedDeliveries() throws {
    var random = SplitMix(seed: 5)
    for index in 0..<400 {
      var page = (0..<4_096).map { _ in UInt8.random(in: 0...255, using: &random) }
      // Pages of an index in name only.
      page[0] = index % 2 == 0 ? 10 : 2
      if index % 3 == 0 { page.replaceSubrange(3..<5, with: [0, 3]) }
      let sealed = try CommandSeal(root: 2, column: 4).sealed(pageSize: 4_096) { _ in page }
      #expect(sealed[2]?.count == 4_096)
    }
    // A record whose head is as long as can be counted, before a value of two bytes.
    var page = [UInt8](repeating: 0, count: 4_096)
    page.replaceSubrange(0..<10, with: [10, 0, 0, 0, 1, 0, 0, 0, 0, 100])
    page.replaceSubrange(100..<112, with: [60, 0xBF] + [UInt8](repeating: 0xFF, count: 8) + [2, 2])
    let sealed = try CommandSeal(root: 2, column: 4).sealed(pageSize: 4_096) { _ in page }
    #expect(sealed[2] == [UInt8](repeating: 0, count: 4_096))
  }
}
