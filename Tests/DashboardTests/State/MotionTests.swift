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
}
