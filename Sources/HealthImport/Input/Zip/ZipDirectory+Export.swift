extension ZipDirectory {
  /// The entry of the export's XML, whatever its name: the largest one that begins like it.
  ///
  /// - Throws: `encryptedZip` if no readable entry matches and one is encrypted, otherwise `noExportInside`;
  ///   `unpacksTooLarge` unless forced; `corruptZip`.
  func export(force: Bool) throws(ImportError) -> ZipEntry {
    var damage: ImportError?
    // Large ones first: an export contains thousands of small routes.
    for var entry in entries {
      entry.isForced = force
      do throws(ImportError) {
        guard HealthDataMarker.isPresent(in: try head(of: entry)) else { continue }
      } catch {
        guard error.code == .corruptZip else { throw error }
        damage = damage ?? error
        continue
      }
      guard entry.unpackedSize <= entry.unpackedLimit else {
        throw ImportError(
          .unpacksTooLarge, path: file.path, context: "\(entry.packedSize) bytes unpack to \(entry.unpackedSize)")
      }
      return entry
    }
    if let damage { throw damage }
    throw ImportError(hasEncryptedFile ? .encryptedZip : .noExportInside, path: file.path)
  }

  private func head(of entry: ZipEntry) throws(ImportError) -> [UInt8] {
    var entry = entry
    entry.isForced = true
    var source = try ZipEntrySource(file, entry, chunk: 8_192)
    var head = [UInt8](repeating: 0, count: HealthDataMarker.reach)
    var filled = 0
    while filled < head.count {
      var failure: ImportError?
      let count = head.withUnsafeMutableBytes { buffer in
        do throws(ImportError) {
          return try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        } catch {
          failure = error
          return 0
        }
      }
      // Damage after the beginning is found while reading.
      if let failure, filled == 0 { throw failure }
      if count == 0 { break }
      filled += count
    }
    return Array(head.prefix(filled))
  }
}
