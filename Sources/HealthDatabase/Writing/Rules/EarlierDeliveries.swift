import GRDB
import HealthModel

/// Finds what a feed has delivered before for the time that a sample covers.
struct EarlierDeliveries {
  /// A sample that is about to be stored.
  struct Span {
    var sample: SampleIdentity
    var hasUUID: Bool
    var provenance: Source
    var rivals: Rivals
    /// The index of the type among those that the delivery writes.
    var state: Int
    /// The maximum duration of samples of the type, in seconds.
    var longest: Double
  }

  /// Which values of a type exclude each other at the same time.
  enum Rivals {
    /// All values: a different amount of energy is not another sample.
    case allValues
    /// Only the same value: different symptoms, or workouts of different activities, are separate samples.
    case sameValue
    /// All stages of sleep, each of which ends the previous one. Time in bed can overlap them.
    case sleepStages

    static func of(_ identifier: String, kind: SampleKind, value: Double) -> Rivals {
      guard kind == .category else { return kind == .workout ? .sameValue : .allValues }
      return switch identifier {
      case TypeIdentifier.appleStandHour: .allValues
      case TypeIdentifier.sleepAnalysis: value == inBed ? .sameValue : .sleepStages
      default: .sameValue
      }
    }

    /// The raw value of time in bed.
    private static let inBed = 0.0

    func excludes(_ stored: Double, by value: Double) -> Bool {
      switch self {
      case .allValues: true
      case .sameValue: stored == value
      case .sleepStages: stored != Self.inBed
      }
    }

    /// Whether samples that overlap are replaced, beside those with the same start.
    func replacesOverlapping(_ replacement: FeedOptions.Replacement) -> Bool {
      switch self {
      case .allValues: replacement == .overlapping
      case .sameValue: false
      case .sleepStages: true
      }
    }
  }

  struct Matches {
    /// The row with identical content.
    var same: Int64?
    /// The rows that the sample replaces unless the delivery repeats them.
    var replaced: [Int64] = []
    /// Those that lie within the time of the sample.
    var inside: [Int64: SampleIdentity] = [:]
    /// Those that last longer, and contain it.
    var wholes: [Int64: (sample: SampleIdentity, source: Source)] = [:]
    /// One of them with the same start and source that ended later, and is not smaller.
    var later: Int64?

    /// The row and the value of the sources together, of which the sample's source is one.
    private var joint: (row: Int64, value: Double)?
    /// The same of each of its sources, where the sample is of several together.
    private var parts: [Int64: (row: Int64, value: Double)] = [:]

    /// The row whose total contains what the sample says: several devices together have no less than one of them. Of
    /// other values, those of several devices count.
    func joint(_ isCumulative: Bool, _ value: Double) -> Int64? {
      if let joint, !isCumulative || joint.value >= value { return joint.row }
      return isCumulative ? parts.values.first { $0.value > value + value.magnitude * 1e-9 }?.row : nil
    }

    fileprivate mutating func add(_ row: Stored, replacedBy span: Span) {
      let sample = span.sample
      replaced.append(row.id)
      if row.rest == nil, row.sample.source != sample.source {
        let (theirs, ours) = (FeedSource.parts(of: row.provenance.name), FeedSource.parts(of: span.provenance.name))
        if sample.isWithin(row.sample), ours.isStrictSubset(of: theirs) {
          joint = (row.id, row.sample.value)
        } else if row.sample.isWithin(sample), theirs.isStrictSubset(of: ours) {
          parts[row.sample.source] = (row.id, (parts[row.sample.source]?.value ?? 0) + row.sample.value)
        }
      }
      if let total = row.rest {
        // What is left of a larger total says nothing about one of its parts.
        if total.start >= sample.start, total.end <= sample.end { inside[row.id] = row.sample }
      } else if row.sample.isWithin(sample) {
        inside[row.id] = row.sample
      } else if sample.isWithin(row.sample) {
        wholes[row.id] = (row.sample, row.provenance)
      }
    }
  }

  /// What earlier deliveries stored for one type and start.
  private struct Slot {
    var rows: [Stored] = []
    /// The rows of each sample, if there are many; few are compared one by one.
    var rowsOfSample: [SampleIdentity: [Stored]] = [:]
    /// What has been replaced in this slot, so that n samples of one start cost O(n).
    var replaced: Set<Replaced> = []

    private static let few = 8

    mutating func index() {
      if rows.count > Self.few { rowsOfSample = Dictionary(grouping: rows, by: \.sample) }
    }

    func first(of sample: SampleIdentity, where isMeant: (Stored) -> Bool) -> Stored? {
      rows.count > Self.few
        ? rowsOfSample[sample]?.first(where: isMeant) : rows.first { $0.sample == sample && isMeant($0) }
    }
  }

