import Foundation
import GRDB
import HealthModel

/// The sources of one type in the order of their rank, ready to sort samples into.
struct SourceLanes {
  private var laneOfSource: [LaneKey: Int] = [:]
  private var sourceOfProvenance: [Int64: Int64] = [:]
  private(set) var lanes: [[SourceMerger.Piece]] = []
  private var isSorted = true

  private struct LaneKey: Hashable {
    var source: Int64
    var isEnteredByHand: Bool
  }

  init(_ db: Database, type: Int64) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT st.source_id, st.entered, st.first_start, source.class, source_order.position
        FROM source_type st JOIN source ON source.id = st.source_id
        LEFT JOIN source_order ON source_order.type_id = st.type_id AND source_order.name = source.name
        WHERE st.type_id = ?
        """, arguments: [type])
    let ranked = rows.map { row -> (LaneKey, SourceRank) in
      let entered: Bool = row[1]
      let stored: Int = row[3]
      return (
        LaneKey(source: row[0], isEnteredByHand: entered),
        SourceRank(
          userPosition: entered ? nil : row[4],
          sourceClass: entered ? .enteredByHand : SourceRank.Class(rawValue: stored) ?? .other,
          firstSample: Date(timeIntervalSinceReferenceDate: row[2]), sourceID: row[0])
      )
    }.sorted { left, right in
      // What was entered by hand stays above the user's own order of sources, as in Apple's list.
      let leftByHand = left.0.isEnteredByHand
      return leftByHand != right.0.isEnteredByHand ? leftByHand : left.1 < right.1
    }
    for (index, entry) in ranked.enumerated() { laneOfSource[entry.0] = index }
    lanes = Array(repeating: [], count: ranked.count)
    guard ranked.count > 1 else { return }
    for row in try Row.fetchAll(db, sql: "SELECT id, source_id FROM provenance") {
      sourceOfProvenance[row[0]] = row[1]
    }
  }

  mutating func add(_ span: SampleSpan) {
    let lane: Int
    if lanes.count == 1 {
      lane = 0
    } else {
      let key = LaneKey(
        source: sourceOfProvenance[span.provenance] ?? 0, isEnteredByHand: span.isEnteredByHand)
      guard let known = laneOfSource[key] else { return }
      lane = known
    }
    if let last = lanes[lane].last, last.start > span.start { isSorted = false }
    lanes[lane].append(SourceMerger.Piece(start: span.start, end: span.end, value: span.value))
  }

  /// What counts of all samples added since the last call.
  mutating func takeMerged(into pieces: inout [SourceMerger.Piece]) {
    if !isSorted {
      for index in lanes.indices { lanes[index].sort { $0.start < $1.start } }
      isSorted = true
    }
    pieces.removeAll(keepingCapacity: true)
    SourceMerger.merge(lanes: lanes, into: &pieces)
    for index in lanes.indices { lanes[index].removeAll(keepingCapacity: true) }
  }
}
