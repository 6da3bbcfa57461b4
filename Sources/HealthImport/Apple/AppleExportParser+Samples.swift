import FoundationEssentials
import HealthModel

/// The contents of a record's start tag.
struct SampleTag {
  var record = SampleRecord(
    type: -1, provenance: -1, start: Date(timeIntervalSince1970: 0), end: Date(timeIntervalSince1970: 0), value: .nan)
  /// A value that is not a number, kept as text.
  var unknownValue: UnsafeRawBufferPointer?
  /// What exports of 2014 print of several measurements at once, beside what became the value.
  var statistics: [(key: StaticString, value: UnsafeRawBufferPointer)] = []
  var skip: SkipReason?
}

/// A sample whose end tag has not been read yet.
struct PendingSample {
  var record = SampleTag().record
  var metadata = RawMetadata()
  var skip: SkipReason?
  /// Whether its value was text that is too long to keep.
  private(set) var isOversized = false

  @inline(__always)
  mutating func begin(with tag: SampleTag) {
    record = tag.record
    skip = tag.skip
    isOversized = false
    metadata.clear()
    if let value = tag.unknownValue { appendUnknown(value) }
    for (key, value) in tag.statistics {
      let key = UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
      isOversized = !metadata.append(key: key, value: value) || isOversized
    }
  }

  /// Clears the previous sample; the next element has none.
  mutating func reset() {
    skip = nil
    isOversized = false
  }

  /// Nothing in a file is dropped: a value that is not in a catalog is kept as metadata.
  private mutating func appendUnknown(_ value: UnsafeRawBufferPointer) {
    var key = MetadataKey.unknownValue
    isOversized = !key.withUTF8 { metadata.append(key: UnsafeRawBufferPointer($0), value: value) }
  }
}

extension AppleExportParser {
  /// Reads the start tag of a record or of a correlation member.
  mutating func readSample(_ tag: XMLTag) -> SampleTag {
    let attributes = RecordAttributes(tag)
    var sample = SampleTag()
    sample.record.line = Int32(clamping: tag.position.line)
    guard let identifier = attributes.type, !identifier.isEmpty else {
      sample.skip = .missingType
      return sample
    }
    guard !attributes.isTooLarge else {
      sample.skip = .tooLarge
      return sample
    }
    let type = tables.type(identifier, unit: attributes.unit)
    if let reason = type.skip ?? readDates(attributes, longest: type.longestDuration, into: &sample.record) {
      sample.skip = reason
      return sample
    }
    sample.record.type = type.index
    sample.record.provenance = tables.provenance(attributes)
    readValue(attributes.value ?? aggregate(tag, type, into: &sample), type: type, into: &sample)
    return sample
  }

  /// The one number of a record of 2014 that has no value: the sum or the mean of what it was measured from.
  private func aggregate(
    _ tag: XMLTag, _ type: SampleTableBuilder.TypeUse, into sample: inout SampleTag
  ) -> UnsafeRawBufferPointer? {
    guard type.kind == .quantity, let value = tag["sum"] ?? tag["average"] else { return nil }
    for key: StaticString in ["min", "max", "recordCount"] {
      if let value = tag[key], !value.isEmpty { sample.statistics.append((key, value)) }
    }
    return value
  }

  private mutating func readValue(
    _ raw: UnsafeRawBufferPointer?, type: SampleTableBuilder.TypeUse, into sample: inout SampleTag
  ) {
    guard let raw, !raw.isEmpty else {
      if type.kind == .quantity { sample.skip = .missingValue }
      return
    }
    if type.kind == .category {
      sample.record.value =
        raw.count <= SampleLimits.longestName ? tables.categoryValue(raw, type: type) ?? .nan : .nan
      if sample.record.value.isNaN { sample.unknownValue = raw }
    } else if let value = NumberParser.double(raw), SampleBounds.allows(type.conversion(value)) {
      sample.record.value = value
    } else if type.kind == .quantity {
      sample.skip = NumberParser.double(raw) == nil ? .badValue : .valueOutOfRange
    } else {
      sample.unknownValue = raw
    }
  }

  /// A missing end equals the start. The first date in a file without an ExportDate determines the printed offset.
  mutating func readDates(
    _ attributes: RecordAttributes, longest: TimeInterval, into record: inout SampleRecord
  ) -> SkipReason? {
    guard let startText = attributes.startDate, !startText.isEmpty else { return .missingStartDate }
    guard let start = dates.instant(startText) else { return .badDate }
    if header.printedOffset == nil { header.printedOffset = start.offset }
    record.start = start.date
    record.end = start.date
    if let endText = attributes.endDate, !endText.isEmpty, !endText.equals(startText) {
      guard let end = dates.instant(endText) else { return .badDate }
      record.end = end.date
    }
    switch SampleBounds.violation(start: record.start, end: record.end, longest: longest) {
    case .dateOutOfRange: return .dateOutOfRange
    case .tooLong: return .lastsTooLong
    case nil: break
    }
    guard record.end >= record.start else { return .endBeforeStart }
    if let text = attributes.creationDate, !text.isEmpty { readCreationDate(text, attributes, into: &record) }
    return nil
  }

  @inline(__always)
  private mutating func readCreationDate(
    _ text: UnsafeRawBufferPointer, _ attributes: RecordAttributes, into record: inout SampleRecord
  ) {
    if let end = attributes.endDate, end.equals(text) {
      record.creationDelay = 0
    } else if let created = dates.instant(text)?.date, SampleBounds.allows(created) {
      record.setCreationDate(created)
    } else {
      drop(.badDate, "creationDate", line: Int(record.line))
    }
  }

  mutating func beginRecord(_ tag: XMLTag) {
    sample.begin(with: readSample(tag))
    data.clear()
    hasBeats = false
  }

  mutating func endRecord() {
    if let reason = sample.skip {
      skip(reason, line: Int(sample.record.line))
      return
    }
    sample.record.metadata = tables.metadata(sample.metadata)
    weight += 1
    // A clinical record from one of our own exports. There are few other samples without a value.
    if sample.record.value.isNaN, sample.record.metadata >= 0,
      tables.tables.types[Int(sample.record.type)].identifier.hasPrefix(TypeIdentifier.clinicalPrefix),
      let record: ClinicalContent = tables.tables.metadata[Int(sample.record.metadata)].content()
    {
      sample.record.uuid = identity(of: record)
    }
    if data.isEmpty {
      batch.samples.append(sample.record)
    } else {
      batch.withData.append(DataRecord(sample: sample.record, data: data.data, attachments: data.attachments))
      weight += data.byteCount / 64
    }
    if hasBeats { addHeartbeats() }
  }
}
