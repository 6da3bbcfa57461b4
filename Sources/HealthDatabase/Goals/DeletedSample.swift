package import Foundation
import GRDB
package import HealthModel

/// A deleted quantity or category sample with everything needed to restore it: the same identity, the same workouts
/// and correlations, and the same import.
///
/// The restored sample has a new row, so that observers of the store see it.
struct DeletedSample: Codable, Equatable {
  private struct DeviceText: Codable, Equatable {
    var name, manufacturer, model, hardware, firmware, software, localIdentifier, udi: String?
  }

  private struct File: Codable, Equatable {
    var uuid: UUID
    var name, contentType: String
    var created: Double
    var metadata: String?
    var data: [Data]
  }

  let uuid: UUID
  private let type: String
  private let kind: Int
  private let unit: String
  /// By the reference date.
  private let start: Double
  private let end: Double
  private let value: Double?
  /// Seconds after the end. Entries of earlier versions have neither this nor files.
  private let created: Double?
  private let files: [File]?
  private let source: String
  private let bundle: String
  private let version, productType, operatingSystem: String?
  private let device: DeviceText?
  /// In the encoding of the store.
  private let metadata: String?
  private let importID: Int64?
  /// How many equal samples remained. If there are more when it is restored, one of them is the same sample, stored again.
  /// nil for a sample that is identified by its own UUID or sync identifier, and in entries of earlier versions.
  private let equals: Int?
  private let correlations: [Int64]
  private let workouts: [Int64]

  /// Reads a sample that is about to be deleted.
  ///
  /// - Throws: `StoreError` with the code `invalidArgument` for a sample of any other kind.
  init?(_ db: Database, row: Int64, path: String) throws {
    guard
      let found = try Row.fetchOne(
        db,
        sql: "SELECT type_id, start, end, value, provenance_id, metadata_id, flags, created FROM sample WHERE id = ?",
        arguments: [row]), let type = try SampleTypeRow.fetch(db, id: found.value(0, "sample"))
    else { return nil }
    guard type.kind == .quantity || type.kind == .category else {
      throw StoreError(
        .invalidArgument, path: path, reason: "only the deletion of a quantity or category sample can be undone")
    }
    let provenance = try ProvenanceReader.all(db)[found.value(4, "sample")] ?? Provenance(source: Source(name: ""))
    uuid = try SampleIdentityReader(db).uuid(ofRow: row, flags: found.value(6, "sample"))
    self.type = type.identifier
    kind = type.kind.rawValue
    unit = type.unit
    start = try found.value(1, "sample")
    end = try found.value(2, "sample")
    value = try found.value(3, "sample")
    created = try found.value(7, "sample")
    files = try AttachmentTable.attachments(db, sample: row).compactMap { file in
      guard let id = try AttachmentTable.find(db, file.uuid)?.id else { return nil }
      var data: [Data] = []
      try AttachmentTable.forEachPiece(db, attachment: id) { data.append(Data($0)) }
      return File(
        uuid: file.uuid, name: file.name, contentType: file.contentType,
        created: file.created.timeIntervalSinceReferenceDate,
        metadata: file.metadata.isEmpty ? nil : MetadataCoding.encode(file.metadata), data: data)
    }
    source = provenance.source.name
    bundle = provenance.source.bundleIdentifier
    (version, productType, operatingSystem) = (
      provenance.version, provenance.productType, provenance.operatingSystem
    )
    device = provenance.device.map {
      DeviceText(
        name: $0.name, manufacturer: $0.manufacturer, model: $0.model, hardware: $0.hardwareVersion,
        firmware: $0.firmwareVersion, software: $0.softwareVersion, localIdentifier: $0.localIdentifier,
        udi: $0.udiDeviceIdentifier)
    }
    metadata = try (found.value(5, "sample") as Int64?).flatMap {
      try String.fetchOne(db, sql: "SELECT content FROM metadata_set WHERE id = ?", arguments: [$0])
    }
    importID = try ImportRows.owner(db, of: row)
    let flags: Int64 = try found.value(6, "sample")
    // A restored sample of an import has the UUID that the store computed for its first row.
    let isOwn =
      try flags & SampleFlag.hasOwnUUID != 0 && StoreIdentity.row(of: uuid, store: StoreIdentity.fetch(db)) == nil
    let isIdentified = try isOwn || SyncObject.hasObject(db, row: row)
    equals =
      isIdentified ? nil : try SampleMatcher.equals(db, of: SampleIdentityReader(db).sample(atRow: row)).count - 1
    correlations = try Int64.fetchAll(
      db, sql: "SELECT correlation_id FROM correlation_member WHERE sample_id = ?", arguments: [row])
    workouts = try Int64.fetchAll(
      db, sql: "SELECT workout_id FROM workout_sample WHERE sample_id = ?", arguments: [row])
  }

