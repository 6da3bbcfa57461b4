import HealthModel
import Testing

@testable import Dashboard

@Suite("Today, and the newest data")
struct TodayTests {
  private let today = SampleDays.today

  @Test("At midnight a wearer on today moves along")
  func midnight() {
    var scene = Scene()
    scene.send(.todayChanged(today + 1))
    #expect(scene.state.selected == today + 1)
    #expect(scene.state.today == today + 1)
    #expect(scene.text.contains("Friday 20 November 2026 · today"))
  }

  @Test("At midnight a wearer on another day stays there")
  func midnightElsewhere() {
    var scene = StateNotation.scene("11-18")
    scene.send(.todayChanged(today + 1))
    #expect(scene.state.selected == today - 1)
    #expect(scene.text.contains("2 days ago"))
  }

  @Test("A clock set back takes the selection with it")
  func backwards() {
    var scene = StateNotation.scene("11-18")
    scene.send(.todayChanged(today - 5))
    #expect(scene.state.selected == today - 5)
  }

  @Test("At a week's end the new week is asked for")
  func newWeek() {
    var scene = Scene()
    scene.send(.todayChanged(today + 4))
    #expect(scene.state.days.isKnown(today + 4))
  }

  @Test("A store whose newest data is old opens on that day and says so")
  func old() {
    let scene = Scene(store: .ready(newest: today - 132))
    #expect(scene.state.selected == today - 132)
    #expect(scene.text.contains("132 days ago"))
    #expect(scene.text.contains("newest data: Fri 10 Jul, 132 days ago"))
  }

  @Test("Yesterday is not old: shortly after midnight today's empty rings are the truth")
  func yesterday() {
    #expect(Scene(store: .ready(newest: today - 1)).state.selected == today)
    #expect(Scene(store: .ready(newest: today - 2)).state.selected == today - 2)
  }

  @Test("A day that was asked for stays, whatever the data")
  func askedFor() {
    #expect(Scene(selected: today - 3, store: .ready(newest: today - 132)).state.selected == today - 3)
    #expect(Scene(selected: today + 3).state.selected == today)
  }

  @Test("While an import runs the newest day is followed until the wearer walks")
  func importing() {
    var scene = Scene(store: .empty)
    #expect(scene.text.contains("ringtop import export.zip"))
    scene.send(.storeStatus(.importing(records: 10, newest: nil)))
    #expect(scene.text.contains("An import is running: 10 records so far."))
    scene.send(.storeStatus(.importing(records: 1000, newest: today - 90)))
    #expect(scene.state.selected == today - 90)
    #expect(scene.text.contains("importing, 1,000 records"))
    scene.send(.storeStatus(.importing(records: 2000, newest: today - 60)))
    #expect(scene.state.selected == today - 60)
    scene.press("h")
    scene.send(.storeStatus(.importing(records: 3000, newest: today - 30)))
    #expect(scene.state.selected == today - 61)
    scene.send(.storeStatus(.ready(newest: today)))
    #expect(scene.state.selected == today - 61)
    #expect(!scene.text.contains("importing"))
  }

  @Test("Data from after today never pulls the selection there")
  func future() {
    #expect(Scene(store: .ready(newest: today + 9)).state.selected == today)
  }
}
