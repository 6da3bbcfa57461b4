import FoundationEssentials
import HealthImport
import HealthModel

/// One message of a FIT file: numbers by field number. Fields without a value, texts and lists are omitted.
struct FITMessage {
  /// The message number in the global profile.
  var kind: UInt16
  /// In the order of the file. Messages have few fields, and there are many messages: a list is faster than a table.
  var fields: [(number: UInt8, value: Double)] = []

  subscript(field: UInt8) -> Double? {
    get { fields.first { $0.number == field }?.value }
    set {
      fields.removeAll { $0.number == field }
      if let newValue { fields.append((field, newValue)) }
    }
  }

  /// The field as a whole number, small enough for sums and differences of several.
  func whole(_ field: UInt8) -> Int? {
    self[field].flatMap { $0.magnitude <= 0x1p53 ? Int(exactly: $0) : nil }
  }

  /// When the message was recorded.
  var date: Date? { Self.date(whole(FITFile.timestamp)) }

  /// The epoch is 1989-12-31. Smaller numbers count from when the device was switched on.
  private static let firstDate = 0x1000_0000

  static func date(_ seconds: Int?) -> Date? {
    guard let seconds, seconds >= firstDate else { return nil }
    let date = Date(timeIntervalSince1970: Double(seconds) + 631_065_600)
    return SampleBounds.allows(date) ? date : nil
  }
}

/// Parses FIT, the binary format of devices from Garmin and other makers: messages whose layout is defined in the
/// file itself.
///
/// A file ends with a checksum over its contents; several files may be concatenated.
enum FITFile {
  private struct Field {
    var number: UInt8
    var size: Int
    var type: UInt8
  }

  private struct Definition {
    var kind: UInt16
    var isBigEndian: Bool
    var fields: [Field]
    /// The size of developer fields in bytes.
    var addedSize: Int
    var size: Int
  }

  static let timestamp: UInt8 = 253

  static func isFIT(_ head: [UInt8]) -> Bool {
    head.count >= 12 && (head[0] == 12 || head[0] == 14) && Array(head[8..<12]) == Array(".FIT".utf8)
  }

  /// Calls the body with each message.
  ///
  /// - Throws: `FormatDamage` for an invalid length or checksum, before any message of that file, or the body's
  ///   error.
  static func forEachMessage(_ bytes: [UInt8], _ body: (FITMessage) throws -> Void) throws {
    var offset = 0
    repeat {
      let end = try check(bytes, at: offset)
      try read(bytes, from: offset + Int(bytes[offset]), to: end - 2, body)
      offset = end
    } while offset < bytes.count
  }

  /// The end of the file that begins here.
  private static func check(_ bytes: [UInt8], at start: Int) throws(FormatDamage) -> Int {
    guard isFIT(Array(bytes[start..<min(bytes.count, start + 14)])) else {
      throw FormatDamage(reason: "there is no FIT file at byte \(start)")
    }
    let header = Int(bytes[start])
    let size = (0..<4).reduce(0) { $0 | Int(bytes[start + 4 + $1]) << (8 * $1) }
    let (end, isBeyond) = size.addingReportingOverflow(start + header + 2)
    guard !isBeyond, end <= bytes.count else { throw FormatDamage(reason: "it ends too early") }
    if header == 14 {
      let stated = UInt16(bytes[start + 12]) | UInt16(bytes[start + 13]) << 8
      guard stated == 0 || stated == checksum(bytes[start..<start + 12]) else {
        throw FormatDamage(reason: "the checksum of its header is wrong")
      }
    }
    let stated = UInt16(bytes[end - 2]) | UInt16(bytes[end - 1]) << 8
    guard stated == checksum(bytes[start..<end - 2]) else { throw FormatDamage(reason: "its checksum is wrong") }
    return end
  }

