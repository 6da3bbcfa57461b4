package import Foundation
import HealthDatabase
package import HealthModel
import HealthQueries
package import OpenHealthKit
import Processes

/// A row of `ringtop query`.
package struct QueryRow: Sendable {
  package var start: Date
  package var end: Date
  /// nil for a category value.
  package var value: Double?
  /// The name of the category value.
  package var name: String?
  /// The unit of the value if it is not that of the request.
  var unit: String?
  package var source: String?
  var device: String?
  /// The zone in which dates are printed.
  package var zone: TimeZone

  /// The same with a unit of its own.
  package func inUnit(_ unit: String?) -> QueryRow {
    var row = self
    row.unit = unit
    return row
  }
}

/// Reads samples with HealthKit's sample query, a month at a time, so that ten years take no more memory than one
/// month.
package struct QuerySamples {
  let request: QueryRequest
  let store: HKHealthStore

  package init(request: QueryRequest, store: HKHealthStore) {
    self.request = request
    self.store = store
  }

  private static let daysAtOnce = 31

  package func run(_ days: ClosedRange<Day>, hand: ([QueryRow]) -> Void) throws {
    var first = days.lowerBound
    while first <= days.upperBound {
      let last = min(first + (Self.daysAtOnce - 1), days.upperBound)
      hand(try rows(first...last))
      first = last + 1
    }
  }

  func rows(_ days: ClosedRange<Day>) throws -> [QueryRow] {
    let intervals = try store.connection.reading().intervals(of: days)
    guard let start = intervals.first?.interval.lowerBound, let end = intervals.last?.interval.upperBound else {
      return []
    }
    let dates = HKQuery.predicateForSamples(withStart: start, end: end, options: .strictStartDate)
    let predicate = NSCompoundPredicate(
      andPredicateWithSubpredicates: [dates] + (request.condition.map { [$0] } ?? []))
    let order = [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)]
    let zone = try store.connection.reading().zone(of: days.lowerBound)
    let (type, unit, names, keepsUnits) = (request.type, request.unit, request.names, request.keepsUnits)
    return try store.waitForResult { done in
      HKSampleQuery(sampleType: type, predicate: predicate, limit: HKObjectQueryNoLimit, sortDescriptors: order) {
        _, samples, error in
        if let error { return done(.failure(error)) }
        done(
          .success(
            (samples ?? []).map { sample in
              var row = QueryRow(
                start: sample.startDate, end: sample.endDate, source: sample.sourceRevision.source.name,
                device: sample.device?.name, zone: zone)
              if let sample = sample as? HKQuantitySample, let unit {
                row.value = keepsUnits ? sample.value : sample.quantity.doubleValue(for: unit)
                if keepsUnits { row.unit = sample.quantityType.entry.unitText }
              } else {
                let value = (sample as? HKCategorySample)?.knownValue
                row.value = value.map(Double.init)
                // A value that is in no catalog came as a word.
                row.name = value.flatMap { names[$0] } ?? sample.metadata?[MetadataKey.unknownValue] as? String
              }
              return row
            }))
      }
    }
  }
}

