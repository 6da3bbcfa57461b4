import Foundation
import HealthModel

/// Fills buckets from samples and from the pieces of them that count.
struct BucketSummer {
  let buckets: [Range<Double>]
  let aggregation: QuantityAggregation

  private struct Partial {
    var statistics = BucketStatistics()
    var isTouched = false
    var plain = 0.0
    var plainCount = 0
    var weighted = 0.0
    var weight = 0.0
    var level = 0.0
    var coveredUntil = -Double.infinity
  }

  /// - Parameters:
  ///   - samples: sorted by start.
  ///   - pieces: what counts of them towards sums.
  func sum(_ samples: [SampleSpan], pieces: [SourceMerger.Piece]) -> [BucketStatistics?] {
    var partials = [Partial](repeating: Partial(), count: buckets.count)
    for sample in samples { add(sample, to: &partials) }
    if aggregation == .cumulative {
      for piece in pieces { add(piece, to: &partials) }
    }
    return partials.map(finish)
  }

  /// The index of the bucket that holds a time, or of the first after it.
  private func index(of time: Double) -> Int {
    var low = 0
    var high = buckets.count
    while low < high {
      let middle = (low + high) / 2
      if buckets[middle].upperBound <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func add(_ sample: SampleSpan, to partials: inout [Partial]) {
    var index = index(of: sample.start)
    let isInstant = sample.end <= sample.start
    while index < buckets.count,
      isInstant ? buckets[index].contains(sample.start) : buckets[index].lowerBound < sample.end
    {
      // A discrete sample belongs to the bucket that holds its start.
      guard aggregation == .cumulative || buckets[index].contains(sample.start) else { break }
      let low = max(sample.start, buckets[index].lowerBound)
      let high = min(sample.end, buckets[index].upperBound)
      note(sample, from: low, to: max(low, high), in: &partials[index])
      index += 1
    }
  }

  private func note(_ sample: SampleSpan, from low: Double, to high: Double, in partial: inout Partial) {
    partial.isTouched = true
    partial.statistics.count += 1
    // Samples come by start, so what is covered so far is one edge.
    partial.statistics.duration += max(0, high - max(low, partial.coveredUntil))
    partial.coveredUntil = max(partial.coveredUntil, high)
    let start = Date(timeIntervalSinceReferenceDate: sample.start)
    let end = Date(timeIntervalSinceReferenceDate: sample.end)
    partial.statistics.start = min(partial.statistics.start ?? start, start)
    partial.statistics.end = max(partial.statistics.end ?? end, end)
    if end >= partial.statistics.mostRecentEnd ?? .distantPast {
      partial.statistics.mostRecent = sample.value
      partial.statistics.mostRecentStart = start
      partial.statistics.mostRecentEnd = end
    }
    partial.statistics.minimum = min(partial.statistics.minimum ?? sample.value, sample.value)
    partial.statistics.maximum = max(partial.statistics.maximum ?? sample.value, sample.value)
    partial.plain += sample.value
    partial.plainCount += 1
    let seconds = sample.end - sample.start
    partial.weighted += sample.value * seconds
    partial.weight += seconds
    if aggregation == .discreteEquivalentContinuousLevel {
      partial.level += pow(10, sample.value / 10) * (seconds > 0 ? seconds : 0)
    }
  }

  private func add(_ piece: SourceMerger.Piece, to partials: inout [Partial]) {
    var index = index(of: piece.start)
    guard piece.end > piece.start else {
      if index < buckets.count, buckets[index].contains(piece.start) { partials[index].statistics.sum += piece.value }
      return
    }
    let rate = piece.value / (piece.end - piece.start)
    while index < buckets.count, buckets[index].lowerBound < piece.end {
      let low = max(piece.start, buckets[index].lowerBound)
      let high = min(piece.end, buckets[index].upperBound)
      let isWhole = low == piece.start && high == piece.end
      partials[index].statistics.sum += isWhole ? piece.value : rate * (high - low)
      index += 1
    }
  }

  private func finish(_ partial: Partial) -> BucketStatistics? {
    guard partial.isTouched else { return nil }
    var statistics = partial.statistics
    let mean = partial.plain / Double(partial.plainCount)
    switch aggregation {
    case .cumulative:
      statistics.minimum = nil
      statistics.maximum = nil
    case .discreteArithmetic:
      statistics.average = mean
    case .discreteTemporallyWeighted:
      // Instants have no weight; where there is nothing else, each counts the same.
      statistics.average = partial.weight > 0 ? partial.weighted / partial.weight : mean
    case .discreteEquivalentContinuousLevel:
      statistics.average = partial.weight > 0 ? 10 * log10(partial.level / partial.weight) : mean
    }
    return statistics
  }
}
