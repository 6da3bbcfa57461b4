import Foundation

/// Identifies a copy of a store in transfers between two machines.
enum RemoteVersion {
  /// A tag for one copy of a state: two copies of the same state may differ in bytes that no reader sees.
  static func tag(_ version: String) -> String {
    version + "." + String(UInt64.random(in: 0...(.max)), radix: 16)
  }

  static func version(ofTag tag: String) -> String {
    String(tag.prefix { $0 != "." })
  }
}

/// The pages that turn one copy of a database into another: sent if the client already has most of the pages.
///
/// Numbers are pairs of big-endian 32-bit values. The first pair is the page size and the number of pages of the new
/// copy. Runs of pages follow, each preceded by a pair: the index of its first page, from 0, and the number of pages.
struct StorePatch {
  /// For `A-IM` and `IM` of RFC 3229.
  static let name = "ringtop-pages"
  static let contentType = "application/vnd.ringtop.pages"
  static let pairSize = 8

  static func pair(_ first: Int, _ second: Int) -> [UInt8] {
    [first, second].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
  }

  /// The size of a database's pages, from its first 100 bytes; nil if it is not a database.
  static func pageSize(ofHeader header: [UInt8]) -> Int? {
    guard header.count >= 100, header.starts(with: "SQLite format 3\0".utf8) else { return nil }
    let size = Int(header[16]) << 8 | Int(header[17])
    return size == 1 ? 65_536 : size >= 512 ? size : nil
  }

  enum Fault: Error {
    /// It does not match the copy, or is malformed.
    case wrong
    /// The file cannot be written, with `errno`.
    case unwritable(Int32)
  }

  /// A copy of the client's own copy.
  private let descriptor: Int32
  private let pageSize: Int
  /// The bytes of an incomplete pair.
  private var pair: [UInt8] = []
  private var pages: Int?
  /// The position of the next byte of a run, and the number of remaining bytes.
  private var place = 0
  private var rest = 0

  /// - Parameter descriptor: a file with the copy to change, open for reading and writing.
  /// - Throws: `Fault`.
  init(changing descriptor: Int32) throws {
    var header = [UInt8](repeating: 0, count: 100)
    guard pread(descriptor, &header, header.count, 0) == header.count, let size = Self.pageSize(ofHeader: header) else {
      throw Fault.wrong
    }
    self.descriptor = descriptor
    pageSize = size
  }

  /// Applies the next bytes.
  ///
  /// - Throws: `Fault`.
  mutating func take(_ bytes: ArraySlice<UInt8>) throws {
    var bytes = bytes
    while !bytes.isEmpty {
      if rest > 0 {
        let count = bytes.prefix(rest).withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(place)) }
        guard count > 0 || errno == EINTR else { throw Fault.unwritable(errno) }
        bytes = bytes.dropFirst(max(0, count))
        place += max(0, count)
        rest -= max(0, count)
        continue
      }
      let more = bytes.prefix(Self.pairSize - pair.count)
      pair += more
      bytes = bytes.dropFirst(more.count)
      if pair.count == Self.pairSize { try takePair() }
    }
  }

  private mutating func takePair() throws {
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    let (first, second) = (number(pair[..<4]), number(pair[4...]))
    pair = []
    guard let pages else {
      guard first == pageSize, second > 0 else { throw Fault.wrong }
      pages = second
      return
    }
    guard second > 0, first + second <= pages else { throw Fault.wrong }
    place = first * pageSize
    rest = second * pageSize
  }

  /// Checks that the patch is complete.
  ///
  /// - Throws: `Fault`.
  func finish() throws {
    guard rest == 0, pair.isEmpty, let pages else { throw Fault.wrong }
    guard ftruncate(descriptor, off_t(pages * pageSize)) == 0 else { throw Fault.unwritable(errno) }
  }
}
