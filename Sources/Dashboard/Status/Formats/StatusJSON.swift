import FoundationEssentials

/// One JSON value on one line.
enum StatusJSON {
  static func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    // Sorted, so that a follower that compares lines sees no change where there is none.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings, whole numbers and booleans always encode; were it ever otherwise, an empty object keeps the bar whole.
    guard let data = try? encoder.encode(value) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}
