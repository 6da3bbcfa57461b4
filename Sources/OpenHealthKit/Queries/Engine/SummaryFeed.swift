import HealthDatabase
import HealthModel

/// The summaries of days: first all, then those that changed.
struct SummaryFeed: LiveFeed {
  let selection: DaySelection
  /// The last result.
  private var known: [DaySummary] = []

  init(_ selection: DaySelection) {
    self.selection = selection
  }

  mutating func first(_ reader: HealthReader) throws -> [HKActivitySummary] {
    known = try read(reader)
    return known.map { HKActivitySummary($0) }
  }

  mutating func update(_ reader: HealthReader) throws -> [HKActivitySummary]? {
    let summaries = try read(reader)
    let before = Dictionary(known.map { ($0.day, $0) }) { first, _ in first }
    let changed = summaries.filter { before[$0.day] != $0 }
    // Days disappear when their last data is deleted, and with the store.
    let hasLost = !before.keys.allSatisfy(Set(summaries.map(\.day)).contains)
    known = summaries
    return changed.isEmpty && !hasLost ? nil : changed.map { HKActivitySummary($0) }
  }

  /// Every day from the first with data to today has a summary, and no other day.
  private func read(_ reader: HealthReader) throws -> [DaySummary] {
    try selection.validate()
    let filter = selection.filter
    // Summaries are not saved by clients, so a client has none of its own.
    try reader.access.requireDecided(TypeIdentifier.activitySummary)
    guard try reader.access.scope().readsEverything(of: TypeIdentifier.activitySummary) else { return [] }
    return try reader.read(orWithoutStore: []) { store in
      let today = try store.day(at: reader.now())
      guard let known = try store.knownDays(upTo: today),
        let days = filter.bounds(in: known.lowerBound...max(known.upperBound, today))
      else { return [] }
      var summaries = try store.summaries(days)
      summaries.removeAll { !filter.matches($0.day) }
      return summaries
    }
  }
}
