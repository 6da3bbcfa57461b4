package import Foundation
import GRDB
package import HealthDatabase
package import HealthModel

extension Store {
  /// The sleep samples between two instants from all sources, sorted by start.
  ///
  /// - Complexity: O(k) in the samples of that time, of which at most 100,000 are read.
  package func sleep(from start: Date, to end: Date) throws -> [SleepSpan] {
    try read { db in
      guard let type = try SampleTypeRow.fetch(db, identifier: "HKCategoryTypeIdentifierSleepAnalysis") else {
        return []
      }
      let names = try ProvenanceReader.all(db).mapValues(\.source.name)
      var spans: [SleepSpan] = []
      try type.forEachSpan(
        db, from: start.timeIntervalSinceReferenceDate, to: end.timeIntervalSinceReferenceDate
      ) { sample in
        guard spans.count < 100_000, let value = Int(exactly: sample.value), let stage = SleepStage(rawValue: value)
        else { return }
        spans.append(
          SleepSpan(
            start: Date(timeIntervalSinceReferenceDate: sample.start),
            end: Date(timeIntervalSinceReferenceDate: sample.end), stage: stage,
            source: names[sample.provenance] ?? ""))
      }
      return spans
    }
  }

  /// The times and values of samples of a type, latest first, up to a limit.
  ///
  /// - Complexity: O(log n + limit).
  package func latest(_ identifier: String, from start: Date, to end: Date, limit: Int) throws -> [(
    start: Date, end: Date, value: Double
  )] {
    try read { db in
      guard let type = try SampleTypeRow.fetch(db, identifier: identifier) else { return [] }
      return try Row.fetchAll(
        db,
        sql: """
          SELECT start, end, value FROM sample INDEXED BY sample_by_type_and_start
          WHERE type_id = ? AND start >= ? AND start < ? ORDER BY start DESC, id DESC LIMIT ?
          """,
        arguments: [
          type.id, start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate, max(1, limit),
        ]
      ).map { row in
        (
          try row.date(0, "sample"), try row.date(1, "sample"), try row.value(2, "sample") as Double? ?? .nan
        )
      }
    }
  }
}
