package import HealthModel

/// The summaries of days. Days without a summary have no data.
///
/// Screens request ranges; `DataCache` requests the weeks that are missing.
package struct SummariesQuery: StoreQuery {
  package var days: ClosedRange<Day>

  package init(_ days: ClosedRange<Day>) {
    self.days = days
  }

  package var types: Set<String>? { RingType.all }

  package func depends(on days: ClosedRange<Day>) -> Bool { days.overlaps(self.days) }

  package func run(in source: some QuerySource) throws -> [DaySummary] {
    try source.reading().summaries(days).filter(\.hasContent)
  }
}

extension DaySummary {
  /// Whether anything is known of the day.
  package var hasContent: Bool { basis != .none || isPaused }
}
