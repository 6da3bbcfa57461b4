/// The export that a path leads to, found by what is in it and not by names: those differ by language and user.
struct ImportInput: Sendable {
  enum Content: Sendable {
    case file(OpenFile)
    case entry(OpenFile, ZipEntry)
  }

  let content: Content
  /// Where the files beside it lie.
  let files: ExportFiles.Place

  /// - Throws: `noSuchInput`, `notReadable`, `emptyFile`, `notAZip`, `noExportInside`, `encryptedZip`, `corruptZip`,
  ///   `unpacksTooLarge` or `readFailed`.
  init(path: String, force: Bool) throws(ImportError) {
    if let folder = try Folder(path: path) {
      let export = try folder.export()
      content = .file(export.file)
      files = .folder(export.folder)
      return
    }
    let file = try OpenFile(path: path, input: path)
    guard file.size > 0 else { throw ImportError(.emptyFile, path: path) }
    let head = try file.bytes(at: 0, count: HealthDataMarker.reach)
    let isExport = HealthDataMarker.isPresent(in: head)
    // An archive that does not compress shows its first file's content in its head as well.
    var archive: ZipDirectory?
    if !isExport || head.first != UInt8(ascii: "<") { archive = try ZipDirectory(file) }
    guard let directory = archive else {
      guard isExport else { throw ImportError(.notAZip, path: path) }
      content = .file(file)
      files = .folder(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
      return
    }
    let entry = try directory.export(force: force)
    content = .entry(file, entry)
    files = .archive(file, try directory.files(beside: entry))
  }
}

/// How the xml of an export is recognised.
enum HealthDataMarker {
  /// How far into a file the marker may stand: behind the XML declaration and comments.
  static let reach = 4_096

  static func isPresent(in head: [UInt8]) -> Bool {
    head.withUnsafeBytes { bytes in
      var index = 0
      while let open = bytes.firstIndex(of: UInt8(ascii: "<"), from: index) {
        let rest = bytes.part(open, bytes.count)
        if rest.hasPrefix("<HealthData") || rest.hasPrefix("<!DOCTYPE HealthData") { return true }
        index = open + 1
      }
      return false
    }
  }
}
