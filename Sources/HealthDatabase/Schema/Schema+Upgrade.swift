import GRDB

/// How a store of any earlier format becomes one of the current format.
extension Schema {
  /// What precedes the name of a table while its rows are copied.
  static let oldPrefix = "old_"

  /// Before format 9, creates all tables anew and copies the rows of those that the file has: each of these formats
  /// added tables and columns to the one before; none of their tables was strict.
  ///
  /// - Parameter format: the format of the file.
  static func upgrade(_ db: Database, from format: Int) throws {
    guard format < 9 else {
      // Format 10 added one table.
      for table in tables where !(try db.tableExists(table.name)) { try table.create(db) }
      return
    }
    if format == 1 { try db.execute(sql: clientsByBundle) }
    let stored = try Set(String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'"))
    let old = tables.filter { stored.contains($0.name) }
    for table in old { try db.execute(sql: "ALTER TABLE \"\(table.name)\" RENAME TO \"\(oldPrefix)\(table.name)\"") }
    for table in tables { try table.create(db) }
    for table in old { try copy(db, table) }
    try db.execute(sql: importRows(of: try old.filter { try columns(db, $0).contains("import_id") }.map(\.name)))
    // The numbers of edits continue after the last one, though it may have been undone.
    try db.execute(
      sql:
        "UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'old_edit') WHERE name = 'edit'"
    )
    for table in old { try db.execute(sql: "DROP TABLE \"\(oldPrefix)\(table.name)\"") }
    if format == 1 {
      try SharedRowCheck.repair(db)
      try db.execute(sql: unusedRows)
      try DerivedData.rebuildRanks(db)
    }
    try createIndexes(db)
  }

  private static func columns(_ db: Database, _ table: Table) throws -> Set<String> {
    try Set(db.columns(in: oldPrefix + table.name).map(\.name))
  }

  /// Copies the rows of a table. A damaged value is an error, but in derived data, which is recomputed.
  private static func copy(_ db: Database, _ table: Table) throws {
    let old = try columns(db, table)
    let columns = try db.columns(in: table.name).map(\.name).filter(old.contains).map { "\"\($0)\"" }
      .joined(separator: ", ")
    var copy = "INSERT INTO \"\(table.name)\" (\(columns)) SELECT \(columns) FROM \"\(oldPrefix)\(table.name)\""
    if DerivedData.tables.contains(table.name),
      let kinds = try ColumnKinds.all(db).first(where: { $0.name == oldPrefix + table.name }),
      try kinds.damagedRows(db) > 0
    {
      copy += " WHERE \(kinds.condition)"
      try DerivedVersion.storeDamaged(db)
    }
    try db.execute(sql: copy)
  }

  // MARK: - Format 1

  /// Format 1 kept the provenance of a deleted sample, of which the bundle identifier of its client remains, and two
  /// sources for a client with two names, of which the later remains.
  private static let clientsByBundle = """
    ALTER TABLE tombstone ADD COLUMN client TEXT NOT NULL DEFAULT '';
    UPDATE tombstone SET client = bundle_identifier
      FROM provenance JOIN source ON source.id = source_id WHERE provenance.id = provenance_id;
    UPDATE provenance SET source_id = (
      SELECT max(same.id) FROM source AS own JOIN source AS same USING (bundle_identifier, hardware)
      WHERE own.id = provenance.source_id
    ) WHERE (SELECT bundle_identifier FROM source WHERE id = source_id) != '';
    """

  /// What the deletions of format 1 left behind, which counted no references.
  private static let unusedRows = """
    DELETE FROM metadata_set WHERE uses = 0;
    DELETE FROM metadata_entry WHERE set_id NOT IN (SELECT id FROM metadata_set);
    DELETE FROM metadata_key WHERE id NOT IN (SELECT key_id FROM metadata_entry);
    DELETE FROM provenance WHERE uses = 0;
    DELETE FROM source WHERE id NOT IN (SELECT source_id FROM provenance);
    DELETE FROM device WHERE id NOT IN (SELECT device_id FROM provenance WHERE device_id IS NOT NULL);
    """

  // MARK: - Formats before 9

  /// Rows of their own for the samples and types that imports and transactions listed. An import that was undone while
  /// it was running left its samples behind; it is listed again, so that they belong to an import and can be removed.
  ///
  /// - Parameter tables: those whose rows name an import.
  private static func importRows(of tables: [String]) -> String {
    """
    INSERT INTO import (id, path, started)
      SELECT import_id, '(an import that was undone while it was running)', 0
      FROM (\(tables.map { "SELECT import_id FROM \(oldPrefix)\($0)" }.joined(separator: " UNION ")))
      WHERE import_id IS NOT NULL AND import_id NOT IN (SELECT id FROM old_import);
    INSERT INTO import_rows (first_sample, last_sample, import_id)
      SELECT first_sample, last_sample, import_id FROM old_change
      WHERE import_id IS NOT NULL AND first_sample IS NOT NULL;
    UPDATE import SET samples = (
      SELECT count(*) FROM import_rows CROSS JOIN sample ON sample.id BETWEEN first_sample AND last_sample
      WHERE import_id = import.id);
    UPDATE import SET (replaced, missing) = (
      SELECT coalesce(sum(client LIKE 'org.openhealthkit.feed.%'), 0),
        coalesce(sum(client NOT LIKE 'org.openhealthkit.feed.%'), 0)
      FROM old_change CROSS JOIN old_tombstone ON change_id = old_change.id WHERE old_change.import_id = import.id);
    UPDATE apple_summary SET base_row = (
      SELECT max(last_sample) FROM import_rows WHERE import_rows.import_id = apple_summary.import_id);
    WITH RECURSIVE item (change_id, list) AS (
      SELECT id, types || ',' FROM old_change WHERE types != ''
      UNION ALL SELECT change_id, substr(list, instr(list, ',') + 1) FROM item WHERE instr(list, ',') < length(list)
    )
    INSERT OR IGNORE INTO change_type (change_id, type_id)
      SELECT change_id, CAST(substr(list, 1, instr(list, ',') - 1) AS INTEGER) AS type FROM item
      WHERE type IN (SELECT id FROM sample_type);
    """
  }
}
