import Foundation
import HealthModel
import Presentation
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("Random events")
struct RandomEventTests {
  /// `RINGTOP_RANDOM_EVENTS=100000` for a long run.
  private static let count =
    ProcessInfo.processInfo.environment["RINGTOP_RANDOM_EVENTS"].flatMap { Int($0) } ?? 10_000

  @Test(
    "The state is consistent after thousands of random events at random sizes", arguments: [1, 2, 3, 4] as [UInt64])
  func events(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var scene = Scene()
    for step in 0..<(Self.count / 4) {
      let event = Self.event(&random, scene.context)
      scene.send(event)
      let state = scene.context
      let isWhole =
        state.selected <= state.today && state.selected >= ScreenContext.firstDay && state.week.contains(state.selected)
        && !scene.app.screens.isEmpty && scene.app.screens.count < 20
      if !isWhole { Issue.record("seed \(seed), step \(step): \(event)") }
      guard step.isMultiple(of: 3) else { continue }
      let frame = scene.frame
      if frame.grid.size != state.size { Issue.record("seed \(seed), step \(step): \(frame.grid.size)") }
      // So that clicks hit drawn regions, and the pointer hovers over charts.
      scene.app.note(frame)
    }
  }

  private static let keys: [Key] =
    Screens.all.flatMap { $0.bindings.flatMap(\.keys) }
    + "hjklHLtg123zm?q0-9monovy x\u{301}漢".unicodeScalars.map { Key.character($0) }
    + [.tab, .backTab, .end, .function(5), .control("l")]

  private static func event(_ random: inout SplitMix, _ state: ScreenContext) -> DashboardEvent {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<60:
      return .terminal(.key(keys.randomElement(using: &random) ?? "h"))
    case 60..<75:
      let actions: [MouseEvent.Action] = [.press, .press, .release, .wheelUp, .wheelDown, .move, .move, .drag]
      let position = CellPoint(
        column: Int.random(in: -3...230, using: &random), row: Int.random(in: -3...70, using: &random))
      return .terminal(.mouse(MouseEvent(action: actions.randomElement(using: &random) ?? .press, position: position)))
    case 75..<83:
      let size = CellSize(
        columns: Int.random(in: 0...130, using: &random), rows: Int.random(in: 0...40, using: &random))
      return .terminal(.resize(size))
    case 83..<88:
      let newest = SampleDays.today - Int.random(in: -5...800, using: &random)
      let statuses: [StoreStatus] = [
        .ready(newest: newest), .ready(newest: nil), .ready(newest: newest, oldest: newest - 300), .empty, .loading,
        .ready(newest: SampleDays.today),
      ]
      return .storeStatus(statuses.randomElement(using: &random) ?? .empty)
    case 88..<91:
      return .storeChanged()
    case 91..<93:
      return .todayChanged(state.today + Int.random(in: -2...2, using: &random))
    case 93..<95:
      return .loaded(
        LoadedQuery(SummariesQuery(state.selected...state.selected), [wild(state.selected, &random)]))
    case 95..<96:
      return .loaded(LoadedQuery(AnyQuery(SummariesQuery(state.week)), failure: .busy, reason: "No."))
    case 96..<97:
      let texts = ["11-19", "add move 120", "\u{1B}[200~", "a\nb", "漢\u{301}", String(repeating: "x", count: 5_000)]
      return .terminal(.paste(texts.randomElement(using: &random) ?? ""))
    case 97..<98 where Bool.random(using: &random):
      return .connection(Bool.random(using: &random) ? .live : .lost(since: "14:05", reason: "No."))
    case 97..<98:
      return .motion(elapsed: Double.random(in: -1...1, using: &random))
    default:
      return .notice(String(repeating: "long ", count: Int.random(in: 0...60, using: &random)))
    }
  }

  /// Invalid values.
  private static func wild(_ day: Day, _ random: inout SplitMix) -> DaySummary {
    let values: [Double?] = [nil, 0, -5, 1e-9, 599.9999999, 600, 1e6, 1e300, .infinity, -.infinity, .nan]
    func value() -> RingValue {
      RingValue(
        value: values.randomElement(using: &random) ?? nil, goal: values.randomElement(using: &random) ?? nil,
        goalIsDefault: Bool.random(using: &random))
    }
    return DaySummary(
      day: day, interval: SampleDays.midnight(day)..<SampleDays.midnight(day + 1), move: value(), exercise: value(),
      stand: value(), moveMode: Bool.random(using: &random) ? .activeEnergy : .moveTime,
      isPaused: Bool.random(using: &random), basis: .computed)
  }
}
