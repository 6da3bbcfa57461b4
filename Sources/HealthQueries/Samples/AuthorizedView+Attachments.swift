package import Foundation
import GRDB
import HealthDatabase
package import HealthModel

/// Files attached to samples. They are deleted with their samples.
extension AuthorizedView {
  /// The attachments of a sample in the scope, in the order in which they were added; none if the sample does not
  /// exist.
  package func attachments(of sample: UUID) throws -> [StoredAttachment] {
    try store.read { db in
      guard let row = try Self.row(db, of: sample, in: scope) else { return [] }
      return try AttachmentTable.attachments(db, sample: row)
    }
  }

  /// Attaches a file to a sample that the client has saved.
  ///
  /// - Returns: false, without storing anything, if the sample does not exist or was saved by another client.
  package func attach(_ file: AttachedFile, to sample: UUID) throws -> Bool {
    try store.write { db in
      guard let row = try Self.row(db, of: sample, in: scope.ownOnly) else { return false }
      try AttachmentTable.insert(db, sample: row, file)
      try AttachmentTable.recordChange(db, ofSample: row)
      return true
    }
  }

  /// Removes an attachment from a sample that the client has saved.
  ///
  /// - Returns: false, without a change, if it does not exist or the sample was saved by another client.
  package func detach(_ attachment: UUID, from sample: UUID) throws -> Bool {
    let isDone = try store.write { db in
      guard let row = try Self.row(db, of: sample, in: scope.ownOnly),
        try AttachmentTable.delete(db, attachment, ofSample: row)
      else {
        return false
      }
      try AttachmentTable.recordChange(db, ofSample: row)
      return true
    }
    if isDone { store.releaseSpace() }
    return isDone
  }

  /// Reads the data of an attachment whose sample is in the scope, chunk by chunk.
  ///
  /// - Parameter body: called during the read, so it must not read the store itself.
  /// - Returns: false if it does not exist.
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
}
