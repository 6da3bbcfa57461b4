#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The load of a workout as one number: Banister's training impulse.
///
/// Minutes multiplied by the fraction of the heart rate reserve, weighted so that hard minutes count more than easy
/// ones: an easy hour results in about 50, a hard one in 150.
package enum TrainingLoad {
  /// - Parameters:
  ///   - duration: seconds without pauses.
  ///   - averageRate: beats per minute; nil if unknown.
  /// - Returns: nil without a heart rate: nothing is guessed.
  package static func value(duration: Double, averageRate: Double?, zones: HeartRateZones) -> Double? {
    guard let averageRate, averageRate.isFinite, duration.isFinite, duration > 0 else { return nil }
    let part = min(1, max(0, (averageRate - zones.resting) / (zones.maximum - zones.resting)))
    return duration / 60 * part * 0.64 * exp(1.92 * part)
  }
}
