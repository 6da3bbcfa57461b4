import Foundation
package import HealthModel

/// Accumulates the samples that overlap a bucket. The only implementation of the rules of statistics.
protocol StatisticsBucket {
  init()

  /// Adds a sample.
  ///
  /// - Parameters:
  ///   - part: the part of it inside the bucket.
  ///   - startsHere: whether it starts in the bucket.
  mutating func note(
    _ sample: SampleSpan, _ aggregation: QuantityAggregation, part: ClosedRange<Double>, startsHere: Bool)

  /// Adds the merged part of a cumulative sample.
  mutating func add(amount: Double)
}

extension QuarterTotal: StatisticsBucket {
  package mutating func note(
    _ sample: SampleSpan, _ aggregation: QuantityAggregation, part: ClosedRange<Double>, startsHere: Bool
  ) {
    isTouched = true
    if startsHere { count += 1 }
    // Cumulative values are added after the sources have been merged.
    guard aggregation != .cumulative else { return }
    sum += sample.value
    minimum = min(minimum, sample.value)
    maximum = max(maximum, sample.value)
    weighted += sample.value * (sample.end - sample.start)
    duration += sample.end - sample.start
  }

  package mutating func add(amount: Double) {
    sum += amount
  }

  /// The statistics of the bucket, nil if no sample overlaps it.
  ///
  /// - Parameter level: the energetic mean of a sound level, which stored totals do not contain.
  package func statistics(_ aggregation: QuantityAggregation, level: Double? = nil) -> BucketStatistics? {
    guard isTouched else { return nil }
    var statistics = BucketStatistics()
    statistics.sum = sum
    statistics.count = count
    guard aggregation != .cumulative else { return statistics }
    statistics.minimum = minimum
    statistics.maximum = maximum
    let mean = sum / Double(max(1, count))
    statistics.average =
      switch aggregation {
      case .cumulative: nil
      case .discreteArithmetic: mean
      // Instants have no weight; if there is nothing else, they count equally.
      case .discreteTemporallyWeighted: duration > 0 ? weighted / duration : mean
      case .discreteEquivalentContinuousLevel: level ?? mean
      }
    return statistics
  }
}

/// All values from which the statistics of a bucket are computed.
struct BucketTotal: StatisticsBucket {
  private var total = QuarterTotal()
  /// The sum of energy times duration, for a sound level.
  private var energy = 0.0
  private var covered = 0.0
  private var coveredUntil = -Double.infinity
  private var start = Double.infinity
  private var end = -Double.infinity
  private var mostRecent: SampleSpan?

  init() {}

  mutating func note(
    _ sample: SampleSpan, _ aggregation: QuantityAggregation, part: ClosedRange<Double>, startsHere: Bool
  ) {
    total.note(sample, aggregation, part: part, startsHere: startsHere)
    // Samples are sorted by start, so the covered time is described by one edge.
    covered += max(0, part.upperBound - max(part.lowerBound, coveredUntil))
    coveredUntil = max(coveredUntil, part.upperBound)
    start = min(start, sample.start)
    end = max(end, sample.end)
    if sample.end >= mostRecent?.end ?? -.infinity { mostRecent = sample }
    if aggregation == .discreteEquivalentContinuousLevel {
      energy += pow(10, sample.value / 10) * max(0, sample.end - sample.start)
    }
  }

  mutating func add(amount: Double) {
    total.add(amount: amount)
  }

  func statistics(_ aggregation: QuantityAggregation) -> BucketStatistics? {
    let level = total.duration > 0 ? 10 * log10(energy / total.duration) : nil
    guard var statistics = total.statistics(aggregation, level: level), let mostRecent else { return nil }
    statistics.duration = covered
    statistics.start = Date(timeIntervalSinceReferenceDate: start)
    statistics.end = Date(timeIntervalSinceReferenceDate: end)
    statistics.mostRecent = mostRecent.value
    statistics.mostRecentStart = Date(timeIntervalSinceReferenceDate: mostRecent.start)
    statistics.mostRecentEnd = Date(timeIntervalSinceReferenceDate: mostRecent.end)
    return statistics
  }
}
