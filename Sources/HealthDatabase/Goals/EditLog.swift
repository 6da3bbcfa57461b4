package import Foundation
import GRDB
package import HealthModel

/// The user's manual changes, latest last, each with the edit that reverts it.
enum EditLog {
  /// The maximum number of entries; older ones are removed.
  static let capacity = 100

  static func append(_ db: Database, title: String, inverse: StoreEdit) throws -> EditEntry {
    let json = String(decoding: try JSONEncoder().encode(inverse), as: UTF8.self)
    try db.execute(sql: "INSERT INTO edit (title, inverse) VALUES (?, ?)", arguments: [title, json])
    let id = db.lastInsertedRowID
    try db.execute(sql: "DELETE FROM edit WHERE id <= ?", arguments: [id - Int64(capacity)])
    return EditEntry(id: id, title: title)
  }

  static func entries(_ db: Database) throws -> [EditEntry] {
    // A store of an earlier version has no such table until it is opened for writing.
    guard try db.tableExists("edit") else { return [] }
    return try Row.fetchAll(db, sql: "SELECT id, title FROM edit ORDER BY id DESC")
      .map { EditEntry(id: try $0.value(0, "edit"), title: try $0.value(1, "edit")) }
  }

  /// The latest entry, with the edit that reverts it as it is stored.
  static func latest(_ db: Database) throws -> (entry: EditEntry, inverse: String)? {
    try Row.fetchOne(db, sql: "SELECT id, title, inverse FROM edit ORDER BY id DESC LIMIT 1").map { row in
      (
        EditEntry(id: try row.value(0, "edit"), title: try row.value(1, "edit")), try row.value(2, "edit")
      )
    }
  }

  static func remove(_ db: Database, _ entry: EditEntry) throws {
    try db.execute(sql: "DELETE FROM edit WHERE id = ?", arguments: [entry.id])
  }
}

extension Store {
  /// The changes that can be undone, latest first.
  package func edits() throws -> [EditEntry] {
    try read { try EditLog.entries($0) }
  }

  /// Reverts the latest edit in one transaction.
  ///
  /// - Parameters:
  ///   - expected: the edit to revert; nil for the latest, whichever it is.
  ///   - passingOver: whether the edit is only removed from the list, so that the one before it can be reverted.
  /// - Returns: the edit that was reverted or passed over; nil if there was none.
  /// - Throws: `StoreError` with the code `invalidArgument` if another edit was made after the expected one;
  ///   `conflict` if the edit cannot be reverted, because of what has been stored since.
  package func undo(expected: Int64? = nil, passingOver: Bool = false) throws -> EditEntry? {
    try write { db in
      guard let (entry, inverse) = try EditLog.latest(db) else { return nil }
      if let expected, expected != entry.id {
        throw StoreError(.invalidArgument, path: path, reason: "something else has changed since")
      }
      try EditLog.remove(db, entry)
      guard !passingOver else { return entry }
      do {
        _ = try JSONDecoder().decode(StoreEdit.self, from: Data(inverse.utf8)).apply(db, in: self)
      } catch let error as StoreError where error.code == .invalidArgument {
        throw StoreError(.conflict, path: path, reason: "\"\(entry.title)\" cannot be undone: \(error.reason)")
      } catch let error as DecodingError {
        throw StoreError(
          .conflict, path: path, reason: "\"\(entry.title)\" cannot be undone: its entry in the store is damaged",
          underlying: error)
      }
      return entry
    }
  }

  /// Records that samples were entered by hand, so that undo deletes them.
  @discardableResult
  package func recordEntered(_ samples: [UUID], title: String) throws -> EditEntry {
    try write { db in
      var inverse = StoreEdit()
      inverse.deletedSamples = samples
      return try EditLog.append(db, title: title, inverse: inverse)
    }
  }
}
