package import HealthModel

/// The data that has been read from the store or requested.
///
/// Summaries are requested by weeks, because every screen shows at least a week. Outdated data is still shown, and read
/// again when it is next needed: navigation never waits, and there is at most one pending query for each item, however
/// often the store changes.
package struct DataCache: Hashable, Sendable {
  /// The first weekday by ISO 8601: Monday is 1, Sunday is 7.
  package let weekStart: Int

  private var summaries: [Day: DaySummary] = [:]
  /// Whether only Move values are known for any day: the user has no watch, and one ring.
  private(set) var knowOnlyMove = false
  private var known: Set<Day> = []
  /// Indexed by the first day of the week.
  private var weeks: [Day: Reading] = [:]
  private var activities: [Day: DayActivity] = [:]
  private var details: [Day: DayDetails] = [:]
  private(set) var records: Records?
  /// Results of the other queries, and when each was last requested.
  private var results: [Query: QueryResult] = [:]
  private var wantedAt: [Query: Int] = [:]
  private var turn = 0
  /// For all queries except summaries.
  private var readings: [Query: Reading] = [:]
  /// The pending queries, as requested.
  private var requests: Set<Query> = []

  package init(weekStart: Int = 1) {
    self.weekStart = (1...7).contains(weekStart) ? weekStart : 1
  }

  /// The first day of the week that contains the day.
  package func week(of day: Day) -> Day {
    day - (day.isoWeekday - weekStart + 7) % 7
  }

  /// Nil if the day has not been read or has no data; `isKnown` distinguishes the two.
  package func summary(of day: Day) -> DaySummary? {
    knowOnlyMove ? summaries[day]?.moveOnly : summaries[day]
  }

  /// Whether the day has been read, even if it has no data.
  package func isKnown(_ day: Day) -> Bool {
    known.contains(day)
  }

  package func activity(of day: Day) -> DayActivity? {
    activities[day]
  }

  /// The last result of a query; nil if there is none.
  func result(of query: Query) -> QueryResult? {
    results[query]
  }

  func details(of day: Day) -> DayDetails? {
    details[day]
  }

  /// Whether a query has a result or will not get one, so that drawing need not wait for it.
  func isSettled(_ query: Query) -> Bool {
    switch query {
    case .summaries(let days):
      weeksTouched(by: days).allSatisfy { weeks[$0] == .failed } || days.allSatisfy(known.contains)
    case .activity(let day): activities[day] != nil || readings[query] == .failed
    // Secondary data: no frame waits for it.
    case .details, .records, .usualHours: true
    default: results[query] != nil || readings[query] == .failed
    }
  }
}

extension DataCache {
  /// Adds a result.
  package mutating func add(_ result: QueryResult, to query: Query) {
    requests.remove(query)
    switch (query, result) {
    case (.summaries(let days), .summaries(let loaded)):
      add(loaded, days: days)
    case (.summaries(let days), .failed):
      update(days) { _ in .failed }
    case (_, .activity(let activity)):
      activities[activity.day] = activity
      readings[.activity(activity.day)] = readings[.activity(activity.day)]?.answered ?? .fresh
    case (_, .details(let found)):
      details[found.day] = found
      readings[.details(found.day)] = readings[.details(found.day)]?.answered ?? .fresh
    case (_, .records(let found)):
      records = found
      readings[.records] = readings[.records]?.answered ?? .fresh
    case (_, .failed):
      readings[query] = .failed
    case (_, .summaries):
      break
    default:
      results[query] = result
      readings[query] = readings[query]?.answered ?? .fresh
    }
  }

  /// Days of the range without a summary have no data.
  private mutating func add(_ loaded: [DaySummary], days: ClosedRange<Day>) {
    for day in days { summaries[day] = nil }
    for summary in loaded {
      summaries[summary.day] = summary
      known.insert(summary.day)
    }
    known.formUnion(days)
    knowOnlyMove = summaries.values.knowOnlyMove
    update(days) { $0.answered }
  }