/// Reads statistics with HealthKit's statistics queries.
package struct QueryStatistics {
  let request: QueryRequest
  let store: HKHealthStore
  let weekStart: Int

  package init(request: QueryRequest, store: HKHealthStore, weekStart: Int) {
    self.request = request
    self.store = store
    self.weekStart = weekStart
  }

  package func rows(_ days: ClosedRange<Day>) throws -> [QueryRow] {
    guard request.byDevice else { return try merged(days) }
    // Each device separately, distinguished as in HealthKit's predicates: by name.
    let names = try store.connection.reading().deviceNames()
    var rows: [QueryRow] = []
    for name in names.map(Optional.some) + [nil] {
      let own = names.isEmpty ? request : request.restricted(toDevice: name, of: names)
      rows += try QueryStatistics(request: own, store: store, weekStart: weekStart).merged(days).map { row in
        var row = row
        row.device = name ?? ""
        return row
      }
    }
    return rows.sorted { ($0.start, $0.device ?? "") < ($1.start, $1.device ?? "") }
  }

  private func merged(_ days: ClosedRange<Day>) throws -> [QueryRow] {
    guard !request.isOfAmounts else { return try amounts(days) }
    guard request.statistic != .count else { return try counts(days) }
    guard let type = request.type as? HKQuantityType else { return [] }
    let intervals = try store.connection.reading().intervals(of: days)
    guard let start = intervals.first?.interval.lowerBound, let end = intervals.last?.interval.upperBound else {
      return []
    }
    guard let interval = request.interval, interval.hasWholeDays else {
      return try merged(
        type, start..<end, every: request.interval, zone: try store.connection.reading().zone(of: days.lowerBound))
    }
    let buckets = try QueryBuckets(days, interval: interval, weekStart: weekStart, store: store.connection)
    return try buckets.runs(store.connection).flatMap { run -> [QueryRow] in
      guard let first = run.buckets.first, let last = run.buckets.last else { return [] }
      return try merged(
        type, first.lowerBound..<last.upperBound, every: run.buckets.count == 1 ? nil : interval, zone: run.zone)
    }
  }

  /// - Parameter interval: nil for a single statistic of the range.
  private func merged(
    _ type: HKQuantityType, _ range: Range<Date>, every interval: QueryInterval?, zone: TimeZone
  ) throws -> [QueryRow] {
    let (start, end) = (range.lowerBound, range.upperBound)
    guard start <= .distantFuture else {
      throw Failure(.usage, "There are no statistics of days after the year 4000.")
    }
    let dates = HKQuery.predicateForSamples(withStart: start, end: end, options: [])
    let predicate = NSCompoundPredicate(
      andPredicateWithSubpredicates: [dates] + (request.condition.map { [$0] } ?? []))
    let reader = StatisticReader(request: request, zone: zone)
    let options = reader.options
    // One interval, and not a statistics query, which would also count the parts of samples outside of the range.
    let components = interval?.components(zone) ?? DateComponents(second: Int(end.timeIntervalSince(start)))
    return try store.waitForResult { done in
      let query = HKStatisticsCollectionQuery(
        quantityType: type, quantitySamplePredicate: predicate, options: options, anchorDate: start,
        intervalComponents: components)
      query.initialResultsHandler = { _, collection, error in
        if let error {
          // A day so far away that there is no calendar for its periods.
          let isFar = (error as? HKError)?.code == .errorInvalidArgument
          return done(.failure(isFar ? Failure(.usage, error.localizedDescription) : error))
        }
        let rows = (collection?.statistics() ?? []).filter { $0.startDate < end && $0.endDate > start }
          .flatMap { reader.rows($0, from: $0.startDate, to: $0.endDate) }
        done(.success(rows))
      }
      return query
    }
  }

  /// The sums of what whole days have; intervals without data are left out.
  private func amounts(_ days: ClosedRange<Day>) throws -> [QueryRow] {
    let reading = try store.connection.reading()
    let starts = request.interval?.starts(days, weekStart: weekStart) ?? [days.lowerBound, days.upperBound + 1]
    let all = try reading.intervals(of: starts[0]...starts[starts.count - 1])
    let amounts = try reading.amounts(request.type.identifier, starts[0]...starts[starts.count - 1] - 1)
    return zip(starts, starts.dropFirst()).compactMap { first, next in
      let known = amounts[(first - starts[0])..<(next - starts[0])].compactMap(\.self)
      guard !known.isEmpty else { return nil }
      return QueryRow(
        start: all[first - starts[0]].interval.lowerBound, end: all[next - starts[0]].interval.lowerBound,
        value: known.reduce(0, +), zone: all[first - starts[0]].zone)
    }
  }

  /// HealthKit's statistics have no count: samples are counted where they start.
  private func counts(_ days: ClosedRange<Day>) throws -> [QueryRow] {
    let zone = try store.connection.reading().zone(of: days.lowerBound)
    let whole = request.interval?.whole(days, weekStart: weekStart) ?? days
    let bounds = try store.connection.reading().intervals(of: whole)
    guard let start = bounds.first?.interval.lowerBound, let end = bounds.last?.interval.upperBound else { return [] }
    var ticks = [start]
    if let interval = request.interval, interval.hasWholeDays {
      ticks += try QueryBuckets(days, interval: interval, weekStart: weekStart, store: store.connection).bounds.map(
        \.upperBound)
    } else if let interval = request.interval {
      let components = interval.components(zone)
      let calendar = components.calendar ?? Calendar(identifier: .gregorian)
      while let last = ticks.last, last < end {
        // From the anchor, as in the collection query, so that months after the 31st do not drift.
        let next = calendar.date(byAdding: components.scaled(by: ticks.count), to: start) ?? end
        ticks.append(next > last ? next : end)
      }
    } else {
      ticks.append(end)
    }
    struct Key: Hashable {
      var tick: Int
      var source: String?
    }
    var counts: [Key: Int] = [:]
    var tick = 0
    try QuerySamples(request: request, store: store).run(whole) { rows in
      for row in rows {
        while tick + 2 < ticks.count, row.start >= ticks[tick + 1] { tick += 1 }
        counts[Key(tick: tick, source: request.bySource ? row.source : nil), default: 0] += 1
      }
    }
    return counts.sorted { ($0.key.tick, $0.key.source ?? "") < ($1.key.tick, $1.key.source ?? "") }.map { key, count in
      QueryRow(
        start: ticks[key.tick], end: ticks[key.tick + 1], value: Double(count), source: key.source, zone: zone)
    }
  }
}

