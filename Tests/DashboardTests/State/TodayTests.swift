import HealthModel
import TestSupport
import Testing

@testable import Dashboard

@Suite("Today, and the newest data")
struct TodayTests {
  private let today = SampleDays.today

  @Test("At midnight a selection of today moves to the new day")
  func midnight() {
    var scene = Scene()
    scene.send(.todayChanged(today + 1))
    #expect(scene.context.selected == today + 1)
    #expect(scene.context.today == today + 1)
    #expect(scene.text.contains("Friday 20 November 2026 · today"))
  }

  @Test("At midnight the rings of friends are read again, whose day is another one")
  func friends() {
    var scene = Scene()
    let before = FriendsScreen().visible(in: scene.context).map(AnyQuery.init)
    scene.send(.todayChanged(today + 1))
    #expect(FriendsScreen().visible(in: scene.context).map(AnyQuery.init) != before)
  }

  @Test("At midnight a selection of another day stays")
  func midnightElsewhere() {
    var scene = StateNotation.scene("11-18")
    scene.send(.todayChanged(today + 1))
    #expect(scene.context.selected == today - 1)
    #expect(scene.text.contains("2 days ago"))
  }

  @Test("Setting the clock back moves the selection")
  func backwards() {
    var scene = StateNotation.scene("11-18")
    scene.send(.todayChanged(today - 5))
    #expect(scene.context.selected == today - 5)
  }

  @Test("At the end of a week the new week is requested")
  func newWeek() {
    var scene = Scene()
    scene.send(.todayChanged(today + 4))
    #expect(scene.context.data.isKnown(today + 4))
  }

  @Test("A store whose newest data is old opens on that day and shows its age")
  func old() {
    let scene = Scene(store: .ready(newest: today - 132))
    #expect(scene.context.selected == today - 132)
    #expect(scene.text.contains("132 days ago"))
    #expect(scene.text.contains("newest data: Fri 10 Jul, 132 days ago"))
  }

  @Test("Yesterday is not old: shortly after midnight today's empty rings are shown")
  func yesterday() {
    #expect(Scene(store: .ready(newest: today - 1)).context.selected == today)
    #expect(Scene(store: .ready(newest: today - 2)).context.selected == today - 2)
  }

  @Test("A requested day stays selected, whatever the data")
  func askedFor() {
    #expect(Scene(selected: today - 3, store: .ready(newest: today - 132)).context.selected == today - 3)
    #expect(Scene(selected: today + 3).context.selected == today)
  }

  @Test("While data arrives, the newest day is selected until the user navigates")
  func arriving() {
    var scene = Scene(store: .empty)
    #expect(scene.text.contains("Import an export from the Health app"))
    for ago in [90, 60] {
      scene.send(.storeStatus(.ready(newest: today - ago)))
      #expect(scene.context.selected == today - ago)
    }
    scene.press("h")
    scene.send(.storeStatus(.ready(newest: today - 30)))
    #expect(scene.context.selected == today - 61)
    scene.send(.storeStatus(.ready(newest: today)))
    #expect(scene.context.selected == today - 61)
  }

  @Test("Future data never moves the selection to the future")
  func future() {
    #expect(Scene(store: .ready(newest: today + 9)).context.selected == today)
  }
}