  private struct Place: Hashable {
    var type: Int64
    var start: Double
  }

  private struct Replaced: Hashable {
    var source: Int64
    var name: Source
    /// nil if all values exclude each other.
    var value: Double?
    var end: Double
    var hasUUID: Bool
  }

  private let feed: String
  private let lastOld: Int64
  /// The totals that stored rests name, by the row of their metadata.
  let rests: [Int64: RestedTotal]
  /// From the first to the last start of the samples of earlier deliveries, by type index. A sample outside cannot have
  /// been delivered before: most deliveries contain only new samples, and need no lookup.
  private var starts: [ClosedRange<Double>??] = []
  private var slots: [Place: Slot] = [:]
  private var slotRows = 0
  /// By their rows; nil for those of others. Most rows have one of a few sources.
  private var sources: [Int64: Source?] = [:]

  /// How many slots and rows are remembered.
  private static let most = 65_536
  private static let mostSources = 1_024

  /// - Parameter lastOld: rows up to this one are from earlier deliveries.
  init(feed: String, lastOld: Int64, rests: [Int64: RestedTotal]) {
    self.rests = rests
    self.feed = FeedSource.prefix(of: feed)
    self.lastOld = lastOld
  }

  /// Longer samples have an index of their own.
  private static let longest = 3_600.0

  // Built once: there is a lookup for each sample of a repeated delivery.
  private static let columns =
    "s.id, s.start, s.end, s.value, p.source_id, o.name, o.bundle_identifier, s.flags, s.metadata_id"
  private static let joined =
    "CROSS JOIN provenance p ON p.id = s.provenance_id CROSS JOIN source o ON o.id = p.source_id"
  private static let sameStart = """
    SELECT \(columns) FROM sample s INDEXED BY sample_fed \(joined)
    WHERE s.type_id = ?1 AND s.flags & \(SampleFlag.fed) != 0 AND s.start = ?2 AND s.id <= ?3
    """
  private static let shortOverlaps = """
    SELECT \(columns) FROM sample s INDEXED BY sample_fed \(joined)
    WHERE s.type_id = ?1 AND s.flags & \(SampleFlag.fed) != 0 AND s.start >= ?2 - \(longest) AND s.start <= ?4
      AND s.end >= ?2 AND s.id <= ?3
    """
  private static let longOverlaps = """
    SELECT \(columns) FROM sample s INDEXED BY sample_fed_long \(joined)
    WHERE s.type_id = ?1 AND s.flags & \(SampleFlag.fed) != 0 AND s.end - s.start > 3600
      AND s.start < ?2 - \(longest) AND s.end >= ?2 AND s.id <= ?3
    """

  /// - Parameter isTaken: whether the delivery repeats a row already, which then is no other record's.
  mutating func find(
    _ db: Database, _ span: Span, replacement: FeedOptions.Replacement, isTaken: (Int64) -> Bool
  ) throws -> Matches {
    var matches = Matches()
    let sample = span.sample
    guard sample.type != 0, let known = try knownStarts(db, state: span.state, type: sample.type) else {
      return matches
    }
    let mayOverlap =
      span.rivals.replacesOverlapping(replacement) && sample.start <= known.upperBound + span.longest
      && sample.end >= known.lowerBound
    guard mayOverlap || known.contains(sample.start) else { return matches }
    let place = Place(type: sample.type, start: sample.start)
    var slot = try slots.removeValue(forKey: place) ?? load(db, place)
    defer { slots[place] = slot }
    // Samples with different UUIDs of their own are different, whatever they contain.
    matches.same = slot.first(of: sample) { !isTaken($0.id) && $0.rest == nil && !($0.hasUUID && span.hasUUID) }?.id
    guard matches.same == nil else { return matches }
    let all = Replaced(
      source: sample.source, name: span.provenance, value: span.rivals == .sameValue ? sample.value : nil,
      end: mayOverlap ? sample.end : sample.start, hasUUID: span.hasUUID)
    guard slot.replaced.insert(all).inserted else { return matches }
    for row in slot.rows where row.sample.source == sample.source && row.isReplaced(by: span) {
      matches.add(row, replacedBy: span)
      if row.sample.end > sample.end, row.sample.value >= sample.value { matches.later = row.id }
    }
    guard mayOverlap else { return matches }
    let short = try RawStatement(db, Self.shortOverlaps)
    let long = try RawStatement(db, Self.longOverlaps)
    short.bind(4, sample.end)
    for statement in [short, long] {
      statement.bind(1, sample.type)
      statement.bind(2, sample.start)
      statement.bind(3, lastOld)
      try collect(statement, type: sample.type) { row in
        let overlaps =
          row.sample.start == sample.start || (row.sample.start < sample.end && row.sample.end > sample.start)
        guard overlaps, row.isReplaced(by: span), row.shares(with: span), !row.isNeighbour(of: sample) else { return }
        matches.add(row, replacedBy: span)
      }
    }
    return matches
  }

