import Foundation
import GRDB
package import HealthDatabase
package import HealthModel

extension Store {
  /// Apple's numbers and ours for every day of the range, with a reason for each difference.
  ///
  /// A difference is more than 0.5 kcal, or any difference in minutes and hours. If only one of the numbers exists,
  /// there is a reason for that too.
  package func audit(_ days: ClosedRange<Day>) throws -> [DayAudit] {
    try read { db in
      let rows = try SummaryTable.fetch(db, days)
      let apple = try AppleRow.fetch(db, days)
      let timeline = try ZoneTimeline(db)
      let auditor = try Auditor(db, timeline: timeline)
      return try rows.map { row in
        let day = row.summary.day
        func side(_ ring: Ring) throws -> DayAudit.Side {
          let theirs = apple[day]?.values[ring]
          let ours = row.computed[ring]
          var side = DayAudit.Side(apple: theirs, computed: ours)
          if theirs == nil || ours == nil {
            side.explanation = ours != nil ? .noAppleSummary : theirs != nil ? .noSamples : nil
          } else if let theirs, let ours, abs(theirs - ours) > (ring == .move ? 0.5 : 0), let appleRow = apple[day] {
            side.explanation = try auditor.explain(
              db, ring, summary: row.summary, apple: appleRow, theirs: theirs, ours: ours)
          }
          return side
        }
        return DayAudit(
          day: day, summary: row.summary, move: try side(.move), exercise: try side(.exercise),
          stand: try side(.stand))
      }
    }
  }
}

/// Finds the likeliest reason for a difference between Apple's number and ours.
private struct Auditor {
  private let timeline: ZoneTimeline
  private let types: [String: SampleTypeRow]
  private let classOfProvenance: [Int64: SourceRank.Class]

  init(_ db: Database, timeline: ZoneTimeline) throws {
    self.timeline = timeline
    types = Dictionary(try SampleTypeRow.fetchAll(db).map { ($0.identifier, $0) }) { first, _ in first }
    var classes: [Int64: SourceRank.Class] = [:]
    for row in try Row.fetchAll(
      db, sql: "SELECT provenance.id, source.class FROM provenance JOIN source ON source.id = provenance.source_id")
    {
      classes[try row.value(0, "provenance")] = SourceRank.Class(rawValue: try row.value(1, "source"))
    }
    classOfProvenance = classes
  }

  func explain(
    _ db: Database, _ ring: Ring, summary: DaySummary, apple: AppleRow, theirs: Double, ours: Double
  ) throws -> DayAudit.Explanation {
    let start = summary.interval.lowerBound.timeIntervalSinceReferenceDate
    let end = summary.interval.upperBound.timeIntervalSinceReferenceDate
    if apple.exportDate < end { return .partialDay }
    if let base = apple.base, abs(base[ring] - ours) > (ring == .move ? 0.5 : 0), abs(base[ring] - theirs) < 0.5 {
      return .changedSinceImport
    }
    if ring == .exercise, abs(theirs - ours) <= 1, try hasSampleAcross(db, start, end) { return .midnightRounding }
    if end - start != 86_400 || timeline.zone(of: summary.day) != timeline.zone(of: summary.day - 1)
      || timeline.zone(of: summary.day) != timeline.zone(of: summary.day + 1)
    {
      return .zoneChange
    }
    if theirs > ours { return .missingSamples }
    return try hasOtherSource(db, ring, mode: summary.moveMode, start, end) ? .otherSource : .extraSamples
  }

  private func hasSampleAcross(_ db: Database, _ start: Double, _ end: Double) throws -> Bool {
    var found = false
    for edge in [start, end] {
      try types[RingType.exerciseTime]?.forEachSpan(db, from: edge, to: edge) { sample in
        if sample.start < edge, sample.end > edge { found = true }
      }
    }
    return found
  }

  private func hasOtherSource(
    _ db: Database, _ ring: Ring, mode: MoveMode, _ start: Double, _ end: Double
  ) throws -> Bool {
    let identifier =
      switch ring {
      case .move: mode == .moveTime ? RingType.moveTime : RingType.activeEnergy
      case .exercise: RingType.exerciseTime
      case .stand: RingType.standHour
      }
    var found = false
    try types[identifier]?.forEachSpan(db, from: start, to: end) { sample in
      if classOfProvenance[sample.provenance] != .watch { found = true }
    }
    return found
  }
}
