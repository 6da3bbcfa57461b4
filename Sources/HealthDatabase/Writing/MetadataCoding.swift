import Foundation
import HealthModel

/// Metadata as JSON text: readable with any SQLite tool, and open to SQLite's own JSON functions for predicates.
enum MetadataCoding {
  private struct Item: Codable {
    var key: String
    var text: String?
    var number: Double?
    var integer: Int64?
    var flag: Bool?
    /// Seconds since 2001-01-01 UTC.
    var date: Double?
    var quantity: Double?
    var unit: String?

    init(_ entry: Metadata.Entry) {
      key = entry.key
      switch entry.value {
      case .text(let value): text = value
      case .number(let value): number = value
      case .integer(let value): integer = value
      case .flag(let value): flag = value
      case .date(let value): date = value.timeIntervalSinceReferenceDate
      case .quantity(let value, let symbol):
        quantity = value
        unit = symbol
      }
    }

    var value: MetadataValue? {
      if let text { return .text(text) }
      if let number { return .number(number) }
      if let integer { return .integer(integer) }
      if let flag { return .flag(flag) }
      if let date { return .date(Date(timeIntervalSinceReferenceDate: date)) }
      if let quantity, let unit { return .quantity(quantity, unit: unit) }
      return nil
    }
  }

  /// The same metadata always give the same text.
  static func encode(_ metadata: Metadata) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try encoder.encode(metadata.entries.map(Item.init)), as: UTF8.self)
  }

  static func decode(_ text: String) throws -> Metadata {
    if let entries = MetadataScanner.entries(text) { return Metadata(entries) }
    return try decodeAny(text)
  }

  /// Reads any JSON of the same shape, whoever wrote it.
  static func decodeAny(_ text: String) throws -> Metadata {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let items = try decoder.decode([Item].self, from: Data(text.utf8))
    return Metadata(items.compactMap { item in item.value.map { Metadata.Entry(key: item.key, value: $0) } })
  }

  /// FNV-1a over the text, to find a set again without comparing texts of all.
  static func digest(_ text: String) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: hash)
  }
}
