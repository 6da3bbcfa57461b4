import FoundationEssentials
import HealthImport
import HealthModel

/// One message of a FIT file: numbers and texts by field number. Fields without a value and lists are omitted.
struct FITMessage {
  /// The message number in the global profile.
  var kind: UInt16
  /// In the order of the file. Messages have few fields, and there are many messages: a list is faster than a table.
  var fields: [(number: UInt8, value: Double)] = []
  var texts: [UInt8: String] = [:]

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
    /// The size of a message in bytes, with developer fields.
    var size: Int
  }

  static let timestamp: UInt8 = 253

  static func isFIT(_ head: [UInt8]) -> Bool {
    head.count >= 12 && (head[0] == 12 || head[0] == 14) && Array(head[8..<12]) == Array(".FIT".utf8)
  }

  /// Checks the lengths and checksums of a file and of those concatenated to it.
  ///
  /// - Throws: `FormatDamage` for an invalid one, or `ImportError`.
  static func check(_ source: any ByteSource) throws {
    var bytes = ByteCursor(source)
    repeat {
      let (header, size) = try header(&bytes)
      var checksum = checksum(header)
      if header.count == 14 {
        let stated = word(header.suffix(2))
        guard stated == 0 || stated == Self.checksum(header.prefix(12)) else {
          throw FormatDamage(reason: "the checksum of its header is wrong")
        }
      }
      var left = size
      while left > 0 {
        guard let piece = try bytes.take(min(left, 1 << 15)) else { throw FormatDamage(reason: "it ends too early") }
        checksum = Self.checksum(piece, from: checksum)
        left -= piece.count
      }
      guard let stated = try bytes.take(2) else { throw FormatDamage(reason: "it ends too early") }
      guard word(stated) == checksum else { throw FormatDamage(reason: "its checksum is wrong") }
    } while try bytes.peek() != nil
  }

  /// Calls the body with each message of a file that has been checked.
  ///
  /// - Throws: `FormatDamage` for an invalid length, `ImportError`, or the body's error.
  static func forEachMessage(_ source: any ByteSource, _ body: (FITMessage) throws -> Void) throws {
    var bytes = ByteCursor(source)
    repeat {
      let (_, size) = try header(&bytes)
      try read(&bytes, size, body)
      _ = try bytes.take(2)
    } while try bytes.peek() != nil
  }

  /// The header, and the size of the records after it.
  private static func header(_ bytes: inout ByteCursor) throws -> (header: ArraySlice<UInt8>, size: Int) {
    guard let length = try bytes.peek(), length == 12 || length == 14, let header = try bytes.take(Int(length)),
      isFIT(Array(header))
    else { throw FormatDamage(reason: "there is no FIT file where one should begin") }
    return (header, header.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) })
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt16($1) }
  }

  /// The CRC of the format: the polynomial 0xA001, low bits first, initial value 0.
  static func checksum(_ bytes: ArraySlice<UInt8>, from start: UInt16 = 0) -> UInt16 {
    bytes.reduce(start) { checksum, byte in
      let index = (checksum ^ UInt16(byte)) & 0xFF
      return checksum >> 8 ^ table[Int(index)]
    }
  }

  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xA001 }
  }

  // MARK: - Records

  private static func read(_ bytes: inout ByteCursor, _ size: Int, _ body: (FITMessage) throws -> Void) throws {
    var definitions = [Definition?](repeating: nil, count: 16)
    var left = size
    var lastTimestamp: Int?
    var message = FITMessage(kind: 0)
    func take(_ count: Int, _ what: String) throws -> ArraySlice<UInt8> {
      guard count <= left, let taken = try bytes.take(count) else {
        throw FormatDamage(reason: "a \(what) extends beyond its end")
      }
      left -= count
      return taken
    }
    while left > 0, let header = try take(1, "record").first {
      if header & 0xC0 == 0x40 {
        definitions[Int(header & 0x0F)] = try define(hasAdded: header & 0x20 != 0) { try take($0, "definition") }
        continue
      }
      // A compressed header has two bits for its definition and five for the seconds since the last time.
      let isShort = header & 0x80 != 0
      guard let definition = definitions[isShort ? Int(header >> 5 & 0x03) : Int(header & 0x0F)] else {
        throw FormatDamage(reason: "a record comes before its definition")
      }
      let record = try take(definition.size, "record")
      message.kind = definition.kind
      message.fields.removeAll(keepingCapacity: true)
      if !message.texts.isEmpty { message.texts = [:] }
      var index = record.startIndex
      for field in definition.fields {
        if let value = value(record[index..<index + field.size], field.type, isBigEndian: definition.isBigEndian) {
          message.fields.append((field.number, value))
        } else if field.type & 0x1F == 0x07 {
          message.texts[field.number] = String(
            decoding: record[index..<index + field.size].prefix { $0 != 0 }, as: UTF8.self)
        }
        index += field.size
      }
      if isShort, let last = lastTimestamp {
        let seconds = Int(header & 0x1F)
        let passed = (seconds - last & 0x1F) & 0x1F
        message[timestamp] = Double(last + passed)
      }
      lastTimestamp = message.whole(timestamp) ?? lastTimestamp
      try body(message)
    }
  }

  private static func define(hasAdded: Bool, _ take: (Int) throws -> ArraySlice<UInt8>) throws -> Definition {
    let head = Array(try take(5))
    let isBigEndian = head[1] == 1
    let kind = word(isBigEndian ? [head[3], head[2]] : [head[2], head[3]])
    let fields = Array(try take(Int(head[4]) * 3))
    var definition = Definition(kind: kind, isBigEndian: isBigEndian, fields: [], size: 0)
    for start in stride(from: 0, to: fields.count, by: 3) {
      definition.fields.append(Field(number: fields[start], size: Int(fields[start + 1]), type: fields[start + 2]))
      definition.size += Int(fields[start + 1])
    }
    guard hasAdded else { return definition }
    // Only the sizes of developer fields matter.
    let added = Array(try take(3 * take(1).reduce(0) { $0 + Int($1) }))
    definition.size += stride(from: 1, to: added.count, by: 3).reduce(0) { $0 + Int(added[$1]) }
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
