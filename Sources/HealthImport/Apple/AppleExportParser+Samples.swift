import FoundationEssentials
import HealthModel

/// What a record's start tag says.
struct SampleTag {
  var record = SampleRecord(
    type: -1, provenance: -1, start: Date(timeIntervalSince1970: 0), end: Date(timeIntervalSince1970: 0), value: .nan)
  /// A value that is no number, to be kept as text.
  var unknownValue: UnsafeRawBufferPointer?
  var skip: SkipReason?
}

/// A sample whose end tag has not come yet.
struct PendingSample {
  var record = SampleTag().record
  var metadata = RawMetadata()
  var skip: SkipReason?

  @inline(__always)
  mutating func begin(with tag: SampleTag) {
    record = tag.record
    skip = tag.skip
    metadata.clear()
    if let value = tag.unknownValue { appendUnknown(value) }
  }

  /// Nothing that a file holds is dropped: a value that no catalog knows goes along as metadata.
  mutating func appendUnknown(_ value: UnsafeRawBufferPointer) {
    var key = MetadataKey.unknownValue
    key.withUTF8 { metadata.append(key: UnsafeRawBufferPointer($0), value: value) }
  }
}

extension AppleExportParser {
  /// Reads a record's start tag: its own or a correlation member's.
  mutating func readSample(_ tag: XMLTag) -> SampleTag {
    let attributes = RecordAttributes(tag)
    var sample = SampleTag()
    sample.record.line = Int32(clamping: tag.position.line)
    guard let identifier = attributes.type, !identifier.isEmpty else {
      sample.skip = .missingType
      return sample
    }
    let type = tables.type(identifier, unit: attributes.unit)
    if let reason = type.skip ?? readDates(attributes, into: &sample.record) {
      sample.skip = reason
      return sample
    }
    sample.record.type = type.index
    sample.record.provenance = tables.provenance(attributes)
    readValue(attributes.value, type: type, into: &sample)
    return sample
  }

  private mutating func readValue(
    _ raw: UnsafeRawBufferPointer?, type: SampleTableBuilder.TypeUse, into sample: inout SampleTag
  ) {
    guard let raw, !raw.isEmpty else {
      if type.kind == .quantity { sample.skip = .missingValue }
      return
    }
    let value = type.kind == .category ? tables.categoryValue(raw, type: type) : NumberParser.double(raw)
    if let value {
      sample.record.value = value
    } else if type.kind == .quantity {
      sample.skip = .badValue
    } else {
      sample.unknownValue = raw
    }
  }

  /// A missing end is the start. The first date of a file without an ExportDate tells the printed offset.
  mutating func readDates(_ attributes: RecordAttributes, into record: inout SampleRecord) -> SkipReason? {
    guard let startText = attributes.startDate, !startText.isEmpty else { return .missingStartDate }
    guard let start = dates.instant(startText) else { return .badDate }
    if header.printedOffset == nil { header.printedOffset = start.offset }
    record.start = start.date
    record.end = start.date
    guard let endText = attributes.endDate, !endText.isEmpty, !endText.equals(startText) else { return nil }
    guard let end = dates.instant(endText) else { return .badDate }
    guard end.date >= start.date else { return .endBeforeStart }
    record.end = end.date
    return nil
  }

  mutating func endRecord() {
    if let reason = sample.skip {
      skip(reason, line: Int(sample.record.line))
      return
    }
    sample.record.metadata = tables.metadata(sample.metadata)
    batch.samples.append(sample.record)
  }

  // MARK: Correlations

  mutating func beginCorrelation(_ tag: XMLTag) {
    members.removeAll(keepingCapacity: true)
    let attributes = RecordAttributes(tag)
    var head = SampleTag()
    head.record.line = Int32(clamping: tag.position.line)
    if let identifier = attributes.type, !identifier.isEmpty {
      head.record.type = tables.type(identifier, unit: nil, kind: .correlation).index
      head.record.provenance = tables.provenance(attributes)
      head.skip = readDates(attributes, into: &head.record)
    } else {
      head.skip = .missingType
    }
    sample.begin(with: head)
  }

  /// Members stand in the file a second time, as records of their own; here they only belong to their correlation.
  mutating func endMember() {
    if let reason = member.skip {
      drop(reason)
      return
    }
    member.record.metadata = tables.metadata(member.metadata)
    members.append(member.record)
  }

  mutating func endCorrelation() {
    if let reason = sample.skip {
      skip(reason, line: Int(sample.record.line))
      return
    }
    sample.record.metadata = tables.metadata(sample.metadata)
    batch.correlations.append(CorrelationRecord(sample: sample.record, members: members))
  }
}
