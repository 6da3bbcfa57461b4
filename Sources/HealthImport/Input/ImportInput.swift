/// The export at a path, found by contents and not by names, which differ by language and user.
struct ImportInput: Sendable {
  enum Content: Sendable {
    case file(OpenFile)
    case entry(OpenFile, ZipEntry)
  }

  let content: Content
  /// Access to the files beside it.
  let files: ExportFiles.Place

  init(content: Content, files: ExportFiles.Place) {
    (self.content, self.files) = (content, files)
  }

  /// - Throws: `noSuchInput`, `notReadable`, `emptyFile`, `notAZip`, `noExportInside`, `encryptedZip`, `corruptZip`,
  ///   `unpacksTooLarge` or `readFailed`.
  init(path: String, force: Bool) throws(ImportError) {
    if let folder = try Folder(path: path) {
      self = try folder.export(force: force)
      return
    }
    let file = try OpenFile(path: path, input: path)
    guard file.size > 0 else { throw ImportError(.emptyFile, path: path) }
    let head = try file.bytes(at: 0, count: HealthDataMarker.reach)
    let isExport = HealthDataMarker.isPresent(in: head)
    // The beginning of an uncompressed archive shows the contents of its first file as well.
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

/// How the XML of an export is recognized.
enum HealthDataMarker {
  /// The maximum position of the marker in a file: after the XML declaration and comments.
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
