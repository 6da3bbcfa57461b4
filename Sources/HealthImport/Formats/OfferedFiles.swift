import CZlib
import FoundationEssentials
package import HealthModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The files at a path: the file itself, those of an archive, or those of a folder and its subfolders, and those of
/// archives among them.
package struct OfferedFiles: Sendable {
  /// Sorted by name.
  package let all: [OfferedFile]
  /// The names of those that a format reads.
  package var taken: Set<String> = []
  /// Those that no format reads so far.
  package var free: [OfferedFile] { all.filter { !taken.contains($0.name) } }
  /// The names of Apple's exports among them. What lies beside them belongs to them, and is not offered.
  package let exports: [String]
  /// Whether the path is a single regular file.
  package let isSingle: Bool
  /// What cannot be opened: links, which are not followed, names that are no UTF-8, and folders without permission.
  package let closed: [String]
  /// Why archives among them were passed over: they are damaged, or files in them are encrypted.
  package let unreadable: [ImportError]

  /// How many files there are beyond those that are offered.
  package let ignored: Int

  /// No Takeout has as many files.
  package static let most = 1 << 18

  /// How many more files there may be.
  private struct Room {
    var left: Int
    var refused = 0

    mutating func take() -> Bool {
      guard left > 0 else {
        refused += 1
        return false
      }
      left -= 1
      return true
    }
  }

  private static let deepest = 16
  private static let longestName = 4_096
  /// How many archives are opened inside each other.
  private static let deepestArchive = 2

  /// - Parameter force: accept an archive that unpacks to more than 200 times its size.
  /// - Throws: `noSuchInput`, `notReadable`, `emptyFile`, `corruptZip` or `readFailed`, or `CancellationError`.
  package init(path: String, force: Bool, _ context: ImportContext, most: Int = Self.most) throws {
    var room = Room(left: most)
    var status = stat()
    guard stat(path, &status) == 0 else { throw ImportError.opening(path, errno) }
    if status.st_mode & S_IFMT == S_IFDIR {
      var files: [OfferedFile] = []
      var closed: [String] = []
      Self.collect(path, prefix: "", depth: 0, force: force, into: &files, closed: &closed, room: &room)
      self.closed = closed.sorted()
      (all, exports, unreadable) = try Self.offered(
        files, in: path + "/", force: force, context, room: &room)
      ignored = room.refused
      isSingle = false
      return
    }
    closed = []
    let file = try OpenFile(path: path, input: path)
    guard file.size > 0 else { throw ImportError(.emptyFile, path: path) }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard try file.bytes(at: 0, count: 2) == Array("PK".utf8), let directory = try ZipDirectory(file) else {
      all = [OfferedFile(name: name, size: file.size, content: .file(path), isForced: force)]
      (isSingle, unreadable, exports, ignored) = (true, [], [], 0)
      return
    }
    let files = try Self.entries(of: directory, prefix: "", force: force, room: &room)
    let inside: [ImportError]
    (all, exports, inside) = try Self.offered(files, in: path + "/", force: force, context, room: &room)
    ignored = room.refused
    unreadable = Self.encryption(of: directory, path) + inside
    isSingle = false
  }

  private static func entries(
    of directory: ZipDirectory, prefix: String, force: Bool, room: inout Room
  ) throws -> [OfferedFile] {
    var files: [OfferedFile] = []
    try directory.forEachEntry { entry, bytes in
      guard !entry.isFolder, !entry.isEncrypted, entry.unpackedSize > 0, bytes.count <= longestName else { return }
      // Hidden ones are passed over, as in a folder; macOS adds some in a folder of their own.
      let name = String(decoding: bytes, as: UTF8.self)
      guard !name.hasPrefix("__MACOSX/"), !name.hasPrefix("."), !name.contains("/.") else { return }
      guard room.take() else { return }
      var entry = entry
      entry.isForced = force
      files.append(
        OfferedFile(
          name: prefix + name, size: entry.unpackedSize,
          content: .entry(directory.file, entry), isForced: force))
    }
    return files
  }

  /// The files, sorted by name, with those in archives instead of the archives: accounts are exported in several, and
  /// activities one by one. What is both in an archive and beside it is offered once.
  ///
  /// - Parameter place: what comes before their names in a path.
  private static func openingArchives(
    _ files: [OfferedFile], in place: String, force: Bool, _ context: ImportContext, room: inout Room
  ) throws -> (files: [OfferedFile], unreadable: [ImportError]) {
    var files = files
    var unreadable: [String: ImportError] = [:]
    for _ in 0..<deepestArchive {
      var archives: [(String, ZipDirectory)] = []
      for file in files where file.isNamedArchive && unreadable[file.name] == nil {
        do {
          let archive = try file.archive(context)
          archives.append((file.name, archive))
          unreadable[file.name] = encryption(of: archive, place + file.name).first
        } catch let error as ImportError {
          unreadable[file.name] = ImportError(error.code, path: place + file.name, context: error.context)
        }
      }
      guard !archives.isEmpty else { break }
      let opened = Set(archives.map(\.0))
      files.removeAll { opened.contains($0.name) }
      var known = Dictionary(grouping: files) { OfferedFile.Likeness($0) }
      for (name, archive) in archives {
        for file in try entries(of: archive, prefix: name + "/", force: force, room: &room) {
          let same = known[OfferedFile.Likeness(file), default: []]
          if try same.contains(where: { try $0.checksum() == file.checksum() }) { continue }
          known[OfferedFile.Likeness(file)] = same + [file]
          files.append(file)
        }
      }
    }
    // Formats would recognize what is in them by its first bytes.
    files.removeAll { unreadable[$0.name] != nil }
    return (files.sorted { $0.name < $1.name }, unreadable.sorted { $0.key < $1.key }.map(\.value))
  }

  /// The files and those in archives among them, without Apple's exports; archives that are a part of one stay closed.
  private static func offered(
    _ files: [OfferedFile], in place: String, force: Bool, _ context: ImportContext, room: inout Room
  ) throws -> (files: [OfferedFile], exports: [String], unreadable: [ImportError]) {
    let (own, exports) = withoutExports(files)
    let (opened, unreadable) = try openingArchives(own, in: place, force: force, context, room: &room)
    let (all, packed) = withoutExports(opened)
    return (all, exports + packed, unreadable)
  }

  /// The files without Apple's exports, and the names of these.
  private static func withoutExports(_ files: [OfferedFile]) -> (files: [OfferedFile], exports: [String]) {
    let exports = files.filter {
      $0.name.lowercased().hasSuffix(".xml") && HealthDataMarker.isPresent(in: $0.head(HealthDataMarker.reach))
    }
    .map(\.name)
    guard !exports.isEmpty else { return (files, []) }
    let folders = Set(exports.map { $0[..<($0.lastIndex(of: "/").map($0.index(after:)) ?? $0.startIndex)] })
    func isPart(_ name: String) -> Bool {
      folders.contains { folder in
        name.hasPrefix(folder) && ExportFilePath.isPart(name.dropFirst(folder.count))
      }
    }
    return (files.filter { !exports.contains($0.name) && !isPart($0.name) }, exports)
  }

  private static func encryption(of archive: ZipDirectory, _ path: String) -> [ImportError] {
    archive.hasEncryptedFile ? [ImportError(.encryptedZip, path: path)] : []
  }

  /// Symbolic links are not followed.
  private static func collect(
    _ path: String, prefix: String, depth: Int, force: Bool, into files: inout [OfferedFile],
    closed: inout [String], room: inout Room
  ) {
    guard depth < deepest else { return closed.append(prefix) }
    var folders: [String] = []
    let isRead = FolderNames.forEach(in: path) { name in
      var status = stat()
      guard !name.hasPrefix(".") else { return }
      guard lstat(path + "/" + name, &status) == 0 else { return closed.append(prefix + name) }
      switch status.st_mode & S_IFMT {
      case S_IFLNK: closed.append(prefix + name)
      case S_IFDIR: folders.append(name)
      case S_IFREG where status.st_size > 0:
        guard room.take() else { return }
        files.append(
          OfferedFile(
            name: prefix + name, size: Int(status.st_size), content: .file(path + "/" + name), isForced: force))
      default: break
      }
    }
    if !isRead { closed.append(prefix) }
    for folder in folders {
      collect(
        path + "/" + folder, prefix: prefix + folder + "/", depth: depth + 1, force: force, into: &files,
        closed: &closed, room: &room)
    }
  }

  /// The largest SQLite file that has these tables, opened: of several exports it has the most.
  package func database(with tables: [String], _ context: ImportContext) throws -> OpenDatabase? {
    var damage: (any Error)?
    for file in free.filter(\.isDatabase).sorted(by: { ($0.size, $1.name) > ($1.size, $0.name) }) {
      do {
        let database = try OpenDatabase(file, context)
        if tables.allSatisfy({ database.database.tables[$0] != nil }) { return database }
      } catch let error as ForeignDatabaseError {
        damage = damage ?? error
      }
    }
    // A file that cannot be opened may have any format.
    if let damage { throw damage }
    return nil
  }
}

