import Foundation
import HealthDatabase
import HealthModel
import HealthQueries

/// Intervals of whole days, each from the start of its first day to the start of the next interval's first day.
///
/// Travel results in days of 18 or 30 hours. A collection query uses a single calendar, so the intervals are divided
/// into runs with the same calendar: one run, unless the user travelled.
struct QueryBuckets {
  struct Run {
    var buckets: [Range<Date>]
    var zone: TimeZone
  }

  let bounds: [Range<Date>]
  private let days: [Day]
  private let interval: QueryInterval

  /// - Parameter days: the first interval contains the first day, the last one the last.
  init(_ days: ClosedRange<Day>, interval: QueryInterval, weekStart: Int, store: StoreConnection) throws {
    let starts = interval.starts(days, weekStart: weekStart)
    let intervals = try store.reading().intervals(of: starts[0]...starts[starts.count - 1])
    let instants = starts.map { intervals[$0 - starts[0]].interval.lowerBound }
    bounds = zip(instants, instants.dropFirst()).map { $0..<max($0, $1) }
    self.days = starts
    self.interval = interval
  }

  func runs(_ store: StoreConnection) throws -> [Run] {
    var runs: [Run] = []
    var components = DateComponents()
    var calendar = Calendar(identifier: .gregorian)
    for (index, bucket) in bounds.enumerated() {
      if let run = runs.last, let anchor = run.buckets.first?.lowerBound {
        func tick(_ number: Int) -> Date? { calendar.date(byAdding: components.scaled(by: number), to: anchor) }
        let count = run.buckets.count
        let isSteady = tick(1) == run.buckets.first?.upperBound
        if isSteady, tick(count) == bucket.lowerBound, tick(count + 1) == bucket.upperBound {
          runs[runs.count - 1].buckets.append(bucket)
          continue
        }
      }
      let zone = try store.reading().zone(of: days[index])
      components = interval.components(zone)
      calendar.timeZone = zone
      runs.append(Run(buckets: [bucket], zone: zone))
    }
    return runs
  }
}
