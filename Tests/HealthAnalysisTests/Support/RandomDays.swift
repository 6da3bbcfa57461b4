import Foundation
import HealthAnalysis
import HealthModel

/// Random days with every case that counting must handle: pauses, missing days, changing or missing goals, rings
/// that nothing recorded, days of 23 and 25 hours.
enum RandomDays {
  static let first = Day(number: 20_089)  // Wednesday 1 January 2025

  /// - Parameter isGood: how likely a ring is closed.
  static func make(_ count: Int, isGood: Double, using random: inout some RandomNumberGenerator) -> [DaySummary] {
    var move = 500.0
    var pausedUntil = 0
    return (0..<count).map { index in
      let day = first + index
      let start = Date(timeIntervalSince1970: Double(day.number) * 86_400)
      let lengths: [Double] = [82_800, 86_400, 86_400, 86_400, 90_000]
      let length = lengths.randomElement(using: &random) ?? 86_400
      var summary = DaySummary(day: day, interval: start..<start.addingTimeInterval(length))
      if Int.random(in: 0..<40, using: &random) == 0 { move = Double(Int.random(in: 200...900, using: &random)) }
      if Int.random(in: 0..<30, using: &random) == 0 { pausedUntil = index + Int.random(in: 0...9, using: &random) }
      summary.isPaused = index < pausedUntil
      func ring(_ goal: Double) -> RingValue {
        let closes = Double.random(in: 0..<1, using: &random) < isGood
        let value =
          closes
          ? (goal * Double.random(in: 1...4.5, using: &random)).rounded()
          : (goal * Double.random(in: 0..<0.99, using: &random)).rounded(.down)
        return RingValue(value: value, goal: goal)
      }
      summary.move = ring(move)
      summary.exercise = ring(30)
      summary.stand = ring(12)
      if Int.random(in: 0..<25, using: &random) == 0 { summary.stand.goal = nil }
      summary.basis = .computed
      switch Int.random(in: 0..<36, using: &random) {
      case 0: summary.move.value = nil
      case 1: summary.exercise.value = nil
      case 2: summary.stand.value = nil
      default: break
      }
      if Int.random(in: 0..<20, using: &random) == 0 {
        summary.move.value = nil
        summary.exercise.value = nil
        summary.stand.value = nil
        summary.basis = .none
      }
      return summary
    }
  }
}
