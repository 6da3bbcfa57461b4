/// Zip archives whose entries are stored as they are.
enum ZipText {
  static func archive(_ entries: [(name: String, content: [UInt8])], isEncrypted: Bool = false) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let offset = archive.count
      let (name, size) = (Array(entry.name.utf8), entry.content.count)
      let flags = isEncrypted ? 1 : 0
      let common = le(20, 2) + le(flags, 2) + le(0, 2) + le(0, 4) + le(Int(crc(entry.content)), 4) + le(size, 4)
      archive += le(0x0403_4B50, 4) + common + le(size, 4) + le(name.count, 2) + le(0, 2) + name + entry.content
      directory += le(0x0201_4B50, 4) + le(20, 2) + common + le(size, 4) + le(name.count, 2)
      directory += le(0, 2) + le(0, 2) + le(0, 2) + le(0, 2) + le(0, 4) + le(offset, 4) + name
    }
    let start = archive.count
    archive += directory + le(0x0605_4B50, 4) + le(0, 4) + le(entries.count, 2) + le(entries.count, 2)
    return archive + le(directory.count, 4) + le(start, 4) + le(0, 2)
  }

  private static func le(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// CRC-32 as zip has it.
  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
  }
}
