#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The files of one export beside its xml, in its folder or its archive: routes, electrocardiograms, clinical records.
/// Each is read once at most, so that a file that names one again and again takes no longer than one that names it once.
struct ExportFiles {
  enum Place: Sendable {
    case folder(String)
    /// By their paths relative to the export's folder.
    case archive(OpenFile, [String: ZipEntry])
  }

  enum Found {
    case file(any ByteSource)
    /// Nothing of that name can be read there.
    case missing
    /// The name leads out of the export, or to no file of that kind.
    case refused
    case readBefore
  }

  private let place: Place
  private var read: Set<String> = []

  init(_ place: Place) {
    self.place = place
  }

  /// - Parameter ending: how the name of the file must end: `.gpx`.
  /// - Throws: `corruptZip` for an entry that is not where the archive says.
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

  /// All of a file's bytes, nil where it is longer than that or cannot be read.
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

  /// The paths of the files of a folder of the export, those with such names, in the order of the names.
  func paths(in folder: String, ending: String) -> [String] {
    let names: [String]
    switch place {
    case .folder(let root): names = Self.names(of: root + "/" + folder).map { folder + "/" + $0 }
    case .archive(_, let entries): names = entries.keys.filter { $0.hasPrefix(folder + "/") }
    }
    return Array(
      names.filter { ExportFilePath.relative($0, ending: ending) != nil }.sorted().prefix(Self.mostListed))
  }

  /// Those of them that nothing has named so far.
  func unreadPaths(in folder: String, ending: String) -> [String] {
    paths(in: folder, ending: ending).filter { !read.contains($0) }
  }

  /// Of one folder: a person records some electrocardiograms a day.
  private static let mostListed = 1 << 16

  private static func names(of folder: String) -> [String] {
    var names: [String] = []
    FolderNames.forEach(in: folder) { names.append($0) }
    return names
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
