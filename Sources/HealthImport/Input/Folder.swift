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

  /// How many folders deep an export is looked for, and in how many folders.
  private static let deepest = 5
  private static let mostFolders = 4_096

  /// The largest file in it, or in the folder inside exports, that begins like an export; otherwise the largest one in the
  /// folders inside it, the least deep first; otherwise the one in the largest archive in any of them.
  ///
  /// - Parameter force: accept an archive that unpacks to more than 200 times its size.
  /// - Throws: `noExportInside`, `notReadable` or `readFailed`.
  func export(force: Bool) throws(ImportError) -> ImportInput {
    var level = [path]
    var searched = 0
    var archives: [Candidate] = []
    for _ in 0...Self.deepest where !level.isEmpty && searched < Self.mostFolders {
      searched += level.count
      var candidates: [Candidate] = []
      var inside: [String] = []
      for folder in level {
        guard let found = Self.contents(of: folder) else {
          // Only the folder that was named must be readable.
          if folder == path { throw .opening(input, errno) }
          continue
        }
        candidates += found.files
        archives += found.archives
        inside += found.folders
      }
      if level == [path] { candidates += Self.contents(of: path + "/" + Self.inner)?.files ?? [] }
      for candidate in candidates.sorted(by: { ($1.size, $0.path) < ($0.size, $1.path) }) {
        // A file that cannot be opened is not the export; otherwise the search reports that there is none.
        guard let file = try? OpenFile(path: candidate.path, input: input) else { continue }
        if HealthDataMarker.isPresent(in: try file.bytes(at: 0, count: HealthDataMarker.reach)) {
          return ImportInput(content: .file(file), files: .folder(candidate.folder))
        }
      }
      level = Array(inside.sorted().prefix(Self.mostFolders - searched))
    }
    for archive in archives.sorted(by: { ($1.size, $0.path) < ($0.size, $1.path) }).prefix(Self.mostArchives) {
      guard let file = try? OpenFile(path: archive.path, input: archive.path), let directory = try? ZipDirectory(file),
        let entry = try? directory.export(force: force)
      else { continue }
      return ImportInput(content: .entry(file, entry), files: .archive(file, try directory.files(beside: entry)))
    }
    throw ImportError(.noExportInside, path: input)
  }

  private static let mostArchives = 64

  private typealias Candidate = (path: String, folder: String, size: Int)

  /// The XML files, archives and folders in a folder, without links and hidden ones; nil, with `errno`, if it cannot be
  /// read.
  private static func contents(
    of path: String
  ) -> (files: [Candidate], archives: [Candidate], folders: [String])? {
    var files: [Candidate] = []
    var archives: [Candidate] = []
    var folders: [String] = []
    let isRead = FolderNames.forEach(in: path) { name in
      let ending = name.suffix(4).lowercased()
      let isXML = ending == ".xml"
      guard isXML || !name.hasPrefix(".") else { return }
      var status = stat()
      let own = path + "/" + name
      guard (isXML ? stat(own, &status) : lstat(own, &status)) == 0 else { return }
      switch status.st_mode & S_IFMT {
      case S_IFREG where isXML: files.append((own, path, Int(status.st_size)))
      case S_IFREG where ending == ".zip": archives.append((own, path, Int(status.st_size)))
      case S_IFDIR: folders.append(own)
      default: return
      }
    }
    return isRead ? (files, archives, folders) : nil
  }
}

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
