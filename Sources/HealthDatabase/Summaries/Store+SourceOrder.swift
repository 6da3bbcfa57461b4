import Foundation
import GRDB
package import HealthModel

extension Store {
  /// Sets the user's own order of the sources of a type, highest rank first; undo restores the previous order.
  /// Sources that are not named follow in the default order.
  ///
  /// - Parameters:
  ///   - names: names of sources, as in samples; empty for the default order.
  ///   - title: a short description for the list of changes that can be undone.
  /// - Throws: `StoreError` with the code `invalidArgument` if there are no samples of the type.
  /// - Complexity: O(samples of the type).
  @discardableResult
  package func setSourceOrder(
    _ names: [String], forType identifier: String, title: String = "order of sources"
  ) throws -> EditEntry {
    try write { db in
      var edit = StoreEdit()
      edit.sourceOrders = [StoreEdit.SourceOrder(type: identifier, names: names)]
      let inverse = try edit.apply(db, in: self)
      guard inverse.sourceOrders != nil else {
        throw StoreError(.invalidArgument, path: path, reason: "there are no samples of \(identifier)")
      }
      return try EditLog.append(db, title: title, inverse: inverse)
    }
  }

  /// The effect of another order of a type's sources, computed without changing anything.
  ///
  /// - Parameter names: as for `setSourceOrder`.
  /// - Complexity: O(samples of the type): all of them are merged again.
  package func effect(
    ofSourceOrder names: [String], forType identifier: String
  ) throws -> SourceOrderEffect {
    try read { db in
      var effect = SourceOrderEffect(type: identifier, names: names)
      guard let type = try SampleTypeRow.fetch(db, identifier: identifier), type.isCumulative,
        let first = try StoredTime.first(
          db, "SELECT min(start) FROM sample INDEXED BY sample_by_type_and_start WHERE type_id = ?", [type.id],
          table: "sample"),
        let last = try StoredTime.first(
          db, "SELECT max(end) FROM sample WHERE type_id = ?", [type.id], table: "sample")
      else { return effect }
      let timeline = try ZoneTimeline(db)
      let days = Array(timeline.day(at: first)...timeline.day(at: max(first, last)))
      let spans = days.map(timeline.seconds)
      let now = try TotalsReader(db, type: type).totals(db, spans)
      let then = try TotalsReader(db, type: type, order: names).totals(db, spans)
      let shown = try Self.shown(db, identifier, days)
      for (index, day) in days.enumerated() where now[index].isTouched || then[index].isTouched {
        effect.add(
          day, before: now[index].sum, after: then[index].sum, shown: shown[day],
          // Rounded as summaries round minutes.
          rounds: identifier == RingType.exerciseTime)
      }
      return effect
    }
  }

  /// The values of the type's ring on days; empty for types without a ring.
  private static func shown(_ db: Database, _ identifier: String, _ days: [Day]) throws -> [Day: RingValue] {
    guard RingType.all.contains(identifier), let first = days.first, let last = days.last else { return [:] }
    var shown: [Day: RingValue] = [:]
    for row in try SummaryTable.fetch(db, first...last) {
      let summary = row.summary
      switch identifier {
      case RingType.activeEnergy where summary.moveMode == .activeEnergy: shown[summary.day] = summary.move
      case RingType.moveTime where summary.moveMode == .moveTime: shown[summary.day] = summary.move
      case RingType.exerciseTime: shown[summary.day] = summary.exercise
      default: break
      }
    }
    return shown
  }
}