package struct OfferedFile: Sendable {
  enum Content: Sendable {
    case file(String)
    case entry(OpenFile, ZipEntry)
  }

  /// The path including its folders.
  package let name: String
  package let size: Int
  let content: Content
  /// Whether it may unpack to more than 200 times its size.
  let isForced: Bool

  /// Sports programs pack the files of activities.
  private var isGzip: Bool { name.lowercased().hasSuffix(".gz") }
  /// Where it can be read as it is; nil for a packed file.
  fileprivate var path: String? {
    if case .file(let path) = content, !isGzip { path } else { nil }
  }

  fileprivate var isNamedArchive: Bool { name.lowercased().hasSuffix(".zip") }

  /// The name without its folders.
  package var lastName: Substring { name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...] }

  /// The first bytes; fewer if the others cannot be read, of which reading will tell.
  package func head(_ count: Int = 4_096) -> [UInt8] {
    if let path { return (try? OpenFile(path: path, input: path).bytes(at: 0, count: count)) ?? [] }
    var bytes: [UInt8] = []
    guard var source = try? source() else { return [] }
    while bytes.count < count, let piece = try? source.piece(), !piece.isEmpty { bytes += piece }
    return Array(bytes.prefix(count))
  }

  /// The contents from the beginning, piece by piece.
  ///
  /// - Throws: `ImportError`.
  package func source() throws(ImportError) -> any ByteSource {
    let stored: any ByteSource =
      switch content {
      case .file(let path): FileByteSource(try OpenFile(path: path, input: name))
      case .entry(let file, let entry): try ZipEntrySource(file, entry)
      }
    return isGzip ? GzipSource(stored, path: name, force: isForced) : stored
  }

  /// The contents as JSON. A packed text is unpacked, since it is read at any position: to memory if it is short,
  /// otherwise to a file that is gone once it is no longer read.
  package func json(_ context: ImportContext) throws -> JSONInput {
    if let path { return try JSONInput(path: path) }
    guard size > Self.longestInMemory || isGzip else {
      var bytes: [UInt8] = []
      var source = try source()
      while case let piece = try source.piece(), !piece.isEmpty { bytes += piece }
      return JSONInput(bytes: bytes)
    }
    let path = try unpack(into: context)
    defer { unlink(path) }
    return try JSONInput(path: path)
  }

  private static let longestInMemory = 1 << 16

  package var isDatabase: Bool { size >= 512 && head(16).elementsEqual(Array("SQLite format 3".utf8) + [0]) }

  /// The archive that it is.
  ///
  /// - Throws: `corruptZip` if it is none, or damaged.
  fileprivate func archive(_ context: ImportContext) throws -> ZipDirectory {
    let unpacked = try path == nil ? unpack(into: context) : nil
    defer { if let unpacked { unlink(unpacked) } }
    guard let archive = try ZipDirectory(OpenFile(path: path ?? unpacked ?? name, input: name)) else {
      throw ImportError(.corruptZip, path: name, context: "no directory at its end")
    }
    return archive
  }

  /// What equal files have in common, without reading them.
  fileprivate struct Likeness: Hashable {
    var lastName: Substring
    var size: Int

    init(_ file: OfferedFile) { (lastName, size) = (file.lastName, file.size) }
  }

  fileprivate func checksum() throws(ImportError) -> UInt32 {
    if case .entry(_, let entry) = content { return entry.crc }
    var source = try source()
    var sum = crc32(0, nil, 0)
    while case let piece = try source.piece(), !piece.isEmpty { sum = crc32(sum, piece, UInt32(piece.count)) }
    return UInt32(truncatingIfNeeded: sum)
  }
}

