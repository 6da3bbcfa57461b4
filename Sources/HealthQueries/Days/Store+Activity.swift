import Foundation
import GRDB
package import HealthDatabase
package import HealthModel

extension Store {
  /// Steps, distance, flights and the hours of a day.
  ///
  /// - Complexity: O(k) in the samples of the day if its totals are not stored.
  package func activity(_ day: Day) throws -> DayActivity {
    try activities([day])[0]
  }

  /// The same for several days, in one read.
  ///
  /// - Parameter days: ascending.
  package func activities(_ days: [Day]) throws -> [DayActivity] {
    try read { db in
      let reader = try ActivityReader(db)
      return try days.map { try reader.activity($0) }
    }
  }
}

/// Reads days with their hours.
private struct ActivityReader {
  private let db: Database
  private let timeline: ZoneTimeline
  private var totals: [String: TotalsReader] = [:]
  private let standHours: SampleTypeRow?

  init(_ db: Database) throws {
    self.db = db
    timeline = try ZoneTimeline(db)
    for identifier in RingType.ofActivity.subtracting([RingType.standHour]) {
      guard let type = try SampleTypeRow.fetch(db, identifier: identifier) else { continue }
      totals[identifier] = try TotalsReader(db, type: type)
    }
    standHours = try SampleTypeRow.fetch(db, identifier: RingType.standHour)
  }

  private func sums(_ identifier: String, _ spans: [Range<Double>]) throws -> [Double] {
    try totals[identifier]?.totals(db, spans).map(\.sum) ?? Array(repeating: 0, count: spans.count)
  }

  func activity(_ day: Day) throws -> DayActivity {
    let interval = timeline.interval(of: day)
    let start = interval.lowerBound.timeIntervalSinceReferenceDate
    let end = interval.upperBound.timeIntervalSinceReferenceDate
    let hours = ClockHour.hours(of: interval, in: timeline.zone(of: day))
    let bounds = hours.map {
      $0.span.lowerBound.timeIntervalSinceReferenceDate..<$0.span.upperBound.timeIntervalSinceReferenceDate
    }
    let mode = try SummaryTable.fetch(db, day...day, timeline: timeline)[0].summary.moveMode
    let move = try sums(mode == .moveTime ? RingType.moveTime : RingType.activeEnergy, bounds)
    let exercise = try sums(RingType.exerciseTime, bounds)
    let steps = try sums(RingType.stepCount, bounds)
    var stood = [Bool?](repeating: nil, count: bounds.count)
    try standHours?.forEachSpan(db, from: start, to: end) { sample in
      let index = Int(((sample.start - start) / 3_600).rounded(.down))
      guard stood.indices.contains(index), sample.start < end else { return }
      stood[index] = sample.value == 0 || stood[index] == true
    }
    return DayActivity(
      day: day, steps: steps.reduce(0, +), distance: try sums(RingType.distance, [start..<end])[0],
      flights: try sums(RingType.flights, [start..<end])[0],
      hours: bounds.indices.map { index in
        HourActivity(
          start: hours[index].span.lowerBound, hour: hours[index].hour, move: move[index], exercise: exercise[index],
          stood: stood[index], steps: steps[index])
      })
  }
}
