package import Foundation
import GRDB
package import HealthModel

/// Files that are attached to samples. They go with their samples.
extension AuthorizedView {
  /// The files of a sample in the scope, in the order in which they were added; none of one that is not there.
  package func attachments(of sample: UUID) throws -> [StoredAttachment] {
    try store.read { db in
      guard let row = try SampleIdentityReader(db).rows(of: [sample]).first,
        try VisibleRows(db, scope: scope).contains(row)
      else { return [] }
      return try AttachmentTable.attachments(db, sample: row)
    }
  }

  /// Attaches a file to a sample that the client has saved.
  ///
  /// - Returns: false, with nothing stored, where the sample is not there or is somebody else's.
  package func attach(_ file: AttachedFile, to sample: UUID) throws -> Bool {
    try store.write { db in
      guard let row = try ownRow(db, sample) else { return false }
      try AttachmentTable.insert(db, sample: row, file)
      try AttachmentTable.recordChange(db, ofSample: row)
      return true
    }
  }

  /// Takes a file from a sample that the client has saved.
  ///
  /// - Returns: false, with nothing changed, where it is not there or the sample is somebody else's.
  package func detach(_ attachment: UUID, from sample: UUID) throws -> Bool {
    let isDone = try store.write { db in
      guard let row = try ownRow(db, sample), try AttachmentTable.delete(db, attachment, ofSample: row) else {
        return false
      }
      try AttachmentTable.recordChange(db, ofSample: row)
      return true
    }
    if isDone { store.giveBackSpace() }
    return isDone
  }

  /// Reads the bytes of a file whose sample is in the scope, piece by piece.
  ///
  /// - Parameter body: called inside the read, so it must not read the store itself.
  /// - Returns: false where it is not there.
  package func forEachPiece(
    ofAttachment attachment: UUID, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Bool {
    try store.read { db in
      guard let found = try AttachmentTable.find(db, attachment),
        try VisibleRows(db, scope: scope).contains(found.sample)
      else { return false }
      try AttachmentTable.forEachPiece(db, attachment: found.id, body)
      return true
    }
  }

  private func ownRow(_ db: Database, _ sample: UUID) throws -> Int64? {
    guard let row = try SampleIdentityReader(db).rows(of: [sample]).first,
      try VisibleRows(db, scope: scope.ownOnly).contains(row)
    else { return nil }
    return row
  }
}
