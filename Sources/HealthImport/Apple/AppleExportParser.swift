import FoundationEssentials
import HealthModel

/// Turns the tags of an export into samples and keeps the books of what it read.
///
/// Which tag closes which is decided tolerantly, because tags may be missing: an element that can only stand directly
/// under HealthData ends whatever is open, and so does one that is indented no deeper than the open element.
struct AppleExportParser: XMLTagHandler {
  var tables = SampleTableBuilder()
  var batch = SampleBatch()
  var dates = DateParser()

  /// Elements directly under HealthData so far.
  private(set) var read = 0
  /// Skips since the last `takeBatch`.
  var skips: [ImportSkip] = []
  var droppedParts: [String: Int] = [:]

  var header: ImportHeader
  /// The first element after the header has come, or the end.
  private(set) var isHeaderComplete = false
  var sawExportDate = false
  var sawMe = false

  /// The end tag of the root has come.
  private(set) var isComplete = false

  private var root: XMLPosition?
  /// The open elements, beginning with the one directly under HealthData.
  private(set) var open: [AppleElement] = []
  private var top = XMLPosition(line: 0, column: 0, startsLine: false)
  /// How to treat what is inside the open element.
  private var mode = Mode.reading

  var sample = PendingSample()
  var member = PendingSample()
  var members: [SampleRecord] = []
  var workout = PendingWorkout()
  var beats = BeatList()

  private enum Mode {
    case reading
    /// Of an unsupported kind: all inside is skipped, level by level.
    case unsupported
    /// Its start tag was unreadable, so that nobody knows whether it has an end tag.
    case damaged
  }

  init(path: String) {
    header = ImportHeader(path: path)
    open.reserveCapacity(16)
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
    } else if mode == .unsupported {
      // Level by level and not by name, so that a start tag with a damaged name still ends.
      open.removeLast()
      if open.isEmpty { closeTop() }
    } else if let level = open.lastIndex(of: element) {
      while open.count > level + 1 { closeNested() }
      if level == 0 { closeTop() } else { closeNested() }
    }
  }

  mutating func damaged(_ name: UnsafeRawBufferPointer, at position: XMLPosition) {
    guard root != nil, !isComplete else { return }
    let element = AppleElement(name)
    if !open.isEmpty, !isInside(element, at: position) { closeTop() }
    if open.isEmpty {
      read += 1
      skip(.damaged, line: position.line)
      isHeaderComplete = true
      mode = .damaged
      open = [element]
      top = position
    } else if mode == .reading {
      drop(.damaged)
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

  /// Once no more tags come: what is still open was cut off.
  mutating func finish() {
    isHeaderComplete = true
    guard !isComplete, let element = open.first else { return }
    // The others are booked by their start tag.
    let isPending = element == .record || element == .correlation || element == .workout
    if mode == .reading, isPending { skip(.truncated, line: top.line) }
    open.removeAll()
  }

  // MARK: Nesting

  private func isInside(_ element: AppleElement, at position: XMLPosition) -> Bool {
    // In an indented file a tag that is indented no deeper is a sibling whose forerunner has lost its end tag.
    if position.startsLine, top.startsLine, let root, top.column > root.column, position.column <= top.column {
      return false
    }
    guard let first = open.first else { return false }
    if mode == .unsupported { return true }
    if element == .record { return first == .correlation }
    if element == .other, mode == .damaged { return first != .record }
    return !element.isTopLevel
  }

  private mutating func startTop(_ element: AppleElement, _ tag: XMLTag, _ root: XMLPosition) {
    read += 1
    mode = .reading
    top = tag.position
    switch element {
    case .exportDate, .me:
      readHeader(element, tag)
    case .record:
      isHeaderComplete = true
      sample.begin(with: readSample(tag))
    case .correlation:
      isHeaderComplete = true
      beginCorrelation(tag)
    case .workout:
      isHeaderComplete = true
      beginWorkout(tag)
    case .activitySummary:
      isHeaderComplete = true
      readSummary(tag)
    default:
      isHeaderComplete = true
      skip(.unsupportedElement, line: tag.position.line)
      mode = .unsupported
    }
    open.append(element)
    if tag.isEmpty { closeTop() }
  }

  private mutating func startNested(_ element: AppleElement, _ tag: XMLTag) {
    if mode == .reading {
      // A member that has lost its end tag.
      if element == .record, open.last == .record { closeNested() }
      beginPart(element, tag)
    }
    if !tag.isEmpty {
      if mode != .damaged { open.append(element) }
    } else if mode == .reading {
      endPart(element)
    }
  }

  private mutating func closeNested() {
    guard open.count > 1, let element = open.popLast() else { return }
    endPart(element)
  }

  private mutating func closeTop() {
    while open.count > 1, mode == .reading { closeNested() }
    guard let element = open.first else {
      mode = .reading
      return
    }
    open.removeAll(keepingCapacity: true)
    defer { mode = .reading }
    guard mode == .reading else { return }
    switch element {
    case .record: endRecord()
    case .correlation: endCorrelation()
    case .workout: endWorkout()
    default: break
    }
  }

  private mutating func beginPart(_ element: AppleElement, _ tag: XMLTag) {
    guard let parent = open.last else { return }
    switch (parent, element) {
    case (.record, .metadataEntry) where open.count > 1:
      append(tag, to: &member.metadata)
    case (.record, .metadataEntry), (.correlation, .metadataEntry), (.workout, .metadataEntry):
      append(tag, to: &sample.metadata)
    case (.record, .beats):
      beats.begin()
    case (.beats, .beat):
      beats.append(bpm: tag["bpm"], time: tag["time"])
    case (.correlation, .record):
      member.begin(with: readSample(tag))
    default:
      if open.first == .workout { beginWorkoutPart(element, tag, parent: parent) }
    }
  }

  private mutating func endPart(_ element: AppleElement) {
    switch (open.first, element) {
    case (.correlation, .record): endMember()
    case (_, .beats):
      if open.count > 1 { beats.end(into: &member.metadata) } else { beats.end(into: &sample.metadata) }
    case (.workout, _): endWorkoutPart(element)
    default: break
    }
  }

  func append(_ tag: XMLTag, to metadata: inout RawMetadata) {
    guard let key = tag["key"], !key.isEmpty else { return }
    metadata.append(key: key, value: tag["value"] ?? UnsafeRawBufferPointer(start: nil, count: 0))
  }

  // MARK: Books

  mutating func skip(_ reason: SkipReason, line: Int) {
    skips.append(ImportSkip(line: line, reason: reason.rawValue))
  }

  mutating func drop(_ reason: SkipReason) {
    droppedParts[reason.rawValue, default: 0] += 1
  }

  /// How much has gathered since the last `takeBatch`.
  var pending: Int {
    batch.samples.count + batch.appleSummaries.count + skips.count
      + (batch.correlations.count + batch.workouts.count) * 8
  }

  /// Hands over what has gathered and begins a new batch.
  mutating func takeBatch() -> (batch: SampleBatch, skips: [ImportSkip]) {
    batch.tables = tables.tables
    let taken = (batch, skips)
    batch = SampleBatch()
    batch.samples.reserveCapacity(taken.0.samples.count)
    skips = []
    tables.betweenBatches()
    return taken
  }
}
