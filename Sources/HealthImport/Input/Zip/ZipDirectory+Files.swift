extension ZipDirectory {
  /// The maximum number of files: no export has as many workouts.
  private static let mostFiles = 1 << 16
  private static let longestName = 1_024

  /// The files of routes, electrocardiograms, clinical records and the clinical document in the folder of the
  /// export's XML or below, by path relative to it.
  ///
  /// - Parameter export: the entry of the XML.
  func files(beside export: ZipEntry) throws(ImportError) -> [String: ZipEntry] {
    var found: [String: ZipEntry] = [:]
    var folder: [UInt8] = []
    try forEachEntry { entry, name in
      if entry.headerOffset == export.headerOffset, !entry.isFolder {
        folder = Array(name[..<(name.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? name.startIndex)])
      }
      guard found.count < Self.mostFiles, name.count <= Self.longestName, ExportFilePath.isKnown(name),
        !entry.isEncrypted
      else { return }
      var entry = entry
      entry.isForced = export.isForced
      let path = String(decoding: name, as: UTF8.self)
      if found[path] == nil { found[path] = entry }
    }
    guard !folder.isEmpty else { return found }
    let prefix = String(decoding: folder, as: UTF8.self)
    return Dictionary(
      found.compactMap { path, entry in
        path.hasPrefix(prefix) ? (String(path.dropFirst(prefix.count)), entry) : nil
      }, uniquingKeysWith: { first, _ in first })
  }
}
