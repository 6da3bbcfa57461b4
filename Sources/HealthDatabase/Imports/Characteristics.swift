package import Foundation
package import GRDB
import HealthModel

/// The facts about the user that exports print in their `Me` element.
package enum Characteristics {
  /// Stores what is new in the export.
  ///
  /// - Returns: whether it differs from the newest export up to its date.
  package static func store(
    _ db: Database, _ values: [String: String], importID: Int64, exportDate: Date
  ) throws -> Bool {
    let time = exportDate.timeIntervalSinceReferenceDate
    var hasChanged = false
    for (name, value) in values {
      let known = try String.fetchOne(
        db,
        sql: """
          SELECT value FROM characteristic WHERE name = ? AND export_date <= ?
          ORDER BY export_date DESC, import_id DESC LIMIT 1
          """, arguments: [name, time])
      guard !known.hasSameBytes(as: value) else { continue }
      try db.execute(
        sql: "INSERT OR REPLACE INTO characteristic (name, import_id, export_date, value) VALUES (?, ?, ?, ?)",
        arguments: [name, importID, time, value])
      hasChanged = true
    }
    return hasChanged
  }

  /// Those from the newest export.
  package static func all(_ db: Database) throws -> [String: String] {
    let rows = try Row.fetchAll(db, sql: "SELECT name, value FROM characteristic ORDER BY export_date, import_id")
    return Dictionary(try rows.map { (try $0.value(0, "characteristic"), try $0.value(1, "characteristic")) }) { $1 }
  }
}

extension Store {
  /// The characteristics from the newest export: `HKCharacteristicTypeIdentifierBloodType`, `HKBloodTypeOPositive`.
  package func characteristics() throws -> [String: String] {
    try read(Characteristics.all)
  }
}
