package import Foundation
import GRDB
package import HealthModel

/// What the user has done by hand, latest last, each with the edit that takes it back.
enum EditLog {
  /// Older entries are forgotten.
  static let capacity = 100

  static func append(_ db: Database, title: String, inverse: StoreEdit) throws -> EditEntry {
    let json = String(decoding: try JSONEncoder().encode(inverse), as: UTF8.self)
    try db.execute(sql: "INSERT INTO edit (title, inverse) VALUES (?, ?)", arguments: [title, json])
    let id = db.lastInsertedRowID
    try db.execute(sql: "DELETE FROM edit WHERE id <= ?", arguments: [id - Int64(capacity)])
    return EditEntry(id: id, title: title)
  }

  static func entries(_ db: Database) throws -> [EditEntry] {
    // A store of before has no such table until it is next written to.
    guard try db.tableExists("edit") else { return [] }
    return try Row.fetchAll(db, sql: "SELECT id, title FROM edit ORDER BY id DESC")
      .map { EditEntry(id: $0[0], title: $0[1]) }
  }

  /// Takes the latest entry out of the log.
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
  /// What can be undone, latest first.
  package func edits() throws -> [EditEntry] {
    try read { try EditLog.entries($0) }
  }

  /// Takes the latest edit back, in one transaction.
  ///
  /// - Parameter expected: the edit that is meant; nil for the latest, whichever it is.
  /// - Returns: the edit that was taken back; nil where there was none.
  /// - Throws: `StoreError` with the code `invalidArgument` where another edit has been made since the expected one.
  package func undo(expected: Int64? = nil) throws -> EditEntry? {
    try write { db in
      guard let (entry, inverse) = try EditLog.popLatest(db) else { return nil }
      if let expected, expected != entry.id {
        throw StoreError(.invalidArgument, path: path, reason: "something else has been changed since")
      }
      _ = try inverse.apply(db, path: path)
      return entry
    }
  }

  /// Writes down that samples were entered by hand, so that undo deletes them.
  package func recordEntered(_ samples: [UUID], title: String) throws -> EditEntry {
    try write { db in
      var inverse = StoreEdit()
      inverse.deletedSamples = samples
      return try EditLog.append(db, title: title, inverse: inverse)
    }
  }
}
