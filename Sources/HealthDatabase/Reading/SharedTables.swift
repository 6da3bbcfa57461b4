package import Foundation
package import GRDB
import GRDBSQLite
package import HealthModel

/// The small tables that all samples of a read share, loaded on demand.
///
/// A connection that only reads keeps them from one read to the next until the store changes: for a small query, loading
/// them takes longer than reading the samples. On any other connection they are valid for one transaction only.
package final class SharedTables: @unchecked Sendable {
  // Unchecked because it is only used inside reads of its connection, of which there is one at a time.

  private unowned let db: Database
  /// nil once the connection is closed. A later one may have its address.
  private weak var owner: Database?
  /// The state of the store in which the tables were read.
  private var version: Int64 = 0
  private var typeRows: [SampleTypeRow]?
  private var typesByIdentifier: [ExactText: [SampleTypeRow]]?
  private var typeInfos: [Int64: StoredSamples.TypeInfo]?
  private var allProvenances: [Int64: Provenance]?
  private var storedIdentity: UUID?
  private var storedHistory: UUID?
  /// The texts of the statements that the connection prepares only once.
  private var statements: Set<String> = []

  private init(_ db: Database) {
    self.db = db
    owner = db
  }

  // MARK: - Per connection

  private static let kept = Lock([ObjectIdentifier: SharedTables]())

  /// The tables for a read on a connection.
  package static func of(_ db: Database) throws -> SharedTables {
    guard db.configuration.readonly else { return SharedTables(db) }
    let tables = kept.withLock { kept in
      if let known = kept[ObjectIdentifier(db)], known.owner === db { return known }
      kept = kept.filter { $0.value.owner != nil }
      let tables = SharedTables(db)
      kept[ObjectIdentifier(db)] = tables
      return tables
    }
    try tables.refresh()
    return tables
  }

  /// Forgets the tables if another connection has changed the store. This one never does.
  private func refresh() throws {
    let pragma = try RawStatement(db, "PRAGMA data_version")
    let current = try pragma.step() ? pragma.int64(0) : 0
    pragma.reset()
    if current != version { forget() }
    version = current
  }

  private func forget() {
    (typeRows, typesByIdentifier, typeInfos, allProvenances) = (nil, nil, nil, nil)
    (storedIdentity, storedHistory) = (nil, nil)
  }

  /// Forgets what a failed read has loaded: it may have failed because a row of these tables is damaged.
  static func forget(_ db: Database) {
    kept.withLock { kept in
      if let known = kept[ObjectIdentifier(db)], known.owner === db { known.forget() }
    }
  }

  // MARK: - Tables

  private func rows() throws -> [SampleTypeRow] {
    if let typeRows { return typeRows }
    let rows = try SampleTypeRow.fetchAll(db)
    typeRows = rows
    return rows
  }

  /// All type rows with the identifier: a type that is not in the catalog has one row per unit.
  package func types(_ identifier: String) throws -> [SampleTypeRow] {
    // Other connections need few of them.
    guard db.configuration.readonly else { return try SampleTypeRow.fetchAll(db, identifier: identifier) }
    let types = try typesByIdentifier ?? Dictionary(grouping: rows(), by: { ExactText($0.identifier) })
    typesByIdentifier = types
    return try types[ExactText(identifier)]
      ?? (identifier.last == ")" ? SampleTypeRow.inUnit(identifier, among: rows()) : [])
  }

  package func types() throws -> [Int64: StoredSamples.TypeInfo] {
    if let typeInfos { return typeInfos }
    var types: [Int64: StoredSamples.TypeInfo] = [:]
    for row in try rows() {
      types[row.id] = StoredSamples.TypeInfo(identifier: row.identifier, kind: row.kind, unit: row.unit)
    }
    typeInfos = types
    return types
  }

  package func provenances() throws -> [Int64: Provenance] {
    if let allProvenances { return allProvenances }
    let provenances = try ProvenanceReader.all(db)
    allProvenances = provenances
    return provenances
  }

  /// The store's own number; see `StoreIdentity.fetch`.
  package func identity() throws -> UUID {
    if storedIdentity == nil { storedIdentity = try StoreIdentity.stored(db) }
    return try storedIdentity ?? StoreIdentity.fetch(db)
  }

  /// See `StoreIdentity.history`.
  package func history() throws -> UUID? {
    if storedHistory == nil { storedHistory = try StoreIdentity.history(db) }
    return storedHistory
  }

  // MARK: - Statements

  /// The maximum number of statements that are kept. Their texts depend on the filters of clients.
  private static let mostStatements = 64

  /// A statement without its arguments. A reading connection prepares the first texts only once, because that takes as
  /// long as reading hundreds of samples.
  package func statement(_ sql: String) throws -> Statement {
    guard db.configuration.readonly, statements.contains(sql) || statements.count < Self.mostStatements else {
      return try db.makeStatement(sql: sql)
    }
    statements.insert(sql)
    let statement = try db.cachedStatement(sql: sql)
    // It may still be in use by an enclosing loop.
    return sqlite3_stmt_busy(statement.sqliteStatement) == 0 ? statement : try db.makeStatement(sql: sql)
  }
}

