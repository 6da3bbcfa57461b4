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
  /// Whether the sizes have 64 bits. Some archivers print the low 32 bits of larger ones.
  var hasLongSizes: Bool
  var headerOffset: Int
  /// Take it however much it unpacks to.
  var isForced = false

  /// How many times its packed size an entry may unpack to. Real exports reach 46.
  static let highestRatio = 200

  /// The most bytes that may come out of it.
  var unpackedLimit: Int {
    let (limit, isBeyond) = packedSize.multipliedReportingOverflow(by: Self.highestRatio)
    return isForced || isBeyond ? .max : limit
  }

  /// Names need not be UTF-8.
  static func isXML(_ name: ArraySlice<UInt8>) -> Bool {
    name.suffix(4).map { $0 | 0x20 } == Array(".xml".utf8).map { $0 | 0x20 }
  }
}
