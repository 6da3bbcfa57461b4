import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

/// A separate directory for one test, deleted with this object.
final class TestDirectory: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { path + "/" + name }
}

/// A new store in its own directory.
final class TestStore: Sendable {
  let directory: TestDirectory
  let store: Store

  init() throws {
    directory = try TestDirectory()
    store = try Store(path: directory.file("health.sqlite"), access: .create)
  }

  var path: String { store.path }

  /// Runs statements as damage to the file would: neither kinds of values nor references are checked.
  func damage(_ sql: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { try $0.plant(sql) }
    try queue.close()
  }
}

extension Store {
  /// Every row of every table as text, so that two states can be compared completely. The last numbers that were used are
  /// not part of it. Without the log it contains none of its types.
  func dump(without tables: Set<String> = []) throws -> [String: [String]] {
    try read { db in
      var result: [String: [String]] = [:]
      let tables = tables.union(tables.contains("change") ? ["change_type"] : []).union(["sqlite_sequence"])
      for table in try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
      where !tables.contains(table) {
        result[table] = try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"").map { row in
          row.map { "\($0)=\($1)" }.joined(separator: " ")
        }.sorted()
      }
      return result
    }
  }

  /// The contents of the samples, without their row ids.
  func sampleTexts() throws -> [String] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT identifier, unit, start, end, sample.value, source.name, source.hardware, flags, content,
            (SELECT count(*) FROM correlation_member WHERE sample_id = sample.id) AS correlations,
            (SELECT count(*) FROM correlation_member WHERE correlation_id = sample.id) AS members
          FROM sample JOIN sample_type ON sample_type.id = type_id JOIN provenance ON provenance.id = provenance_id
          JOIN source ON source.id = provenance.source_id LEFT JOIN metadata_set ON metadata_set.id = metadata_id
          """
      ).map { row in row.map { "\($1)" }.joined(separator: "|") }.sorted()
    }
  }

  func count(_ table: String) throws -> Int {
    try read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \"\(table)\"") ?? 0 }
  }
}

/// The code of the `StoreError` that the body throws, or nil if it throws none.
func storeErrorCode<Result>(_ body: () throws -> Result) -> StoreError.Code? {
  do {
    _ = try body()
    return nil
  } catch let error as StoreError {
    return error.code
  } catch {
    Issue.record("not a StoreError: \(error)")
    return nil
  }
}

func mode(ofFile path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

/// A small seeded generator: the same seed gives the same case on every machine.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension Database {
  /// Runs statements that may store values of the wrong kind, as damage to the file does: strict tables refuse them.
  func plant(_ sql: String) throws {
    let tables = try Row.fetchAll(
      self, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%) STRICT%'")
    func setTables(_ text: (String) -> String) throws {
      try execute(sql: "PRAGMA writable_schema = ON")
      for table in tables {
        try execute(
          sql: "UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?",
          arguments: [text(table[1]), table[0] as String])
      }
      try execute(sql: "PRAGMA writable_schema = RESET")
    }
    try setTables {
      $0.replacing(") STRICT, WITHOUT ROWID", with: ") WITHOUT ROWID").replacing(") STRICT", with: ")")
    }
    defer { try? setTables { $0 } }
    try execute(sql: sql)
  }
}
