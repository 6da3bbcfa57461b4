/// Selects day summaries.
package indirect enum DayFilter: Hashable, Sendable {
  case always
  case never
  case and([DayFilter])
  case or([DayFilter])
  case not(DayFilter)
  /// Both ends included.
  case days(ClosedRange<Day>)

  package func matches(_ day: Day) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .and(let filters): filters.allSatisfy { $0.matches(day) }
    case .or(let filters): filters.contains { $0.matches(day) }
    case .not(let filter): !filter.matches(day)
    case .days(let range): range.contains(day)
    }
  }

  /// A range that contains all matching days of `known`, to limit a read; nil if no day can match.
  package func bounds(in known: ClosedRange<Day>) -> ClosedRange<Day>? {
    switch self {
    case .always, .not: return known
    case .never: return nil
    case .days(let range): return known.overlaps(range) ? known.clamped(to: range) : nil
    case .and(let filters):
      var bounds = known
      for filter in filters {
        guard let inner = filter.bounds(in: bounds) else { return nil }
        bounds = inner
      }
      return bounds
    case .or(let filters):
      let allBounds = filters.compactMap { $0.bounds(in: known) }
      guard let first = allBounds.map(\.lowerBound).min(), let last = allBounds.map(\.upperBound).max() else {
        return nil
      }
      return first...last
    }
  }
}
