import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

@Suite("Restoring a sample that was deleted by hand")
struct DeletedSampleTests {
  @Test("undo restores every sample of a store unchanged, with its workouts, correlations, metadata and import")
  func everySample() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    let before = try test.store.sampleTexts()
    let imports = try test.store.imports().map(\.samples)
    let files = try test.store.fileTexts()
    #expect(files.count == 4)
    let rows = try test.store.read { db in
      try Int64.fetchAll(
        db, sql: "SELECT sample.id FROM sample JOIN sample_type t ON t.id = type_id WHERE t.kind IN (0, 1) ORDER BY 1")
    }
    // Every tenth sample, and all those that belong to something.
    let tied = try test.store.read { db in
      try Int64.fetchSet(
        db,
        sql: "SELECT sample_id FROM workout_sample UNION SELECT sample_id FROM correlation_member UNION "
          + "SELECT sample_id FROM attachment")
    }
    let chosen = rows.enumerated().filter { $0.offset.isMultiple(of: 10) || tied.contains($0.element) }.map(\.element)
    #expect(chosen.count > 10)
    for row in chosen {
      let uuid = try test.store.uuid(ofRow: row)
      let detail = try #require(try test.store.sample(uuid: uuid))
      #expect(try test.store.delete(sample: uuid, title: "delete it")?.title == "delete it")
      #expect(try test.store.sample(uuid: uuid) == nil)
      #expect(try test.store.delete(sample: uuid, title: "again") == nil)
      #expect(try test.store.sampleTexts().count == before.count - 1)
      #expect(try test.store.undo()?.title == "delete it")
      var back = try #require(try test.store.sample(uuid: uuid))
      back.entry.row = detail.entry.row
      back.entry.cursor = detail.entry.cursor
      #expect(back == detail)
    }
    #expect(try test.store.sampleTexts().map(Self.withoutIdentity) == before.map(Self.withoutIdentity))
    #expect(try test.store.imports().map(\.samples) == imports)
    #expect(try test.store.fileTexts() == files)
    #expect(try StoreCheck.run(path: test.path, repairs: false).findings.filter { $0.code != .littleSpace } == [])
  }

  /// A restored sample keeps its identity in a separate table.
  private static func withoutIdentity(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).enumerated().map { index, part in
      index == 7 ? "\((Int64(part) ?? 0) & ~SampleFlag.hasOwnUUID)" : String(part)
    }.joined(separator: "|")
  }

  @Test("a workout cannot be deleted this way, and nothing is recorded for it")
  func workouts() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    let row = try #require(
      try test.store.read { db in
        try Int64.fetchOne(
          db, sql: "SELECT sample.id FROM sample JOIN sample_type t ON t.id = type_id WHERE t.kind = 3")
      })
    let uuid = try test.store.uuid(ofRow: row)
    let edits = try test.store.edits()
    #expect(storeErrorCode { try test.store.delete(sample: uuid, title: "") } == .invalidArgument)
    #expect(try test.store.sample(uuid: uuid) != nil)
    #expect(try test.store.edits() == edits)
  }

  @Test("changes recorded before samples could be restored can still be undone")
  func olderEntries() throws {
    let test = try TestStore()
    try test.store.write { db in
      try db.execute(
        sql: "INSERT INTO edit (title, inverse) VALUES ('old', ?)",
        arguments: [#"{"dayGoals":[],"schedule":[],"pauses":[],"deletedSamples":[]}"#])
    }
    #expect(try test.store.undo()?.title == "old")
  }
}

extension Store {
  /// The known creation dates of samples, and their files with their contents.
  fileprivate func fileTexts() throws -> [String] {
    try read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT 'created ' || created FROM sample WHERE created IS NOT NULL
          UNION ALL SELECT hex(uuid) || name || content_type || size || created || metadata
            || (SELECT group_concat(hex(content)) FROM attachment_chunk WHERE attachment_id = attachment.id)
          FROM attachment
          ORDER BY 1
          """)
    }
  }
}
