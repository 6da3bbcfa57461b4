package import Foundation
import GRDB
package import HealthDatabase
package import HealthModel

extension Store {
  /// Passes on the series of heartbeats that start between two instants, sorted by start, with their beats. Damaged pieces of
  /// a series are left out, and so is what follows them.
  ///
  /// - Parameter body: must not read the store.
  /// - Complexity: O(beats of these series) in time, O(beats of one series) in memory.
  package func forEachHeartbeatSeries(
    from start: Date, to end: Date, _ body: (Date, [Heartbeat]) throws -> Void
  ) throws {
    try read { db in
      guard let type = try SampleTypeRow.fetch(db, identifier: TypeIdentifier.heartbeatSeries) else { return }
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT id, start FROM sample INDEXED BY sample_by_type_and_start
          WHERE type_id = ? AND start >= ? AND start < ? ORDER BY start, id
          """,
        arguments: [type.id, start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate])
      while let row = try rows.next() {
        var beats: [Heartbeat] = []
        var isWhole = true
        try SampleDataTable.forEachPiece(db, sample: row.value(0, "sample")) { piece in
          guard isWhole, let more = Heartbeat.beats(piece), beats.count + more.count <= Heartbeat.most else {
            isWhole = false
            return
          }
          beats += more
        }
        try body(row.date(1, "sample"), beats)
      }
    }
  }
}
