import HealthModel

extension AppleExportParser {
  /// Reads `ExportDate` or `Me` into the header. The sink counts them; what it cannot know of is skipped here.
  mutating func readHeader(_ element: AppleElement, _ tag: XMLTag) {
    let isRepeated = isHeaderComplete || (element == .me ? sawMe : sawExportDate)
    if let reason = isRepeated ? .repeatedHeader : element == .me ? readMe(tag) : readExportDate(tag) {
      skip(reason, line: tag.position.line)
    }
  }

  private mutating func readExportDate(_ tag: XMLTag) -> SkipReason? {
    guard let text = tag["value"], let (date, offset) = dates.instant(text) else { return .badDate }
    header.exportDate = date
    header.printedOffset = offset
    sawExportDate = true
    return nil
  }

  private mutating func readMe(_ tag: XMLTag) -> SkipReason? {
    guard !tag.attributes.isEmpty else { return .emptyHeader }
    for attribute in tag.attributes {
      header.characteristics[XMLText.decode(attribute.name)] = XMLText.decode(attribute.value)
    }
    sawMe = true
    return nil
  }
}
