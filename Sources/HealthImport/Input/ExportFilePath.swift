/// The path of a route file as an export's xml names it, made relative to the export's folder.
enum RoutePath {
  private static let longest = 512
  private static let mostParts = 8

  /// The path without its leading slash; nil for one that may lead out of the folder, or to anything but a GPX file.
  static func relative(_ path: String) -> String? {
    let path = path.hasPrefix("/") ? path.dropFirst() : path[...]
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.isEmpty, parts.count <= mostParts, path.utf8.count <= longest, isRoute(path.utf8),
      parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }),
      // A backslash separates folders to some programs, and a path ends at NUL.
      path.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return String(path)
  }

  /// Whether a name ends as those of routes do.
  static func isRoute(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    name.suffix(4).map { $0 | 0x20 } == Array(".gpx".utf8).map { $0 | 0x20 }
  }
}
