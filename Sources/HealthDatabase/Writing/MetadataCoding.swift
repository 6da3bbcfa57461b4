import Foundation
package import HealthModel

/// Metadata as JSON text: readable with any SQLite tool, and accessible to SQLite's own JSON functions.
package enum MetadataCoding {
  private struct Item: Decodable {
    var key: String
    var text: String?
    var number: Double?
    var flag: Bool?
    /// Seconds since 2001-01-01 UTC.
    var date: Double?
    var quantity: Double?
    var unit: String?
    var integer: Int64?
    var unsigned: UInt64?

    var value: MetadataValue? {
      if let text { return .text(text) }
      if let number { return .number(number) }
      if let integer { return .integer(integer) }
      if let unsigned { return .unsigned(unsigned) }
      if let flag { return .flag(flag) }
      if let date { return .date(Date(timeIntervalSinceReferenceDate: date)) }
      if let quantity, let unit { return .quantity(quantity, unit: unit) }
      return nil
    }
  }

  /// Equal metadata always result in the same text: a list of objects with their keys in alphabetical order.
  package static func encode(_ metadata: Metadata) -> String {
    var text = "["
    for entry in metadata.entries {
      text += text.utf8.count == 1 ? "{" : ",{"
      switch entry.value {
      case .date(let date): text += "\"date\":" + number(date.timeIntervalSinceReferenceDate) + ","
      case .flag(let flag): text += flag ? "\"flag\":true," : "\"flag\":false,"
      case .integer(let value): text += "\"integer\":\(value),"
      case .text, .number, .quantity, .unsigned: break
      }
      text += "\"key\":"
      append(entry.key, to: &text)
      switch entry.value {
      case .number(let value): text += ",\"number\":" + number(value)
      case .text(let value):
        text += ",\"text\":"
        append(value, to: &text)
      case .quantity(let value, let unit):
        text += ",\"quantity\":" + number(value) + ",\"unit\":"
        append(unit, to: &text)
      case .unsigned(let value): text += ",\"unsigned\":\(value)"
      case .date, .flag, .integer: break
      }
      text += "}"
    }
    return text + "]"
  }

  /// The shortest decimal that restores the number exactly; JSON cannot represent numbers that are not finite.
  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "\"nan\"" : value > 0 ? "\"inf\"" : "\"-inf\"" }
    let digits = "\(value)"
    return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  private static func append(_ value: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    guard value.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      text += value
      return
    }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{8}": text += "\\b"
      case "\u{C}": text += "\\f"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  package static func decode(_ text: String) throws -> Metadata {
    if let entries = MetadataScanner.entries(text) { return Metadata(entries) }
    return try decodeAny(text)
  }

  /// Decodes any JSON of the same structure, whoever wrote it.
  static func decodeAny(_ text: String) throws -> Metadata {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let items = try decoder.decode([Item].self, from: Data(text.utf8))
    return Metadata(items.compactMap { item in item.value.map { Metadata.Entry(key: item.key, value: $0) } })
  }

  /// FNV-1a over the text, to find a set without comparing all texts.
  static func digest(_ text: String) -> Int64 {
    Int64(bitPattern: FNV.hash(text.utf8))
  }
}
