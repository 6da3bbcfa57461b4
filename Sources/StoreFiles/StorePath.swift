#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Properties of a store's path, from its text and from the symbolic links in it.
package enum StorePath {
  /// The directory of a path: `.` if it contains none.
  package static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The nearest existing directory above a path.
  static func nearestDirectory(to path: String) -> String {
    var directory = directory(of: path)
    while access(directory, F_OK) != 0, directory != "/", directory != "." {
      directory = self.directory(of: directory)
    }
    return directory
  }

  /// Where the file is or would be created: programs that open it through a link and by its own name use the same
  /// store.
  package static func resolved(_ path: String) -> String {
    if let real = real(path) { return real }
    // It does not exist yet, or it is a dangling link.
    var path = path
    for _ in 0..<16 {
      guard let target = target(ofLink: path) else { break }
      path = target.hasPrefix("/") ? target : directory(of: path) + "/" + target
    }
    let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    guard let directory = real(directory(of: path)) else { return path }
    return directory == "/" ? "/" + name : directory + "/" + name
  }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func target(ofLink path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = readlink(path, base, Int(PATH_MAX))
      guard count > 0 else { return nil }
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
