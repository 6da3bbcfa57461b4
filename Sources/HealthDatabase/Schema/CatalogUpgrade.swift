import GRDB
import HealthModel

/// Upgrades a store when the program's catalog of types has grown: samples of types that were unknown when they were
/// stored are converted to the new definition, so that queries find them and the next export matches them.
enum CatalogUpgrade {
  private static let key = "catalog"

  /// A hash of the catalogs, which changes with any change of them.
  private static let current: Int64 = {
    var text = ""
    for entry in QuantityTypeCatalog.all { text += "\(entry.identifier) \(entry.unit.unitString)\n" }
    for entry in CategoryTypeCatalog.all {
      text += entry.identifier
      for member in entry.values.members { text += " \(member.symbol) \(member.rawValue)" }
      text += "\n"
    }
    for entry in WorkoutActivityCatalog.all { text += "\(entry.symbol) \(entry.rawValue)\n" }
    return MetadataCoding.digest(text)
  }()

  static func isNeeded(_ db: Database) throws -> Bool {
    try Int64.fetchOne(db, sql: "SELECT value FROM info WHERE key = ?", arguments: [key]) != current
  }

  static func store(_ db: Database) throws {
    try db.execute(sql: "INSERT OR REPLACE INTO info (key, value) VALUES (?, ?)", arguments: [key, current])
  }

  /// Must run in a transaction, before derived values are updated.
  ///
  /// - Returns: the types whose samples have changed.
  @discardableResult
  static func run(_ db: Database) throws -> Set<Int64> {
    var changed: Set<Int64> = []
    for type in try SampleTypeRow.fetchAll(db) {
      if let id = try upgrade(db, type) { changed.insert(id) }
    }
    for id in changed {
      if let type = try SampleTypeRow.fetch(db, id: id) { try DerivedData.invalidateAll(db, type: type) }
    }
    if !changed.isEmpty {
      try SummaryTable.materialize(db)
      try TotalsTable.materialize(db)
    }
    try store(db)
    return changed
  }

  /// - Returns: the row that the type's samples now have, nil if nothing has changed.
  private static func upgrade(_ db: Database, _ type: SampleTypeRow) throws -> Int64? {
    let kind: SampleKind
    let unit: String
    var conversion = UnitConversion.identity
    if let entry = QuantityTypeCatalog.entry(for: type.identifier) {
      kind = .quantity
      unit = entry.unit.unitString
      guard type.kind != .quantity || type.unit != unit else { return nil }
      // Values that cannot be converted remain unchanged.
      guard let from = try? HealthUnit(parsing: type.unit), let known = from.conversion(to: entry.unit) else {
        return nil
      }
      conversion = known
    } else if CategoryTypeCatalog.entry(for: type.identifier) != nil {
      kind = .category
      unit = ""
      let hasChanged = try readSymbols(db, type, from: nil) {
        CategoryTypeCatalog.rawValue(printed: $0, for: type.identifier)
      }
      guard type.kind != .category || type.unit != unit else { return hasChanged ? type.id : nil }
    } else if type.identifier == TypeIdentifier.workout {
      let hasChanged = try readSymbols(
        db, type, from: WorkoutActivityCatalog.other, WorkoutActivityCatalog.rawValue(printed:))
      return hasChanged ? type.id : nil
    } else {
      return nil
    }
    if !conversion.isIdentity { try convert(db, type, by: conversion) }
    var registry = Registry()
    let target = try registry.type(db, identifier: type.identifier, unit: unit)
    if let target, target.id != type.id {
      try merge(db, type, into: target)
      return target.id
    }
    try db.execute(
      sql: "UPDATE sample_type SET kind = ?, unit = ? WHERE id = ?", arguments: [kind.rawValue, unit, type.id])
    return type.id
  }

  private static func convert(_ db: Database, _ type: SampleTypeRow, by conversion: UnitConversion) throws {
    let read = try RawStatement(
      db, "SELECT id, value FROM sample WHERE type_id = ? AND value IS NOT NULL AND id > ? ORDER BY id LIMIT 4096")
    let update = try RawStatement(db, "UPDATE sample SET value = ? WHERE id = ?")
    var last: Int64 = 0
    while true {
      var values: [(id: Int64, value: Double)] = []
      read.bind(1, type.id)
      read.bind(2, last)
      while try read.step() { values.append((read.int64(0), read.double(1))) }
      guard let end = values.last else { return }
      last = end.id
      for entry in values {
        update.bind(1, conversion(entry.value))
        update.bind(2, entry.id)
        try update.run()
      }
    }
  }

