import Foundation
import GRDB
import HealthModel

/// Gives types, sources, devices and sets of metadata their row ids, making rows where there are none.
///
/// It remembers what it has seen, so it is good for one run of writes and no longer: another process may add rows.
struct Registry {
  struct ProvenanceRow {
    var id: Int64
    var sourceID: Int64
  }

  struct MetadataRow {
    /// nil where the set is empty.
    var id: Int64?
    var isEnteredByHand = false
    var zone: String?
  }

  private var sources: [SourceKey: Int64] = [:]
  private var devices: [Device: Int64] = [:]
  private var provenances: [Provenance: ProvenanceRow] = [:]
  private var keys: [String: Int64] = [:]

  private struct SourceKey: Hashable {
    var source: Source
    var hardware: String
  }

  // MARK: - Types

  /// The row of a type, in the canonical unit if a catalog knows it, else in the unit that it came with.
  mutating func type(_ db: Database, _ use: SampleTypeUse) throws -> SampleTypeRow {
    let unit =
      use.kind == .quantity
      ? QuantityTypeCatalog.entry(for: use.identifier)?.unit.unitString ?? use.unit ?? "" : use.unit ?? ""
    if let row = try Row.fetchOne(
      db, sql: "SELECT \(SampleTypeRow.columns) FROM sample_type WHERE identifier = ? AND unit = ?",
      arguments: [use.identifier, unit])
    {
      return try SampleTypeRow(row: row)
    }
    try db.execute(
      sql: "INSERT INTO sample_type (identifier, kind, unit) VALUES (?, ?, ?)",
      arguments: [use.identifier, use.kind.rawValue, unit])
    return SampleTypeRow(id: db.lastInsertedRowID, identifier: use.identifier, kind: use.kind, unit: unit)
  }

  // MARK: - Who wrote it

  /// A source is its name, its bundle identifier and the hardware: two watches of one name are two sources. Where a
  /// device does not name its hardware, its model stands in.
  mutating func provenance(_ db: Database, _ provenance: Provenance) throws -> ProvenanceRow {
    if let known = provenances[provenance] { return known }
    let hardware = provenance.device?.hardwareVersion ?? provenance.device?.model ?? ""
    let sourceID = try source(db, provenance.source, hardware: hardware, model: provenance.device?.model)
    let deviceID = try provenance.device.map { try device(db, $0) }
    let arguments: StatementArguments = [
      sourceID, deviceID, provenance.version, provenance.productType, provenance.operatingSystem,
    ]
    let found = try Int64.fetchOne(
      db,
      sql: """
        SELECT id FROM provenance WHERE source_id = ? AND device_id IS ? AND version IS ? AND product_type IS ?
          AND operating_system IS ?
        """, arguments: arguments)
    let id: Int64
    if let found {
      id = found
    } else {
      try db.execute(
        sql: """
          INSERT INTO provenance (source_id, device_id, version, product_type, operating_system) VALUES (?, ?, ?, ?, ?)
          """, arguments: arguments)
      id = db.lastInsertedRowID
    }
    let row = ProvenanceRow(id: id, sourceID: sourceID)
    provenances[provenance] = row
    return row
  }

  private mutating func source(_ db: Database, _ source: Source, hardware: String, model: String?) throws -> Int64 {
    let key = SourceKey(source: source, hardware: hardware)
    if let known = sources[key] { return known }
    let sourceClass = SourceRank.Class(
      sourceName: source.name, deviceModel: model, hardwareVersion: hardware.isEmpty ? nil : hardware)
    try db.execute(
      sql: """
        INSERT INTO source (name, bundle_identifier, hardware, class) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
        """, arguments: [source.name, source.bundleIdentifier, hardware, sourceClass.rawValue])
    let id = try Int64.fetchOne(
      db, sql: "SELECT id FROM source WHERE name = ? AND bundle_identifier = ? AND hardware = ?",
      arguments: [source.name, source.bundleIdentifier, hardware])
    sources[key] = id
    return id ?? 0
  }

  private mutating func device(_ db: Database, _ device: Device) throws -> Int64 {
    if let known = devices[device] { return known }
    let arguments: StatementArguments = [
      device.name, device.manufacturer, device.model, device.hardwareVersion, device.firmwareVersion,
      device.softwareVersion, device.localIdentifier, device.udiDeviceIdentifier,
    ]
    let found = try Int64.fetchOne(
      db,
      sql: """
        SELECT id FROM device WHERE name IS ? AND manufacturer IS ? AND model IS ? AND hardware IS ?
          AND firmware IS ? AND software IS ? AND local_identifier IS ? AND udi IS ?
        """, arguments: arguments)
    let id: Int64
    if let found {
      id = found
    } else {
      try db.execute(
        sql: """
          INSERT INTO device (name, manufacturer, model, hardware, firmware, software, local_identifier, udi)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """, arguments: arguments)
      id = db.lastInsertedRowID
    }
    devices[device] = id
    return id
  }

  // MARK: - Metadata

  mutating func metadata(_ db: Database, _ metadata: Metadata) throws -> MetadataRow {
    guard !metadata.isEmpty else { return MetadataRow() }
    let content = try MetadataCoding.encode(metadata)
    let digest = MetadataCoding.digest(content)
    var row = MetadataRow()
    switch metadata[MetadataKey.wasUserEntered] {
    case .flag(let flag): row.isEnteredByHand = flag
    case .number(let number): row.isEnteredByHand = number != 0
    case .integer: row.isEnteredByHand = true
    case .text(let text): row.isEnteredByHand = text == "1" || text == "true"
    default: break
    }
    if case .text(let zone) = metadata[MetadataKey.timeZone] { row.zone = zone }
    if let found = try Int64.fetchOne(
      db, sql: "SELECT id FROM metadata_set WHERE digest = ? AND content = ?", arguments: [digest, content])
    {
      row.id = found
      return row
    }
    try db.execute(sql: "INSERT INTO metadata_set (digest, content) VALUES (?, ?)", arguments: [digest, content])
    let id = db.lastInsertedRowID
    row.id = id
    for key in Set(metadata.entries.map(\.key)) {
      try db.execute(
        sql: "INSERT INTO metadata_entry (key_id, set_id) VALUES (?, ?)", arguments: [try keyID(db, key), id])
    }
    return row
  }

  private mutating func keyID(_ db: Database, _ key: String) throws -> Int64 {
    if let known = keys[key] { return known }
    try db.execute(sql: "INSERT INTO metadata_key (name) VALUES (?) ON CONFLICT DO NOTHING", arguments: [key])
    let id = try Int64.fetchOne(db, sql: "SELECT id FROM metadata_key WHERE name = ?", arguments: [key]) ?? 0
    keys[key] = id
    return id
  }
}
