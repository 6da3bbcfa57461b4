/// The progress of an import, reported once per batch.
package struct ImportProgress: Hashable, Sendable {
  /// Bytes of the file that have been read; for an archive, compressed bytes.
  package var bytesDone: Int
  package var bytesTotal: Int
  /// Elements read so far.
  package var records: Int

  package init(bytesDone: Int, bytesTotal: Int, records: Int) {
    self.bytesDone = bytesDone
    self.bytesTotal = bytesTotal
    self.records = records
  }
}
