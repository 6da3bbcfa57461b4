public import Foundation
import HealthModel

/// A query for the statistics of all matching samples together.
open class HKStatisticsQuery: HKQuery, @unchecked Sendable {
  private let plan: StatisticsPlan
  private let handler: @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void

  /// A query for statistics of one type.
  ///
  /// If no sample matches, the handler receives ``HKError/Code/errorNoData``.
  ///
  /// - Parameters:
  ///   - quantityType: the type of the samples.
  ///   - quantitySamplePredicate: the samples, nil for all.
  ///   - options: the statistics to compute. Options that are invalid for the type trap.
  ///   - handler: called once.
  public init(
    quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions = [],
    completionHandler handler: @escaping @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
  ) {
    plan = StatisticsPlan(type: quantityType, predicate: quantitySamplePredicate, options: options)
    self.handler = handler
    super.init(objectType: quantityType, predicate: quantitySamplePredicate)
  }

  override func start(in store: HKHealthStore) {
    let (plan, handler) = (plan, handler)
    let feed = SingleFeed { reader in
      guard let statistics = try plan.single(reader) else {
        throw HKError(.errorNoData, reason: "No data available for the specified predicate.")
      }
      return statistics
    }
    FeedRun.start(feed, for: self, in: store, isLive: false) { event in
      switch event {
      case .first(let statistics), .update(let statistics): handler(self, statistics, nil)
      case .failure(let error, _): handler(self, nil, error)
      }
    }
  }
}

/// A descriptor of a query for the statistics of all matching samples together.
public struct HKStatisticsQueryDescriptor: HKAsyncQuery, Sendable {
  /// The samples.
  public var predicate: HKSamplePredicate<HKQuantitySample>
  /// The statistics to compute.
  public var options: HKStatisticsOptions

  /// A descriptor of a query.
  public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions) {
    self.predicate = predicate
    self.options = options
  }

  /// The statistics, nil if no sample matches. Options that are invalid for the type trap.
  public func result(for healthStore: HKHealthStore) async throws -> HKStatistics? {
    let plan = StatisticsPlan(predicate, options)
    let reader = healthStore.reader
    return try await healthStore.work { try plan.single(reader) }
  }
}

extension StatisticsPlan {
  init(_ predicate: HKSamplePredicate<HKQuantitySample>, _ options: HKStatisticsOptions) {
    guard let type = predicate.sampleType as? HKQuantityType else {
      HKPrecondition.fail("Statistics require a quantity type, which \(predicate.sampleType) is not")
    }
    self.init(type: type, predicate: predicate.nsPredicate, options: options)
  }
}
