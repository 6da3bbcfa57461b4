#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The files of an export beside its XML, in its folder or its archive: routes, electrocardiograms, clinical records.
/// Each is read at most once, so that a file that refers to one repeatedly takes no longer than one that refers to it
/// once.
struct ExportFiles {
  enum Place: Sendable {
    case folder(String)
    /// By path relative to the export's folder.
    case archive(OpenFile, [String: ZipEntry])
  }

  enum Found {
    case file(any ByteSource)
    /// There is no readable file of that name.
    case missing
    /// The name leads out of the export, or to a file of another kind.
    case refused
    case readBefore
  }

  private let place: Place
  private var read: Set<String> = []

  init(_ place: Place) {
    self.place = place
  }

  /// - Parameter ending: the required extension of the file: `.gpx`.
  /// - Throws: `corruptZip` if an entry is not where the archive's directory says.
  mutating func open(_ path: String, ending: String = ".gpx") throws(ImportError) -> Found {
    guard let path = ExportFilePath.relative(path, ending: ending) else { return .refused }
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

  /// The contents of a file, nil if it is longer than the limit or unreadable.
  mutating func bytes(of path: String, ending: String, most: Int) throws(ImportError) -> Result<[UInt8], FileFault> {
    switch try open(path, ending: ending) {
    case .missing: return .failure(FileFault(reason: .missingFile))
    case .refused: return .failure(FileFault(reason: .refusedPath))
    case .readBefore: return .failure(FileFault(reason: .repeatedFile))
    case .file(var source):
      var bytes: [UInt8] = []
      while true {
        let piece = try source.piece()
        if piece.isEmpty { return .success(bytes) }
        guard bytes.count + piece.count <= most else { return .failure(FileFault(reason: .tooLarge)) }
        bytes += piece
      }
    }
  }

  struct FileFault: Error {
    var reason: SkipReason
  }

  /// The paths of the files in a folder of the export that have the given extension, sorted by name.
  func paths(in folder: String, ending: String) -> [String] {
    let names: [String]
    switch place {
    case .folder(let root): names = Self.names(of: root + "/" + folder).map { folder + "/" + $0 }
    case .archive(_, let entries): names = entries.keys.filter { $0.hasPrefix(folder + "/") }
    }
    return Array(
      names.filter { ExportFilePath.relative($0, ending: ending) != nil }.sorted().prefix(Self.mostListed))
  }

  /// Those that no element has referred to so far.
  func unreadPaths(in folder: String, ending: String) -> [String] {
    paths(in: folder, ending: ending).filter { !read.contains($0) }
  }

  /// The limit for one folder: a user may record several electrocardiograms per day.
  private static let mostListed = 1 << 16

  private static func names(of folder: String) -> [String] {
    var names: [String] = []
    FolderNames.forEach(in: folder) { names.append($0) }
    return names
  }

  /// nil if the file cannot be opened, and if links lead out of the folder.
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
