import HealthModel

extension HealthReader {
  /// The individual measurements of quantity samples: every sample is a series of one.
  func measurements(_ selection: SampleSelection, byStart: Bool) throws -> [HKQuantitySample] {
    let sort = byStart ? [SampleSort(.start, isAscending: true)] : []
    return try samples([selection], sort: sort).compactMap { $0 as? HKQuantitySample }
  }
}
