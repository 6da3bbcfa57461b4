import Foundation
import HealthDatabase
import HealthModel
import HealthQueries

/// The results of a query on a store, first and after each change: shared by handlers and asynchronous sequences.
protocol LiveFeed: Sendable {
  associatedtype Element: Sendable

  /// The current result.
  mutating func first(_ reader: ClientReader) throws -> Element

  /// The changes since the last element, nil if nothing relevant has changed. There may have been several commits.
  mutating func update(_ reader: ClientReader) throws -> Element?
}

/// A feed without updates, for queries that end with their first result.
struct SingleFeed<Element: Sendable>: LiveFeed {
  let read: @Sendable (ClientReader) throws -> Element

  func first(_ reader: ClientReader) throws -> Element { try read(reader) }
  func update(_ reader: ClientReader) throws -> Element? { nil }
}

/// Which of the observed types have changed. The first element names no types.
struct ObserverFeed: LiveFeed {
  let selections: [SampleSelection]
  /// The position up to which changes have been reported.
  private(set) var anchor = StoreAnchor()

  init(_ selections: [SampleSelection]) {
    self.selections = selections
  }

  mutating func first(_ reader: ClientReader) throws -> Set<HKSampleType> {
    for selection in selections { _ = try reader.request(selection) }
    anchor = try reader.view(orWithoutStore: StoreAnchor()) { try $0.position() }
    return []
  }

  mutating func update(_ reader: ClientReader) throws -> Set<HKSampleType>? {
    let requests = try selections.map(reader.request)
    let old = anchor
    let touched = try reader.view(orWithoutStore: nil) { try $0.touched(requests, after: old) }
    guard let touched else { return nil }
    anchor = touched.anchor
    var types: Set<HKSampleType> = []
    for index in touched.indices {
      let selection = selections[index]
      // A block predicate can reject the samples that the store found.
      let isCertain = try !selection.needsAdmission || reader.hasChanges(selection, after: old)
      if isCertain { types.insert(selection.type) }
    }
    return types.isEmpty ? nil : types
  }
}

/// The changes since an anchor, each once.
struct AnchoredFeed: LiveFeed {
  let selections: [SampleSelection]
  var anchor: StoreAnchor
  /// The limit of the first page. Updates are complete.
  let limit: Int?

  init(_ selections: [SampleSelection], anchor: HKQueryAnchor?, limit: Int?) {
    self.selections = selections
    self.anchor = anchor?.position ?? StoreAnchor()
    self.limit = limit.flatMap { $0 > 0 ? $0 : nil }
  }

  mutating func first(_ reader: ClientReader) throws -> ChangePage {
    let page = try reader.changes(selections, after: anchor, limit: limit)
    anchor = page.anchor
    return page
  }

  mutating func update(_ reader: ClientReader) throws -> ChangePage? {
    let page = try reader.changes(selections, after: anchor, limit: nil)
    anchor = page.anchor
    // After a large deletion nothing may be left to tell but that.
    return page.count > 0 || page.startsOver ? page : nil
  }
}

/// The summaries of days: first all, then those that changed.
struct SummaryFeed: LiveFeed {
  let selection: DaySelection
  /// The last result.
  private var known: [DaySummary] = []

  init(_ selection: DaySelection) {
    self.selection = selection
  }

  mutating func first(_ reader: ClientReader) throws -> [HKActivitySummary] {
    known = try read(reader)
    return known.map { HKActivitySummary($0) }
  }

  mutating func update(_ reader: ClientReader) throws -> [HKActivitySummary]? {
    let summaries = try read(reader)
    let before = Dictionary(known.map { ($0.day, $0) }) { first, _ in first }
    let changed = summaries.filter { before[$0.day] != $0 }
    // Days disappear when their last data is deleted, and with the store.
    let hasLost = !before.keys.allSatisfy(Set(summaries.map(\.day)).contains)
    known = summaries
    return changed.isEmpty && !hasLost ? nil : changed.map { HKActivitySummary($0) }
  }

  /// Every day from the first with data to today has a summary, and no other day.
  private func read(_ reader: ClientReader) throws -> [DaySummary] {
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

/// The statistics of intervals: first all, then all again together with those that changed.
struct CollectionFeed: LiveFeed {
  struct Element: Sendable {
    let collection: HKStatisticsCollection
    /// nil in the first element.
    let updated: [HKStatistics]?
  }

  let plan: StatisticsPlan
  let line: StatisticsIntervals
  private var known: [Int: HKStatistics] = [:]

  init(plan: StatisticsPlan, line: StatisticsIntervals) {
    self.plan = plan
    self.line = line
  }

  mutating func first(_ reader: ClientReader) throws -> Element {
    let collection = try read(reader)
    known = collection.populated
    return Element(collection: collection, updated: nil)
  }

  mutating func update(_ reader: ClientReader) throws -> Element? {
    let collection = try read(reader)
    let numbers = Set(known.keys).union(collection.populated.keys).sorted()
    let changed = numbers.filter { known[$0] != collection.populated[$0] }
    guard !changed.isEmpty else { return nil }
    known = collection.populated
    return Element(collection: collection, updated: changed.map { collection.statistics($0) })
  }

  /// How many intervals are computed at a time, to limit memory; ranges without samples are skipped.
  private static let intervalsPerStep = 8_192

  private func read(_ reader: ClientReader) throws -> HKStatisticsCollection {
    try line.validate()
    let request = try reader.exactRequest(plan.selection)
    var populated: [Int: HKStatistics] = [:]
    try reader.view(orWithoutStore: ()) { view in
      guard let extent = try view.extent(request) else { return }
      let last = line.number(of: extent.upperBound)
      var number = line.number(of: extent.lowerBound)
      while number <= last {
        let end = min(last, number + Self.intervalsPerStep - 1)
        let intervals = line.intervals(number...end)
        let result = try view.statistics(
          StatisticsRequest(
            samples: request, buckets: intervals, separatesSources: plan.separatesSources,
            needsSamples: plan.needsSamples))
        for index in intervals.indices where result.merged[index] != nil {
          populated[number + index] = plan.statistics(
            result, at: index, from: intervals[index].lowerBound, to: intervals[index].upperBound)
        }
        number = end + 1
        // If there are no samples, the next sample determines how many intervals to skip.
        guard result.merged.allSatisfy({ $0 == nil }), let edge = intervals.last?.upperBound else { continue }
        var rest = request
        rest.filter = .and([rest.filter, .start(.greaterThanOrEqual, edge)])
        guard let next = try view.extent(rest) else { return }
        number = max(number, line.number(of: next.lowerBound))
      }
    }
    return HKStatisticsCollection(plan: plan, line: line, populated: populated)
  }
}
