import HealthModel
import Testing

@testable import Dashboard

@Suite("Today, and the newest data")
struct TodayTests {
  private let today = SampleDays.today

  @Test("At midnight a user on today moves along")
  func midnight() {
    var scene = Scene()
    scene.send(.todayChanged(today + 1))
    #expect(scene.context.selected == today + 1)
    #expect(scene.context.today == today + 1)
    #expect(scene.text.contains("Friday 20 November 2026 · today"))
  }

  @Test("At midnight a user on another day stays there")
  func midnightElsewhere() {
    var scene = StateNotation.scene("11-18")
    scene.send(.todayChanged(today + 1))
    #expect(scene.context.selected == today - 1)
    #expect(scene.text.contains("2 days ago"))
  }

  @Test("A clock set back takes the selection with it")
  func backwards() {
    var scene = StateNotation.scene("11-18")
    scene.send(.todayChanged(today - 5))
    #expect(scene.context.selected == today - 5)
  }

  @Test("At a week's end the new week is asked for")
  func newWeek() {
    var scene = Scene()
    scene.send(.todayChanged(today + 4))
    #expect(scene.context.data.isKnown(today + 4))
  }

  @Test("A store whose newest data is old opens on that day and says so")
  func old() {
    let scene = Scene(store: .ready(newest: today - 132))
    #expect(scene.context.selected == today - 132)
    #expect(scene.text.contains("132 days ago"))
    #expect(scene.text.contains("newest data: Fri 10 Jul, 132 days ago"))
  }

  @Test("Yesterday is not old: shortly after midnight today's empty rings are the truth")
  func yesterday() {
    #expect(Scene(store: .ready(newest: today - 1)).context.selected == today)
    #expect(Scene(store: .ready(newest: today - 2)).context.selected == today - 2)
  }

  @Test("A day that was asked for stays, whatever the data")
  func askedFor() {
    #expect(Scene(selected: today - 3, store: .ready(newest: today - 132)).context.selected == today - 3)
    #expect(Scene(selected: today + 3).context.selected == today)
  }

  @Test("While data arrive the newest day is followed until the user walks")
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

  @Test("Data from after today never pulls the selection there")
  func future() {
    #expect(Scene(store: .ready(newest: today + 9)).context.selected == today)
  }
}
