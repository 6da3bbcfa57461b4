import FoundationEssentials
package import HealthModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The files at a path: the file itself, those of an archive, or those of a folder and its subfolders.
package struct OfferedFiles: Sendable {
  /// Sorted by name.
  package let all: [OfferedFile]
  /// Whether the path is a single regular file.
  package let isSingle: Bool

  /// No Takeout has as many files; further ones are ignored.
  private static let most = 1 << 16
  private static let deepest = 16
  private static let longestName = 4_096

  /// - Parameter force: accept an archive that unpacks to more than 200 times its size.
  /// - Throws: `noSuchInput`, `notReadable`, `emptyFile`, `corruptZip` or `readFailed`.
  package init(path: String, force: Bool) throws(ImportError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .opening(path, errno) }
    if status.st_mode & S_IFMT == S_IFDIR {
      var files: [OfferedFile] = []
      Self.collect(path, prefix: "", depth: 0, into: &files)
      all = files.sorted { $0.name < $1.name }
      isSingle = false
      return
    }
    let file = try OpenFile(path: path, input: path)
    guard file.size > 0 else { throw ImportError(.emptyFile, path: path) }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard try file.bytes(at: 0, count: 2) == Array("PK".utf8), let directory = try ZipDirectory(file) else {
      all = [OfferedFile(name: name, size: file.size, content: .file(path))]
      isSingle = true
      return
    }
    var files: [OfferedFile] = []
    try directory.forEachEntry { entry, bytes in
      guard !entry.isFolder, !entry.isEncrypted, entry.unpackedSize > 0, files.count < Self.most,
        bytes.count <= Self.longestName
      else { return }
      let name = String(decoding: bytes, as: UTF8.self)
      var entry = entry
      entry.isForced = force
      files.append(OfferedFile(name: name, size: entry.unpackedSize, content: .entry(file, entry)))
    }
    all = files.sorted { $0.name < $1.name }
    isSingle = false
  }

  /// Symbolic links are not followed.
  private static func collect(_ path: String, prefix: String, depth: Int, into files: inout [OfferedFile]) {
    guard depth < deepest else { return }
    var folders: [String] = []
    FolderNames.forEach(in: path) { name in
      var status = stat()
      guard !name.hasPrefix("."), lstat(path + "/" + name, &status) == 0 else { return }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: folders.append(name)
      case S_IFREG where status.st_size > 0 && files.count < most:
        files.append(OfferedFile(name: prefix + name, size: Int(status.st_size), content: .file(path + "/" + name)))
      default: break
      }
    }
    for folder in folders {
      collect(path + "/" + folder, prefix: prefix + folder + "/", depth: depth + 1, into: &files)
    }
  }

  /// The first SQLite file that has these tables, opened.
  package func database(with tables: [String], _ context: ImportContext) throws -> OpenDatabase? {
    var damage: (any Error)?
    for file in all where file.isDatabase {
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

/// One of the files.
package struct OfferedFile: Sendable {
  enum Content: Sendable {
    case file(String)
    case entry(OpenFile, ZipEntry)
  }

  /// The path including its folders.
  package let name: String
  package let size: Int
  let content: Content

  /// The name without its folders.
  package var lastName: Substring { name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...] }

  /// The first bytes; empty if it cannot be read.
  package func head(_ count: Int = 4_096) -> [UInt8] {
    switch content {
    case .file(let path): (try? OpenFile(path: path, input: path).bytes(at: 0, count: count)) ?? []
    case .entry(let file, let entry): (try? Self.unpack(file, entry, limit: count)) ?? []
    }
  }

  /// The contents from the beginning, piece by piece.
  ///
  /// - Throws: `ImportError`.
  package func source() throws(ImportError) -> any ByteSource {
    switch content {
    case .file(let path): FileByteSource(try OpenFile(path: path, input: name))
    case .entry(let file, let entry): try ZipEntrySource(file, entry)
    }
  }

  /// The contents as JSON. A text in an archive is unpacked, since it is read at any position: to memory if it is short,
  /// otherwise to a file that is gone once it is no longer read.
  package func json(_ context: ImportContext) throws -> JSONInput {
    switch content {
    case .file(let path): return try JSONInput(path: path)
    case .entry(let archive, let entry):
      guard entry.unpackedSize > Self.longestInMemory else {
        return JSONInput(bytes: try Self.unpack(archive, entry, limit: .max))
      }
      let path = try OpenDatabase.unpack(archive, entry, into: context)
      defer { unlink(path) }
      return try JSONInput(path: path)
    }
  }

  private static let longestInMemory = 1 << 16

  package var isDatabase: Bool { size >= 512 && head(16).elementsEqual(Array("SQLite format 3".utf8) + [0]) }

  private static func unpack(_ file: OpenFile, _ entry: ZipEntry, limit: Int) throws(ImportError) -> [UInt8] {
    var bytes: [UInt8] = []
    var source = try ZipEntrySource(file, entry)
    while bytes.count < limit {
      let piece = try source.piece()
      if piece.isEmpty { break }
      bytes += piece
    }
    return Array(bytes.prefix(limit))
  }
}

/// A database among the files; one in an archive is unpacked for the lifetime of this object.
package final class OpenDatabase {
  package let database: any ForeignDatabase
  private let unpacked: String?

  package init(_ file: OfferedFile, _ context: ImportContext) throws {
    guard case .entry(let archive, let entry) = file.content else {
      guard case .file(let path) = file.content else { throw FormatDamage(reason: "\(file.name) cannot be read") }
      unpacked = nil
      database = try context.openDatabase(path)
      return
    }
    let path = try Self.unpack(archive, entry, into: context)
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

  /// Readable only by the user.
  fileprivate static func unpack(_ archive: OpenFile, _ entry: ZipEntry, into context: ImportContext) throws -> String {
    var template = Array((context.temporaryFolder + "/ringtop-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    let path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
    guard descriptor >= 0 else {
      throw ImportError(
        .notReadable, path: archive.path, context: "not enough space in \(context.temporaryFolder) to unpack it")
    }
    defer { close(descriptor) }
    do {
      var source = try ZipEntrySource(archive, entry)
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
              .readFailed, path: archive.path, context: "not enough space in \(context.temporaryFolder) to unpack it")
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
