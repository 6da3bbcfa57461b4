import Foundation
import HealthModel

/// What a bucket learns of the samples that reach into it. The rules of statistics are written here and nowhere else.
protocol StatisticsBucket {
  init()

  /// Notes a sample.
  ///
  /// - Parameters:
  ///   - part: what of it lies in the bucket.
  ///   - startsHere: whether its start does.
  mutating func note(
    _ sample: SampleSpan, _ aggregation: QuantityAggregation, part: ClosedRange<Double>, startsHere: Bool)

  /// Adds what counts of a cumulative sample.
  mutating func add(amount: Double)
}

extension QuarterTotal: StatisticsBucket {
  mutating func note(
    _ sample: SampleSpan, _ aggregation: QuantityAggregation, part: ClosedRange<Double>, startsHere: Bool
  ) {
    isTouched = true
    if startsHere { count += 1 }
    // What is cumulative is added once the sources are merged.
    guard aggregation != .cumulative else { return }
    sum += sample.value
    minimum = min(minimum, sample.value)
    maximum = max(maximum, sample.value)
    weighted += sample.value * (sample.end - sample.start)
    duration += sample.end - sample.start
  }

  mutating func add(amount: Double) {
    sum += amount
  }

  /// The statistics of the bucket, nil where no sample reaches into it.
  ///
  /// - Parameter level: the energetic mean of a sound level, which stored totals do not know.
  func statistics(_ aggregation: QuantityAggregation, level: Double? = nil) -> BucketStatistics? {
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
      // Instants have no weight; where there is nothing else, each counts the same.
      case .discreteTemporallyWeighted: duration > 0 ? weighted / duration : mean
      case .discreteEquivalentContinuousLevel: level ?? mean
      }
    return statistics
  }
}

/// All that statistics may ask of a bucket.
struct BucketTotal: StatisticsBucket {
  private var total = QuarterTotal()
  /// The sum of energies times duration, of a sound level.
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
    // Samples come by start, so what is covered so far is one edge.
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
