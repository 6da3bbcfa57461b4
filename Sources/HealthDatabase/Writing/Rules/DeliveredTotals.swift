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

  /// A stored total that lasts longer than those of the delivery that replace it.
  private struct Whole {
    var row: Int64
    var sample: SampleIdentity
    var source: Source
    var type: SampleTypeUse

    var duration: Double { sample.end - sample.start }
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

  /// What is left of larger totals of which the delivery has only parts, spread over the rest of their times.
  ///
  /// - Parameters:
  ///   - doomed: the rows that will be deleted.
  ///   - isOwn: whether a row is one of the delivery.
  func rests(
    _ db: Database, _ tables: inout SampleTables, doomed: Set<Int64>, isOwn: (Int64) -> Bool
  ) throws -> [SampleRecord] {
    var rests: [SampleRecord] = []
    // A part of an hour is a part of the day too.
    var inner: [(whole: SampleIdentity, left: Double)] = []
    let statement = try db.cachedStatement(
      sql: """
        SELECT s.id, s.start, s.end, s.value, o.name, o.bundle_identifier FROM sample s INDEXED BY sample_fed
        CROSS JOIN provenance p ON p.id = s.provenance_id CROSS JOIN source o ON o.id = p.source_id
        WHERE s.type_id = ? AND s.flags & 4 != 0 AND s.start >= ? AND s.start < ? AND s.end <= ? ORDER BY s.start
        """)
    for whole in wholes.values.sorted(by: { ($0.duration, $0.row) < ($1.duration, $1.row) })
    where doomed.contains(whole.row) {
      let sample = whole.sample
      var left = sample.value
      var covered: [ClosedRange<Double>] = []
      for row in try Row.fetchAll(statement, arguments: [sample.type, sample.start, sample.end, sample.end]) {
        let (id, bundle) = (try row.value(0, "sample") as Int64, try row.value(5, "source") as String)
        let source = Source(name: try row.value(4, "source"), bundleIdentifier: bundle)
        guard id != whole.row, bundle.hasPrefix(FeedSource.prefix(of: feed)), FeedSource.share(source, whole.source)
        else { continue }
        let value = try row.value(3, "sample") as Double? ?? 0
        guard !doomed.contains(id) else {
          if !isOwn(id) { left += value }
          continue
        }
        if isOwn(id) { left -= value }
        covered.append(try row.value(1, "sample")...row.value(2, "sample"))
      }
      for part in inner where part.whole.isWithin(sample) {
        left -= part.left
        covered.append(part.whole.start...part.whole.end)
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
      inner.append((sample, left))
      tables.types.append(whole.type)
      tables.provenances.append(Provenance(source: whole.source))
      tables.metadata.append(
        Metadata([
          Metadata.Entry(key: MetadataKey.feed, value: .text(feed)),
          Metadata.Entry(key: MetadataKey.derived, value: .flag(true)),
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

  /// Rows of earlier deliveries that this one shows to be deleted, unless it repeats them.
  ///
  /// - Complexity: O(k) in the fed samples of the times that it covers.
  func deleted(_ db: Database, earlierThan last: Int64) throws -> [Int64] {
    try spans.flatMap { key, span in
      try Int64.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT s.id FROM sample s INDEXED BY sample_fed CROSS JOIN provenance p ON p.id = s.provenance_id
            WHERE s.type_id = ? AND s.flags & 4 != 0 AND s.start >= ? AND s.start < ? AND s.end <= ? AND s.id <= ?
              AND p.source_id = ?
            """),
        arguments: [key.type, span.lowerBound, span.upperBound, span.upperBound, last, key.source])
    }
  }
}
