import Foundation
package import GRDB
package import HealthModel

/// The samples of one type that are being merged, by source, and the ranks of the sources.
package struct SourceLanes {
  private struct Lane {
    var rank: Int
    var pieces: [SourceMerger.Piece] = []
  }

  /// nil if all samples are in one lane.
  private let ranks: SourceRanks?
  /// The sources that have occurred.
  private var lanes: [Lane] = []
  private var laneOfRank: [Int: Int] = [:]
  private var known: [SourceRanks.Key: Int] = [:]
  /// Consecutive samples are mostly from the same source.
  private var last: (key: SourceRanks.Key, lane: Int)?
  /// The number of samples in memory.
  package private(set) var count = 0

  /// - Parameter ranks: nil for one lane for all.
  package init(_ ranks: SourceRanks? = nil) {
    self.ranks = ranks
  }

  /// - Parameters:
  ///   - aggregation: how values are combined. Only cumulative ones are merged, so for others the sources, of which
  ///     there may be very many, are not read.
  ///   - order: names of sources in an order other than the user's; nil for the user's.
  package init(_ db: Database, type: Int64, aggregation: QuantityAggregation, order: [String]? = nil) throws {
    ranks = aggregation == .cumulative ? try SourceRanks(db, type: type, order: order) : nil
  }

  package mutating func add(_ sample: SampleSpan) {
    let lane = lane(of: sample)
    lanes[lane].pieces.append(SourceMerger.Piece(start: sample.start, end: sample.end, value: sample.value))
    count += 1
  }

  private mutating func lane(of sample: SampleSpan) -> Int {
    let key = SourceRanks.Key(
      id: ranks == nil ? 0 : sample.provenance, isEnteredByHand: ranks != nil && sample.isEnteredByHand)
    if let last, last.key == key { return last.lane }
    let lane = known[key] ?? newLane(key)
    last = (key, lane)
    return lane
  }

  private mutating func newLane(_ key: SourceRanks.Key) -> Int {
    let rank = ranks?.rank(of: key) ?? 0
    let lane = laneOfRank[rank] ?? lanes.count
    if lane == lanes.count { lanes.append(Lane(rank: rank)) }
    laneOfRank[rank] = lane
    known[key] = lane
    return lane
  }

  /// Replaces `pieces` by the merged pieces of all samples in memory.
  package func merge(into pieces: inout [SourceMerger.Piece]) {
    pieces.removeAll(keepingCapacity: true)
    let used = lanes.filter { !$0.pieces.isEmpty }.sorted { $0.rank < $1.rank }
    SourceMerger.merge(lanes: used.map(\.pieces), into: &pieces)
  }

  /// Removes all samples, and keeps the sources and the memory for those of another span.
  package mutating func removeAll() { forget(endingBefore: .infinity) }

  /// Removes the samples that end before a time.
  mutating func forget(endingBefore time: Double) {
    count = 0
    for lane in lanes.indices {
      lanes[lane].pieces.removeAll { $0.end < time }
      count += lanes[lane].pieces.count
    }
    // If there are thousands of sources, most have a single sample.
    guard lanes.count > 64 else { return }
    lanes.removeAll(where: \.pieces.isEmpty)
    laneOfRank = Dictionary(uniqueKeysWithValues: lanes.enumerated().map { ($1.rank, $0) })
    known.removeAll()
    last = nil
  }
}

