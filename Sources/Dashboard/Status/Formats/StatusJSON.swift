import FoundationEssentials

/// One JSON value on one line.
enum StatusJSON {
  static func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    // Sorted, so that a follower that compares lines sees no difference between equal values.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings, whole numbers and booleans can always be encoded; otherwise, an empty object is valid for the bar.
    guard let data = try? encoder.encode(value) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}
