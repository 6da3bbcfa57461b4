import HealthModel

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
    guard let content = content(of: path) else { return .missing }
    read.insert(path)
    return .file(try content.source())
  }

  /// A file that can be read from its beginning any number of times.
  private enum Content: Sendable {
    case file(OpenFile)
    case entry(OpenFile, ZipEntry)

    func source() throws(ImportError) -> any ByteSource {
      switch self {
      case .file(let file): FileByteSource(file)
      case .entry(let file, let entry): try ZipEntrySource(file, entry)
      }
    }
  }

  private func content(of path: String) -> Content? {
    switch place {
    case .folder(let folder): Self.file(path, in: folder).map { .file($0) }
    case .archive(let file, let entries): entries[path].map { .entry(file, $0) }
    }
  }

  /// The data of a sample that is a file of its own.
  struct FileData {
    /// Its first bytes.
    var head: [UInt8]
    var data: SampleData
  }

  /// Reads a file once to check it, and a long one again when it is stored, so that it takes no memory meanwhile.
  ///
  /// - Parameter most: how many bytes to keep.
  mutating func data(
    of path: String, ending: String, keeping most: Int = .max
  ) throws(ImportError) -> Result<FileData, FileFault> {
    switch try open(path, ending: ending) {
    case .missing: return .failure(FileFault(reason: .missingFile))
    case .refused: return .failure(FileFault(reason: .refusedPath))
    case .readBefore: return .failure(FileFault(reason: .repeatedFile))
    case .file(var source):
      let most = min(max(most, SampleData.longestInMemory), Self.longestHead)
      var head: [UInt8] = []
      var count = 0
      while case let piece = try source.piece(), !piece.isEmpty {
        count += piece.count
        guard count <= SampleLimits.mostDataBytes else { return .failure(FileFault(reason: .tooLarge)) }
        head += piece.prefix(most - head.count)
      }
      guard count > SampleData.longestInMemory,
        let content = ExportFilePath.relative(path, ending: ending).flatMap(content)
      else { return .success(FileData(head: head, data: SampleData(SampleData.pieces(head)))) }
      let data = SampleData(count: count) { body in
        var source = try content.source()
        while case let piece = try source.piece(), !piece.isEmpty {
          for part in SampleData.pieces(piece) { try body(part) }
        }
      }
      return .success(FileData(head: head, data: data))
    }
  }

  /// How many bytes of a file are kept in memory to look for its name and type.
  private static let longestHead = 16 << 20

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
