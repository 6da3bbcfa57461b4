package import FoundationEssentials

/// The statistics of one quantity type over one span of time. Values are in the type's canonical unit.
package struct BucketStatistics: Hashable, Sendable {
  /// The merged sum of a cumulative type; a sample that is cut counts in proportion.
  package var sum = 0.0
  /// The number of samples that start in the bucket, so that the counts of buckets add up.
  package var count = 0
  /// By the type's aggregation style; nil without samples.
  package var average: Double?
  /// The number of quarter hours with samples, if `average` is a mean over time; else nil.
  package var measuredQuarters: Int?
  package var minimum: Double?
  package var maximum: Double?
  /// The value of the sample that ends last.
  package var mostRecent: Double?
  package var mostRecentStart: Date?
  package var mostRecentEnd: Date?
  /// Seconds covered by samples, each second counted once.
  package var duration = 0.0
  /// The earliest start and the latest end of the samples in the bucket.
  package var start: Date?
  package var end: Date?

  package init() {}

  /// A single value.
  package init(single value: Double) {
    (sum, count, average, minimum, maximum) = (value, 1, value, value, value)
  }

  /// What the average weighs when it is combined with others: time, or samples.
  package var weight: Double { Double(measuredQuarters ?? count) }
}

/// Buckets of statistics, merged over all sources and, if requested, for each source separately.
package struct StatisticsResult: Sendable {
  /// One per bucket; nil if nothing matched.
  package var merged: [BucketStatistics?]
  /// By source, the non-empty buckets by index.
  package var bySource: [Source: [Int: BucketStatistics]]

  package init(merged: [BucketStatistics?], bySource: [Source: [Int: BucketStatistics]] = [:]) {
    self.merged = merged
    self.bySource = bySource
  }
}

package struct StatisticsRequest: Sendable {
  package var samples: SampleRequest
  /// Ascending and without overlaps; nil means one bucket over all matching samples.
  package var buckets: [Range<Date>]?
  package var separatesSources: Bool
  /// Whether `mostRecent`, `duration`, `start` and `end` are needed, which can be computed only from samples.
  package var needsSamples: Bool

  package init(
    samples: SampleRequest, buckets: [Range<Date>]?, separatesSources: Bool = false, needsSamples: Bool = true
  ) {
    self.samples = samples
    self.buckets = buckets
    self.separatesSources = separatesSources
    self.needsSamples = needsSamples
  }
}
