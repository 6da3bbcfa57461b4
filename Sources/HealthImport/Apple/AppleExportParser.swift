import FoundationEssentials
import HealthModel

/// Converts the tags of an export to samples and counts everything that it has read.
///
/// Nesting is resolved tolerantly, because tags may be missing: an element that can only be directly under HealthData
/// closes all open elements, and so does one that is not indented deeper than the open element, unless it belongs
/// inside it.
struct AppleExportParser: XMLTagHandler {
  var tables = SampleTableBuilder()
  var batch = SampleBatch()
  /// The approximate size of `batch` in samples.
  var weight = 0
  var dates = DateParser()

  /// Complete batches. No element is open between two of them.
  private(set) var ready: [ParsedBatch] = []
  private let batchSize: Int

  /// Records so far: elements directly under HealthData, without the header.
  var read = 0
  /// Elements of the header so far, also refused ones.
  var headerElements = 0
  /// Elements skipped since the last batch.
  var skips: [ImportSkip] = []
  var drops = DropCounter()

  var header: ImportHeader
  /// Whether the first element after the header, or the end, has been read.
  var isHeaderComplete = false
  var sawExportDate = false
  var sawMe = false

  /// Whether the root's end tag has been read.
  private(set) var isComplete = false

  private var root: XMLPosition?
  private var open = OpenElements()
  private var top = XMLPosition(line: 0, column: 0, startsLine: false)
  /// How to process the contents of the open element.
  private var mode = Mode.reading

  var sample = PendingSample()
  var member = PendingSample()
  var members = PendingMembers()
  var workout = PendingWorkout()
  var beats = BeatList()
  /// Whether the open record has beats.
  var hasBeats = false
  var content = PendingContent()
  /// The data of the open record.
  var data = PendingData()

  var files: ExportFiles?
  /// The number of route points so far, of readable workouts.
  var points = PointCounts()
  /// Checked regularly while a route's file is read.
  var isStopped: () -> Bool = { false }
  /// The error while reading a route's file.
  var failure: ImportError?

  private enum Mode {
    case reading
    /// An unsupported element: its contents are skipped by counting levels.
    case unsupported
    /// Its start tag was unreadable, so it is unknown whether it has an end tag.
    case damaged
  }

  /// - Parameter files: access to the files beside the XML, nil if there are none.
  init(path: String, batchSize: Int, files: ExportFiles? = nil) {
    header = ImportHeader(path: path)
    self.batchSize = batchSize
    self.files = files
  }

  // MARK: Tags

  mutating func start(_ tag: XMLTag) {
    let element = AppleElement(tag.name)
    guard let root else {
      if element == .healthData { self.root = tag.position }
      return
    }
    guard !isComplete, element != .healthData else { return }
    if !open.isEmpty, !isInside(element, at: tag.position) { closeTop() }
    if open.isEmpty {
      startTop(element, tag, root)
    } else {
      startNested(element, tag)
    }
  }

  mutating func end(_ name: UnsafeRawBufferPointer) {
    guard root != nil, !isComplete else { return }
    let element = AppleElement(name)
    if element == .healthData {
      closeTop()
      isComplete = true
      isHeaderComplete = true
    } else if mode == .unsupported || open.isTooDeep {
      // By level and not by name, so that an element with a damaged name still ends.
      open.removeLast()
      if open.isEmpty { closeTop() }
    } else if open.contains(element), let level = open.lastIndex(of: element) {
      while open.count > level + 1 { closeNested() }
      if level == 0 { closeTop(isEnded: true) } else { closeNested() }
    }
  }

  mutating func damaged(_ name: UnsafeRawBufferPointer, at position: XMLPosition) {
    guard root != nil, !isComplete else { return }
    let element = AppleElement(name)
    if !open.isEmpty, !isInside(element, at: position) { closeTop() }
    if open.isEmpty {
      cutIfFull()
      read += 1
      skip(.damaged, line: position.line)
      isHeaderComplete = true
      mode = .damaged
      open.append(element)
      top = position
    } else if mode == .reading {
      drop(.damaged, name, line: position.line)
    }
  }

  mutating func truncated(_ name: UnsafeRawBufferPointer, at position: XMLPosition) {
    guard root != nil, !isComplete else { return }
    if !open.isEmpty, !isInside(AppleElement(name), at: position) { closeTop() }
    if open.isEmpty {
      read += 1
      skip(.truncated, line: position.line)
    }
  }

