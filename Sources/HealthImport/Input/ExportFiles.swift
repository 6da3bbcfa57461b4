#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The route files of one export: beside its xml in a folder, or in its archive. Each is read once at most, so that a
/// file that names one again and again takes no longer than one that names it once.
struct RouteFiles {
  enum Place: Sendable {
    case folder(String)
    /// By their paths relative to the export's folder.
    case archive(OpenFile, [String: ZipEntry])
  }

  enum Found {
    case file(any ByteSource)
    /// Nothing of that name can be read there.
    case missing
    /// The name leads out of the export, or to no route.
    case refused
    case readBefore
  }

  private let place: Place
  private var read: Set<String> = []

  init(_ place: Place) {
    self.place = place
  }

  /// - Throws: `corruptZip` for an entry that is not where the archive says.
  mutating func open(_ path: String) throws(ImportError) -> Found {
    guard let path = RoutePath.relative(path) else { return .refused }
    if read.contains(path) { return .readBefore }
    switch place {
    case .folder(let folder):
      guard let file = Self.file(path, in: folder) else { return .missing }
      read.insert(path)
      return .file(FileByteSource(file))
    case .archive(let file, let entries):
      guard let entry = entries[path] else { return .missing }
      read.insert(path)
      return .file(try ZipEntrySource(file, entry))
    }
  }

  /// nil where nothing can be opened, and where links lead out of the folder.
  private static func file(_ path: String, in folder: String) -> OpenFile? {
    guard let root = resolved(folder), let target = resolved(folder + "/" + path),
      target.hasPrefix(root.hasSuffix("/") ? root : root + "/")
    else { return nil }
    return try? OpenFile(path: target, input: path)
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
