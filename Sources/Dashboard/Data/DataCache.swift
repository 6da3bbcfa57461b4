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
  /// Answers to the other queries, and the turn at which each was last requested.
  private var answers: [AnyQuery: AnyAnswer] = [:]
  private var wantedAt: [AnyQuery: Int] = [:]
  private var turn = 0
  /// For all queries except summaries.
  private var readings: [AnyQuery: Reading] = [:]
  /// The pending queries, as requested.
  private var requests: Set<AnyQuery> = []

  package init(weekStart: Int = 1) {
    self.weekStart = (1...7).contains(weekStart) ? weekStart : 1
  }

  /// The first day of the week that contains the day.
  package func week(of day: Day) -> Day {
    day.week(startingOn: weekStart).lowerBound
  }

  /// Nil if the day has not been read or has no data; `isKnown` distinguishes the two.
  package func summary(of day: Day) -> DaySummary? {
    knowOnlyMove ? summaries[day]?.moveOnly : summaries[day]
  }

  /// Whether the day has been read, even if it has no data.
  package func isKnown(_ day: Day) -> Bool {
    known.contains(day)
  }

  /// The last answer to a query; nil if there is none. For summaries, use `summary(of:)`.
  package func answer<Query: StoreQuery>(to query: Query) -> Query.Answer? {
    answers[AnyQuery(query)]?.base as? Query.Answer
  }

  /// Whether a query has an answer or will not get one, so that drawing need not wait for it.
  func isSettled(_ query: any StoreQuery) -> Bool {
    if type(of: query).isSecondary { return true }
    if let days = (query as? SummariesQuery)?.days {
      return weeksTouched(by: days).allSatisfy { weeks[$0] == .failed } || days.allSatisfy(known.contains)
    }
    let query = AnyQuery(query)
    return answers[query] != nil || readings[query] == .failed
  }
}

extension DataCache {
  /// Adds an answer, or notes that there is none.
  package mutating func add(_ loaded: LoadedQuery) {
    let query = loaded.query
    requests.remove(query)
    let days = query.days
    switch loaded.outcome {
    case .answered(let answer):
      if let days {
        add(answer.base as? [DaySummary] ?? [], days: days)
      } else {
        answers[query] = answer
        readings[query] = readings[query]?.answered ?? .fresh
      }
    case .failed:
      if let days { update(days) { _ in .failed } } else { readings[query] = .failed }
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
    for (week, reading) in weeks where change.touches(SummariesQuery(week...(week + 6))) {
      weeks[week] = reading.changed
    }
    for (query, reading) in readings where change.touches(query.base, answer: answers[query]) {
      readings[query] = reading.changed
    }
  }

  /// Returns the queries to run so that all of this becomes current, in order, with neighbouring weeks merged, and the
  /// pending queries to cancel because they are no longer needed. The returned queries count as pending.
  mutating func ask(_ wanted: [any StoreQuery]) -> (load: [AnyQuery], cancel: [AnyQuery]) {
    var load: [AnyQuery] = []
    var wantedWeeks: Set<Day> = []
    var wantedOthers: Set<AnyQuery> = []
    for query in wanted {
      let query = AnyQuery(query)
      if let days = query.days {
        let touched = weeksTouched(by: days)
        wantedWeeks.formUnion(touched)
        load += askForWeeks(touched)
      } else if wantedOthers.insert(query).inserted {
        turn += 1
        wantedAt[query] = turn
        guard needsReading(readings[query]) else { continue }
        readings[query] = .asked
        load.append(query)
      }
    }
    evictAnswers(keeping: wantedOthers)
    let cancel = requests.filter { request in
      if let days = request.days { return wantedWeeks.isDisjoint(with: weeksTouched(by: days)) }
      return !wantedOthers.contains(request)
    }
    for request in cancel { forget(request) }
    requests.formUnion(load)
    return (load, cancel.sorted { "\($0)" < "\($1)" })
  }

  /// Marks a query to be repeated when it is next needed, as if it had never been requested.
  mutating func forgetAnswer(to query: some StoreQuery) {
    answers[AnyQuery(query)] = nil
    readings[AnyQuery(query)] = nil
  }

  /// The maximum number of answers: unneeded ones are evicted, least recently used first, so that paging through
  /// millions of samples takes no more memory than a few pages.
  private static let mostAnswers = 48

  private mutating func evictAnswers(keeping wanted: Set<AnyQuery>) {
    guard answers.count > Self.mostAnswers else { return }
    // Each was requested at a turn of its own, so the order does not depend on hashes.
    let old = answers.keys.filter { !wanted.contains($0) }.sorted { wantedAt[$0] ?? 0 < wantedAt[$1] ?? 0 }
    for query in old.prefix(answers.count - Self.mostAnswers) {
      answers[query] = nil
      readings[query] = nil
    }
    wantedAt = wantedAt.filter { answers[$0.key] != nil || wanted.contains($0.key) }
  }

  private func needsReading(_ reading: Reading?) -> Bool { reading == nil || reading == .outdated }

  private mutating func askForWeeks(_ wanted: [Day]) -> [AnyQuery] {
    var ranges: [ClosedRange<Day>] = []
    for week in wanted where needsReading(weeks[week]) {
      weeks[week] = .asked
      if let last = ranges.last, last.upperBound + 1 == week {
        ranges[ranges.count - 1] = last.lowerBound...(week + 6)
      } else {
        ranges.append(week...(week + 6))
      }
    }
    return ranges.map { AnyQuery(SummariesQuery($0)) }
  }

  private mutating func forget(_ request: AnyQuery) {
    requests.remove(request)
    if let days = request.days {
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

extension AnyQuery {
  fileprivate var days: ClosedRange<Day>? { (base as? SummariesQuery)?.days }
}

/// The state of an item in the cache.
enum Reading: Hashable, Sendable {
  case asked
  /// Requested, but the store has changed since: the result may already be outdated.
  case askedAndOutdated
  case fresh
  /// Known, but the store has changed since: still shown, and read again when it is next needed.
  case outdated
  case failed

  var isUnderWay: Bool { self == .asked || self == .askedAndOutdated }

  /// The state after a change of the store.
  var changed: Reading { isUnderWay ? .askedAndOutdated : .outdated }

  /// The state after a result.
  var answered: Reading { self == .askedAndOutdated ? .outdated : .fresh }
}
