#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The directories above a path, of which some may not be there yet.
enum PathAncestry {
  /// The nearest directory above a path that exists.
  static func nearestDirectory(to path: String) -> String {
    var directory = parent(of: path)
    while access(directory, F_OK) != 0, directory != "/", directory != "." {
      directory = parent(of: directory)
    }
    return directory
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
