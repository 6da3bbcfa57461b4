import Foundation
package import GRDB
package import HealthModel

/// Maps types, sources, devices and sets of metadata to their row ids, and creates missing rows.
///
/// Row ids are valid until the log changes: any deletion removes rows without references.
package struct Registry {
  package struct MetadataRow {
    /// nil if the set is empty.
    package var id: Int64?
    /// The `SampleFlag` bits of the samples with this set.
    package var flags: Int64 = 0
    package var zone: String?
    /// Whether it was created now.
    var isNew = false
  }

  private var insertType = KeptStatement("INSERT INTO sample_type (identifier, kind, unit) VALUES (?, ?, ?)")
  private var insertSource = KeptStatement(
    "INSERT INTO source (name, bundle_identifier, hardware, class) VALUES (?, ?, ?, ?)")
  private var insertDevice = KeptStatement(
    """
    INSERT INTO device (name, manufacturer, model, hardware, firmware, software, local_identifier, udi)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """)
  private var insertProvenance = KeptStatement(
    """
    INSERT INTO provenance (source_id, device_id, version, product_type, operating_system, uses)
    VALUES (?, ?, ?, ?, ?, 1)
    """)

  private var findType = KeptStatement("SELECT id FROM sample_type WHERE identifier = ? AND unit = ?")
  private var findSource = KeptStatement(
    "SELECT id FROM source WHERE name = ? AND bundle_identifier = '' AND hardware = ?")
  private var findClient = KeptStatement(
    "SELECT id FROM source WHERE bundle_identifier = ? AND hardware = ? AND bundle_identifier != ''")
  private var findProvenance = KeptStatement(
    """
    SELECT id FROM provenance INDEXED BY provenance_by_source WHERE source_id = ? AND device_id IS ?
      AND version IS ? AND product_type IS ? AND operating_system IS ?
    """)
  private var findDevice = KeptStatement(
    """
    SELECT id FROM device INDEXED BY device_by_properties WHERE name IS ? AND manufacturer IS ? AND model IS ?
      AND hardware IS ? AND firmware IS ? AND software IS ? AND local_identifier IS ? AND udi IS ?
    """)
  private var findMetadata = KeptStatement("SELECT id FROM metadata_set WHERE digest = ? AND content = ?")
  private var insertMetadata = KeptStatement("INSERT INTO metadata_set (digest, content, uses) VALUES (?, ?, 1)")
  private var insertEntry = KeptStatement("INSERT OR IGNORE INTO metadata_entry (key_id, set_id) VALUES (?, ?)")
  private var keys: [ExactText: Int64] = [:]

  /// Discards what is known about rows, which another writer may have added or removed.
  mutating func forgetAll() {
    keys.removeAll()
  }

  // MARK: - Types

  /// The unit in which a type is stored: the canonical one if it is in a catalog, otherwise the original one.
  package static func unit(of use: SampleTypeUse) -> String {
    use.kind == .quantity
      ? QuantityTypeCatalog.entry(for: use.identifier)?.unit.unitString ?? use.unit ?? "" : use.unit ?? ""
  }

  /// The row of a type, nil if no sample of it has been stored.
  package mutating func type(_ db: Database, identifier: String, unit: String) throws -> SampleTypeRow? {
    try findType(db, identifier, unit).firstInt64().flatMap { try SampleTypeRow.fetch(db, id: $0) }
  }

  mutating func makeType(_ db: Database, identifier: String, kind: SampleKind, unit: String) throws -> Int64 {
    try insertType(db, identifier, kind.rawValue, unit).inserted()
  }

  // MARK: - Provenances

  /// A source is identified by its identity and the hardware: two watches of the same name are two sources. If a
  /// device does not name its hardware, its model is used.
  package static func hardware(of device: Device?) -> String {
    device?.hardwareVersion ?? device?.model ?? ""
  }

  /// The class of a provenance's source.
  package static func sourceClass(of provenance: Provenance) -> SourceRank.Class {
    let hardware = hardware(of: provenance.device)
    return SourceRank.Class(
      sourceName: provenance.source.name, deviceModel: provenance.device?.model,
      hardwareVersion: hardware.isEmpty ? nil : hardware)
  }

  /// A row that was looked up and created if it was missing.
  struct FoundRow {
    var id: Int64
    /// Whether it was created now, so that nothing refers to it yet.
    var isNew = false
  }

  /// The row of a source, nil if it has not written anything. A client with a bundle identifier is one source
  /// whatever its name.
  package mutating func source(_ db: Database, _ source: Source, hardware: String) throws -> Int64? {
    source.bundleIdentifier.isEmpty
      ? try findSource(db, source.name, hardware).firstInt64()
      : try findClient(db, source.bundleIdentifier, hardware).firstInt64()
  }

  /// The row of a source, created if it is missing. If a client has a new name, the name is updated.
  ///
  /// - Returns: the row, and whether its rank among other sources may have changed.
  mutating func makeSource(
    _ db: Database, _ source: Source, hardware: String, sourceClass: SourceRank.Class
  ) throws -> (row: FoundRow, isReranked: Bool) {
    if !source.bundleIdentifier.isEmpty, let id = try self.source(db, source, hardware: hardware) {
      let row = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT name, class FROM source WHERE id = ?"), arguments: [id])
      guard let row, try !source.name.hasSameBytes(as: row.value(0, "source")) else { return (FoundRow(id: id), false) }
      try db.cachedStatement(sql: "UPDATE source SET name = ?, class = ? WHERE id = ?").execute(arguments: [
        source.name, sourceClass.rawValue, id,
      ])
      return (FoundRow(id: id), try row.value(1, "source") != sourceClass.rawValue)
    }
    if source.bundleIdentifier.isEmpty, let id = try self.source(db, source, hardware: hardware) {
      return (FoundRow(id: id), false)
    }
    let id = try insertSource(db, source.name, source.bundleIdentifier, hardware, sourceClass.rawValue).inserted()
    return (FoundRow(id: id, isNew: true), false)
  }

  /// The row of a provenance, created with one reference if it is missing.
  mutating func makeProvenance(_ db: Database, _ provenance: Provenance, source: FoundRow) throws -> FoundRow {
    let device = try provenance.device.map { try makeDevice(db, $0) }
    let mayExist = device?.isNew != true && !source.isNew
    let (version, product, system) = (provenance.version, provenance.productType, provenance.operatingSystem)
    if mayExist {
      if let id = try findProvenance(db, source.id, device?.id, version, product, system).firstInt64() {
        return FoundRow(id: id)
      }
    }
    let id = try insertProvenance(db, source.id, device?.id, version, product, system).inserted()
    return FoundRow(id: id, isNew: true)
  }

  private mutating func makeDevice(_ db: Database, _ device: Device) throws -> FoundRow {
    func run(_ statement: inout KeptStatement) throws -> RawStatement {
      try statement(
        db, device.name, device.manufacturer, device.model, device.hardwareVersion, device.firmwareVersion,
        device.softwareVersion, device.localIdentifier, device.udiDeviceIdentifier)
    }
    if let id = try run(&findDevice).firstInt64() { return FoundRow(id: id) }
    return FoundRow(id: try run(&insertDevice).inserted(), isNew: true)
  }

  // MARK: - Metadata

  /// The `SampleFlag` bits of the samples with a set: whether the user entered them, and whether a feed delivered them.
  package static func flags(of metadata: Metadata) -> Int64 {
    let isEnteredByHand =
      switch metadata[MetadataKey.wasUserEntered] {
      case .flag(let flag): flag
      case .number(let number): number != 0
      case .integer, .unsigned: true
      case .text(let text): text == "1" || text == "true"
      case .date, .quantity, nil: false
      }
    return (isEnteredByHand ? SampleFlag.enteredByHand : 0)
      | (metadata[MetadataKey.feed] == nil ? 0 : SampleFlag.fed)
  }

  /// The row of a set of metadata, created with one reference if it is missing.
  package mutating func metadata(_ db: Database, _ metadata: Metadata) throws -> MetadataRow {
    guard !metadata.isEmpty else { return MetadataRow() }
    let content = MetadataCoding.encode(metadata)
    let digest = MetadataCoding.digest(content)
    var row = MetadataRow(flags: Self.flags(of: metadata))
    if case .text(let zone) = metadata[MetadataKey.timeZone] { row.zone = zone }
    if let id = try findMetadata(db, digest, content).firstInt64() {
      row.id = id
      return row
    }
    let id = try insertMetadata(db, digest, content).inserted()
    row.id = id
    row.isNew = true
    var last: String?
    // Entries come sorted by key.
    for key in metadata.entries.lazy.map(\.key) where !last.hasSameBytes(as: key) {
      last = key
      try insertEntry(db, keyID(db, key), id).run()
    }
    return row
  }

  /// How many keys are remembered; a file may have very many.
  private static let mostKeys = 1_024

  private mutating func keyID(_ db: Database, _ key: String) throws -> Int64 {
    if let known = keys[ExactText(key)] { return known }
    let id = try Self.keyID(db, key)
    if keys.count < Self.mostKeys { keys[ExactText(key)] = id }
    return id
  }

  private static func keyID(_ db: Database, _ key: String) throws -> Int64 {
    let known = try RawStatement(db, "SELECT id FROM metadata_key WHERE name = ?")
    known.bind(1, text: key)
    if let id = try known.firstInt64() { return id }
    let insert = try RawStatement(db, "INSERT INTO metadata_key (name) VALUES (?)")
    insert.bind(1, text: key)
    return try insert.inserted()
  }
}
