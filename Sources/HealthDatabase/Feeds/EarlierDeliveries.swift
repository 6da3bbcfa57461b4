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
      switch identifier {
      case TypeIdentifier.appleStandHour: .allValues
      case TypeIdentifier.sleepAnalysis: value == inBed ? .sameValue : .sleepStages
      default: kind == .category ? .sameValue : .allValues
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
    /// The rows that the sample replaces.
    var replaced: [Int64] = []
  }

  private let feed: String
  private let lastOld: Int64
  /// The latest start, per type index, among samples of earlier deliveries and of this one. A sample that starts
  /// later cannot have been delivered before: most deliveries contain only new samples, in order, and need no lookup.
  private var latestStarts: [Int: (old: Double, own: Double)] = [:]

  /// - Parameter lastOld: rows up to this one are from earlier deliveries, those above from this one.
  init(feed: String, lastOld: Int64) {
    self.feed = FeedSource.prefix(of: feed)
    self.lastOld = lastOld
  }

  /// Longer samples have an index of their own.
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
      // One delivery may contain both a night and its stages.
      if row.id > lastOld, span.rivals == .sleepStages, !Self.isSame(row.value, span.value) { return }
      // Of two samples in one delivery with the same start, the later one counts.
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

  /// Records the start of a sample of this delivery.
  ///
  /// - Returns: the latest start known before.
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
