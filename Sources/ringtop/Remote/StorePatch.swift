import Foundation

/// How a copy of a store is told from every other on its way between two machines.
enum RemoteVersion {
  /// A tag for one copy of a state: two copies of one state may differ in what no reader sees.
  static func tag(_ version: String) -> String {
    version + "." + String(UInt64.random(in: 0...(.max)), radix: 16)
  }

  static func version(ofTag tag: String) -> String {
    String(tag.prefix { $0 != "." })
  }
}

/// The pages of a database that make one copy of it out of another: what a server sends where the whole would be mostly
/// what the client has.
///
/// Numbers come in pairs of 32 bits, the most significant first. The first pair is the size of a page and how many pages
/// the new copy has. Then pages follow in runs, each with a pair before it: its first page, from 0, and how many there are.
struct StorePatch {
  /// For `A-IM` and `IM` of RFC 3229.
  static let name = "ringtop-pages"
  static let contentType = "application/vnd.ringtop.pages"
  static let pairSize = 8

  static func pair(_ first: Int, _ second: Int) -> [UInt8] {
    [first, second].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
  }

  /// The size of a database's pages by its first 100 bytes; nil for what is none.
  static func pageSize(ofHeader header: [UInt8]) -> Int? {
    guard header.count >= 100, header.starts(with: "SQLite format 3\0".utf8) else { return nil }
    let size = Int(header[16]) << 8 | Int(header[17])
    return size == 1 ? 65_536 : size >= 512 ? size : nil
  }

  enum Fault: Error {
    /// It does not fit the copy that it is to change, or is none.
    case wrong
    /// The file cannot be written, with `errno`.
    case unwritable(Int32)
  }

  /// A copy of the client's own copy.
  private let descriptor: Int32
  private let pageSize: Int
  /// Of a pair that has not come whole.
  private var pair: [UInt8] = []
  private var pages: Int?
  /// Where the next byte of a run belongs, and how many are to come.
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

  /// Takes what came next.
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

  /// Ends the work once all has come.
  ///
  /// - Throws: `Fault`.
  func finish() throws {
    guard rest == 0, pair.isEmpty, let pages else { throw Fault.wrong }
    guard ftruncate(descriptor, off_t(pages * pageSize)) == 0 else { throw Fault.unwritable(errno) }
  }
}
