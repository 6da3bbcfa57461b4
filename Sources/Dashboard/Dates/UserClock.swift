import FoundationEssentials
import HealthModel

/// The user's local clock.
enum UserClock {
  /// Local minutes after a day's midnight, with the offset in effect at an instant; negative before midnight.
  static func minutes(_ instant: Date, of day: Day, in zone: TimeZone) -> Double {
    let local = instant.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: instant))
    return local / 60 - Double(day.number) * 1_440
  }
}
