import Foundation
import HealthModel
import Presentation
import StatusLine
import TestSupport

/// The days for which every format is tested.
enum StatusDays {
  static let thursday = Day(number: 20_776)  // 2026-11-19

  static func summary(
    move: RingValue, exercise: RingValue, stand: RingValue, paused: Bool = false, basis: SummaryBasis = .apple,
    mode: MoveMode = .activeEnergy
  ) -> DaySummary {
    let start = Date(timeIntervalSince1970: Double(thursday.number) * 86_400)
    return DaySummary(
      day: thursday, interval: start..<start.addingTimeInterval(86_400), move: move, exercise: exercise, stand: stand,
      moveMode: mode, isPaused: paused, basis: basis)
  }

  static let open = StatusSnapshot(
    summary: summary(
      move: RingValue(value: 498.9, goal: 600), exercise: RingValue(value: 42, goal: 30),
      stand: RingValue(value: 6, goal: 12)), streak: 12)
  static let closed = StatusSnapshot(
    summary: summary(
      move: RingValue(value: 600, goal: 600), exercise: RingValue(value: 30, goal: 30),
      stand: RingValue(value: 12, goal: 12)), streak: 1)
  static let far = StatusSnapshot(
    summary: summary(
      move: RingValue(value: 1_410, goal: 600), exercise: RingValue(value: 300, goal: 30),
      stand: RingValue(value: 17, goal: 12)), streak: 0)
  static let paused = StatusSnapshot(
    summary: summary(
      move: RingValue(value: 100, goal: 600), exercise: RingValue(value: 0, goal: 30),
      stand: RingValue(value: 2, goal: 12), paused: true))
  static let withoutGoals = StatusSnapshot(
    summary: summary(
      move: RingValue(value: 498), exercise: RingValue(value: 42, goal: 0), stand: RingValue(value: 6)))
  static let defaults = StatusSnapshot(
    summary: summary(
      move: RingValue(value: 250, goal: 500, goalIsDefault: true),
      exercise: RingValue(value: 3, goal: 30, goalIsDefault: true),
      stand: RingValue(value: 0, goal: 12, goalIsDefault: true), basis: .computed))
  static let moveTime = StatusSnapshot(
    summary: summary(
      move: RingValue(value: 45, goal: 60), exercise: RingValue(value: 10, goal: 30),
      stand: RingValue(value: 3, goal: 12), mode: .moveTime))
  /// Of a source that has never written a stand hour.
  static let unrecorded = StatusSnapshot(
    summary: summary(
      move: RingValue(value: 420, goal: 600), exercise: RingValue(value: 42, goal: 30),
      stand: RingValue(goal: 12, goalIsDefault: true), basis: .computed))
  static let nothing = StatusSnapshot(day: thursday)
  static let emptyRow = StatusSnapshot(
    summary: summary(
      move: RingValue(goal: 500, goalIsDefault: true), exercise: RingValue(goal: 30, goalIsDefault: true),
      stand: RingValue(goal: 12, goalIsDefault: true), basis: .none))
  static let busy = StatusSnapshot(problem: .busy)

  static let all: [(name: String, snapshot: StatusSnapshot)] =
    [
      ("open", open), ("closed", closed), ("far", far), ("paused", paused), ("withoutGoals", withoutGoals),
      ("defaults", defaults), ("moveTime", moveTime), ("unrecorded", unrecorded), ("nothing", nothing),
      ("emptyRow", emptyRow),
    ] + StoreProblem.allCases.map { ($0.rawValue, StatusSnapshot(problem: $0)) }

  /// Text that has a special meaning in the bars.
  static let hostile = [
    "#S #{session_name} #(touch x) <b>&\"'%{F#ff}", "##[fg=red]x###[a]####", "#", "%", "%{", "{%", "%%{F-}{",
    "]]>&amp;",
    "a\nb\r\nc\u{1b}[31mred\u{7}\u{9b}31m\u{0}", "\u{202e}evil\u{2066}\u{2028}x", "日本語 한국어", "👨‍👩‍👧 🇬🇷 ☀️ e\u{301}",
    "%\u{301}{\u{301}#\u{301}",
    "$(x) `x` \\ ; | , : ~", "%H:%M %Y %%",
  ]

  /// A template that produces exactly this text.
  static func literal(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "{" || $0 == "}" ? "\($0)\($0)" : String($0) }.joined()
  }

  /// A random day: normal, empty, huge, negative and NaN values.
  static func random(_ random: inout SplitMix) -> StatusSnapshot {
    func ring() -> RingValue {
      let values: [Double?] = [nil, 0, -3, 29.6, 99.99, 600, 1e9, 1e300, .infinity, .nan, random.unit * 2_000]
      let goals: [Double?] = [nil, 0, 1, 30, 600, -1, .infinity, .nan, 0.001, random.unit * 1_000]
      return RingValue(
        value: values[random.below(values.count)], goal: goals[random.below(goals.count)],
        goalIsDefault: random.below(2) == 0)
    }
    let bases: [SummaryBasis] = [.apple, .computed, .none]
    return StatusSnapshot(
      day: random.below(4) == 0 ? nil : thursday,
      summary: random.below(5) == 0
        ? nil
        : summary(
          move: ring(), exercise: ring(), stand: ring(), paused: random.below(4) == 0, basis: bases[random.below(3)]),
      streak: random.below(2) == 0 ? nil : random.below(10_000),
      problem: random.below(3) == 0 ? StoreProblem.allCases[random.below(5)] : nil)
  }
}

extension SplitMix {
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  var unit: Double {
    mutating get { Double.random(in: 0..<1, using: &self) }
  }
}
