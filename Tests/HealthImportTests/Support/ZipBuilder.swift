import CZlib

/// Builds zip archives, both valid and invalid.
struct ZipBuilder {
  struct Entry {
    var name: [UInt8]
    var content: [UInt8]
    var deflates = true
    var isEncrypted = false
    /// Sizes and offset in the 64-bit extra field.
    var usesLongFields = false
    /// Sizes after the data instead of before it.
    var usesDescriptor = false
    var method: UInt16?
    /// The false value in the directory, instead of the correct one.
    var statedSize: Int?
    var statedCRC: UInt32?

    init(_ name: String, _ content: [UInt8], deflates: Bool = true) {
      self.name = Array(name.utf8)
      self.content = content
      self.deflates = deflates
    }
  }

  var entries: [Entry] = []
  /// Bytes before the archive.
  var preamble: [UInt8] = []
  var comment: [UInt8] = []
  /// The record for large archives at the end.
  var usesLongEnd = false

  init(_ entries: Entry...) {
    self.entries = entries
  }

  func build() -> [UInt8] {
    var archive = preamble
    var directory: [UInt8] = []
    for entry in entries {
      let packed = entry.deflates ? Self.deflate(entry.content) : entry.content
      let crc = entry.statedCRC ?? Self.crc(entry.content)
      let size = entry.statedSize ?? entry.content.count
      let offset = archive.count - preamble.count
      let flags = UInt16(entry.isEncrypted ? 1 : 0) | (entry.usesDescriptor ? 8 : 0)
      let method = entry.method ?? (entry.deflates ? 8 : 0)
      let shortSize = entry.usesLongFields ? UInt32.max : UInt32(truncatingIfNeeded: size)
      let shortPacked = entry.usesLongFields ? UInt32.max : UInt32(packed.count)

      archive += le(0x0403_4B50, 4) + le(45, 2) + le(flags, 2) + le(method, 2) + le(0, 4)
      archive += entry.usesDescriptor ? le(0, 12) : le(crc, 4) + le(shortPacked, 4) + le(shortSize, 4)
      archive += le(entry.name.count, 2) + le(5, 2) + entry.name + le(0x5455, 2) + le(1, 2) + [0]
      archive += packed
      if entry.usesDescriptor {
        let width = entry.usesLongFields ? 8 : 4
        archive += le(0x0807_4B50, 4) + le(crc, 4) + le(packed.count, width) + le(size, width)
      }

      var extra = le(0x5455, 2) + le(1, 2) + [0]
      if entry.usesLongFields { extra += le(1, 2) + le(24, 2) + le(size, 8) + le(packed.count, 8) + le(offset, 8) }
      directory += le(0x0201_4B50, 4) + le(45, 2) + le(45, 2) + le(flags, 2) + le(method, 2) + le(0, 4)
      directory += le(crc, 4) + le(shortPacked, 4) + le(shortSize, 4)
      directory += le(entry.name.count, 2) + le(extra.count, 2) + le(0, 2) + le(0, 2) + le(0, 2) + le(0, 4)
      directory += le(entry.usesLongFields ? Int(UInt32.max) : offset, 4) + entry.name + extra
    }
    let offset = archive.count - preamble.count
    archive += directory
    if usesLongEnd {
      let end = archive.count - preamble.count
      archive += le(0x0606_4B50, 4) + le(44, 8) + le(45, 2) + le(45, 2) + le(0, 8)
      archive += le(entries.count, 8) + le(entries.count, 8) + le(directory.count, 8) + le(offset, 8)
      archive += le(0x0706_4B50, 4) + le(0, 4) + le(end, 8) + le(1, 4)
    }
    let count = usesLongEnd ? 0xFFFF : entries.count
    archive += le(0x0605_4B50, 4) + le(0, 4) + le(count, 2) + le(count, 2)
    archive += le(usesLongEnd ? Int(UInt32.max) : directory.count, 4) + le(usesLongEnd ? Int(UInt32.max) : offset, 4)
    archive += le(comment.count, 2) + comment
    return archive
  }

  private func le(_ value: some BinaryInteger, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: UInt64(truncatingIfNeeded: value) >> (UInt64($0) * 8)) }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
  }

  /// A raw deflate stream.
  static func deflate(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return [] }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64)
    let written = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        _ = CZlib.deflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
    return Array(output.prefix(written))
  }
}
