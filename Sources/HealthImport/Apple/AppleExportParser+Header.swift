import HealthModel

extension AppleExportParser {
  /// Reads `ExportDate` or `Me` into the header. They are no records: refused ones are listed as left out.
  mutating func readHeader(_ element: AppleElement, _ tag: XMLTag) {
    let isRepeated = isHeaderComplete || (element == .me ? sawMe : sawExportDate)
    if let reason = isRepeated ? .repeatedHeader : element == .me ? readMe(tag) : readExportDate(tag) {
      drop(reason, tag)
    }
    // Without a limit, a file that contains only headers would collect them all.
    if headerElements >= ExportLimits.mostHeaderElements { isHeaderComplete = true }
  }

  private mutating func readExportDate(_ tag: XMLTag) -> SkipReason? {
    guard let text = tag["value"], let (date, offset) = dates.instant(text) else { return .badDate }
    guard SampleBounds.allows(date) else { return .dateOutOfRange }
    header.exportDate = date
    header.printedOffset = offset
    sawExportDate = true
    return nil
  }

  private mutating func readMe(_ tag: XMLTag) -> SkipReason? {
    var refused: [SkipReason] = []
    for attribute in tag.attributes {
      if let reason = Self.refusal(of: attribute) {
        refused.append(reason)
      } else {
        header.characteristics[XMLText.decode(attribute.name)] = XMLText.decode(attribute.value)
      }
    }
    // An empty one is not stored, so the reason it is empty is reported.
    guard !header.characteristics.isEmpty else { return refused.first ?? .emptyHeader }
    for reason in refused { drop(reason, tag) }
    sawMe = true
    return nil
  }

  private static func refusal(of attribute: XMLAttribute) -> SkipReason? {
    guard attribute.name.count <= SampleLimits.longestName, attribute.value.count <= SampleLimits.longestName else {
      return .tooLarge
    }
    let isBirth = attribute.name.equals("HKCharacteristicTypeIdentifierDateOfBirth")
    guard isBirth, let day = DateParser.day(attribute.value) else { return nil }
    return SampleBounds.allows(day) ? nil : .dateOutOfRange
  }
}
