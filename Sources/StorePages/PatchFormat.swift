/// The pages that turn one state of a store into another: sent to readers that have the first one.
///
/// Numbers are pairs of big-endian 32-bit values. The first pair is the page size and the number of pages of the new
/// state. Runs of pages follow, each preceded by a pair: the index of its first page, from 0, and the number of pages.
package enum PatchFormat {
  /// For `A-IM` and `IM` of RFC 3229.
  package static let name = "ringtop-pages"
  package static let contentType = "application/vnd.ringtop.pages"
  static let pairSize = 8

  package static func pair(_ first: Int, _ second: Int) -> [UInt8] {
    [first, second].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
  }

  static func numbers(_ bytes: some Collection<UInt8>) -> (Int, Int) {
    func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    return (number(bytes.prefix(4)), number(bytes.dropFirst(4).prefix(4)))
  }

  /// The size of a database's pages, from its first 100 bytes; nil if it is not a database.
  static func pageSize(ofHeader header: [UInt8]) -> Int? {
    guard header.count >= 100, header.starts(with: "SQLite format 3\0".utf8) else { return nil }
    let size = Int(header[16]) << 8 | Int(header[17])
    return size == 1 ? 65_536 : size >= 512 ? size : nil
  }
}
