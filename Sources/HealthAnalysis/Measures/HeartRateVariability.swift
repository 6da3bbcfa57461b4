package import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures of heart rate variability in the time domain (Task Force 1996). rMSSD is computed from beats; the SDNN that a
/// watch stores is another measure, and the two are never mixed.
package enum HeartRateVariability {
  /// Intervals between beats that a heart can have, in seconds.
  private static let possible = 0.3...2.0
  /// The greatest change from one interval to the next, as a fraction; a greater one is a missed, an additional or an
  /// ectopic beat (Malik et al.: Eur Heart J 10 (1989) 1060-1074).
  private static let greatestChange = 0.2
  /// The fewest differences between intervals, and the least part of the intervals that must be usable.
  package static let fewestDifferences = 30
  package static let leastPart = 0.8

  /// The root mean square of the differences between successive intervals, in milliseconds.
  ///
  /// - Parameter beats: times in seconds, ascending. An interval that a gap precedes is not one between two beats.
  package static func rMSSD(_ beats: [Heartbeat]) -> Measure<Double> {
    let runs = intervals(beats)
    let differences = runs.runs.flatMap { zip($0, $0.dropFirst()).map { $1 - $0 } }
    return checked(runs, differences.count).map { coverage in
      let sum = differences.reduce(0) { $0 + $1 * $1 }
      return Measured(
        1_000 * (sum / Double(differences.count)).squareRoot(), .rMSSD,
        [MeasureInput("differences", Double(differences.count))], coverage: coverage)
    }
  }

  /// The mean rMSSD of the recordings of a night, in milliseconds. A watch records beats for about a minute at a time, so
  /// that one recording alone says little.
  ///
  /// - Parameter recordings: the rMSSD of each, or the reason why it has none.
  package static func night(_ recordings: [Measure<Double>]) -> Measure<Double> {
    guard let last = recordings.last else { return .failure(.undefined("no beats were recorded in this night")) }
    let known = recordings.compactMap { try? $0.get().value }
    guard let mean = Statistics.mean(known) else { return last }
    return .success(
      Measured(mean, .nightRMSSD, coverage: MeasureCoverage(known.count, of: recordings.count, .recording)))
  }

  /// The standard deviation of the intervals, in milliseconds, with the divisor n - 1.
  package static func sdnn(_ beats: [Heartbeat]) -> Measure<Double> {
    let runs = intervals(beats)
    let all = runs.runs.flatMap(\.self)
    return checked(runs, all.count).flatMap { coverage in
      guard let deviation = Statistics.deviation(all) else {
        return .failure(.tooFew(.beat, needed: fewestDifferences, has: all.count))
      }
      return .success(
        Measured(1_000 * deviation, .sdnn, [MeasureInput("intervals", Double(all.count))], coverage: coverage))
    }
  }

  /// Uninterrupted runs of usable intervals, in seconds, and the number of all intervals.
  private static func intervals(_ beats: [Heartbeat]) -> (runs: [[Double]], whole: Int) {
    var runs: [[Double]] = []
    var whole = 0
    var isConnected = false
    // The latest usable interval, with which the next is compared; unknown after three that differ from it, which are then
    // no single wrong beats.
    var reference: Double?
    var rejected = 0
    for (beat, next) in zip(beats, beats.dropFirst()) {
      guard !next.followsGap else {
        (isConnected, reference) = (false, nil)
        continue
      }
      let interval = next.time - beat.time
      whole += 1
      let differs = reference.map { abs(interval - $0) > greatestChange * $0 } ?? false
      guard possible.contains(interval), !differs else {
        isConnected = false
        rejected += 1
        if rejected >= 3 { (reference, rejected) = (nil, 0) }
        continue
      }
      (reference, rejected) = (interval, 0)
      if isConnected { runs[runs.count - 1].append(interval) } else { runs.append([interval]) }
      isConnected = true
    }
    return (runs, whole)
  }

  private static func checked(_ found: (runs: [[Double]], whole: Int), _ count: Int) -> Result<
    MeasureCoverage, MissingReason
  > {
    guard count >= fewestDifferences else {
      return .failure(.tooFew(.beat, needed: fewestDifferences, has: count, of: "in a row"))
    }
    let coverage = MeasureCoverage(found.runs.reduce(0) { $0 + $1.count }, of: found.whole, .beat)
    guard coverage.part >= leastPart else {
      return .failure(.undefined("only \(coverage) are usable"))
    }
    return .success(coverage)
  }
}

/// The variability of a week against the person's own range.
package struct VariabilityBand: Hashable, Sendable {
  /// The mean of ln rMSSD, or of ln SDNN, over the last 7 days.
  package var mean: Double
  /// The mean of the last 60 days, plus and minus half a standard deviation: the smallest worthwhile change.
  package var band: ClosedRange<Double>

  package var isBelow: Bool { mean < band.lowerBound }
  package var isAbove: Bool { mean > band.upperBound }

  package static let weekDays = 7
  package static let bandDays = 60
  /// The fewest values of a week (Plews et al.: Int J Sports Physiol Perform 9 (2014) 783-790) and of the band.
  package static let fewestOfWeek = 3
  package static let fewestOfBand = 14

  /// The mean of ln rMSSD of 7 days against a band from 60 days (Plews et al. 2012, Buchheit 2014).
  ///
  /// - Parameter days: the rMSSD of consecutive days in milliseconds, up to the day; nil for a day without one. All must
  ///   be of the same measure: SDNN may be passed too, but never both.
  package static func band(_ days: [Double?]) -> Measure<VariabilityBand> {
    func logarithms(_ days: some Collection<Double?>) -> [Double] {
      days.compactMap { $0.flatMap { $0.isFinite && $0 > 0 ? log($0) : nil } }
    }
    let (week, all) = (logarithms(days.suffix(weekDays)), logarithms(days.suffix(bandDays)))
    guard all.count >= fewestOfBand else { return .failure(.tooFew(.day, needed: fewestOfBand, has: all.count)) }
    guard week.count >= fewestOfWeek else {
      return .failure(.tooFew(.day, needed: fewestOfWeek, has: week.count, of: "of the last 7"))
    }
    guard let mean = Statistics.mean(week), let middle = Statistics.mean(all),
      let deviation = Statistics.deviation(all)
    else { return .failure(.tooFew(.day, needed: fewestOfBand, has: all.count)) }
    return .success(
      Measured(
        VariabilityBand(mean: mean, band: middle - deviation / 2...middle + deviation / 2), .variabilityBand,
        [
          MeasureInput("mean of ln, 7 days", mean, origin: "of \(week.count) values"),
          MeasureInput("mean of ln, 60 days", middle), MeasureInput("standard deviation", deviation),
        ], coverage: MeasureCoverage(all.count, of: bandDays, .day)))
  }
}
