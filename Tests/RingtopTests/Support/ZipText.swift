/// Small zip archives for tests.
enum ZipText {
  private struct Entry {
    var name: [UInt8]
    var method = 0
    var packed: [UInt8]
    var size: Int
    var crc: Int
  }

  /// An archive whose entries are stored without compression.
  static func archive(_ entries: [(name: String, content: [UInt8])], isEncrypted: Bool = false) -> [UInt8] {
    build(
      entries.map {
        Entry(name: Array($0.name.utf8), packed: $0.content, size: $0.content.count, crc: Int(crc($0.content)))
      }, flags: isEncrypted ? 1 : 0)
  }

  /// An archive with one compressed entry.
  ///
  /// - Parameter gzipped: the output of `gzip -n` for the content: a header of ten bytes, the compressed bytes,
  ///   checksum and size.
  static func archive(name: String, gzipped: [UInt8]) -> [UInt8] {
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
    return build(
      [
        Entry(
          name: Array(name.utf8), method: 8, packed: Array(gzipped.dropFirst(10).dropLast(8)),
          size: number(gzipped.suffix(4)), crc: number(gzipped.suffix(8).prefix(4)))
      ], flags: 0)
  }

  private static func build(_ entries: [Entry], flags: Int) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let offset = archive.count
      var common = le(20, 2) + le(flags, 2) + le(entry.method, 2) + le(0, 4) + le(entry.crc, 4)
      common += le(entry.packed.count, 4) + le(entry.size, 4) + le(entry.name.count, 2) + le(0, 2)
      archive += le(0x0403_4B50, 4) + common + entry.name + entry.packed
      directory += le(0x0201_4B50, 4) + le(20, 2) + common
      directory += le(0, 2) + le(0, 2) + le(0, 2) + le(0, 4) + le(offset, 4) + entry.name
    }
    let start = archive.count
    archive += directory + le(0x0605_4B50, 4) + le(0, 4) + le(entries.count, 2) + le(entries.count, 2)
    return archive + le(directory.count, 4) + le(start, 4) + le(0, 2)
  }

  private static func le(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// The CRC-32 of zip archives.
  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
  }
}