  /// Called after the last tag: elements that are still open were truncated.
  mutating func finish() {
    isHeaderComplete = true
    guard !isComplete, let element = open.first else { return }
    // The others are counted by their start tag.
    let isPending = [
      .record, .correlation, .workout, .workoutRoute, .audiogram, .visionPrescription, .clinicalRecord,
    ].contains(element)
    if mode == .reading, isPending {
      skip(.truncated, line: top.line)
      releaseDoubtfulMembers()
    }
    open.removeAll()
  }

  // MARK: Nesting

  private mutating func isInside(_ element: AppleElement, at position: XMLPosition) -> Bool {
    guard let first = open.first else { return false }
    // An element that occurs only inside another is inside it, however it is indented. A record may also be
    // independent.
    if mode != .unsupported, element != .record, open.canHold(element) { return true }
    // In an indented file, a tag that is not indented deeper is a sibling, and the previous element's end tag is
    // missing.
    if position.startsLine, top.startsLine, let root, top.column > root.column, position.column <= top.column {
      return mode == .reading && first == .correlation && element == .record && members.startDoubting()
    }
    if mode == .unsupported { return true }
    if element == .record { return first == .correlation }
    if element == .other, mode == .damaged { return first != .record }
    return !element.isTopLevel
  }

  private mutating func startTop(_ element: AppleElement, _ tag: XMLTag, _ root: XMLPosition) {
    cutIfFull()
    mode = .reading
    top = tag.position
    sample.reset()
    if element == .exportDate || element == .me {
      headerElements += 1
    } else {
      read += 1
      isHeaderComplete = true
    }
    switch element {
    case .exportDate, .me: readHeader(element, tag)
    case .record: beginRecord(tag)
    case .correlation: beginCorrelation(tag)
    case .audiogram, .visionPrescription, .clinicalRecord: beginContent(element, tag)
    case .workout: beginWorkout(tag)
    case .workoutRoute: beginLoneRoute(tag)
    case .activitySummary: readSummary(tag)
    default:
      skip(.unsupportedElement, line: tag.position.line)
      mode = .unsupported
    }
    if sample.isOversized { drop(.tooLarge, tag) }
    open.append(element)
    if tag.isEmpty { closeTop(isEnded: true) }
  }

  private mutating func startNested(_ element: AppleElement, _ tag: XMLTag) {
    if mode == .reading {
      // An element that cannot contain this one, inside one that can, has lost its end tag.
      if let level = open.lastHolder(of: element) {
        while open.count > level + 1 { closeNested() }
      }
      if let parent = open.last, parent.holds(element) {
        beginPart(element, tag, parent: parent)
      } else {
        drop(.unsupportedElement, tag)
      }
    }
    if !tag.isEmpty {
      if mode != .damaged { open.append(element) }
    } else if mode == .reading, let parent = open.last {
      endPart(element, parent: parent)
    }
  }

  private mutating func closeNested() {
    guard open.count > 1, let element = open.removeLast(), let parent = open.last else { return }
    endPart(element, parent: parent)
  }

  /// - Parameter isEnded: whether the element's own end tag has been read.
  private mutating func closeTop(isEnded: Bool = false) {
    while open.isTooDeep { open.removeLast() }
    while open.count > 1, mode == .reading { closeNested() }
    guard let element = open.first else {
      mode = .reading
      return
    }
    open.removeAll()
    defer { mode = .reading }
    guard mode == .reading else { return }
    switch element {
    case .record: endRecord()
    case .correlation:
      if !isEnded { releaseDoubtfulMembers() }
      endCorrelation()
    case .workout: endWorkout()
    case .workoutRoute: endLoneRoute()
    case .audiogram, .visionPrescription, .clinicalRecord: endContent()
    default: break
    }
  }

