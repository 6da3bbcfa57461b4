import GRDB
import HealthModel

/// The totals of a delivery, about some of which can be decided only when all of it is known: see
/// `FeedOptions.Coverage`.
struct DeliveredTotals {
  private struct Key: Hashable {
    var type: Int64
    var source: Int64
  }

  /// A total that is smaller than the stored one of the same time.
  struct Smaller {
    var own: Int64
    var larger: Int64
    /// When its time is over, in seconds since the reference date.
    var end: Double
  }

  private let coverage: FeedOptions.Coverage
  private var newestStart = -Double.infinity
  private var spans: [Key: ClosedRange<Double>] = [:]
  /// Those that have not been inserted yet.
  private var pending: [SampleIdentity: Int64] = [:]
  private var smaller: [Smaller] = []

  init(_ coverage: FeedOptions.Coverage) {
    self.coverage = coverage
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

  mutating func note(_ sample: SampleIdentity, smallerThan larger: Int64) {
    if coverage != .unknown { pending[sample] = larger }
  }

  mutating func note(_ sample: SampleIdentity, insertedAs row: Int64) {
    guard !pending.isEmpty, let larger = pending.removeValue(forKey: sample) else { return }
    smaller.append(Smaller(own: row, larger: larger, end: sample.end))
  }

  /// Those that may be older than what is stored: their time was not over when the newest record of the delivery began.
  var late: [Smaller] { smaller.filter { newestStart < $0.end } }

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
