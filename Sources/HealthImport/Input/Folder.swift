#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folder to which an archive was unpacked, or its parent.
struct Folder {
  private let path: String
  /// The path in error messages.
  private let input: String

  /// The folder inside the archive has this name in every language.
  private static let inner = "apple_health_export"

  /// - Returns: nil if the path is not a folder.
  /// - Throws: `noSuchInput` or `notReadable`.
  init?(path: String) throws(ImportError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .opening(path, errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return nil }
    self.path = path
    input = path
  }

  /// The largest file in it, or in the folder inside exports, that begins like an export.
  ///
  /// - Throws: `noExportInside`, `notReadable` or `readFailed`.
  /// - Returns: the file, and its folder.
  func export() throws(ImportError) -> (file: OpenFile, folder: String) {
    var candidates = try files(of: path)
    let inner = path + "/" + Self.inner
    if access(inner, F_OK) == 0 { candidates += try files(of: inner) }
    for candidate in candidates.sorted(by: { $0.size > $1.size }) {
      // A file that cannot be opened is not the export; otherwise the search reports that there is none.
      guard let file = try? OpenFile(path: candidate.path, input: input) else { continue }
      if HealthDataMarker.isPresent(in: try file.bytes(at: 0, count: HealthDataMarker.reach)) {
        return (file, candidate.folder)
      }
    }
    throw ImportError(.noExportInside, path: input)
  }

  /// One open file at a time: a folder may have more files than a process may open.
  private func files(of path: String) throws(ImportError) -> [(path: String, folder: String, size: Int)] {
    var files: [(path: String, folder: String, size: Int)] = []
    let isRead = FolderNames.forEach(in: path) { name in
      guard name.utf8.suffix(4).elementsEqual(".xml".utf8) || name.utf8.suffix(4).elementsEqual(".XML".utf8) else {
        return
      }
      var status = stat()
      guard stat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
      files.append((path + "/" + name, path, Int(status.st_size)))
    }
    guard isRead else { throw .opening(input, errno) }
    return files
  }
}

/// The names in a folder.
enum FolderNames {
  /// Calls `body` with each name in no particular order, including `.` and `..`.
  ///
  /// - Returns: false, with `errno`, if the folder cannot be read.
  @discardableResult
  static func forEach(in path: String, _ body: (String) -> Void) -> Bool {
    guard let stream = opendir(path) else { return false }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      body(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return true
  }
}
