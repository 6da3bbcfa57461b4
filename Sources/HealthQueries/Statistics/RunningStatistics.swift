package import Foundation
import GRDB
package import HealthDatabase
package import HealthModel

/// Statistics of one type over samples that arrive one after the other, as a workout in progress collects them: those
/// that a query returns for the same samples.
///
/// Samples that start within `window` seconds of the latest may arrive in any order and be removed again. One before
/// that is counted as well, at the cost of adding all samples anew.
package struct RunningStatistics: Sendable {
  /// A sample's dates, its value in the canonical unit, and who wrote it.
  package struct Sample: Sendable {
    fileprivate var span: SampleSpan
    fileprivate var origin: SourceOrder.Key
    fileprivate var provenance: Provenance

    package init(start: Date, end: Date, value: Double, provenance: Provenance, metadata: Metadata) {
      let isEnteredByHand = Registry.flags(of: metadata) & SampleFlag.enteredByHand != 0
      span = SampleSpan(
        start: start.timeIntervalSinceReferenceDate, end: end.timeIntervalSinceReferenceDate, value: value,
        provenance: 0, isEnteredByHand: isEnteredByHand)
      origin = SourceOrder.Key(provenance, isEnteredByHand: isEnteredByHand)
      self.provenance = provenance
    }
  }

  /// How long samples are expected to be late, in seconds.
  private static let window = 600.0

  private let aggregation: QuantityAggregation
  private let order: @Sendable () -> SourceOrder
  private var samples: [UUID: Sample] = [:]
  private var sources: [SourceOrder.Key: Int64] = [:]
  /// The samples before the window.
  private var merged: RangeStatistics
  private var mergedUntil = -Double.infinity
  /// The others, by start.
  private(set) var recent: [(uuid: UUID, sample: Sample)] = []
  private(set) var isStale = false

  /// - Parameter order: reads the present order of the type's sources. Called when samples of another source arrive.
  package init(_ aggregation: QuantityAggregation, order: @escaping @Sendable () -> SourceOrder) {
    self.aggregation = aggregation
    self.order = order
    merged = Self.statistics(aggregation, SourceLanes())
  }

  private static func statistics(_ aggregation: QuantityAggregation, _ lanes: SourceLanes) -> RangeStatistics {
    // Each result needs a copy of what is held.
    RangeStatistics([-Double.infinity..<Double.infinity], aggregation: aggregation, lanes: lanes, leastHeld: 256)
  }

  package var isEmpty: Bool { samples.isEmpty }

  /// Adds a sample, unless one of this identity has been added.
  ///
  /// - Complexity: O(1) for samples that arrive roughly in order.
  /// - Returns: whether it was added.
  package mutating func add(_ sample: Sample, uuid: UUID) -> Bool {
    guard samples[uuid] == nil else { return false }
    var sample = sample
    sample.span.provenance = sources[sample.origin] ?? Int64(sources.count)
    if sources.updateValue(sample.span.provenance, forKey: sample.origin) == nil { isStale = true }
    samples[uuid] = sample
    if sample.span.start < mergedUntil { isStale = true }
    guard !isStale else { return true }
    let place = recent.lastIndex { $0.sample.span.start <= sample.span.start }.map { $0 + 1 } ?? 0
    recent.insert((uuid, sample), at: place)
    return true
  }

  /// - Returns: whether there was such a sample.
  package mutating func remove(_ uuid: UUID) -> Bool {
    guard samples.removeValue(forKey: uuid) != nil else { return false }
    if let place = recent.lastIndex(where: { $0.uuid == uuid }) { recent.remove(at: place) } else { isStale = true }
    return true
  }

  /// The statistics of all samples as one bucket, also for each source.
  ///
  /// - Complexity: O(samples of the last minutes), or O(n log n) if a sample was removed or came very late.
  package mutating func result() throws -> StatisticsResult {
    if isStale { try begin() }
    try merge()
    return try Self.result(merged, recent)
  }

  /// The statistics of the samples during a part of the time as one bucket, also for each source.
  ///
  /// - Complexity: O(n log n).
  package func result(from start: Date, to end: Date) throws -> StatisticsResult {
    let part = start.timeIntervalSinceReferenceDate..<end.timeIntervalSinceReferenceDate
    return try Self.result(RangeStatistics([part], aggregation: aggregation, lanes: lanes), sorted)
  }

  private static func result(
    _ statistics: RangeStatistics, _ samples: [(uuid: UUID, sample: Sample)]
  ) throws -> StatisticsResult {
    var all = statistics
    for (_, sample) in samples { try all.add(sample.span, of: sample.provenance.source) }
    var result = try all.result()
    result.bySource = result.bySource.filter { !$0.value.isEmpty }
    return result
  }

  /// Moves samples that nothing earlier is expected for out of the window.
  private mutating func merge() throws {
    guard let first = recent.first?.sample.span.start, let last = recent.last?.sample.span.start,
      last - first > 2 * Self.window
    else { return }
    let early = recent.prefix { $0.sample.span.start < last - Self.window }
    for (_, sample) in early { try merged.add(sample.span, of: sample.provenance.source) }
    recent.removeFirst(early.count)
    mergedUntil = last - Self.window
  }

  private mutating func begin() throws {
    merged = Self.statistics(aggregation, lanes)
    mergedUntil = -.infinity
    recent = sorted
    isStale = false
  }

  private var lanes: SourceLanes {
    guard sources.count > 1, aggregation == .cumulative else { return SourceLanes() }
    return SourceLanes(
      order().ranks(of: samples.values.lazy.map { ($0.origin, $0.span, $0.provenance) }, ids: sources))
  }

  private var sorted: [(uuid: UUID, sample: Sample)] {
    samples.map { ($0.key, $0.value) }.sorted { $0.sample.span.start < $1.sample.span.start }
  }
}