  /// The CRC of the format: the polynomial 0xA001, low bits first, initial value 0.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.reduce(0) { checksum, byte in
      let index = (checksum ^ UInt16(byte)) & 0xFF
      return checksum >> 8 ^ table[Int(index)]
    }
  }

  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xA001 }
  }

  // MARK: - Records

  private static func read(
    _ bytes: [UInt8], from start: Int, to end: Int, _ body: (FITMessage) throws -> Void
  ) throws {
    var definitions = [Definition?](repeating: nil, count: 16)
    var index = start
    var lastTimestamp: Int?
    var message = FITMessage(kind: 0)
    func need(_ count: Int) throws(FormatDamage) {
      guard count <= end - index else { throw FormatDamage(reason: "a record extends beyond its end") }
    }
    while index < end {
      let header = bytes[index]
      index += 1
      if header & 0xC0 == 0x40 {
        let definition = try define(bytes, &index, end: end, hasAdded: header & 0x20 != 0)
        definitions[Int(header & 0x0F)] = definition
        continue
      }
      // A compressed header has two bits for its definition and five for the seconds since the last time.
      let isShort = header & 0x80 != 0
      guard let definition = definitions[isShort ? Int(header >> 5 & 0x03) : Int(header & 0x0F)] else {
        throw FormatDamage(reason: "a record comes before its definition")
      }
      try need(definition.size)
      message.kind = definition.kind
      message.fields.removeAll(keepingCapacity: true)
      for field in definition.fields {
        if let value = value(bytes[index..<index + field.size], field.type, isBigEndian: definition.isBigEndian) {
          message.fields.append((field.number, value))
        }
        index += field.size
      }
      index += definition.addedSize
      if isShort, let last = lastTimestamp {
        let seconds = Int(header & 0x1F)
        let passed = (seconds - last & 0x1F) & 0x1F
        message[timestamp] = Double(last + passed)
      }
      lastTimestamp = message.whole(timestamp) ?? lastTimestamp
      try body(message)
    }
  }

  private static func define(
    _ bytes: [UInt8], _ index: inout Int, end: Int, hasAdded: Bool
  ) throws(FormatDamage) -> Definition {
    func need(_ count: Int) throws(FormatDamage) {
      guard count <= end - index else { throw FormatDamage(reason: "a definition extends beyond its end") }
    }
    try need(5)
    let isBigEndian = bytes[index + 1] == 1
    let (first, second) = (UInt16(bytes[index + 2]), UInt16(bytes[index + 3]))
    let kind = isBigEndian ? first << 8 | second : second << 8 | first
    let count = Int(bytes[index + 4])
    index += 5
    try need(count * 3)
    var definition = Definition(kind: kind, isBigEndian: isBigEndian, fields: [], addedSize: 0, size: 0)
    for _ in 0..<count {
      let field = Field(number: bytes[index], size: Int(bytes[index + 1]), type: bytes[index + 2])
      definition.fields.append(field)
      definition.size += field.size
      index += 3
    }
    guard hasAdded else { return definition }
    try need(1)
    let added = Int(bytes[index])
    index += 1
    try need(added * 3)
    for _ in 0..<added {
      definition.addedSize += Int(bytes[index + 1])
      index += 3
    }
    definition.size += definition.addedSize
    return definition
  }

  /// The number in a field, nil for the invalid value, and for fields that are not a single number.
  private static func value(_ bytes: ArraySlice<UInt8>, _ type: UInt8, isBigEndian: Bool) -> Double? {
    let width: Int
    switch type & 0x1F {
    case 0x00, 0x01, 0x02, 0x0A, 0x0D: width = 1
    case 0x03, 0x04, 0x0B: width = 2
    case 0x05, 0x06, 0x08, 0x0C: width = 4
    case 0x09, 0x0E, 0x0F, 0x10: width = 8
    default: return nil
    }
    guard bytes.count == width else { return nil }
    func join(_ sum: UInt64, _ byte: UInt8) -> UInt64 { sum << 8 | UInt64(byte) }
    let raw = isBigEndian ? bytes.reduce(0, join) : bytes.reversed().reduce(0, join)
    let largest = width == 8 ? UInt64.max : 1 << UInt64(width * 8) - 1
    switch type & 0x1F {
    case 0x00, 0x02, 0x04, 0x06, 0x0D, 0x0F: return raw == largest ? nil : Double(raw)
    case 0x0A, 0x0B, 0x0C, 0x10: return raw == 0 ? nil : Double(raw)
    case 0x01, 0x03, 0x05, 0x0E:
      guard raw != largest >> 1 else { return nil }
      let isNegative = raw > largest >> 1
      return isNegative ? -Double(largest - raw) - 1 : Double(raw)
    case 0x08:
      let number = Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
      return number.isFinite ? number : nil
    default:
      let number = Double(bitPattern: raw)
      return number.isFinite ? number : nil
    }
  }
}