  /// Converts the symbols of values that were not in the catalog. They also remain in the metadata, whose sets are shared.
  ///
  /// - Parameters:
  ///   - placeholder: the value of a sample whose symbol was unknown.
  ///   - read: the value of a symbol; nil if it is still unknown.
  private static func readSymbols(
    _ db: Database, _ type: SampleTypeRow, from placeholder: Int?, _ read: (String) -> Int?
  ) throws -> Bool {
    let sets = try Row.fetchCursor(
      db,
      sql: """
        SELECT DISTINCT m.id, m.content FROM metadata_entry e CROSS JOIN metadata_set m ON m.id = e.set_id
        WHERE e.key_id = (SELECT id FROM metadata_key WHERE name = ?)
        """, arguments: [MetadataKey.unknownValue])
    var values: [(set: Int64, value: Int)] = []
    while let row = try sets.next() {
      guard case .text(let symbol) = try MetadataCoding.decode(row.value(1, "metadata_set"))[MetadataKey.unknownValue],
        let value = read(symbol)
      else { continue }
      values.append((try row.value(0, "metadata_set"), value))
    }
    guard !values.isEmpty else { return false }
    try db.execute(sql: "CREATE TEMP TABLE read_symbol (set_id INTEGER PRIMARY KEY, value INTEGER NOT NULL)")
    defer { try? db.execute(sql: "DROP TABLE temp.read_symbol") }
    let insert = try db.cachedStatement(sql: "INSERT INTO temp.read_symbol (set_id, value) VALUES (?, ?)")
    for entry in values { try insert.execute(arguments: [entry.set, entry.value]) }
    try db.execute(
      sql: """
        UPDATE sample SET value = (SELECT value FROM temp.read_symbol WHERE set_id = metadata_id)
        WHERE type_id = ? AND value IS ? AND metadata_id IN (SELECT set_id FROM temp.read_symbol)
        """, arguments: [type.id, placeholder])
    return db.changesCount > 0
  }

  /// Moves the samples of one type row to another.
  private static func merge(_ db: Database, _ old: SampleTypeRow, into new: SampleTypeRow) throws {
    try db.execute(sql: "UPDATE sample SET type_id = ? WHERE type_id = ?", arguments: [new.id, old.id])
    try db.execute(sql: "UPDATE tombstone SET type_id = ? WHERE type_id = ?", arguments: [new.id, old.id])
    // Of two sync objects with the same identifier, the one under the canonical unit is the later.
    try db.execute(sql: "UPDATE OR IGNORE sync_object SET type_id = ? WHERE type_id = ?", arguments: [new.id, old.id])
    try db.execute(sql: "UPDATE OR IGNORE source_order SET type_id = ? WHERE type_id = ?", arguments: [new.id, old.id])
    try db.execute(
      sql: """
        INSERT INTO source_type (type_id, source_id, entered, first_start, uses)
        SELECT ?, source_id, entered, first_start, uses FROM source_type WHERE type_id = ?
        ON CONFLICT DO UPDATE SET first_start = min(first_start, excluded.first_start), uses = uses + excluded.uses
        """, arguments: [new.id, old.id])
    for table in ["source_type", "source_order", "sync_object", "total"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE type_id = ?", arguments: [old.id])
    }
    try db.execute(
      sql: "UPDATE sample_type SET longest = max(longest, ?), has_long = max(has_long, ?) WHERE id = ?",
      arguments: [old.longest, old.hasLong, new.id])
    // An anchor finds new samples by the types that a transaction affected.
    try db.execute(
      sql:
        "INSERT OR IGNORE INTO change_type (change_id, type_id) SELECT change_id, ? FROM change_type WHERE type_id = ?",
      arguments: [new.id, old.id])
    try db.execute(sql: "DELETE FROM change_type WHERE type_id = ?", arguments: [old.id])
    try db.execute(sql: "DELETE FROM sample_type WHERE id = ?", arguments: [old.id])
  }
}
