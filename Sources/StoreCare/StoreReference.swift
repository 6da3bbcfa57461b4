import GRDB
import HealthDatabase

/// A foreign key: a column whose values are rows of another table.
struct StoreReference {
  var table: String
  var column: String
  var parent: String
  var key: String
  /// Whether a row without its parent is useless and may be deleted.
  var isRepairable: Bool

  /// - Parameter isRepairable: data of samples is never deleted.
  private init(_ table: String, _ column: String, _ parent: String, _ key: String = "id", isRepairable: Bool = true) {
    self.table = table
    self.column = column
    self.parent = parent
    self.key = key
    self.isRepairable = isRepairable
  }

  static let all: [StoreReference] =
    [
      StoreReference("sample", "type_id", "sample_type", isRepairable: false),
      StoreReference("sample", "provenance_id", "provenance", isRepairable: false),
      StoreReference("sample", "metadata_id", "metadata_set", isRepairable: false),
      StoreReference("provenance", "source_id", "source", isRepairable: false),
      StoreReference("provenance", "device_id", "device", isRepairable: false),
      StoreReference("metadata_entry", "set_id", "metadata_set"),
      StoreReference("metadata_entry", "key_id", "metadata_key", isRepairable: false),
      StoreReference("total", "type_id", "sample_type"),
      StoreReference("source_order", "type_id", "sample_type"),
      StoreReference("workout", "sample_id", "sample"),
      StoreReference("sample_uuid", "sample_id", "sample"),
      StoreReference("sync_object", "sample_id", "sample"),
      StoreReference("correlation_member", "correlation_id", "sample"),
      StoreReference("correlation_member", "sample_id", "sample"),
      StoreReference("workout_sample", "sample_id", "sample"),
      StoreReference("route", "sample_id", "sample"),
      StoreReference("route_chunk", "route_id", "route", "sample_id"),
      StoreReference("sample_data", "sample_id", "sample"),
      StoreReference("attachment", "sample_id", "sample"),
      StoreReference("attachment_chunk", "attachment_id", "attachment"),
    ]
    + ["import_rows", "apple_summary", "characteristic", "route", "sample_data", "attachment"].map {
      StoreReference($0, "import_id", "import", isRepairable: false)
    }
    + ["workout_activity", "workout_event", "workout_statistics", "workout_route", "workout_sample"].map {
      StoreReference($0, "workout_id", "workout", "sample_id")
    }

  private var condition: String {
    "\(column) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(parent) AS parent WHERE parent.\(key) = \(table).\(column))"
  }

  /// Whether totals and summaries cannot be computed without the row that is missing.
  var isNeeded: Bool { !isRepairable && parent != "import" }

  /// A store of an earlier format lacks the tables and columns of later ones.
  private func isThere(_ db: Database) throws -> Bool {
    try db.tableExists(table) && db.columns(in: table).contains { $0.name == column }
  }

  /// How many rows refer to one that does not exist.
  func count(_ db: Database) throws -> Int {
    guard try isThere(db) else { return 0 }
    return try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table) WHERE \(condition)") ?? 0
  }

  /// Deletes the rows that refer to one that does not exist.
  func repair(_ db: Database) throws {
    guard isRepairable, try isThere(db) else { return }
    try db.execute(sql: "DELETE FROM \(table) WHERE \(condition)")
  }
}
