#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
