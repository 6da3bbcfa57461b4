#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The names of what lies in a folder.
enum FolderNames {
  /// Calls `body` with each name, in no order, `.` and `..` among them.
  ///
  /// - Returns: false, with `errno`, where the folder cannot be read.
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
