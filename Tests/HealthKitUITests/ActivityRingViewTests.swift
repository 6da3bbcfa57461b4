import HealthKit
import HealthKitUI
import TerminalRings
import Testing

@Suite("HKActivityRingView in a terminal")
struct ActivityRingViewTests {
  private func summary() -> HKActivitySummary {
    let summary = HKActivitySummary()
    summary.activeEnergyBurned = HKQuantity(unit: .kilocalorie(), doubleValue: 250)
    summary.activeEnergyBurnedGoal = HKQuantity(unit: .kilocalorie(), doubleValue: 500)
    summary.appleExerciseTime = HKQuantity(unit: .minute(), doubleValue: 45)
    summary.exerciseTimeGoal = HKQuantity(unit: .minute(), doubleValue: 30)
    return summary
  }

  @Test("draws value / goal, an empty track without a goal, and empty tracks without a summary")
  func rings() {
    let view = HKActivityRingView()
    #expect(view.rings == TerminalRings(move: nil, exercise: nil, stand: nil))
    view.activitySummary = summary()
    #expect(view.rings == TerminalRings(move: 0.5, exercise: 1.5, stand: nil))
    #expect(view.cells(columns: 20, rows: 10) == view.rings.cells(columns: 20, rows: 10))
    #expect(view.svg(side: 100) == view.rings.svg(side: 100))
    view.setActivitySummary(nil, animated: true)
    #expect(
      view.activitySummary == nil
        && view.ansi(columns: 4, rows: 2)
          == TerminalRings(move: nil, exercise: nil, stand: nil).ansi(columns: 4, rows: 2)
    )
  }

  @Test("a PNG file has the side that was asked for, at least one pixel and at most 8192")
  func png() throws {
    let view = HKActivityRingView()
    view.activitySummary = summary()
    for (asked, side) in [(64, 64), (-3, 1)] {
      let data = try #require(view.pngData(side: asked))
      #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      // The header's width and height follow its length and name.
      #expect(Array(data[16..<24]) == [0, 0, 0, UInt8(side), 0, 0, 0, UInt8(side)])
    }
    #expect(view.pngData(side: 64) != HKActivityRingView().pngData(side: 64))
  }

  @Test("with move time as the move mode, the outer ring shows minutes")
  func moveTime() {
    let summary = summary()
    summary.activityMoveMode = .appleMoveTime
    summary.appleMoveTime = HKQuantity(unit: .minute(), doubleValue: 30)
    summary.appleMoveTimeGoal = HKQuantity(unit: .minute(), doubleValue: 60)
    let view = HKActivityRingView()
    view.activitySummary = summary
    #expect(view.rings.move == 0.5)
  }
}
