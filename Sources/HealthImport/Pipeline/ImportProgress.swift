/// How far an import is, told once per batch.
package struct ImportProgress: Hashable, Sendable {
  /// Bytes of the file that have been read; of an archive, packed bytes.
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
