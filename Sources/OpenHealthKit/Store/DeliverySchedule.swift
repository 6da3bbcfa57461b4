import Foundation
import HealthModel

/// How often observers of each type want to be called at most.
///
/// On Apple's systems this wakes an app that is not running. Here nothing wakes a program, so it holds back the calls of
/// one that is.
final class DeliverySchedule: Sendable {
  private let frequencies = Lock([String: HKUpdateFrequency]())

  func set(_ frequency: HKUpdateFrequency?, for type: String) {
    frequencies.withLock { $0[type] = frequency }
  }

  func removeAll() {
    frequencies.withLock { $0.removeAll() }
  }

  /// Seconds that a call must wait.
  ///
  /// - Parameters:
  ///   - types: what the observer observes. The most frequent of their deliveries counts.
  ///   - last: when it was called last, nil if never.
  func delay(for types: [String], last: Date?, now: Date) -> TimeInterval {
    guard let last else { return 0 }
    let period = frequencies.withLock { frequencies in types.map { frequencies[$0]?.period ?? 0 }.min() ?? 0 }
    // A clock that was set back must not hold a call back for longer than a period.
    return min(period, max(0, period - now.timeIntervalSince(last)))
  }
}

extension HKUpdateFrequency {
  /// Seconds between two calls, at least.
  var period: TimeInterval {
    switch self {
    case .immediate: 0
    case .hourly: 3_600
    case .daily: 86_400
    case .weekly: 604_800
    }
  }
}