/// The ranks of one type's sources in a store.
package struct SourceOrder: Sendable {
  /// What tells sources apart that rank separately.
  struct Key: Hashable {
    var identity: Source.Identity
    var hardware: ExactText
    var isEnteredByHand: Bool

    init(_ provenance: Provenance, isEnteredByHand: Bool) {
      self.init(
        provenance.source, hardware: Registry.hardware(of: provenance.device), isEnteredByHand: isEnteredByHand)
    }

    init(_ source: Source, hardware: String, isEnteredByHand: Bool) {
      identity = source.identity
      self.hardware = ExactText(hardware)
      self.isEnteredByHand = isEnteredByHand
    }
  }

  fileprivate var stored: [Key: SourceRank] = [:]

  /// Without a store: sources are ranked by their hardware and their first sample.
  package init() {}

  /// The ranks of the sources of some samples, those of which nothing is stored as they would be if it were.
  fileprivate func ranks(
    of samples: some Sequence<(Key, SampleSpan, Provenance)>, ids: [Key: Int64]
  ) -> SourceRanks {
    var ranks: [Key: SourceRank] = [:]
    for (key, span, provenance) in samples {
      let start = Date(timeIntervalSinceReferenceDate: span.start)
      var rank =
        ranks[key] ?? stored[key]
        ?? SourceRank(
          sourceClass: key.isEnteredByHand ? .enteredByHand : Registry.sourceClass(of: provenance),
          firstSample: start, sourceID: .max - (ids[key] ?? 0))
      rank.firstSample = min(rank.firstSample, start)
      ranks[key] = rank
    }
    return SourceRanks(
      Dictionary(
        ranks.compactMap { key, rank in
          ids[key].map { (SourceRanks.Key(id: $0, isEnteredByHand: key.isEnteredByHand), rank) }
        }
      ) { first, _ in first })
  }
}

extension Store {
  /// The ranks of the sources of a quantity type, empty if it has no samples.
  ///
  /// - Complexity: O(sources of the type).
  package func sourceOrder(ofType identifier: String) throws -> SourceOrder {
    try read { db in
      var order = SourceOrder()
      guard let type = try SampleTypeRow.fetch(db, identifier: identifier) else { return order }
      let ranks = Dictionary(try SourceRanks.byName(db, type: type.id)) { first, _ in first }
      let sources = try Row.fetchCursor(
        db,
        sql: """
          SELECT source.id, source.name, source.bundle_identifier, source.hardware, st.entered
          FROM source_type st JOIN source ON source.id = st.source_id WHERE st.type_id = ?
          """, arguments: [type.id])
      while let row = try sources.next() {
        let isEnteredByHand: Bool = try row.value(4, "source_type")
        let source = Source(name: try row.value(1, "source"), bundleIdentifier: try row.value(2, "source"))
        let key = SourceOrder.Key(source, hardware: try row.value(3, "source"), isEnteredByHand: isEnteredByHand)
        order.stored[key] = ranks[SourceRanks.Key(id: try row.value(0, "source"), isEnteredByHand: isEnteredByHand)]
      }
      return order
    }
  }
}
