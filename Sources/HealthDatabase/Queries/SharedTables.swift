import GRDB
import HealthModel

/// The tables that all samples of a read share, loaded on demand. Valid for one transaction only.
final class SharedTables {
  private let db: Database
  private var readTypes: [Int64: StoredSamples.TypeInfo]?
  private var readProvenances: [Int64: Provenance]?

  init(_ db: Database) {
    self.db = db
  }

  func types() throws -> [Int64: StoredSamples.TypeInfo] {
    if let readTypes { return readTypes }
    var types: [Int64: StoredSamples.TypeInfo] = [:]
    for row in try SampleTypeRow.fetchAll(db) {
      types[row.id] = StoredSamples.TypeInfo(identifier: row.identifier, kind: row.kind, unit: row.unit)
    }
    readTypes = types
    return types
  }

  func provenances() throws -> [Int64: Provenance] {
    if let readProvenances { return readProvenances }
    let provenances = try ProvenanceReader.all(db)
    readProvenances = provenances
    return provenances
  }
}

/// Reads the provenances of samples.
enum ProvenanceReader {
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
  static func all(_ db: Database) throws -> [Int64: Provenance] {
    var all: [Int64: Provenance] = [:]
    var latest: [String: Int64] = [:]
    let rows = try Row.fetchCursor(db.cachedStatement(sql: columns))
    while let row = try rows.next() {
      let provenance = provenance(row)
      all[row[0]] = provenance
      let bundle = provenance.source.bundleIdentifier
      if !bundle.isEmpty { latest[bundle] = max(latest[bundle] ?? 0, row[0]) }
    }
    for (row, provenance) in all {
      if let last = latest[provenance.source.bundleIdentifier], last != row, let name = all[last]?.source.name {
        all[row]?.source.name = name
      }
    }
    return all
  }

  private static func provenance(_ row: Row) -> Provenance {
    // By index: looking up columns by name takes longer than everything else here, and small queries read this every
    // time.
    let device = (row[6] as Int64?).map { _ in
      Device(
        name: row[7], manufacturer: row[8], model: row[9], hardwareVersion: row[10], firmwareVersion: row[11],
        softwareVersion: row[12], localIdentifier: row[13], udiDeviceIdentifier: row[14])
    }
    return Provenance(
      source: Source(name: row[1], bundleIdentifier: row[2]), version: row[3], productType: row[4],
      operatingSystem: row[5], device: device)
  }
}

/// Reads sets of metadata.
enum MetadataReader {
  /// The sets with the given keys. Keys that do not exist are omitted.
  static func sets(_ db: Database, _ keys: [Int64]) throws -> [Int64: Metadata] {
    guard !keys.isEmpty else { return [:] }
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: "SELECT id, content FROM metadata_set WHERE id IN (SELECT value FROM json_each(?))"),
      arguments: ["[" + keys.map(String.init).joined(separator: ",") + "]"])
    var sets: [Int64: Metadata] = [:]
    while let row = try rows.next() { sets[row[0]] = try MetadataCoding.decode(row[1]) }
    return sets
  }
}