  private mutating func beginPart(_ element: AppleElement, _ tag: XMLTag, parent: AppleElement) {
    switch (parent, element) {
    case (.record, .metadataEntry) where open.count > 1:
      drop(member.metadata.append(tag), tag)
    case (.record, .metadataEntry), (.correlation, .metadataEntry), (.workout, .metadataEntry),
      (.audiogram, .metadataEntry), (.visionPrescription, .metadataEntry), (.clinicalRecord, .metadataEntry):
      drop(sample.metadata.append(tag), tag)
    case (.record, .beats):
      beats.begin()
    case (.beats, .beat):
      if !beats.append(bpm: tag["bpm"], time: tag["time"]) { drop(.tooLarge, tag) }
    case (.record, .sampleData) where open.count == 1, (.attachment, .sampleData) where open.count == 2:
      appendData(tag)
    case (.record, .attachment) where open.count == 1: drop(data.beginAttachment(tag, &dates), tag)
    case (.attachment, .metadataEntry) where open.count == 2: drop(data.appendMetadata(tag), tag)
    case (.correlation, .record):
      beginMember(tag)
    case (.audiogram, .sensitivityPoint): drop(content.addPoint(tag), tag)
    case (.visionPrescription, .rightEye): drop(content.addLens(tag, isRight: true), tag)
    case (.visionPrescription, .leftEye): drop(content.addLens(tag, isRight: false), tag)
    default:
      beginWorkoutPart(element, tag, parent: parent)
    }
  }

  /// Ends what `beginPart` began: exactly the same pairs.
  private mutating func endPart(_ element: AppleElement, parent: AppleElement) {
    switch (parent, element) {
    case (.correlation, .record): endMember()
    case (.record, .beats):
      let fits = open.count > 1 ? beats.end(into: &member.metadata) : beats.end(into: &sample.metadata)
      if !fits { drop(.tooLarge, "HeartRateVariabilityMetadataList", line: top.line) }
      if open.count == 1 { hasBeats = true }
    case (.record, .attachment) where open.count == 1:
      if !data.endAttachment() { drop(.missingValue, "Attachment", line: top.line) }
    case (.workout, .workoutEvent), (.workoutActivity, .workoutEvent): endEvent(parent: parent)
    case (.workout, .workoutActivity): endActivity()
    case (.workout, .workoutRoute): endRoute()
    default: break
    }
  }

  // MARK: Counts

  mutating func skip(_ reason: SkipReason, line: Int) {
    skips.append(ImportSkip(line: line, reason: reason.rawValue))
    weight += 1
  }

  /// Skips a file beside the XML.
  mutating func skip(_ reason: SkipReason, file path: String) {
    skips.append(ImportSkip(line: 0, reason: reason.rawValue, place: path))
    weight += 1
  }

  /// Counts a dropped part if there is a reason, unless its whole element is dropped.
  mutating func drop(_ reason: SkipReason?, _ tag: XMLTag) {
    if let reason { drop(reason, tag.name, line: tag.position.line) }
  }

  mutating func drop(_ reason: SkipReason, _ name: StaticString, line: Int) {
    drop(reason, UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), line: line)
  }

  mutating func drop(_ reason: SkipReason, _ name: UnsafeRawBufferPointer, line: Int) {
    if sample.skip == nil { drops.add(name, reason, line: line) }
  }

  // MARK: Batches

  mutating func cutIfFull() {
    guard weight >= batchSize || tables.newBytes >= ExportLimits.mostTableBytes, isHeaderComplete else { return }
    cut()
  }

  /// Ends the batch, unless it is empty.
  ///
  /// - Parameter isDocument: whether it contains the clinical document.
  mutating func cut(isDocument: Bool = false) {
    guard weight > 0 else { return }
    batch.isDocument = isDocument
    ready.append(takeBatch())
  }

  /// Returns the complete batches, and at the end the last one.
  mutating func takeReady(isEnd: Bool) -> [ParsedBatch] {
    if isEnd, weight > 0 || read > 0 { ready.append(takeBatch()) }
    defer { ready.removeAll() }
    return ready
  }

  private mutating func takeBatch() -> ParsedBatch {
    batch.tables = tables.tables
    let taken = ParsedBatch(batch: batch, skips: skips, read: read)
    batch = SampleBatch()
    batch.samples.reserveCapacity(taken.batch.samples.count)
    skips = []
    weight = 0
    tables.betweenBatches()
    return taken
  }
}

/// The parser's results, and the position up to which it had read.
struct ParsedBatch: Sendable {
  var batch: SampleBatch
  var skips: [ImportSkip]
  /// The number of elements directly under HealthData.
  var read: Int
}