/// Returns the requested value from statistics.
private struct StatisticReader: Sendable {
  let statistic: QueryStatistic
  let unit: HKUnit
  let bySource: Bool
  let zone: TimeZone

  init(request: QueryRequest, zone: TimeZone) {
    statistic = request.statistic
    unit = request.statistic == .duration ? .second() : request.unit ?? .count()
    bySource = request.bySource
    self.zone = zone
  }

  var options: HKStatisticsOptions {
    let option: HKStatisticsOptions =
      switch statistic {
      case .sum, .count: .cumulativeSum
      case .avg: .discreteAverage
      case .min: .discreteMin
      case .max: .discreteMax
      case .duration: .duration
      }
    return bySource ? [option, .separateBySource] : option
  }

  func rows(_ statistics: HKStatistics, from start: Date, to end: Date) -> [QueryRow] {
    func row(_ quantity: HKQuantity?, _ source: String?) -> QueryRow? {
      quantity.map {
        QueryRow(start: start, end: end, value: $0.doubleValue(for: unit), source: source, zone: zone)
      }
    }
    guard bySource else { return row(quantity(statistics), nil).map { [$0] } ?? [] }
    return (statistics.sources ?? []).sorted { $0.name < $1.name }
      .compactMap { row(quantity(statistics, $0), $0.name) }
  }

  private func quantity(_ statistics: HKStatistics) -> HKQuantity? {
    switch statistic {
    case .sum, .count: statistics.sumQuantity()
    case .avg: statistics.averageQuantity()
    case .min: statistics.minimumQuantity()
    case .max: statistics.maximumQuantity()
    case .duration: statistics.duration()
    }
  }

  private func quantity(_ statistics: HKStatistics, _ source: HKSource) -> HKQuantity? {
    switch statistic {
    case .sum, .count: statistics.sumQuantity(for: source)
    case .avg: statistics.averageQuantity(for: source)
    case .min: statistics.minimumQuantity(for: source)
    case .max: statistics.maximumQuantity(for: source)
    case .duration: statistics.duration(for: source)
    }
  }
}

extension DateComponents {
  /// The components multiplied by a number, without calendar and zone.
  func scaled(by count: Int) -> DateComponents {
    var scaled = self
    scaled.calendar = nil
    scaled.timeZone = nil
    scaled.minute = minute.map { $0 * count }
    scaled.hour = hour.map { $0 * count }
    scaled.day = day.map { $0 * count }
    scaled.month = month.map { $0 * count }
    scaled.year = year.map { $0 * count }
    return scaled
  }
}
