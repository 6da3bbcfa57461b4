import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import OpenHealthKitCore

/// The samples of a workout that is being built, and their statistics, which are those that a query over these samples
/// returns.
struct WorkoutSamples: Sendable {
  private struct Entry {
    var number: Int
    var sample: HKSample
    /// Whether it was read from the store, and not added by the program.
    var isCollected: Bool
  }

  private var entries: [UUID: Entry] = [:]
  private var statistics: [HKQuantityType: RunningStatistics] = [:]
  private var count = 0
  /// The measurements of the types that have zones.
  var zones = Dictionary(uniqueKeysWithValues: HKWorkoutZoneConfiguration.types.map { ($0, ZoneTracker()) })

  /// The samples that the program added, in that order.
  var added: [HKSample] { samples { !$0.isCollected } }

  /// The samples that were in the store already.
  var collected: [HKSample] { samples(where: \.isCollected) }

  private func samples(where isIncluded: (Entry) -> Bool) -> [HKSample] {
    entries.values.filter(isIncluded).sorted { $0.number < $1.number }.map(\.sample)
  }

  /// Adds a sample, unless it has been added before.
  ///
  /// - Complexity: O(1) for samples that arrive roughly in order.
  /// - Returns: whether it was added.
  @discardableResult
  mutating func add(_ sample: HKSample, isCollected: Bool = false, in store: HKHealthStore) -> Bool {
    guard entries[sample.uuid] == nil else { return false }
    entries[sample.uuid] = Entry(number: count, sample: sample, isCollected: isCollected)
    count += 1
    guard let quantity = sample as? HKQuantitySample,
      let value = quantity.unit.convert(quantity.value, to: quantity.quantityType.entry.unit)
    else { return true }
    let type = quantity.quantityType
    zones[type]?.add(sample.uuid, at: sample.startDate, value: value)
    let isSaved = sample.sourceRevision !== HKSourceRevision.running
    let provenance =
      isSaved
      ? sample.sourceRevision.provenance(device: sample.device)
      : store.configuration.client.provenance(device: sample.device)
    let running = RunningStatistics.Sample(
      start: sample.startDate, end: sample.endDate, value: value, provenance: provenance,
      metadata: sample.header.metadata)
    return statistics[type, default: RunningStatistics(type.entry.aggregation) { store.sourceOrder(of: type) }]
      .add(running, uuid: sample.uuid)
  }

  /// Removes a sample that was deleted from the store.
  ///
  /// - Returns: whether it was one of these.
  mutating func remove(_ uuid: UUID) -> Bool {
    guard let entry = entries[uuid], entry.isCollected else { return false }
    entries[uuid] = nil
    if let type = entry.sample.sampleType as? HKQuantityType {
      _ = statistics[type]?.remove(uuid)
      zones[type]?.remove(uuid)
      if statistics[type]?.isEmpty == true { statistics[type] = nil }
    }
    return true
  }

  /// The statistics of one type, nil without samples.
  ///
  /// - Complexity: O(samples of the last minutes).
  mutating func statistics(of type: HKQuantityType, from start: Date?, to end: Date?) -> HKStatistics? {
    guard let result = try? statistics[type]?.result(), let bucket = result.merged.first ?? nil,
      let first = bucket.start, let last = bucket.end
    else { return nil }
    let plan = StatisticsPlan(type: type, predicate: nil, options: .all(for: type))
    return plan.statistics(result, at: 0, from: start ?? first, to: end ?? last)
  }

  /// The statistics of all types during an activity, which is in progress if it has no end.
  func statistics(during start: Date, to end: Date?) -> [HKQuantityType: HKStatistics] {
    var all: [HKQuantityType: HKStatistics] = [:]
    for (type, running) in statistics {
      guard let result = try? running.result(from: start, to: end ?? .distantFuture),
        let bucket = result.merged.first ?? nil, let last = end ?? bucket.end
      else { continue }
      let plan = StatisticsPlan(type: type, predicate: nil, options: .all(for: type))
      all[type] = plan.statistics(result, at: 0, from: start, to: last)
    }
    return all
  }

  /// The statistics of all types.
  mutating func allStatistics(from start: Date?, to end: Date?) -> [HKQuantityType: HKStatistics] {
    var all: [HKQuantityType: HKStatistics] = [:]
    for type in Array(statistics.keys) { all[type] = statistics(of: type, from: start, to: end) }
    return all
  }
}

extension HKStatisticsOptions {
  /// Every option that is valid for a type.
  fileprivate static func all(for type: HKQuantityType) -> HKStatisticsOptions {
    let values: HKStatisticsOptions =
      type.aggregationStyle == .cumulative ? [.cumulativeSum] : [.discreteAverage, .discreteMin, .discreteMax]
    return values.union([.mostRecent, .duration, .separateBySource])
  }
}

extension HKHealthStore {
  /// The order of a type's sources at present, of a store that cannot be read that of new sources.
  fileprivate func sourceOrder(of type: HKQuantityType) -> SourceOrder {
    let order = try? reader.read(orWithoutStore: SourceOrder()) { try $0.sourceOrder(ofType: type.identifier) }
    return order ?? SourceOrder()
  }
}
