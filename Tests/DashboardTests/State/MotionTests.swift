import HealthModel
import Rings
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("Motion")
struct MotionTests {
  private let today = SampleDays.today

  private func scene(animates: Bool = true) -> Scene {
    Scene(appearance: Appearance(colors: .none, animates: animates))
  }

  private func more(_ scene: inout Scene) {
    scene.summary = { $0 == SampleDays.today ? SampleDays.summary($0, 1, 1.5, 0.5) : SampleDays.summary($0) }
    scene.send(.storeChanged())
  }

  @Test("The first frame of a day and moving to another are instant")
  func instant() {
    var scene = scene()
    #expect(!scene.app.isMoving)
    scene.press("h k l")
    #expect(!scene.app.isMoving)
  }

  @Test("New data for the displayed day moves its rings from the previous to the new values")
  func arrival() {
    var scene = scene()
    more(&scene)
    #expect(scene.app.isMoving)
    #expect(abs(scene.context.shownProgress(of: .move) - 0.77) < 1e-9)
    var last = scene.context.shownProgress(of: .move)
    while scene.app.isMoving {
      scene.send(.motion(elapsed: 0.033))
      #expect(scene.context.shownProgress(of: .move) >= last)
      last = scene.context.shownProgress(of: .move)
    }
    #expect(last == 1)
  }

  @Test("Numbers change immediately, without waiting for the rings")
  func numbers() {
    var scene = scene()
    more(&scene)
    #expect(scene.text.contains("600 / 600 kcal"))
  }

  @Test("Equal data moves nothing")
  func unchanged() {
    var scene = scene()
    scene.send(.storeChanged())
    #expect(!scene.app.isMoving)
  }

  @Test("Navigation ends the motion, and without animation there is none")
  func stopped() {
    var scene = scene()
    more(&scene)
    scene.press("h")
    #expect(!scene.app.isMoving)
    var still = self.scene(animates: false)
    more(&still)
    #expect(!still.app.isMoving)
  }

  @Test("A closing ring shows a light, which disappears afterwards")
  func flourish() {
    var scene = Scene(
      size: CellSize(columns: 80, rows: 24), appearance: Appearance(glyphLevel: .block, colors: .truecolor))
    let before = scene.app.frame().grid
    more(&scene)
    var shown = before
    var hadLight = false
    while scene.app.isMoving {
      scene.send(.motion(elapsed: 0.05))
      hadLight = hadLight || scene.context.shownRings.flourish.move != nil
      #expect(scene.context.shownRings.flourish.exercise == nil)
      shown = scene.app.frame(previous: shown).grid
    }
    #expect(hadLight)
    #expect(shown != before)
    var still = Scene(
      size: CellSize(columns: 80, rows: 24),
      appearance: Appearance(glyphLevel: .block, colors: .truecolor, animates: false))
    more(&still)
    #expect(shown == still.app.frame().grid)
  }

  @Test("Clock changes do no harm")
  func time() {
    var scene = scene()
    more(&scene)
    scene.send(.motion(elapsed: -5))
    #expect(scene.app.isMoving)
    scene.send(.motion(elapsed: 1e9))
    #expect(!scene.app.isMoving)
    scene.send(.motion(elapsed: 1))
    #expect(scene.context.shownProgress(of: .move) == 1)
  }

  // MARK: - Charts

  /// A dashboard whose frames are shown, as by the loop.
  private func shown(_ scene: inout Scene, _ keys: String = "") -> Frame {
    if !keys.isEmpty { scene.press(keys) }
    let frame = scene.frame
    scene.app.note(frame)
    return frame
  }

  /// The heights of the widest chart.
  private func heights(_ frame: Frame) -> [Double] {
    let widest = frame.shapes.max { $0.bars.count < $1.bars.count }
    return (widest?.bars ?? []).map { bar in
      if case .height(let value) = bar { value } else { -1 }
    }
  }

  @Test("Another day's bars and rings move from those on the screen, within a quarter of a second, and then rest")
  func dayStep() {
    // There is room for more days than hours.
    var scene = Scene(
      size: CellSize(columns: 120, rows: 40), selected: SampleDays.today - 3,
      appearance: Appearance(colors: .truecolor), screen: RingScreen(ring: .move))
    let before = heights(shown(&scene))
    let first = heights(shown(&scene, "h"))
    #expect(scene.app.isMoving)
    #expect(scene.context.motion != nil)
    var frames = [first]
    var elapsed = 0.0
    while scene.app.isMoving, elapsed < 1 {
      scene.send(.motion(elapsed: 0.025))
      elapsed += 0.025
      frames.append(heights(shown(&scene)))
    }
    #expect((0.15...0.25).contains(elapsed))
    var still = Scene(
      size: CellSize(columns: 120, rows: 40), selected: SampleDays.today - 4,
      appearance: Appearance(colors: .truecolor, animates: false), screen: RingScreen(ring: .move))
    let after = heights(shown(&still))
    #expect(frames.last == after)
    #expect(before != after)
    // Each bar goes straight from one value to the other.
    for index in after.indices where before[index] >= 0 && after[index] >= 0 {
      let (low, high) = (min(before[index], after[index]), max(before[index], after[index]))
      for (frame, next) in zip(frames, frames.dropFirst()) {
        #expect((low - 1e-9...high + 1e-9).contains(frame[index]))
        #expect(abs(next[index] - after[index]) <= abs(frame[index] - after[index]) + 1e-9)
      }
    }
    scene.send(.motion(elapsed: 0.025))
    #expect(!scene.app.isMoving)
  }

  @Test("A period of another length moves its bars, and a step during a motion continues from where they are")
  func period() {
    var scene = Scene(
      size: CellSize(columns: 100, rows: 30), appearance: Appearance(colors: .truecolor), screen: ChartScreen())
    _ = shown(&scene)
    _ = shown(&scene, "h")
    #expect(scene.app.isMoving)
    scene.send(.motion(elapsed: 0.05))
    let middle = heights(shown(&scene))
    scene.press("h")
    let next = heights(scene.frame)
    // The first step is a fifth of the way.
    for (old, new) in zip(middle, next) where old >= 0 && new >= 0 { #expect(abs(new - old) < 0.35) }
  }

  @Test("Without animation, on another screen and for a frame that was not shown, charts are there at once")
  func noMotion() {
    var still = Scene(
      size: CellSize(columns: 100, rows: 30), appearance: Appearance(colors: .truecolor, animates: false),
      screen: ChartScreen())
    _ = shown(&still)
    _ = shown(&still, "h")
    #expect(!still.app.isMoving)
    var other = Scene(
      size: CellSize(columns: 100, rows: 30), appearance: Appearance(colors: .truecolor), screen: ChartScreen())
    _ = shown(&other)
    _ = shown(&other, "e")
    #expect(!other.app.isMoving)
    var unseen = Scene(
      size: CellSize(columns: 100, rows: 30), appearance: Appearance(colors: .truecolor), screen: ChartScreen())
    unseen.press("h")
    #expect(unseen.context.chartMotion == nil)
  }

  @Test("A key that changes no chart starts no motion")
  func nothingToMove() {
    var scene = Scene(
      size: CellSize(columns: 100, rows: 30), appearance: Appearance(colors: .truecolor), screen: ChartScreen())
    _ = shown(&scene)
    _ = shown(&scene, "m")
    #expect(!scene.app.isMoving)
    #expect(scene.context.chartMotion == nil)
  }
}
