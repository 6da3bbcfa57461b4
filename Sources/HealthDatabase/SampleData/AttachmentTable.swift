package import Foundation
package import GRDB
package import HealthModel

/// The attachments of samples in the store.
package enum AttachmentTable {
  /// The attachments of a sample in the order in which they were added. A store of an earlier format has none.
  package static func attachments(_ db: Database, sample: Int64) throws -> [StoredAttachment] {
    guard try db.tableExists("attachment") else { return [] }
    return try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT uuid, name, content_type, size, created, metadata FROM attachment WHERE sample_id = ? ORDER BY id"),
      arguments: [sample]
    ).compactMap { row in
      guard let uuid = UUID(databaseBytes: try row.value(0, "attachment")) else { return nil }
      return StoredAttachment(
        uuid: uuid, name: try row.value(1, "attachment"), contentType: try row.value(2, "attachment"),
        size: try row.value(3, "attachment"), created: try row.date(4, "attachment"),
        metadata: try (row.value(5, "attachment") as String?).map(MetadataCoding.decode) ?? Metadata())
    }
  }

  /// Which rows of a range have attachments. A store of an earlier format has none.
  package static func samples(_ db: Database, in rows: ClosedRange<Int64>) throws -> Set<Int64> {
    guard try db.tableExists("attachment") else { return [] }
    return try Int64.fetchSet(
      db.cachedStatement(sql: "SELECT sample_id FROM attachment WHERE sample_id BETWEEN ? AND ?"),
      arguments: [rows.lowerBound, rows.upperBound])
  }

  package static func insert(_ db: Database, sample: Int64, _ file: AttachedFile, importID: Int64? = nil) throws {
    let attachment = file.attachment
    try db.cachedStatement(
      sql: """
        INSERT INTO attachment (sample_id, uuid, name, content_type, size, created, metadata, import_id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      sample, attachment.uuid.databaseBytes, attachment.name, attachment.contentType, attachment.size,
      attachment.created.timeIntervalSinceReferenceDate,
      attachment.metadata.isEmpty ? nil : MetadataCoding.encode(attachment.metadata), importID,
    ])
    let id = db.lastInsertedRowID
    let insert = try RawStatement(
      db, "INSERT INTO attachment_chunk (sample_id, attachment_id, content) VALUES (?, ?, ?)")
    try file.data.forEachPiece { piece in
      insert.bind(1, sample)
      insert.bind(2, id)
      piece.withUnsafeBytes { insert.bind(3, bytes: $0) }
      try insert.run()
    }
  }

  /// Adds an attachment that a sample does not have yet. If its identity is already used in this store, it gets a new
  /// one.
  ///
  /// - Parameter importID: the import that adds it to a sample of an earlier one.
  /// - Returns: whether it was new.
  package static func add(_ db: Database, _ file: AttachedFile, to sample: Int64, importID: Int64?) throws -> Bool {
    let known = try attachments(db, sample: sample)
    guard known.count < SampleLimits.mostAttachments,
      !known.contains(where: { $0.uuid == file.attachment.uuid || $0.hasSameContent(as: file.attachment) })
    else { return false }
    var file = file
    if try find(db, file.attachment.uuid) != nil { file.attachment.uuid = UUID() }
    try insert(db, sample: sample, file, importID: importID)
    return true
  }

  /// - Returns: false, without a change, if the sample has no such attachment.
  package static func delete(_ db: Database, _ attachment: UUID, ofSample sample: Int64) throws -> Bool {
    guard let found = try find(db, attachment), found.sample == sample else { return false }
    try db.execute(sql: "DELETE FROM attachment_chunk WHERE attachment_id = ?", arguments: [found.id])
    try db.execute(sql: "DELETE FROM attachment WHERE id = ?", arguments: [found.id])
    return true
  }

  /// Removes the attachments that an import added to samples of earlier ones.
  ///
  /// - Returns: the types of the samples.
  static func empty(_ db: Database, filledBy importID: Int64) throws -> Set<Int64> {
    let types = try Int64.fetchSet(
      db, sql: "SELECT DISTINCT type_id FROM attachment JOIN sample ON sample.id = sample_id WHERE import_id = ?",
      arguments: [importID])
    try db.execute(
      sql: "DELETE FROM attachment_chunk WHERE attachment_id IN (SELECT id FROM attachment WHERE import_id = ?)",
      arguments: [importID])
    try db.execute(sql: "DELETE FROM attachment WHERE import_id = ?", arguments: [importID])
    return types
  }

  package static func find(_ db: Database, _ attachment: UUID) throws -> (id: Int64, sample: Int64)? {
    guard try db.tableExists("attachment") else { return nil }
    return try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, sample_id FROM attachment WHERE uuid = ?"),
      arguments: [attachment.databaseBytes]
    ).map { (try $0.value(0, "attachment"), try $0.value(1, "attachment")) }
  }

  /// The data of an attachment, chunk by chunk.
  package static func forEachPiece(
    _ db: Database, attachment: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let pieces = try RawStatement(db, "SELECT content FROM attachment_chunk WHERE attachment_id = ? ORDER BY id")
    pieces.bind(1, attachment)
    defer { pieces.reset() }
    while try pieces.step() { try body(pieces.blob(0)) }
  }

  /// Notifies readers, including those in other processes, that a sample's attachments have changed.
  package static func recordChange(_ db: Database, ofSample row: Int64) throws {
    guard
      let sample = try Row.fetchOne(
        db, sql: "SELECT type_id, start, end FROM sample WHERE id = ?", arguments: [row])
    else { return }
    try Change.record(
      db, samples: nil, types: [sample.value(0, "sample")], earliest: sample.time(1, "sample"),
      latest: sample.time(2, "sample"))
  }
}

extension StoredAttachment {
  /// Whether another is equal except for its identity.
  fileprivate func hasSameContent(as other: StoredAttachment) -> Bool {
    name.hasSameBytes(as: other.name) && contentType.hasSameBytes(as: other.contentType) && size == other.size
      && created == other.created
  }
}
