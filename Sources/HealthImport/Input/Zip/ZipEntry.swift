/// A file inside a zip archive, as the archive's directory describes it.
struct ZipEntry: Hashable, Sendable {
  enum Method: Hashable, Sendable {
    case stored
    case deflated
    case unsupported(UInt16)
  }

  /// The bytes of the name, which need not be UTF-8.
  var name: [UInt8]
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

  var isFolder: Bool { name.last == UInt8(ascii: "/") }

  /// The most bytes that may come out of it.
  var unpackedLimit: Int {
    isForced ? .max : packedSize.multipliedReportingOverflow(by: Self.highestRatio).partialValue
  }
}