  /// Marks the data affected by a change of the store to be read again when it is next needed.
  mutating func markOutdated(_ change: StoreChange) {
    for (week, reading) in weeks where change.touches(.summaries(week...(week + 6))) {
      weeks[week] = reading.changed
    }
    for (query, reading) in readings where change.touches(query) { readings[query] = reading.changed }
  }

  /// Returns the queries to run so that all of this becomes current, in order, with neighbouring weeks merged, and the
  /// pending queries to cancel because they are no longer needed. The returned queries count as pending.
  mutating func ask(_ wanted: [Query]) -> (load: [Query], cancel: [Query]) {
    var load: [Query] = []
    var wantedWeeks: Set<Day> = []
    var wantedOthers: Set<Query> = []
    for query in wanted {
      if case .summaries(let days) = query {
        let touched = weeksTouched(by: days)
        wantedWeeks.formUnion(touched)
        load += askForWeeks(touched)
      } else if wantedOthers.insert(query).inserted, needsReading(readings[query]) {
        readings[query] = .asked
        load.append(query)
      }
    }
    evictResults(keeping: wantedOthers)
    let cancel = requests.filter { request in
      if case .summaries(let days) = request { return wantedWeeks.isDisjoint(with: weeksTouched(by: days)) }
      return !wantedOthers.contains(request)
    }
    for request in cancel { forget(request) }
    requests.formUnion(load)
    return (load, cancel.sorted { "\($0)" < "\($1)" })
  }

  /// Marks a query to be repeated when it is next needed, as if it had never been requested.
  mutating func forget(resultOf query: Query) {
    results[query] = nil
    readings[query] = nil
  }

  /// The maximum number of results: unneeded ones are evicted, least recently used first, so that paging through
  /// millions of samples takes no more memory than a few pages.
  private static let mostResults = 48

  private mutating func evictResults(keeping wanted: Set<Query>) {
    turn += 1
    for query in wanted { wantedAt[query] = turn }
    guard results.count > Self.mostResults else { return }
    let old = results.keys.filter { !wanted.contains($0) }
      .sorted { (wantedAt[$0] ?? 0, "\($0)") < (wantedAt[$1] ?? 0, "\($1)") }
    for query in old.prefix(results.count - Self.mostResults) {
      results[query] = nil
      readings[query] = nil
    }
    wantedAt = wantedAt.filter { results[$0.key] != nil || wanted.contains($0.key) }
  }

  private func needsReading(_ reading: Reading?) -> Bool { reading == nil || reading == .outdated }

  private mutating func askForWeeks(_ wanted: [Day]) -> [Query] {
    var ranges: [ClosedRange<Day>] = []
    for week in wanted where needsReading(weeks[week]) {
      weeks[week] = .asked
      if let last = ranges.last, last.upperBound + 1 == week {
        ranges[ranges.count - 1] = last.lowerBound...(week + 6)
      } else {
        ranges.append(week...(week + 6))
      }
    }
    return ranges.map(Query.summaries)
  }

  private mutating func forget(_ request: Query) {
    requests.remove(request)
    if case .summaries(let days) = request {
      for week in weeksTouched(by: days) where weeks[week]?.isUnderWay == true {
        weeks[week] = (week...(week + 6)).allSatisfy(known.contains) ? .outdated : nil
      }
    } else if readings[request]?.isUnderWay == true {
      readings[request] = nil
    }
  }

  /// The first days of the weeks that overlap a range, ascending.
  private func weeksTouched(by days: ClosedRange<Day>) -> [Day] {
    Array(stride(from: week(of: days.lowerBound), through: days.upperBound, by: 7))
  }

  /// Updates weeks that are completely inside the range; a partial result does not make a week current.
  private mutating func update(_ days: ClosedRange<Day>, _ change: (Reading) -> Reading) {
    for week in weeksTouched(by: days) where days.contains(week) && days.contains(week + 6) {
      weeks[week] = change(weeks[week] ?? .asked)
    }
  }
}
