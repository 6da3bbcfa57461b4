import FoundationEssentials
import HealthModel

/// A sample's metadata in JSON: strings, numbers and booleans as they are; a date, a quantity or a large integer as
/// an object; multiple values of one key in an array.
enum MetadataJSON {
  static func read(_ reader: inout JSONReader, dates: inout DateParser) throws -> [Metadata.Entry] {
    var entries: [Metadata.Entry] = []
    var bytes = 0
    try reader.object { reader, key in
      func add(_ reader: inout JSONReader) throws {
        let entry = Metadata.Entry(key: key, value: try value(&reader, dates: &dates))
        bytes += SampleLimits.bytes(of: entry)
        guard bytes <= SampleLimits.mostMetadataBytes else {
          throw reader.failure("exceeds the maximum length", limit: .tooLarge)
        }
        entries.append(entry)
      }
      if try reader.kind() == .array {
        try reader.array { reader, _ in try add(&reader) }
      } else {
        try add(&reader)
      }
    }
    return entries
  }

  private static func value(_ reader: inout JSONReader, dates: inout DateParser) throws -> MetadataValue {
    switch try reader.kind() {
    case .text: return .text(try reader.text())
    case .number:
      let number = try reader.exactNumber()
      return number.whole.map { .whole($0) } ?? .number(number.value)
    case .boolean: return .flag(try reader.boolean())
    case .object: return try object(&reader, dates: &dates)
    case .array, .null: throw reader.failure("is not a metadata value")
    }
  }

  private static func object(_ reader: inout JSONReader, dates: inout DateParser) throws -> MetadataValue {
    var date: Date?
    var value: Double?
    var unit: String?
    var integer: MetadataValue?
    try reader.object { reader, key in
      switch key {
      case "date": date = try reader.date(&dates)
      case "value": value = try reader.number()
      case "unit": unit = try reader.text()
      case "integer":
        let digits = try reader.text()
        integer = Int64(digits).map { .whole($0) } ?? UInt64(digits).map { .whole(unsigned: $0) }
        guard integer != nil else { throw reader.failure("is not a whole number") }
      default: throw reader.failure("is not a key of a metadata value")
      }
    }
    if let date { return .date(date) }
    if let integer { return integer }
    if let value, let unit { return .quantity(value, unit: unit) }
    throw reader.failure("is neither a date nor a quantity")
  }
}
