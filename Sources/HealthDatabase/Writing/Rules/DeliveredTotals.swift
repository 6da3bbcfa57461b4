import Foundation
import GRDB
import HealthModel

/// The totals of a delivery, about some of which can be decided only when all of it is known: see
/// `FeedOptions.Coverage`.
struct DeliveredTotals {
  private struct Key: Hashable {
    var type: Int64
    var source: Int64
  }

  /// A total that is smaller than what is stored of its time.
  struct Smaller {
    var own: Int64
    /// The rows that it would replace, and no other record of the delivery replaces.
    var kept: [Int64]
    /// When its time is over, in seconds since the reference date.
    fileprivate var end: Double
  }

  /// A total that lasts longer than those of the delivery within its time.
  private struct Whole {
    /// The row of a total that they replace; nil for one of which there are rests.
    var row: Int64?
    var sample: SampleIdentity
    var source: Source
    var type: SampleTypeUse

    var duration: Double { sample.end - sample.start }
  }

  /// A stored total within the time of a larger one.
  private struct Part {
    var row: Int64
    var start: Double
    var end: Double
    var value: Double
    var rest: RestedTotal?
    var source: Source
  }

  private let coverage: FeedOptions.Coverage
  private let feed: String
  private var newestStart = -Double.infinity
  private var spans: [Key: ClosedRange<Double>] = [:]
  /// Those that have not been inserted yet.
  private var pending: [SampleIdentity: [Int64]] = [:]
  private var smaller: [Smaller] = []
  /// How many records of the delivery replace each row.
  private var claims: [Int64: Int] = [:]
  private var wholes: [Int64: Whole] = [:]
  /// The times of the delivery's totals, by the row of the type.
  private var times: [Int64: (type: SampleTypeUse, span: ClosedRange<Double>)] = [:]

  init(_ coverage: FeedOptions.Coverage, feed: String) {
    self.coverage = coverage
    self.feed = feed
  }

  mutating func note(start: Double) {
    newestStart = max(newestStart, start)
  }

  mutating func note(_ sample: SampleIdentity) {
    guard coverage == .complete, sample.type != 0, sample.source != 0 else { return }
    let key = Key(type: sample.type, source: sample.source)
    let known = spans[key] ?? sample.start...sample.end
    spans[key] = min(known.lowerBound, sample.start)...max(known.upperBound, sample.end)
  }

  mutating func note(timeOf sample: SampleIdentity, type: SampleTypeUse) {
    guard coverage == .growing, sample.type != 0 else { return }
    let known = times[sample.type]?.span ?? sample.start...sample.end
    times[sample.type] = (type, min(known.lowerBound, sample.start)...max(known.upperBound, sample.end))
  }

  mutating func note(_ sample: SampleIdentity, _ matches: EarlierDeliveries.Matches) {
    guard coverage != .unknown, !matches.replaced.isEmpty else { return }
    let rows = Set(matches.replaced)
    for row in rows { claims[row, default: 0] += 1 }
    var sums: [Int64: Double] = [:]
    for row in matches.inside.values { sums[row.source, default: 0] += row.value }
    // Sums are rounded.
    if let most = sums.values.max(), most > sample.value + sample.value.magnitude * 1e-9 {
      pending[sample] = Array(rows)
    }
  }

  mutating func note(_ sample: SampleIdentity, insertedAs row: Int64) {
    guard !pending.isEmpty, let rows = pending.removeValue(forKey: sample) else { return }
    smaller.append(Smaller(own: row, kept: rows, end: sample.end))
  }

  /// A complete delivery has all parts of a total, so that nothing is left of it.
  mutating func note(_ whole: SampleIdentity, of source: Source, row: Int64, type: SampleTypeUse) {
    guard coverage == .growing else { return }
    wholes[row] = Whole(row: row, sample: whole, source: source, type: type)
  }

  /// Those that may be older than what is stored: their time was not over when the newest record of the delivery began.
  var late: [Smaller] {
    var left = claims
    let late = smaller.filter { newestStart < $0.end }
    for total in late {
      for row in total.kept { left[row, default: 0] -= 1 }
    }
    return late.map { Smaller(own: $0.own, kept: $0.kept.filter { left[$0] == 0 }, end: $0.end) }
  }

  /// What is left of larger totals of which the delivery has parts, spread over the rest of their times.
  ///
  /// - Parameters:
  ///   - known: the totals of which rests are stored, by the row of their metadata.
  ///   - doomed: the rows that will be deleted.
  ///   - lastOld: rows after it are those of the delivery.
  /// - Returns: the new rests, and the rows of stored ones that they replace.
  func rests(
    _ db: Database, _ tables: inout SampleTables, _ known: [Int64: RestedTotal], doomed: Set<Int64>, lastOld: Int64
  ) throws -> (records: [SampleRecord], replaced: [Int64]) {
    var doomed = doomed
    var replaced: [Int64] = []
    var all = wholes.values.filter { whole in whole.row.map(doomed.contains) ?? false }
    for (row, (type, span)) in times {
      for total in Set(known.values)
      where total.type == type.identifier && total.start < span.upperBound && total.end > span.lowerBound {
        let whole = SampleIdentity(type: row, source: 0, start: total.start, end: total.end, value: total.value)
        let parts = try parts(db, of: whole, known)
        let rests = parts.filter { $0.rest == total }
        guard let source = rests.first?.source,
          parts.contains(where: { part in
            part.row > lastOld && !doomed.contains(part.row) && FeedSource.share(part.source, source)
          }), try !isReplaced(db, whole, doomed: doomed, lastOld: lastOld)
        else { continue }
        replaced += rests.map(\.row)
        all.append(Whole(sample: whole, source: source, type: type))
      }
    }
    doomed.formUnion(replaced)
    return try (rests(db, &tables, all, known, doomed: doomed, lastOld: lastOld), replaced)
  }

