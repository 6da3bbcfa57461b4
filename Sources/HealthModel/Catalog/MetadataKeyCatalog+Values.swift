extension MetadataKeyCatalog {
  /// The typed value for the text that an export prints under a key.
  ///
  /// Text that cannot be parsed as the key's kind remains text, and so does the value of an unknown key: nothing is
  /// lost by guessing. A quantity keeps its number and unit as printed (a humidity of 80% is printed as `8000 %`);
  /// one with an unknown unit (`9.2 kcal/hr-kg`) remains text.
  ///
  /// - Parameter printed: `1`, `418 cm`, `Europe/Berlin`, `2021-05-01 08:00:00 +0200`.
  package static func value(forKey key: String, printed: String) -> MetadataValue {
    guard let kind = entry(for: key)?.kind else { return .text(printed) }
    let value: MetadataValue? =
      switch kind {
      case .text: nil
      case .flag: flag(printed).map { .flag($0) }
      case .number: Int64(printed).map(MetadataValue.whole) ?? decimal(printed[...]).map { .number($0) }
      case .date: PrintedDate.date(from: printed).flatMap { SampleBounds.allows($0) ? .date($0) : nil }
      case .quantity: quantity(printed)
      }
    return value ?? .text(printed)
  }

  private static func flag(_ printed: String) -> Bool? {
    switch printed {
    case "1", "true", "YES": true
    case "0", "false", "NO": false
    default: nil
    }
  }

  private static func quantity(_ printed: String) -> MetadataValue? {
    guard let space = printed.firstIndex(of: " "), let number = decimal(printed[..<space]),
      let unit = try? HealthUnit(parsing: String(printed[printed.index(after: space)...]))
    else { return nil }
    return .quantity(number, unit: unit.unitString)
  }

  /// Parses decimal numbers only: `Double` would also accept `nan` and hexadecimal.
  private static func decimal(_ text: Substring) -> Double? {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"): true
      default: false
      }
    }
    guard isPlain, let number = Double(text), number.isFinite else { return nil }
    return number
  }
}
