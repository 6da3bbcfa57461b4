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
      .map { EditEntry(id: $0[0], title: $0[1]) }
  }

  /// Removes the latest entry from the log.
  static func popLatest(_ db: Database) throws -> (entry: EditEntry, inverse: StoreEdit)? {
    guard let row = try Row.fetchOne(db, sql: "SELECT id, title, inverse FROM edit ORDER BY id DESC LIMIT 1") else {
      return nil
    }
    let json: String = row[2]
    let inverse = try JSONDecoder().decode(StoreEdit.self, from: Data(json.utf8))
    let entry = EditEntry(id: row[0], title: row[1])
    try db.execute(sql: "DELETE FROM edit WHERE id = ?", arguments: [entry.id])
    return (entry, inverse)
  }
}

extension Store {
  /// The changes that can be undone, latest first.
  package func edits() throws -> [EditEntry] {
    try read { try EditLog.entries($0) }
  }

  /// Reverts the latest edit in one transaction.
  ///
  /// - Parameter expected: the edit to revert; nil for the latest, whichever it is.
  /// - Returns: the edit that was reverted; nil if there was none.
  /// - Throws: `StoreError` with the code `invalidArgument` if another edit was made after the expected one.
  package func undo(expected: Int64? = nil) throws -> EditEntry? {
    try write { db in
      guard let (entry, inverse) = try EditLog.popLatest(db) else { return nil }
      if let expected, expected != entry.id {
        throw StoreError(.invalidArgument, path: path, reason: "something else has changed since")
      }
      _ = try inverse.apply(db, path: path)
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