  private func rests(
    _ db: Database, _ tables: inout SampleTables, _ wholes: [Whole], _ known: [Int64: RestedTotal], doomed: Set<Int64>,
    lastOld: Int64
  ) throws -> [SampleRecord] {
    var rests: [SampleRecord] = []
    // A part of an hour is a part of the day too.
    var inner: [(whole: Whole, left: Double)] = []
    for whole in wholes.sorted(by: { ($0.duration, $0.row ?? 0) < ($1.duration, $1.row ?? 0) }) {
      let sample = whole.sample
      var left = sample.value
      var covered: [ClosedRange<Double>] = []
      for part in try parts(db, of: sample, known) {
        guard part.row != whole.row, !doomed.contains(part.row), FeedSource.share(part.source, whole.source) else {
          continue
        }
        if part.row > lastOld || whole.row == nil { left -= part.value }
        covered.append(part.start...part.end)
      }
      for part in inner
      where part.whole.sample.type == sample.type && part.whole.sample.isWithin(sample)
        && FeedSource.share(part.whole.source, whole.source)
      {
        left -= part.left
        covered.append(part.whole.sample.start...part.whole.sample.end)
      }
      var reached = sample.start
      var gaps: [(start: Double, end: Double)] = []
      for part in covered.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if part.lowerBound - reached >= 1 { gaps.append((reached, part.lowerBound)) }
        reached = max(reached, part.upperBound)
      }
      if sample.end - reached >= 1 { gaps.append((reached, sample.end)) }
      // Parts of all of its time are a correction. Sums are rounded.
      guard !gaps.isEmpty, left > sample.value * 1e-6 else { continue }
      inner.append((whole, left))
      tables.types.append(whole.type)
      tables.provenances.append(Provenance(source: whole.source))
      let total = RestedTotal(
        type: whole.type.identifier, start: sample.start, end: sample.end, value: sample.value)
      tables.metadata.append(
        Metadata([
          Metadata.Entry(key: MetadataKey.feed, value: .text(feed)),
          Metadata.Entry(key: MetadataKey.derived, value: .flag(true)),
          Metadata.Entry(key: MetadataKey.rest, value: .text(total.text)),
        ]))
      let length = gaps.reduce(0) { $0 + $1.end - $1.start }
      rests += gaps.map { gap in
        SampleRecord(
          type: Int32(tables.types.endIndex - 1), provenance: Int32(tables.provenances.endIndex - 1),
          metadata: Int32(tables.metadata.endIndex - 1), start: Date(timeIntervalSinceReferenceDate: gap.start),
          end: Date(timeIntervalSinceReferenceDate: gap.end), value: left * (gap.end - gap.start) / length)
      }
    }
    return rests
  }

  /// What the feed has stored within the time of a total.
  private func parts(_ db: Database, of total: SampleIdentity, _ known: [Int64: RestedTotal]) throws -> [Part] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT s.id, s.start, s.end, s.value, s.metadata_id, o.name, o.bundle_identifier
        FROM sample s INDEXED BY sample_fed
        CROSS JOIN provenance p ON p.id = s.provenance_id CROSS JOIN source o ON o.id = p.source_id
        WHERE s.type_id = ? AND s.flags & \(SampleFlag.fed) != 0 AND s.start >= ? AND s.start < ? AND s.end <= ? ORDER BY s.start
        """)
    return try Row.fetchAll(statement, arguments: [total.type, total.start, total.end, total.end]).compactMap { row in
      let bundle: String = try row.value(6, "source")
      guard bundle.hasPrefix(FeedSource.prefix(of: feed)) else { return nil }
      let (start, end) = (try row.time(1, "sample"), try row.time(2, "sample"))
      guard start <= end else { throw DamagedValue(table: "sample", reason: "an end before its start") }
      return Part(
        row: try row.value(0, "sample"), start: start, end: end,
        value: try row.value(3, "sample") as Double? ?? 0,
        rest: (try row.value(4, "sample") as Int64?).flatMap { known[$0] },
        source: Source(name: try row.value(5, "source"), bundleIdentifier: bundle))
    }
  }

  /// Whether the delivery has a total of all of its time.
  private func isReplaced(
    _ db: Database, _ whole: SampleIdentity, doomed: Set<Int64>, lastOld: Int64
  ) throws -> Bool {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id FROM sample INDEXED BY sample_fed
          WHERE type_id = ? AND flags & \(SampleFlag.fed) != 0 AND start >= ? AND start <= ? AND end >= ? AND id > ?
          """), arguments: [whole.type, whole.end - Self.longest, whole.start, whole.end, lastOld]
    ).contains { !doomed.contains($0) }
  }

  /// No longer totals are delivered than those of days, when the clocks go back.
  private static let longest = 90_000.0

  /// Rows of earlier deliveries that this one shows to be deleted, unless it repeats them.
  ///
  /// - Complexity: O(k) in the fed samples of the times that it covers.
  func deleted(_ db: Database, earlierThan last: Int64) throws -> [Int64] {
    try spans.flatMap { key, span in
      try Int64.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT s.id FROM sample s INDEXED BY sample_fed CROSS JOIN provenance p ON p.id = s.provenance_id
            WHERE s.type_id = ? AND s.flags & \(SampleFlag.fed) != 0 AND s.start >= ? AND s.start < ? AND s.end <= ? AND s.id <= ?
              AND p.source_id = ?
            """),
        arguments: [key.type, span.lowerBound, span.upperBound, span.upperBound, last, key.source])
    }
  }
}