  /// Restores it in the current transaction, unless the same sample has been stored again since.
  ///
  /// - Throws: `StoreError` with the code `invalidArgument` if its identity now belongs to a sample with other values.
  func restore(_ db: Database, in store: Store) throws {
    var batch = SampleBatch()
    batch.tables.types = [
      SampleTypeUse(
        identifier: type, kind: SampleKind(rawValue: kind) ?? .other, unit: unit.isEmpty ? nil : unit)
    ]
    batch.tables.provenances = [
      Provenance(
        source: Source(name: source, bundleIdentifier: bundle), version: version, productType: productType,
        operatingSystem: operatingSystem,
        device: device.map {
          Device(
            name: $0.name, manufacturer: $0.manufacturer, model: $0.model, hardwareVersion: $0.hardware,
            firmwareVersion: $0.firmware, softwareVersion: $0.software, localIdentifier: $0.localIdentifier,
            udiDeviceIdentifier: $0.udi)
        })
    ]
    if let metadata { batch.tables.metadata = [try MetadataCoding.decode(metadata)] }
    var sample = SampleRecord(
      type: 0, provenance: 0, metadata: metadata == nil ? -1 : 0, start: Date(timeIntervalSinceReferenceDate: start),
      end: Date(timeIntervalSinceReferenceDate: end), value: value ?? .nan, uuid: uuid)
    sample.creationDelay = created ?? .infinity
    let attachments = try (files ?? []).map { file in
      AttachedFile(
        StoredAttachment(
          uuid: file.uuid, name: file.name, contentType: file.contentType, size: file.data.reduce(0) { $0 + $1.count },
          created: Date(timeIntervalSinceReferenceDate: file.created),
          metadata: try file.metadata.map { try MetadataCoding.decode($0) } ?? Metadata()),
        SampleData(file.data.map { Array($0) }))
    }
    batch.withData = [DataRecord(sample: sample, data: [], attachments: attachments)]
    let last = try Change.latestSample(db)
    guard let row = try store.save(db, batch, rule: RestoreRule(equals: equals)).first else { return }
    for workout in workouts { try SampleWriter.add(db, row, toWorkout: workout) }
    for correlation in correlations { try SampleWriter.add(db, row, toCorrelation: correlation) }
    // Undoing the import deletes it with the others. A row that another import has stored meanwhile belongs to that one.
    guard let importID, row > last, try ImportEntry.exists(db, id: importID), try ImportRows.owner(db, of: row) == nil
    else { return }
    try ImportRows.add(db, row...row, to: importID)
  }
}

extension Store {
  /// Deletes one quantity or category sample such that undo restores it.
  ///
  /// - Parameter title: a short description for the list of changes that can be undone.
  /// - Returns: nil if there is no such sample.
  /// - Throws: `StoreError` with the code `invalidArgument`, without deleting anything, for a sample of another kind.
  package func delete(sample uuid: UUID, title: String) throws -> EditEntry? {
    try write { db in
      guard let row = try SampleIdentityReader(db).rows(of: [uuid]).first,
        let sample = try DeletedSample(db, row: row, path: path)
      else { return nil }
      var inverse = StoreEdit()
      inverse.restoredSamples = [sample]
      try SampleDeleter.delete(db, rows: [row])
      return try EditLog.append(db, title: title, inverse: inverse)
    }
  }
}
