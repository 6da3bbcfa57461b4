import HealthModel

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
