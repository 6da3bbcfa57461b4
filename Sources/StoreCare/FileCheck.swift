import GRDB
import HealthDatabase
import HealthModel
import StoreFiles

/// SQLite's own checks of a file, and what it can rebuild.
enum FileCheck {
  /// What SQLite finds wrong in a file.
  enum Damage {
    /// Tables and indexes are readable, but indexes differ from their tables, which is all that a rebuild changes.
    case indexes([String])
    case file([String])

    var problems: String {
      switch self {
      case .indexes(let problems), .file(let problems): problems.joined(separator: "; ")
      }
    }
  }

  /// The most problems that are named.
  private static let most = 5

  /// Checks every page, row and index entry.
  ///
  /// - Returns: nil if there is nothing wrong.
  /// - Complexity: O(n log n) in the rows.
  static func damage(_ db: Database) throws -> Damage? {
    let problems = try problems(db, "integrity_check")
    guard !problems.isEmpty else { return nil }
    // The same check without the comparison of indexes with tables.
    let others = try self.problems(db, "quick_check")
    return others.isEmpty ? .indexes(problems) : .file(others)
  }

  /// Checks every page and row, but does not compare indexes with tables: enough for a copy that has been transferred,
  /// whose origin is checked.
  ///
  /// - Complexity: O(n) in the rows.
  static func structuralDamage(_ db: Database) throws -> Damage? {
    let problems = try problems(db, "quick_check")
    return problems.isEmpty ? nil : .file(problems)
  }

  private static func problems(_ db: Database, _ check: String) throws -> [String] {
    // A row may have several lines, the first of which names the database.
    let lines = try String.fetchAll(db, sql: "PRAGMA \(check)(\(most))").flatMap { $0.split(separator: "\n") }
    return lines.filter { $0 != "ok" && !$0.hasPrefix("***") }.prefix(most).map(String.init)
  }

  /// Rebuilds all indexes of a store from its tables, without upgrading it. Rolled back as a whole if that does not
  /// mend it.
  ///
  /// - Returns: whether the file is free of damage afterwards. It is not if a column with unique values has equal ones.
  static func rebuildIndexes(path: String, busyTimeout: Double, control: WorkControl) throws -> Bool {
    try StoreError.translating(path: path) {
      let queue = try Opening.forMaintenance(path: path, busyTimeout: busyTimeout)
      defer { try? queue.close() }
      let change: Int64? = try queue.writeWithoutTransaction { db in
        var change: Int64?
        try Interruption.watching(control.isCancelled, db) {
          try db.inTransaction(.immediate) {
            do {
              try db.execute(sql: "REINDEX")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
              return .rollback
            }
            guard try damage(db) == nil else { return .rollback }
            change = try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil)
            return .commit
          }
        }
        return change
      }
      if let change { ChangeSignal(storePath: path).send(change: change) }
      return change != nil
    }
  }
}
