/// A struct in Thrift's compact protocol, used for Parquet's metadata. Fields must be added in the order of their
/// numbers.
struct ThriftStruct {
  private var content: [UInt8] = []
  private var last = 0

  /// The bytes, with the stop field.
  var bytes: [UInt8] { content + [0] }

  private enum Kind: UInt8 {
    /// A Boolean field has its value in place of its kind, and no content.
    case yes = 1
    case int32 = 5
    case int64 = 6
    case binary = 8
    case list = 9
    case structure = 12
  }

  private mutating func begin(_ field: Int, _ kind: Kind) {
    // No struct of Parquet skips more than 15 field numbers.
    content.append(UInt8((field - last) << 4) | kind.rawValue)
    last = field
  }

  mutating func add(_ field: Int, int32 value: Int) {
    begin(field, .int32)
    content += Self.zigzag(value)
  }

  mutating func addTrue(_ field: Int) {
    begin(field, .yes)
  }

  mutating func add(_ field: Int, int64 value: Int) {
    begin(field, .int64)
    content += Self.zigzag(value)
  }

  mutating func add(_ field: Int, text: String) {
    begin(field, .binary)
    content += Self.binary(text)
  }

  mutating func add(_ field: Int, _ value: ThriftStruct) {
    begin(field, .structure)
    content += value.bytes
  }

  mutating func add(_ field: Int, list: [ThriftStruct]) {
    begin(field, .list)
    content += Self.header(list.count, .structure) + list.flatMap(\.bytes)
  }

  mutating func add(_ field: Int, list: [Int]) {
    begin(field, .list)
    content += Self.header(list.count, .int32) + list.flatMap(zigzag)
  }

  mutating func add(_ field: Int, list: [String]) {
    begin(field, .list)
    content += Self.header(list.count, .binary) + list.flatMap(Self.binary)
  }

  private func zigzag(_ value: Int) -> [UInt8] { Self.zigzag(value) }

  private static func header(_ count: Int, _ kind: Kind) -> [UInt8] {
    count < 15 ? [UInt8(count) << 4 | kind.rawValue] : [0xF0 | kind.rawValue] + varint(UInt64(count))
  }

  private static func binary(_ text: String) -> [UInt8] { varint(UInt64(text.utf8.count)) + Array(text.utf8) }

  private static func zigzag(_ value: Int) -> [UInt8] {
    varint(UInt64(bitPattern: Int64(value) << 1 ^ Int64(value) >> 63))
  }

  static func varint(_ value: UInt64) -> [UInt8] {
    var rest = value
    var bytes: [UInt8] = []
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}
