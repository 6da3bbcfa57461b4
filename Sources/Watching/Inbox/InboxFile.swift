import Foundation

/// A file in a drop folder.
struct InboxFile: Equatable {
  private var device: UInt64
  private var node: UInt64
  private var size: Int64
  private var modified: Int64

  /// The file at the path itself, not the target of a link; nil if it is not a regular file.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(status.st_dev)
    node = UInt64(status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Whether it has the name of an incomplete or hidden file.
  static func isTemporary(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix(".") || name.hasPrefix("~") || name.hasSuffix("~")
      || [".tmp", ".part", ".partial", ".crdownload", ".download", ".icloud", ".swp"].contains(where: name.hasSuffix)
  }
}

/// Whether a file is complete, as far as its content shows.
enum FileCompleteness: Equatable {
  case complete
  /// Its end is missing.
  case truncated
  /// The format does not show it.
  case unknown

  /// Seconds for which such a file must be unchanged: before it is imported, or, if truncated, before it is given up.
  var rest: Double {
    switch self {
    case .complete: 0.5
    case .unknown: 3
    case .truncated: 3_600
    }
  }

  /// Examines the beginning and the end of a file, or all of a JSON file.
  init(path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      self = .unknown
      return
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let size = try? file.seekToEnd(), (try? file.seek(toOffset: 0)) != nil,
      let head = try? file.read(upToCount: 512) ?? Data()
    else {
      self = .unknown
      return
    }
    func tail(_ count: UInt64) -> Data {
      guard (try? file.seek(toOffset: size - min(size, count))) != nil else { return Data() }
      return (try? file.readToEnd()) ?? Data()
    }
    let first = head.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    switch first {
    case nil: self = .truncated
    case UInt8(ascii: "P") where head.starts(with: Data("PK".utf8)):
      self = Self.endsZip(tail(65_557)) ? .complete : .truncated
    case UInt8(ascii: "<"):
      let end = String(decoding: tail(256), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      // The root is named by the first element, or by the document type before it.
      guard
        let root = String(decoding: head, as: UTF8.self).firstMatch(
          of: #/<(?:!DOCTYPE\s+)?([\p{L}_][^\s<>\/\[]*)/#)?.1
      else {
        self = head.count < 512 ? .truncated : .unknown
        return
      }
      self = end.hasSuffix("</\(root)>") ? .complete : .truncated
    case UInt8(ascii: "S") where head.starts(with: Data("SQLite format 3\0".utf8)):
      self = Self.holdsAllPages(Array(head), size: size) ? .complete : .truncated
    case 12, 14:
      let bytes = Array(head)
      guard bytes.count >= 12, bytes[8..<12].elementsEqual(Array(".FIT".utf8)) else {
        self = .unknown
        return
      }
      let length = (0..<4).reduce(UInt64(0)) { $0 | UInt64(bytes[4 + $1]) << UInt64(8 * $1) }
      self = size >= length + UInt64(bytes[0]) + 2 ? .complete : .truncated
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      self = Self.isJSON(file, size: size) ? .complete : .truncated
    default: self = .unknown
    }
  }

  /// An archive ends with its end record, followed only by a comment whose length it contains.
  private static func endsZip(_ tail: Data) -> Bool {
    let bytes = Array(tail)
    guard bytes.count >= 22 else { return false }
    for start in stride(from: bytes.count - 22, through: 0, by: -1)
    where bytes[start] == 0x50 && bytes[start + 1] == 0x4B && bytes[start + 2] == 5 && bytes[start + 3] == 6 {
      if start + 22 + Int(bytes[start + 20]) + Int(bytes[start + 21]) << 8 == bytes.count { return true }
    }
    return false
  }

  /// The header of a database contains its number of pages, if its writer maintains it.
  private static func holdsAllPages(_ head: [UInt8], size: UInt64) -> Bool {
    guard head.count >= 100 else { return false }
    func number(_ offset: Int, _ count: Int) -> UInt64 {
      head[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
    let pageSize = number(16, 2) == 1 ? 65_536 : number(16, 2)
    let isCounted = number(24, 4) == number(92, 4)
    return size >= (isCounted ? number(28, 4) : 1) * pageSize
  }

  private static let largestJSON: UInt64 = 64 << 20

  /// One value, or one on each line. A large file is judged by its end.
  private static func isJSON(_ file: FileHandle, size: UInt64) -> Bool {
    guard (try? file.seek(toOffset: size > largestJSON ? size - 1_024 : 0)) != nil,
      let data = try? file.readToEnd()
    else { return false }
    guard size <= largestJSON else {
      let last = data.last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      return last == UInt8(ascii: "}") || last == UInt8(ascii: "]")
    }
    if (try? JSONSerialization.jsonObject(with: data)) != nil { return true }
    let lines = data.split(separator: 0x0A)
    guard lines.count > 1, let last = lines.last else { return false }
    return [lines[0], last].allSatisfy { (try? JSONSerialization.jsonObject(with: Data($0))) != nil }
  }
}
