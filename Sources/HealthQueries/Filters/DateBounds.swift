import Foundation
import HealthDatabase
import HealthModel

/// The range of starts of all samples that a filter can match, for the index on starts.
struct DateBounds {
  /// No match starts before it.
  var earliestStart = -Double.infinity
  /// No match ends before it. Limits the starts once the longest duration is known.
  var earliestEnd = -Double.infinity
  /// No match starts after it.
  var latestStart = Double.infinity

  init(_ filter: SampleFilter) {
    switch filter {
    case .and(let filters):
      for filter in filters {
        let inner = DateBounds(filter)
        earliestStart = max(earliestStart, inner.earliestStart)
        earliestEnd = max(earliestEnd, inner.earliestEnd)
        latestStart = min(latestStart, inner.latestStart)
      }
    case .or(let filters) where !filters.isEmpty:
      let allBounds = filters.map(DateBounds.init)
      earliestStart = allBounds.map(\.earliestStart).min() ?? -.infinity
      earliestEnd = allBounds.map(\.earliestEnd).min() ?? -.infinity
      latestStart = allBounds.map(\.latestStart).max() ?? .infinity
    case .start(let comparison, let date):
      let time = date.timeIntervalSinceReferenceDate
      switch comparison {
      case .greaterThan, .greaterThanOrEqual: earliestStart = time
      case .lessThan, .lessThanOrEqual: latestStart = time
      case .equal:
        earliestStart = time
        latestStart = time
      case .notEqual: break
      }
      // A sample never ends before it starts.
      earliestEnd = earliestStart
    case .end(let comparison, let date):
      let time = date.timeIntervalSinceReferenceDate
      switch comparison {
      case .greaterThan, .greaterThanOrEqual: earliestEnd = time
      case .lessThan, .lessThanOrEqual: latestStart = time
      case .equal:
        earliestEnd = time
        latestStart = time
      case .notEqual: break
      }
    case .within(let spans):
      let low = spans.lows.first ?? -.infinity
      if spans.dates.startsInside { earliestStart = low }
      earliestEnd = low
      latestStart = spans.highs.last ?? .infinity
    default:
      break
    }
  }

  /// The samples in this range.
  var filter: SampleFilter {
    var conditions: [SampleFilter] = []
    if earliestStart > -.infinity {
      conditions.append(.start(.greaterThanOrEqual, Date(timeIntervalSinceReferenceDate: earliestStart)))
    }
    if earliestEnd > -.infinity {
      conditions.append(.end(.greaterThanOrEqual, Date(timeIntervalSinceReferenceDate: earliestEnd)))
    }
    if latestStart < .infinity {
      conditions.append(.start(.lessThanOrEqual, Date(timeIntervalSinceReferenceDate: latestStart)))
    }
    return SampleFilter.and(conditions).simplified
  }
}
