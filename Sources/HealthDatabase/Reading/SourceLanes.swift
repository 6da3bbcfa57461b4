import Foundation
import GRDB
import HealthModel

/// The sources of one type in the order of their rank, and the samples of each that are being merged.
struct SourceLanes {
  private var rankOfLane: [LaneKey: Int] = [:]
  private var sourceOfProvenance: [Int64: Int64] = [:]
  /// What has been looked up, by provenance and whether the sample was entered by hand.
  private var known: [LaneKey: Int] = [:]
  private var lanes: [[SourceMerger.Piece]]
  /// The lanes that hold anything.
  private var used: Set<Int> = []
  /// How many samples are held.
  private(set) var count = 0

  private struct LaneKey: Hashable {
    var id: Int64
    var isEnteredByHand: Bool
  }

  /// One lane for all.
  init() {
    lanes = [[]]
  }

  init(_ db: Database, type: Int64) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT st.source_id, st.entered, st.first_start, source.class, source_order.position
        FROM source_type st JOIN source ON source.id = st.source_id
        LEFT JOIN source_order ON source_order.type_id = st.type_id AND source_order.name = source.name
        WHERE st.type_id = ? ORDER BY source.name, source.hardware, st.source_id
        """, arguments: [type])
    // Row ids tell no order: a source whose samples are all deleted and that writes again has another one.
    let ranked = try rows.enumerated().map { place, row -> (LaneKey, SourceRank) in
      let entered: Bool = try row.value(1, "source_type")
      let source: Int64 = try row.value(0, "source_type")
      let stored: Int = try row.value(3, "source")
      return (
        LaneKey(id: source, isEnteredByHand: entered),
        SourceRank(
          userPosition: entered ? nil : try row.optional(4, "source_order"),
          sourceClass: entered ? .enteredByHand : SourceRank.Class(rawValue: stored) ?? .other,
          firstSample: Date(timeIntervalSinceReferenceDate: try row.value(2, "source_type")), sourceID: Int64(place))
      )
    }.sorted { left, right in
      // What was entered by hand stays above the user's own order of sources, as in Apple's list.
      let leftByHand = left.0.isEnteredByHand
      return leftByHand != right.0.isEnteredByHand ? leftByHand : left.1 < right.1
    }
    for (rank, entry) in ranked.enumerated() { rankOfLane[entry.0] = rank }
    // Behind all others, what no row says anything of.
    lanes = Array(repeating: [], count: ranked.count + 1)
    guard ranked.count > 1 else { return }
    for row in try Row.fetchAll(db, sql: "SELECT id, source_id FROM provenance") {
      let provenance: Int64 = try row.value(0, "provenance")
      sourceOfProvenance[provenance] = try row.value(1, "provenance") as Int64
    }
  }

  mutating func add(_ sample: SampleSpan) {
    let rank = rank(of: sample)
    if lanes[rank].isEmpty { used.insert(rank) }
    lanes[rank].append(SourceMerger.Piece(start: sample.start, end: sample.end, value: sample.value))
    count += 1
  }

  private mutating func rank(of sample: SampleSpan) -> Int {
    guard rankOfLane.count > 1 else { return 0 }
    let key = LaneKey(id: sample.provenance, isEnteredByHand: sample.isEnteredByHand)
    if let rank = known[key] { return rank }
    let source = LaneKey(id: sourceOfProvenance[sample.provenance] ?? 0, isEnteredByHand: sample.isEnteredByHand)
    let rank = rankOfLane[source] ?? lanes.count - 1
    known[key] = rank
    return rank
  }

  /// What counts of all samples that are held, in the place of what `pieces` has.
  func merge(into pieces: inout [SourceMerger.Piece]) {
    pieces.removeAll(keepingCapacity: true)
    SourceMerger.merge(lanes: used.sorted().map { lanes[$0] }, into: &pieces)
  }

  /// Gives up the samples that are over before a time.
  mutating func forget(endingBefore time: Double) {
    count = 0
    for rank in used {
      lanes[rank].removeAll { $0.end < time }
      count += lanes[rank].count
    }
    used = used.filter { !lanes[$0].isEmpty }
  }
}
