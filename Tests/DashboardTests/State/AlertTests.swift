import HealthModel
import TestSupport
import Testing

@testable import Dashboard

@Suite("Rings that close while the dashboard is open")
struct AlertTests {
  private let today = SampleDays.today

  private func summary(_ day: Day, move: Double) -> DaySummary? {
    // Tomorrow is like today.
    var summary = SampleDays.summary(min(day, today))
    summary?.day = day
    summary?.move = RingValue(value: move, goal: 500)
    return summary
  }

  @Test("alert once each, but not if closed before, again after an undo, or for another day")
  func once() {
    var scene = Scene(summary: { [self] in summary($0, move: 499.9) })
    var move = 499.9
    func alerts(_ scene: inout Scene) -> [String] {
      let value = move
      scene.effects = []
      scene.summary = { [self] in summary($0, move: value) }
      scene.send(.storeChanged())
      return scene.effects.compactMap { if case .alert(let sentence) = $0 { sentence } else { nil } }
    }
    #expect(alerts(&scene) == [])
    move = 500
    #expect(alerts(&scene) == ["Move is closed."])
    move = 600
    #expect(alerts(&scene) == [])
    move = 1
    #expect(alerts(&scene) == [])
    move = 700
    #expect(alerts(&scene) == [])
    move = 10
    #expect(alerts(&scene) == [])
    scene.send(.todayChanged(today + 1))
    #expect(alerts(&scene) == [])
    move = 800
    #expect(alerts(&scene) == ["Move is closed."])
    var opened = Scene(summary: { [self] in summary($0, move: 900) })
    opened.send(.storeChanged())
    #expect(!opened.effects.contains { if case .alert = $0 { true } else { false } })
  }
}
