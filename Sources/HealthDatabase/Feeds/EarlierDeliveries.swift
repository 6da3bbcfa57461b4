import Foundation
import GRDB
import HealthModel

/// Finds what a feed has delivered before for the time that a sample covers.
struct EarlierDeliveries {
  /// A sample that is about to be stored.
  struct Span {
    /// 0 for a type without stored samples.
    var type: Int64
    var start: Double
    var end: Double
    var value: Double
    /// 0 for a source without stored samples.
    var sourceID: Int64
    var source: Source
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
    /// Only the same value: different symptoms are separate samples.
    case sameValue
    /// All stages of sleep, each of which ends the previous one. Time in bed can overlap them.
    case sleepStages

    static func of(_ identifier: String, kind: SampleKind, value: Double) -> Rivals {
      guard kind == .category else { return .allValues }
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
      case .sameValue: EarlierDeliveries.isSame(stored, value)
      case .sleepStages: stored != Self.inBed
      }
    }

    /// Whether samples that overlap are replaced, beside those with the same start, for a given replacement rule.
    func mayOverlap(_ replacement: FeedOptions.Replacement) -> Bool {
      switch self {
      case .allValues: replacement != .overlapping
      case .sameValue: true
      case .sleepStages: false
      }
    }
  }

  struct Matches {
    /// The row with identical content.
    var same: Int64?
    /// The rows that the sample replaces unless the delivery repeats them.
    var replaced: [Int64] = []
    /// The rows with the same start and source, of which the last one in the delivery counts.
    var superseded: [Int64] = []

    var all: [Int64] { replaced + superseded }
  }

  /// From the first to the last start of samples of a type.
  struct StartRange {
    var first = Double.infinity
    var last = -Double.infinity

    func contains(_ start: Double) -> Bool { start >= first && start <= last }

    mutating func add(_ start: Double) {
      first = min(first, start)
      last = max(last, start)
    }
  }

  private let feed: String
  private let lastOld: Int64
  /// The starts, per type index, of samples of earlier deliveries and of this one. A sample outside them cannot have
  /// been delivered before: most deliveries contain only new samples, in order, and need no lookup.
  private var starts: [(old: StartRange, own: StartRange)?] = []

  /// - Parameter lastOld: rows up to this one are from earlier deliveries, those above from this one.
  init(feed: String, lastOld: Int64) {
    self.feed = FeedSource.prefix(of: feed)
    self.lastOld = lastOld
  }

  /// Longer samples have an index of their own.
  private static let longest = 3_600.0

  // Built once: there is a lookup for each sample of a repeated delivery.
  private static let columns = "s.id, s.start, s.end, s.value, p.source_id, o.name, o.bundle_identifier"
  private static let sameStart = """
    SELECT \(columns) FROM sample s INDEXED BY sample_fed
    CROSS JOIN provenance p ON p.id = s.provenance_id CROSS JOIN source o ON o.id = p.source_id
    WHERE s.type_id = ? AND s.flags & 4 != 0 AND s.start = ?
    """
  private static let shortOverlaps = """
    SELECT \(columns) FROM sample s INDEXED BY sample_fed
    CROSS JOIN provenance p ON p.id = s.provenance_id CROSS JOIN source o ON o.id = p.source_id
    WHERE s.type_id = ?1 AND s.flags & 4 != 0 AND s.start >= ?2 - \(longest) AND s.start <= ?4
      AND s.end >= ?2 AND s.id <= ?3
    """
  private static let longOverlaps = """
    SELECT \(columns) FROM sample s INDEXED BY sample_fed_long
    CROSS JOIN provenance p ON p.id = s.provenance_id CROSS JOIN source o ON o.id = p.source_id
    WHERE s.type_id = ?1 AND s.flags & 4 != 0 AND s.end - s.start > 3600
      AND s.start < ?2 - \(longest) AND s.end >= ?2 AND s.id <= ?3
    """

  /// - Parameter flush: stores the buffered samples of this delivery; called before one of them may be found.
  mutating func find(
    _ db: Database, _ span: Span, replacement: FeedOptions.Replacement, flush: () throws -> Void
  ) throws -> Matches {
    var matches = Matches()
    let known = try note(db, state: span.state, type: span.type, start: span.start)
    guard span.type != 0 else { return matches }
    let mayOverlap =
      !span.rivals.mayOverlap(replacement) && span.start <= known.old.last + span.longest
      && span.end >= known.old.first
    let isOwn = known.own.contains(span.start)
    guard mayOverlap || isOwn || known.old.contains(span.start) else { return matches }
    if isOwn { try flush() }
    let sameStart = try RawStatement(db, Self.sameStart)
    sameStart.bind(1, span.type)
    sameStart.bind(2, span.start)
    try collect(sameStart, span) { row in
      guard row.sourceID == span.sourceID, span.sourceID != 0 else { return }
      guard span.rivals.excludes(row.value, by: span.value) else { return }
      let isSame = Self.isSame(row.value, span.value)
      if row.id <= lastOld, row.end == span.end, isSame {
        matches.same = row.id
      } else if span.rivals != .sleepStages || isSame {
        matches.superseded.append(row.id)
      } else if row.id <= lastOld {
        // One delivery may contain both a night and its stages.
        matches.replaced.append(row.id)
      }
    }
    guard matches.same == nil, mayOverlap else { return matches }
    let short = try RawStatement(db, Self.shortOverlaps)
    let long = try RawStatement(db, Self.longOverlaps)
    short.bind(4, span.end)
    for statement in [short, long] {
      statement.bind(1, span.type)
      statement.bind(2, span.start)
      statement.bind(3, lastOld)
      try collect(statement, span) { row in
        let overlaps = row.start == span.start || (row.start < span.end && row.end > span.start)
        guard overlaps, span.rivals.excludes(row.value, by: span.value), shares(row, span) else { return }
        if !Self.areNeighbours(row, span) { matches.replaced.append(row.id) }
      }
    }
    return matches
  }

  /// Records the start of a sample of this delivery.
  ///
  /// - Returns: the starts known before.
  @discardableResult
  mutating func note(
    _ db: Database, state: Int, type: Int64, start: Double
  ) throws -> (old: StartRange, own: StartRange) {
    while starts.count <= state { starts.append(nil) }
    let known = try starts[state] ?? (old: storedStarts(db, type: type), own: StartRange())
    var own = known.own
    own.add(start)
    starts[state] = (known.old, own)
    return known
  }

  private func storedStarts(_ db: Database, type: Int64) throws -> StartRange {
    var range = StartRange()
    for order in ["", "DESC"] {
      let start = try RawStatement(
        db,
        """
        SELECT start FROM sample INDEXED BY sample_fed WHERE type_id = ? AND flags & 4 != 0
        ORDER BY start \(order) LIMIT 1
        """)
      start.bind(1, type)
      defer { start.reset() }
      guard try start.step() else { break }
      range.add(start.double(0))
    }
    return range
  }

  private struct Stored {
    var id: Int64
    var start: Double
    var end: Double
    var value: Double
    var sourceID: Int64
    var name: String
    var bundle: String
  }

  private func collect(_ rows: RawStatement, _ span: Span, _ body: (Stored) throws -> Void) throws {
    defer { rows.reset() }
    while try rows.step() {
      let bundle = rows.text(6)
      guard bundle.hasPrefix(feed) else { continue }
      try body(
        Stored(
          id: rows.int64(0), start: rows.double(1), end: rows.double(2),
          value: rows.isNull(3) ? .nan : rows.double(3), sourceID: rows.int64(4), name: rows.text(5), bundle: bundle))
    }
  }

  /// Whether two overlapping samples are still separate days. When the phone travels, or the clocks go forward, a day
  /// may extend into the next one without describing it.
  private static func areNeighbours(_ row: Stored, _ span: Span) -> Bool {
    let shorter = min(row.end - row.start, span.end - span.start)
    return shorter > 43_200 && abs(row.start - span.start) > shorter / 2
  }

  /// Whether they share a device. A source without a name may be any.
  private func shares(_ row: Stored, _ span: Span) -> Bool {
    if row.sourceID == span.sourceID { return true }
    // Two devices may record different things for the same night.
    if span.rivals == .sleepStages { return false }
    guard FeedSource.isNamed(bundleIdentifier: row.bundle),
      FeedSource.isNamed(bundleIdentifier: span.source.bundleIdentifier)
    else { return true }
    return !FeedSource.parts(of: row.name).isDisjoint(with: FeedSource.parts(of: span.source.name))
  }

  private static func isSame(_ first: Double, _ second: Double) -> Bool {
    first == second || (first.isNaN && second.isNaN) || abs(first - second) <= 1e-9 * max(abs(first), abs(second))
  }

  /// Whether a row has the same content as a sample.
  func says(_ db: Database, _ span: Span, row: Int64) throws -> Bool {
    let stored = try RawStatement(
      db,
      """
      SELECT s.start, s.end, s.value, p.source_id FROM sample s JOIN provenance p ON p.id = s.provenance_id
      WHERE s.id = ?
      """)
    stored.bind(1, row)
    defer { stored.reset() }
    guard try stored.step() else { return false }
    return stored.double(0) == span.start && stored.double(1) == span.end && stored.int64(3) == span.sourceID
      && Self.isSame(stored.isNull(2) ? .nan : stored.double(2), span.value)
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
          WHERE correlation_id = ? AND flags & 4 != 0
          """), arguments: [correlation])
  }

  func members(_ db: Database, of correlation: Int64) throws -> [Member] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT identifier, value FROM correlation_member JOIN sample ON sample.id = sample_id
        JOIN sample_type ON sample_type.id = type_id WHERE correlation_id = ?
        """)
    return try Row.fetchAll(statement, arguments: [correlation]).map { row in
      Member(type: row[0], value: row[1] ?? .nan)
    }.sorted()
  }

  func duration(_ db: Database, ofWorkout row: Int64) throws -> Double? {
    try Double.fetchOne(
      db.cachedStatement(sql: "SELECT duration FROM workout WHERE sample_id = ?"), arguments: [row])
  }
}