  private mutating func load(_ db: Database, _ place: Place) throws -> Slot {
    if slots.count + slotRows > Self.most {
      slots.removeAll(keepingCapacity: true)
      slotRows = 0
    }
    var slot = Slot()
    let rows = try RawStatement(db, Self.sameStart)
    rows.bind(1, place.type)
    rows.bind(2, place.start)
    rows.bind(3, lastOld)
    try collect(rows, type: place.type) { slot.rows.append($0) }
    slot.index()
    slotRows += slot.rows.count
    return slot
  }

  private mutating func knownStarts(_ db: Database, state: Int, type: Int64) throws -> ClosedRange<Double>? {
    while starts.count <= state { starts.append(nil) }
    if let known = starts[state] { return known }
    var ends: [Double] = []
    for order in ["", "DESC"] {
      let start = try RawStatement(
        db,
        """
        SELECT start FROM sample INDEXED BY sample_fed WHERE type_id = ? AND flags & \(SampleFlag.fed) != 0
        ORDER BY start \(order) LIMIT 1
        """)
      start.bind(1, type)
      defer { start.reset() }
      if try start.step() { ends.append(try start.time(0, "sample")) }
    }
    let range = ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
    starts[state] = .some(range)
    return range
  }

  fileprivate struct Stored {
    var id: Int64
    var sample: SampleIdentity
    var provenance: Source
    var hasUUID: Bool
    var rest: RestedTotal?

    /// Samples with different identifiers of their own are different.
    func isReplaced(by span: Span) -> Bool {
      !(hasUUID && span.hasUUID) && span.rivals.excludes(sample.value, by: span.sample.value)
    }

    /// Whether two overlapping samples are still separate days. When the phone travels, or the clocks go forward, a day
    /// may extend into the next one without describing it.
    func isNeighbour(of other: SampleIdentity) -> Bool {
      guard !sample.isWithin(other), !other.isWithin(sample) else { return false }
      let shorter = min(sample.end - sample.start, other.end - other.start)
      return shorter > 43_200 && abs(sample.start - other.start) > shorter / 2
    }

    /// Whether they share a device. A source without a name may be any.
    func shares(with span: Span) -> Bool {
      if sample.source == span.sample.source { return true }
      // Two devices may record different things for the same night.
      if span.rivals == .sleepStages { return false }
      return FeedSource.share(provenance, span.provenance)
    }
  }

  private mutating func collect(_ rows: RawStatement, type: Int64, _ body: (Stored) throws -> Void) throws {
    defer { rows.reset() }
    while try rows.step() {
      guard let source = source(rows.int64(4), in: rows) else { continue }
      try body(
        Stored(
          id: rows.int64(0),
          sample: rows.sample(type: type, source: rows.int64(4), from: 1),
          provenance: source, hasUUID: rows.int64(7) & SampleFlag.hasOwnUUID != 0,
          rest: rests.isEmpty ? nil : rests[rows.int64(8)]))
    }
  }

  /// - Returns: nil if the row is not one of the feed.
  private mutating func source(_ id: Int64, in rows: RawStatement) -> Source? {
    if let known = sources[id] { return known }
    if sources.count >= Self.mostSources { sources.removeAll() }
    let bundle = rows.text(6)
    let source = bundle.hasPrefix(feed) ? Source(name: rows.text(5), bundleIdentifier: bundle) : nil
    sources[id] = .some(source)
    return source
  }

  // MARK: - Parts

  /// The properties of a correlation's member in which two deliveries must agree.
  struct Member: Comparable {
    var type: String
    var value: Double

    static func < (left: Member, right: Member) -> Bool {
      (left.type, left.value) < (right.type, right.value)
    }
  }

  func memberRows(_ db: Database, of correlation: Int64) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT sample_id FROM correlation_member JOIN sample ON sample.id = sample_id
          WHERE correlation_id = ? AND flags & \(SampleFlag.fed) != 0
          """), arguments: [correlation])
  }

  func members(_ db: Database, of correlation: Int64) throws -> [Member] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT identifier, value FROM correlation_member JOIN sample ON sample.id = sample_id
        JOIN sample_type ON sample_type.id = type_id WHERE correlation_id = ?
        """)
    return try Row.fetchAll(statement, arguments: [correlation]).map { row in
      Member(type: try row.value(0, "sample_type"), value: try row.value(1, "sample") as Double? ?? .nan)
    }.sorted()
  }

  func duration(_ db: Database, ofWorkout row: Int64) throws -> Double? {
    try Double.fetchOne(
      db.cachedStatement(sql: "SELECT duration FROM workout WHERE sample_id = ?"), arguments: [row])
  }
}