/// A database among the files; a packed one is unpacked for the lifetime of this object.
package final class OpenDatabase {
  package let file: OfferedFile
  package let database: any ForeignDatabase
  private let unpacked: String?

  package init(_ file: OfferedFile, _ context: ImportContext) throws {
    self.file = file
    if let path = file.path {
      unpacked = nil
      database = try context.openDatabase(path)
      return
    }
    let path = try file.unpack(into: context)
    do {
      database = try context.openDatabase(path)
      unpacked = path
    } catch {
      unlink(path)
      throw error
    }
  }

  deinit {
    if let unpacked { unlink(unpacked) }
  }
}

extension OfferedFile {
  /// Unpacks it to a file that only the user can read.
  ///
  /// - Returns: its path.
  fileprivate func unpack(into context: ImportContext) throws -> String {
    let path = "\(context.temporaryFolder)/ringtop-\(UUID().uuidString)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ImportError(
        .notReadable, path: name, context: "not enough space in \(context.temporaryFolder) to unpack it")
    }
    defer { close(descriptor) }
    do {
      var source = try source()
      while true {
        if context.cancellation?.isCancelled == true { throw CancellationError() }
        let piece = try source.piece()
        if piece.isEmpty { return path }
        var written = 0
        while written < piece.count {
          let count = piece.withUnsafeBytes { bytes in
            bytes.baseAddress.map { write(descriptor, $0 + written, bytes.count - written) } ?? -1
          }
          if count < 0, errno == EINTR { continue }
          guard count > 0 else {
            throw ImportError(
              .readFailed, path: name, context: "not enough space in \(context.temporaryFolder) to unpack it")
          }
          written += count
        }
      }
    } catch {
      unlink(path)
      throw error
    }
  }
}