/// Reads the provenances of samples.
package enum ProvenanceReader {
  private static let columns = """
    SELECT provenance.id, source.name, source.bundle_identifier, provenance.version, provenance.product_type,
      provenance.operating_system, device.id, device.name, device.manufacturer, device.model, device.hardware,
      device.firmware, device.software, device.local_identifier, device.udi
    FROM provenance JOIN source ON source.id = provenance.source_id
    LEFT JOIN device ON device.id = provenance.device_id
    """

  /// Every provenance of the store by row; there are at most some hundreds.
  ///
  /// A source with a bundle identifier is one source, however often it was renamed: all its samples have its latest
  /// name.
  package static func all(_ db: Database) throws -> [Int64: Provenance] {
    var all: [Int64: Provenance] = [:]
    var latest: [ExactText: Int64] = [:]
    let rows = try Row.fetchCursor(db.cachedStatement(sql: columns))
    while let row = try rows.next() {
      let id: Int64 = try row.value(0, "provenance")
      let provenance = try provenance(row)
      all[id] = provenance
      let bundle = ExactText(provenance.source.bundleIdentifier)
      if !bundle.wrappedValue.isEmpty { latest[bundle] = max(latest[bundle] ?? 0, id) }
    }
    for (row, provenance) in all {
      if let last = latest[ExactText(provenance.source.bundleIdentifier)], last != row,
        let name = all[last]?.source.name
      {
        all[row]?.source.name = name
      }
    }
    return all
  }

  private static func provenance(_ row: Row) throws -> Provenance {
    // By index: looking up columns by name takes longer than everything else here, and small queries read this every
    // time.
    func device(_ column: Int) throws -> String? { try row.value(column, "device") }
    let device = try (row.value(6, "provenance") as Int64?).map { _ in
      Device(
        name: try device(7), manufacturer: try device(8), model: try device(9), hardwareVersion: try device(10),
        firmwareVersion: try device(11), softwareVersion: try device(12), localIdentifier: try device(13),
        udiDeviceIdentifier: try device(14))
    }
    return Provenance(
      source: Source(name: try row.value(1, "source"), bundleIdentifier: try row.value(2, "source")),
      version: try row.value(3, "provenance"), productType: try row.value(4, "provenance"),
      operatingSystem: try row.value(5, "provenance"), device: device)
  }
}

extension Collection<Int64> {
  /// Numbers of rows as one argument for `json_each`: there may be more than the maximum number of arguments.
  package var jsonList: String { "[" + map(String.init).joined(separator: ",") + "]" }
}

/// Reads sets of metadata.
package enum MetadataReader {
  /// The sets with the given keys. Keys that do not exist are omitted.
  package static func sets(_ db: Database, _ keys: [Int64]) throws -> [Int64: Metadata] {
    guard !keys.isEmpty else { return [:] }
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: "SELECT id, content FROM metadata_set WHERE id IN (SELECT value FROM json_each(?))"),
      arguments: [keys.jsonList])
    var sets: [Int64: Metadata] = [:]
    while let row = try rows.next() {
      sets[try row.value(0, "metadata_set")] = try MetadataCoding.decode(row.value(1, "metadata_set"))
    }
    return sets
  }
}
