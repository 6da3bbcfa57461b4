import HealthModel
import Rings
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard

@Suite("One ring")
struct OneRingTests {
  private static func summary(_ day: Day, exercise: Double = 0) -> DaySummary {
    var summary = SampleDays.summary(day, 1.1, exercise, 0)
    summary.exercise.goalIsDefault = true
    summary.stand.goalIsDefault = true
    return summary
  }

  @Test(
    "A user with only a Move ring sees only that, in every form",
    arguments: [
      CellSize(columns: 120, rows: 40), CellSize(columns: 80, rows: 24), CellSize(columns: 60, rows: 12),
      CellSize(columns: 30, rows: 5), CellSize(columns: 20, rows: 1),
    ])
  func moveOnly(size: CellSize) {
    let scene = Scene(size: size) { Self.summary($0) }
    #expect(scene.context.shownRings.form == .moveOnly)
    #expect(scene.text.contains("M"))
    #expect(!scene.text.contains("Exercise") && !scene.text.contains("Stand") && !scene.text.contains("E "))
  }

  @Test("A single minute of exercise brings back all three")
  func three() {
    let scene = Scene { Self.summary($0, exercise: $0 == SampleDays.today - 2 ? 0.1 : 0) }
    #expect(scene.context.shownRings.form == .three)
    #expect(scene.text.contains("Exercise") && scene.text.contains("Stand"))
  }

  @Test("A first day that has just begun has three rings, as with a watch")
  func firstDay() {
    let scene = Scene { $0 == SampleDays.today ? Self.summary($0) : nil }
    #expect(scene.context.shownRings.form == .three)
  }

  @Test("Move alone closes a day and makes a streak")
  func streak() {
    let scene = Scene(size: CellSize(columns: 120, rows: 40)) { Self.summary($0) }
    #expect(scene.context.streak.days > 7)
    #expect(scene.text.contains("4 of 4 days closed"))
  }

  @Test("Missing rings cannot be selected")
  func focus() {
    var scene = Scene { Self.summary($0) }
    scene.press("2")
    #expect(scene.app.top is DayScreen)
    scene.press("1")
    #expect((scene.app.top as? RingScreen)?.ring == .move)
  }

  @Test("one ring says when Apple's number and the samples differ, as show does", arguments: [(80, 24), (200, 60)])
  func difference(columns: Int, rows: Int) throws {
    let day = SampleDays.today - 1
    var scene = Scene(size: CellSize(columns: columns, rows: rows), selected: day) { day in
      SampleDays.summary(day, 2_000 / 600.0, 1, 1)
    }
    scene.press("1")
    let samples = Int(SampleDays.activity(day).hours.reduce(0) { $0 + $1.move })
    #expect(samples > 0 && samples < 2_000)
    #expect(
      scene.text.contains("The samples add up to \(samples) kcal, Apple counted 2,000")
        || scene.text.contains("Samples \(samples), Apple 2,000 kcal"), "\(scene.text)")
    var computed = Scene(size: CellSize(columns: columns, rows: rows), selected: day) { day in
      var summary = SampleDays.summary(day, 2_000 / 600.0, 1, 1)
      summary.basis = .computed
      return summary
    }
    computed.press("1")
    #expect(!computed.text.contains("Apple"))
  }
}
