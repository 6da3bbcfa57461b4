import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

/// A wrong value, or a lost row, where a store repeats what it also knows from elsewhere.
///
/// What it knows only once (the value of a sample, a goal) cannot be checked.
struct HistoryFault: CustomTestStringConvertible {
  var table: String
  /// nil for a lost row.
  var assignment: String?

  init(_ table: String, _ assignment: String? = nil) {
    self.table = table
    self.assignment = assignment
  }

  var testDescription: String { "\(table) \(assignment ?? "lacks a row")" }

  private static let faults: [(table: String, assignment: String?)] = [
    ("provenance", "uses = uses + 1"),
    ("metadata_set", "uses = uses + 1"),
    ("source_type", "uses = uses + 1"),
    ("provenance", "uses = uses - 1"),
    ("metadata_set", "uses = uses - 1"),
    ("source_type", "uses = uses - 1"),
    ("metadata_set", "digest = digest + 1"),
    ("metadata_set", "content = substr(content, 2)"),
    ("metadata_entry", nil),
    ("metadata_key", nil),
    ("metadata_key", "name = name || 'x'"),
    ("source_type", nil),
    ("source_type", "first_start = first_start - 3600"),
    ("source", "class = 9"),
    ("source", nil),
    ("provenance", nil),
    ("sample_type", nil),
    ("sample_type", "longest = 0"),
    ("sample_type", "has_long = 1 - has_long"),
    ("sample", "flags = flags ^ 1"),
    ("sample", "flags = flags ^ 2"),
    ("sample", "flags = flags ^ 4"),
    ("sample_uuid", nil),
    ("sample", "end = start - 1"),
    ("sample", "metadata_id = 4711"),
    ("sample", "provenance_id = 4711"),
    ("import", nil),
    ("import", "samples = samples + 1"),
    ("import_rows", nil),
    ("import_rows", "last_sample = last_sample + 1"),
    ("import_rows", "import_id = 4711"),
    ("change", nil),
    ("change", "last_sample = last_sample - 1"),
    ("change_type", nil),
    ("total", nil),
    ("total", "content = zeroblob(length(content))"),
    ("day_summary", nil),
    ("day_summary", "move = move + 1"),
    ("day_summary", "stand_goal = 4"),
    ("day_summary", "start = start + 60"),
    ("day_summary", "computed_exercise = 3"),
    ("day_summary", "stale = 1 - stale"),
    ("workout", nil),
    ("sync_object", "type_id = 4711"),
    ("tombstone", "type_id = 4711"),
  ]

  static let all = faults.map { HistoryFault($0.table, $0.assignment).replacingXor }

  /// SQLite has no operator for it.
  private var replacingXor: HistoryFault {
    guard let parts = assignment?.firstMatch(of: /^(\w+) = \w+ \^ (\d)$/) else { return self }
    let (column, bit) = (parts.1, parts.2)
    return HistoryFault(table, "\(column) = (\(column) & ~\(bit)) | (~\(column) & \(bit))")
  }

  /// Damages one row, chosen modulo their number.
  ///
  /// - Returns: whether there is one, and it has changed.
  func plant(in path: String, row number: Int) throws -> Bool {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    return try queue.write { db in
      let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
      guard count > 0 else { return false }
      let key = try db.primaryKey(table).columns.joined(separator: ", ")
      let row = "(\(key)) IN (SELECT \(key) FROM \(table) ORDER BY \(key) LIMIT 1 OFFSET \(number % count))"
      let statement = assignment.map { "UPDATE OR IGNORE \(table) SET \($0)" } ?? "DELETE FROM \(table)"
      try db.execute(sql: "\(statement) WHERE \(row)")
      return db.changesCount > 0
    }
  }
}
