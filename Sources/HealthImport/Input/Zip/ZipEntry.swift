/// A file inside a zip archive, as the archive's directory describes it.
struct ZipEntry: Hashable, Sendable {
  enum Method: Hashable, Sendable {
    case stored
    case deflated
    case unsupported(UInt16)
  }

  var isFolder: Bool
  /// Whether its name ends in `.xml`.
  var isXML: Bool
  var method: Method
  var isEncrypted: Bool
  var crc: UInt32
  var packedSize: Int
  var unpackedSize: Int
  /// Whether the sizes are reliable 64-bit values. Some archivers print the low 32 bits of larger ones.
  var hasLongSizes: Bool
  var headerOffset: Int
  /// Accept it whatever its uncompressed size is.
  var isForced = false

  /// The maximum compression ratio of an entry. Real exports reach 46.
  static let highestRatio = 200

  /// The maximum uncompressed size in bytes.
  var unpackedLimit: Int {
    let (limit, isBeyond) = packedSize.multipliedReportingOverflow(by: Self.highestRatio)
    return isForced || isBeyond ? .max : limit
  }

  /// Names need not be UTF-8.
  static func isXML(_ name: ArraySlice<UInt8>) -> Bool {
    name.suffix(4).map { $0 | 0x20 } == Array(".xml".utf8).map { $0 | 0x20 }
  }
}