/// The order of one type's sources. Shared by everything that merges samples of the type: a hostile file has a
/// hundred thousand.
package final class SourceRanks: Sendable {
  package struct Key: Hashable {
    /// A source, or a provenance.
    package var id: Int64
    package var isEnteredByHand: Bool

    package init(id: Int64, isEnteredByHand: Bool) {
      self.id = id
      self.isEnteredByHand = isEnteredByHand
    }
  }

  private let rankOfSource: [Key: Int]
  private let sourceOfProvenance: [Int64: Int64]

  /// - Parameter order: names of sources, highest rank first, instead of the user's own order.
  package init(_ db: Database, type: Int64, order: [String]? = nil) throws {
    // Sorting the names of a hundred thousand sources takes longer than everything else, and only ties need them.
    let usesNames =
      try order != nil
      || Bool.fetchOne(
        db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM source_order WHERE type_id = ?)"), arguments: [type])
        ?? true
    var ranked = usesNames ? nil : try Self.ranked(db, type: type)
    if ranked.map(Self.hasTies) ?? true { ranked = try Self.byName(db, type: type, order: order) }
    var sources: [Int64: Int64] = [:]
    if let ranked, ranked.count > 1 {
      let provenances = try RawStatement(
        db,
        """
        SELECT p.id, p.source_id FROM source_type st
        CROSS JOIN provenance p ON p.source_id = st.source_id WHERE st.type_id = ?
        """)
      provenances.bind(1, type)
      defer { provenances.reset() }
      sources.reserveCapacity(ranked.count)
      while try provenances.step() { sources[provenances.int64(0)] = provenances.int64(1) }
    }
    rankOfSource = Self.positions(ranked ?? [])
    sourceOfProvenance = sources
  }

  /// The ranks of sources that are each their own provenance.
  package init(_ ranks: [Key: SourceRank]) {
    rankOfSource = Self.positions(ranks.map { ($0.key, $0.value) }.sorted(by: Self.isBefore))
    sourceOfProvenance = Dictionary(ranks.keys.map { ($0.id, $0.id) }) { first, _ in first }
  }

  private static func positions(_ ranked: [Ranked]) -> [Key: Int] {
    Dictionary(ranked.enumerated().map { ($1.key, $0) }) { first, _ in first }
  }

  package typealias Ranked = (key: Key, rank: SourceRank)

  private static func isBefore(_ left: Ranked, _ right: Ranked) -> Bool {
    // Samples entered by hand rank above the user's own order of sources, as in Apple's list.
    left.key.isEnteredByHand != right.key.isEnteredByHand ? left.key.isEnteredByHand : left.rank < right.rank
  }

  private static func hasTies(_ ranked: [Ranked]) -> Bool {
    zip(ranked, ranked.dropFirst()).contains { !isBefore($0, $1) }
  }

  /// The sources in the order of their ranks, those of equal rank next to each other, if the user has none of their own.
  private static func ranked(_ db: Database, type: Int64) throws -> [Ranked] {
    let rows = try RawStatement(
      db,
      """
      SELECT st.source_id, st.entered, st.first_start, source.class
      FROM source_type st CROSS JOIN source ON source.id = st.source_id WHERE st.type_id = ?
      """)
    rows.bind(1, type)
    defer { rows.reset() }
    var ranked: [Ranked] = []
    while try rows.step() { ranked.append(try Self.ranked(rows, position: nil, tieBreak: 0)) }
    return ranked.sorted(by: isBefore)
  }

  /// The sources in the order of their ranks.
  ///
  /// - Parameter order: names of sources, highest rank first, instead of the user's own order.
  package static func byName(_ db: Database, type: Int64, order: [String]? = nil) throws -> [Ranked] {
    let places = order.map { Dictionary(zip($0.map { ExactText($0) }, 0...)) { first, _ in first } }
    let rows = try RawStatement(
      db,
      """
      SELECT st.source_id, st.entered, st.first_start, source.class, source_order.position, source.name
      FROM source_type st JOIN source ON source.id = st.source_id
      LEFT JOIN source_order ON source_order.type_id = st.type_id AND source_order.name = source.name
      WHERE st.type_id = ? ORDER BY source.name, source.hardware, source.bundle_identifier
      """)
    rows.bind(1, type)
    defer { rows.reset() }
    var ranked: [Ranked] = []
    while try rows.step() {
      let own = try rows.number(4, "source_order") == nil ? nil : Int(rows.int64(4))
      let position = places.map { $0[ExactText(rows.text(5))] } ?? own
      // Row ids are not an order: a source whose samples were all deleted gets a new id when it writes again.
      ranked.append(try Self.ranked(rows, position: position, tieBreak: Int64(ranked.count)))
    }
    return ranked.sorted(by: isBefore)
  }

  /// A row that begins with the source, whether its samples were entered by hand, its first start and its class.
  private static func ranked(_ row: RawStatement, position: Int?, tieBreak: Int64) throws -> Ranked {
    guard row.kind(0) == .number, row.kind(1) == .number else { throw DamagedValue(table: "source_type") }
    guard row.kind(3) == .number else { throw DamagedValue(table: "source") }
    let isEntered = row.int64(1) != 0
    let first = try row.date(2, "source_type")
    let sourceClass = SourceRank.Class(rawValue: Int(row.int64(3))) ?? .other
    return (
      Key(id: row.int64(0), isEnteredByHand: isEntered),
      SourceRank(
        userPosition: isEntered ? nil : position, sourceClass: isEntered ? .enteredByHand : sourceClass,
        firstSample: first, sourceID: tieBreak)
    )
  }

  /// The number of sources.
  package var count: Int { rankOfSource.count }

  /// The rank of a source, 0 for the highest.
  package func rank(ofSource source: Int64, isEnteredByHand: Bool) -> Int {
    rankOfSource[Key(id: source, isEnteredByHand: isEnteredByHand)] ?? rankOfSource.count
  }

  /// The rank of a provenance's source; after all others if its row does not exist.
  package func rank(of provenance: Key) -> Int {
    guard rankOfSource.count > 1 else { return 0 }
    let source = sourceOfProvenance[provenance.id] ?? 0
    return rankOfSource[Key(id: source, isEnteredByHand: provenance.isEnteredByHand)] ?? rankOfSource.count
  }
}
