import Foundation
import GRDB
import HealthModel

/// Finds what a feed has said before about the time that a sample covers.
struct EarlierDeliveries {
  /// A sample that is about to be stored.
  struct Span {
    /// 0 for a type of which nothing is stored.
    var type: Int64
    var start: Double
    var end: Double
    var value: Double
    /// 0 for a source of which nothing is stored.
    var sourceID: Int64
    var source: Source
    var rivals: Rivals
    /// The type's place among those that the delivery writes.
    var state: Int
    /// Seconds; no sample of the type lasts longer.
    var longest: Double
  }

  /// Which values of a type exclude one another at the same time.
  enum Rivals {
    /// All: more energy is not another sample.
    case allValues
    /// None but the same value: a symptom of its own.
    case sameValue
    /// All stages of sleep, each of which ends the one before. Being in bed goes on beside them.
    case sleepStages

    static func of(_ identifier: String, kind: SampleKind, value: Double) -> Rivals {
      switch identifier {
      case TypeIdentifier.appleStandHour: .allValues
      case TypeIdentifier.sleepAnalysis: value == inBed ? .sameValue : .sleepStages
      default: kind == .category ? .sameValue : .allValues
      }
    }

    /// The raw value of being in bed.
    private static let inBed = 0.0

    func excludes(_ stored: Double, by value: Double) -> Bool {
      switch self {
      case .allValues: true
      case .sameValue: EarlierDeliveries.isSame(stored, value)
      case .sleepStages: stored != Self.inBed
      }
    }

    /// Whether what overlaps must go, beside what starts alike, for a way in which samples take each other's place.
    func mayOverlap(_ replacement: FeedOptions.Replacement) -> Bool {
      switch self {
      case .allValues: replacement != .overlapping
      case .sameValue: true
      case .sleepStages: false
      }
    }
  }

  struct Matches {
    /// The row that says just the same.
    var same: Int64?
    /// The rows whose place the sample takes.
    var replaced: [Int64] = []
  }

  private let feed: String
  private let lastOld: Int64
  /// When the latest sample of a type begins that earlier deliveries brought, and that this one has, by the types' places.
  /// Nothing that begins later can have been said before: most deliveries bring what is new, in order, and look nothing
  /// up.
  private var latestStarts: [Int: (old: Double, own: Double)] = [:]

  /// - Parameter lastOld: rows up to here are of earlier deliveries, those above of this one.
  init(feed: String, lastOld: Int64) {
    self.feed = FeedSource.prefix(of: feed)
    self.lastOld = lastOld
  }

  /// Longer samples are found by an index of their own.
  private static let longest = 3_600.0

  private static let columns = "s.id, s.start, s.end, s.value, p.source_id, o.name, o.bundle_identifier"

  mutating func find(_ db: Database, _ span: Span, replacement: FeedOptions.Replacement) throws -> Matches {
    var matches = Matches()
    let latest = try note(db, state: span.state, type: span.type, start: span.start)
    guard span.type != 0 else { return matches }
    let mayOverlap = !span.rivals.mayOverlap(replacement) && span.start <= latest.old + span.longest
    guard mayOverlap || span.start <= max(latest.old, latest.own) else { return matches }
    let sameStart = try RawStatement(
      db,
      """
      SELECT \(Self.columns) FROM sample s INDEXED BY sample_fed
      CROSS JOIN provenance p ON p.id = s.provenance_id CROSS JOIN source o ON o.id = p.source_id
      WHERE s.type_id = ? AND s.flags & 4 != 0 AND s.start = ?
      """)
    sameStart.bind(1, span.type)
    sameStart.bind(2, span.start)
    try collect(sameStart, span) { row in
      guard row.sourceID == span.sourceID, span.sourceID != 0 else { return }
      guard span.rivals.excludes(row.value, by: span.value) else { return }
      // One delivery may hold both a night and its stages.
      if row.id > lastOld, span.rivals == .sleepStages, !Self.isSame(row.value, span.value) { return }
      // Of two in one delivery that begin alike the later one counts.
      if row.id <= lastOld, row.end == span.end, Self.isSame(row.value, span.value) {
        matches.same = row.id
      } else {
        matches.replaced.append(row.id)
      }
    }
    guard matches.same == nil, mayOverlap else { return matches }
    let short = try RawStatement(
      db,
      """
      SELECT \(Self.columns) FROM sample s INDEXED BY sample_fed
      CROSS JOIN provenance p ON p.id = s.provenance_id CROSS JOIN source o ON o.id = p.source_id
      WHERE s.type_id = ?1 AND s.flags & 4 != 0 AND s.start >= ?2 - \(Self.longest) AND s.start <= ?4
        AND s.end >= ?2 AND s.id <= ?3
      """)
    let long = try RawStatement(
      db,
      """
      SELECT \(Self.columns) FROM sample s INDEXED BY sample_fed_long
      CROSS JOIN provenance p ON p.id = s.provenance_id CROSS JOIN source o ON o.id = p.source_id
      WHERE s.type_id = ?1 AND s.flags & 4 != 0 AND s.end - s.start > 3600
        AND s.start < ?2 - \(Self.longest) AND s.end >= ?2 AND s.id <= ?3
      """)
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

  /// Notes when a sample of this delivery begins.
  ///
  /// - Returns: what was known before.
  @discardableResult
  mutating func note(_ db: Database, state: Int, type: Int64, start: Double) throws -> (old: Double, own: Double) {
    if latestStarts[state] == nil {
      let old = try Double.fetchOne(
        db.cachedStatement(
          sql: "SELECT max(start) FROM sample INDEXED BY sample_fed WHERE type_id = ? AND flags & 4 != 0"),
        arguments: [type])
      latestStarts[state] = (old ?? -.infinity, -.infinity)
    }
    let known = latestStarts[state] ?? (-.infinity, -.infinity)
    latestStarts[state]?.own = max(known.own, start)
    return known
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

  /// Whether two that overlap are two days all the same. Where its phone travels or the clocks go forward, a day may
  /// reach into the next, of which it says nothing.
  private static func areNeighbours(_ row: Stored, _ span: Span) -> Bool {
    let shorter = min(row.end - row.start, span.end - span.start)
    return shorter > 43_200 && abs(row.start - span.start) > shorter / 2
  }

  /// Whether they have a device in common. A source that is not named may be any.
  private func shares(_ row: Stored, _ span: Span) -> Bool {
    if row.sourceID == span.sourceID { return true }
    // Two devices may well say different things of one night.
    if span.rivals == .sleepStages { return false }
    guard FeedSource.isNamed(bundleIdentifier: row.bundle),
      FeedSource.isNamed(bundleIdentifier: span.source.bundleIdentifier)
    else { return true }
    return !FeedSource.parts(of: row.name).isDisjoint(with: FeedSource.parts(of: span.source.name))
  }

  private static func isSame(_ first: Double, _ second: Double) -> Bool {
    first == second || (first.isNaN && second.isNaN) || abs(first - second) <= 1e-9 * max(abs(first), abs(second))
  }

  /// Whether a row says the same as a sample.
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

  /// A member of a correlation, as far as two deliveries must agree on it.
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
