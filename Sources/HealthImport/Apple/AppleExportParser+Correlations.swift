import HealthModel

/// The members of a correlation whose end tag has not been read yet.
///
/// A record that is not indented deeper than the correlation is ambiguous: either the file has unusual indentation,
/// or the correlation's end tag is missing and the record is independent. The end tag decides: if another element
/// comes first, all records from the first ambiguous one on are independent.
struct PendingMembers {
  private(set) var records: [SampleRecord] = []
  /// The index of the first ambiguous record.
  private var doubtfulStart: Int?
  /// Ambiguous members that are unreadable.
  private(set) var doubtfulSkips: [(reason: SkipReason, line: Int)] = []

  mutating func removeAll() {
    records.removeAll(keepingCapacity: records.capacity <= ExportLimits.mostDoubtfulMembers)
    doubtfulStart = nil
    doubtfulSkips.removeAll()
  }

  /// - Returns: false if there are so many that the end tag must be missing.
  mutating func startDoubting() -> Bool {
    let start = doubtfulStart ?? records.count
    guard records.count - start + doubtfulSkips.count < ExportLimits.mostDoubtfulMembers else { return false }
    doubtfulStart = start
    return true
  }

  var isDoubting: Bool { doubtfulStart != nil }

  mutating func append(_ record: SampleRecord) {
    records.append(record)
  }

  mutating func appendDoubtful(_ reason: SkipReason, line: Int) {
    doubtfulSkips.append((reason, line))
  }

  /// Removes and returns the ambiguous ones.
  mutating func takeDoubtful() -> (records: [SampleRecord], skips: [(reason: SkipReason, line: Int)]) {
    guard let start = doubtfulStart else { return ([], []) }
    let taken = (Array(records[start...]), doubtfulSkips)
    records.removeSubrange(start...)
    doubtfulStart = nil
    doubtfulSkips.removeAll()
    return taken
  }
}

extension AppleExportParser {
  mutating func beginCorrelation(_ tag: XMLTag) {
    members.removeAll()
    let attributes = RecordAttributes(tag)
    var head = SampleTag()
    head.record.line = Int32(clamping: tag.position.line)
    if attributes.isTooLarge {
      head.skip = .tooLarge
    } else if let identifier = attributes.type, !identifier.isEmpty {
      let type = tables.type(identifier, unit: nil, kind: .correlation)
      head.record.type = type.index
      head.record.provenance = tables.provenance(attributes)
      head.skip = readDates(attributes, longest: type.longestDuration, into: &head.record)
    } else {
      head.skip = .missingType
    }
    sample.begin(with: head)
  }

  mutating func beginMember(_ tag: XMLTag) {
    member.begin(with: readSample(tag))
    if member.isOversized { drop(.tooLarge, tag) }
    // Ambiguous records have a limit of their own: they may be ordinary records.
    let isFull = members.records.count >= SampleLimits.mostMembers && !members.isDoubting
    if member.skip == nil, isFull { member.skip = .tooLarge }
  }

  /// Members occur in the file a second time as independent records; here they only belong to their correlation.
  mutating func endMember() {
    let line = Int(member.record.line)
    if let reason = member.skip {
      if members.isDoubting { members.appendDoubtful(reason, line: line) } else { drop(reason, "Record", line: line) }
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
    for (reason, line) in members.doubtfulSkips { drop(reason, "Record", line: line) }
    sample.record.metadata = tables.metadata(sample.metadata)
    batch.correlations.append(CorrelationRecord(sample: sample.record, members: members.records))
    weight += 8 + members.records.count
  }

  /// The correlation's end tag is missing: the ambiguous records are independent.
  mutating func releaseDoubtfulMembers() {
    let (records, unreadable) = members.takeDoubtful()
    read += records.count + unreadable.count
    batch.samples += records
    weight += records.count
    for (reason, line) in unreadable { skip(reason, line: line) }
  }
}
