import Foundation
import GRDB
package import HealthModel

extension Store {
  /// Steps, distance and the hours of a day.
  ///
  /// - Complexity: O(k) in the samples of the day where its totals are not stored.
  package func activity(_ day: Day) throws -> DayActivity {
    try read { db in
      let timeline = try ZoneTimeline(db)
      let interval = timeline.interval(of: day)
      let start = interval.lowerBound.timeIntervalSinceReferenceDate
      let end = interval.upperBound.timeIntervalSinceReferenceDate
      var bounds: [Range<Double>] = []
      var hour = start
      while hour < end {
        bounds.append(hour..<min(end, hour + 3_600))
        hour += 3_600
      }
      func totals(_ identifier: String, _ spans: [Range<Double>]) throws -> [Double] {
        guard let type = try SampleTypeRow.fetch(db, identifier: identifier) else {
          return Array(repeating: 0, count: spans.count)
        }
        return try TotalsReader(db, type: type).totals(db, spans).map(\.sum)
      }
      let summary = try SummaryTable.fetch(db, day...day)[0].summary
      let move = try totals(summary.moveMode == .moveTime ? RingType.moveTime : RingType.activeEnergy, bounds)
      let exercise = try totals(RingType.exerciseTime, bounds)
      let steps = try totals(RingType.stepCount, bounds)
      var stood = [Bool?](repeating: nil, count: bounds.count)
      if let type = try SampleTypeRow.fetch(db, identifier: RingType.standHour) {
        try type.forEachSpan(db, from: start, to: end) { sample in
          let index = Int(((sample.start - start) / 3_600).rounded(.down))
          guard stood.indices.contains(index), sample.start < end else { return }
          stood[index] = sample.value == 0 || stood[index] == true
        }
      }
      return DayActivity(
        day: day, steps: steps.reduce(0, +), distance: try totals(RingType.distance, [start..<end])[0],
        hours: bounds.indices.map { index in
          HourActivity(
            start: Date(timeIntervalSinceReferenceDate: bounds[index].lowerBound), move: move[index],
            exercise: exercise[index], stood: stood[index], steps: steps[index])
        })
    }
  }
}
