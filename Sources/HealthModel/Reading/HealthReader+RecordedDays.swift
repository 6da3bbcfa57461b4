extension HealthReader {
  /// Adds the days without samples of a type on which its ring was recorded all the same: of 0, or with the number that only
  /// Apple has. So charts, means and answers have data on the same days as the rings.
  ///
  /// - Parameter found: the statistics of each day; nil without samples.
  package func withRecordedDays(
    _ found: [BucketStatistics?], of type: String, _ days: ClosedRange<Day>
  ) throws -> [BucketStatistics?] {
    guard let (ring, mode) = RingType.ring(of: type), found.contains(nil) else { return found }
    return try zip(found, summaries(days)).map { statistics, summary in
      guard statistics == nil, summary.moveMode == mode ?? summary.moveMode, let value = summary[ring].value else {
        return statistics
      }
      var recorded = BucketStatistics()
      recorded.sum = value
      return recorded
    }
  }
}
