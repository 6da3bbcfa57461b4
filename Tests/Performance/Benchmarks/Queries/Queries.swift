import Foundation
import GRDBSQLite
import OpenHealthKit

/// Each query in two forms: with OpenHealthKit, and with SQL alone.
final class Queries {
  let path: String
  let store: HKHealthStore
  private let identity: UUID
  private var statements: [String: PlainSQL] = [:]

  init(path: String, store: HKHealthStore, identity: UUID) {
    self.path = path
    self.store = store
    self.identity = identity
  }

  /// The store's own number, from which the identities of imported samples are derived.
  static func identity(_ path: String) throws -> UUID {
    var identity: UUID?
    try PlainSQL(path, "SELECT value FROM info WHERE key = 'store_id'").run { row in
      identity = sqlite3_column_blob(row, 0).map { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
    guard let identity else { throw BenchmarkError("\(path) has no identifier") }
    return identity
  }

  /// A statement is prepared once.
  private func sql(_ text: String) throws -> PlainSQL {
    if let known = statements[text] { return known }
    let statement = try PlainSQL(path, text)
    statements[text] = statement
    return statement
  }

  private func typeID(_ type: HKObjectType) throws -> Int64 {
    var id: Int64 = 0
    try sql("SELECT id FROM sample_type WHERE identifier = '\(type.identifier)'").run {
      id = sqlite3_column_int64($0, 0)
    }
    return id
  }

  // MARK: - Samples

  func samples(
    _ type: HKSampleType, _ dates: ClosedRange<Date>?, limit: Int = HKObjectQueryNoLimit, newestFirst: Bool = false
  ) throws -> [HKSample] {
    let predicate = dates.map { HKQuery.predicateForSamples(withStart: $0.lowerBound, end: $0.upperBound) }
    let sort = newestFirst ? [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)] : nil
    return try Answer.of(store) { answer in
      HKSampleQuery(sampleType: type, predicate: predicate, limit: limit, sortDescriptors: sort) { _, samples, error in
        answer.arrive(samples, error)
      }
    }
  }

  func plainSamples(
    _ type: HKSampleType, _ dates: ClosedRange<Date>? = nil, limit: Int = -1, newestFirst: Bool = false
  ) throws -> [PlainSample] {
    let hasIdentities = type == LargeStore.glucose.type
    let start = (dates?.lowerBound ?? .distantPast).timeIntervalSinceReferenceDate
    let end = (dates?.upperBound ?? .distantFuture).timeIntervalSinceReferenceDate
    let statement = try sql(
      """
      SELECT \(PlainSample.columns)\(hasIdentities ? ", u.uuid" : "") FROM sample s
      \(hasIdentities ? "LEFT JOIN sample_uuid u ON u.sample_id = s.id" : "")
      WHERE s.type_id = \(try typeID(type)) AND s.start > ?1 - 86400 AND s.start < ?2 AND s.end >= ?1
      ORDER BY s.start\(newestFirst ? " DESC" : "") LIMIT \(limit)
      """)
    var samples: [PlainSample] = []
    try statement.run([start, end]) { samples.append(PlainSample($0, store: identity)) }
    return samples
  }

  // MARK: - Days

  func summaries() throws -> [HKActivitySummary] {
    try Answer.of(store) { answer in
      HKActivitySummaryQuery(predicate: nil) { _, summaries, error in answer.arrive(summaries, error) }
    }
  }

  func plainSummaries() throws -> [PlainSummary] {
    var summaries: [PlainSummary] = []
    try sql("SELECT \(PlainSummary.columns) FROM day_summary ORDER BY day").run { summaries.append(PlainSummary($0)) }
    return summaries
  }

  func dailyStatistics(_ type: HKQuantityType, zone: String = "UTC") throws -> HKStatisticsCollection {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return try Answer.of(store) { answer in
      let query = HKStatisticsCollectionQuery(
        quantityType: type, quantitySamplePredicate: nil,
        options: type.aggregationStyle == .cumulative ? .cumulativeSum : .discreteAverage,
        anchorDate: calendar.startOfDay(for: LargeStore.now),
        intervalComponents: DateComponents(calendar: calendar, timeZone: calendar.timeZone, day: 1))
      query.initialResultsHandler = { _, collection, error in answer.arrive(collection, error) }
      return query
    }
  }

  /// One value for all samples of a type.
  func singleStatistics(_ type: HKQuantityType) throws -> HKStatistics {
    try Answer.of(store) { answer in
      HKStatisticsQuery(
        quantityType: type, quantitySamplePredicate: nil,
        options: type.aggregationStyle == .cumulative ? .cumulativeSum : .discreteAverage
      ) { _, statistics, error in answer.arrive(statistics, error) }
    }
  }

  /// The sum or the mean of each UTC day.
  func plainDailySums(_ type: HKQuantityType) throws -> [(day: Int64, value: Double)] {
    let number = type.aggregationStyle == .cumulative ? "sum(value)" : "avg(value)"
    var days: [(Int64, Double)] = []
    try sql(
      """
      SELECT CAST(start / 86400 AS INTEGER) AS day, \(number) FROM sample
      WHERE type_id = \(try typeID(type)) GROUP BY day ORDER BY day
      """
    ).run { days.append((sqlite3_column_int64($0, 0), sqlite3_column_double($0, 1))) }
    return days
  }

  /// - Throws: `BenchmarkError` if the two results differ.
  func requireEqualSums(_ type: HKQuantityType) throws {
    let unit = type.is(compatibleWith: .kilocalorie()) ? HKUnit.kilocalorie() : .count().unitDivided(by: .minute())
    let ours = try dailyStatistics(type).statistics().map {
      ($0.sumQuantity() ?? $0.averageQuantity())?.doubleValue(for: unit) ?? 0
    }
    let theirs = try plainDailySums(type).map(\.value)
    guard ours.count == theirs.count, zip(ours, theirs).allSatisfy({ abs($0 - $1) <= 1e-9 * abs($1) }) else {
      throw BenchmarkError("the statistics of \(type) differ from those computed by SQL")
    }
  }
}
