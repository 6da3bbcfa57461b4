import HealthModel
import Presentation
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard

@Suite("Loading")
struct LoadingTests {
  private let today = SampleDays.today

  @Test("Nothing is requested before there is a store")
  func noStore() {
    var scene = Scene(store: nil, summary: nil)
    scene.send(.terminal(.resize(CellSize(columns: 10, rows: 10))))
    scene.send(.storeStatus(.noStore(path: "x")))
    #expect(scene.effects.isEmpty)
  }

  @Test("The week, the previous one and the day's hours are requested immediately")
  func first() {
    let scene = Scene(summary: nil)
    #expect(scene.effects.first == .load(AnyQuery(SummariesQuery(today.monday...(today.monday + 6)))))
    #expect(scene.effects.contains(.load(AnyQuery(ActivityQuery(today)))))
  }

  @Test("Navigation never waits: the day changes immediately and shows dashes until its data arrives")
  func step() {
    var scene = Scene(summary: nil)
    scene.press("k k k")
    #expect(scene.context.selected == today - 21)
    #expect(scene.text.contains("–"))
    #expect(!scene.text.contains("no data"))
    scene.summary = { SampleDays.summary($0) }
    let days = (today - 28)...today
    scene.send(.loaded(LoadedQuery(SummariesQuery(days), days.compactMap(SampleDays.summary))))
    #expect(scene.text.contains("600 kcal"))
  }

  @Test("The week of the next step is prefetched")
  func readAhead() {
    var scene = Scene()
    for _ in 0..<20 {
      let next = scene.context.selected - 7
      #expect(scene.context.data.isKnown(next))
      scene.press("k")
    }
  }

  @Test("Nothing is requested twice, neither while pending nor once loaded")
  func onlyOnce() {
    var scene = Scene(summary: nil)
    scene.press("k j k j 1 z")
    var underWay: Set<AnyQuery> = []
    for effect in scene.effects {
      switch effect {
      case .load(let query): #expect(underWay.insert(query).inserted, "\(query)")
      case .cancel(let query): #expect(underWay.remove(query) != nil, "\(query)")
      case .edit, .setMouse, .copy, .savePicture, .redraw, .suspend, .alert, .runDemo, .quit: break
      }
    }
    #expect(underWay.contains(AnyQuery(ActivityQuery(today))))
    var answered = Scene()
    answered.effects = []
    answered.press("1 z 2 z ? esc")
    #expect(answered.effects.isEmpty)
  }

  @Test("A change of the store reads the visible weeks again, and others when they are next needed")
  func change() {
    var scene = Scene()
    scene.press("k k k k k k")
    scene.effects = []
    scene.send(.storeChanged())
    let week = scene.context.week.lowerBound
    #expect(scene.effects.contains(.load(AnyQuery(SummariesQuery(week...(week + 6))))))
    #expect(!scene.effects.contains { $0 == .load(AnyQuery(ActivityQuery(today))) })
    scene.effects = []
    scene.press("t")
    #expect(
      scene.effects.contains { effect in
        guard case .load(let query) = effect, let days = (query.base as? SummariesQuery)?.days else { return false }
        return days.contains(today)
      })
  }

  @Test(
    "Moving to a prefetched day takes one key and one frame",
    arguments: [("", "h"), ("", "k"), ("h h h", "h"), ("k k", "j"), ("k", "l")])
  func oneFrame(before: String, key: String) {
    var scene = Scene(size: CellSize(columns: 120, rows: 40))
    scene.press(before)
    // Queries get no results any more.
    scene.summary = nil
    scene.press(key)
    #expect(!scene.app.isWaiting && scene.context.summary != nil)
    #expect(scene.text.contains("8,432 steps"))
  }

  @Test("A change of other days does not reload the visible ones")
  func changeElsewhere() {
    var scene = Scene()
    scene.effects = []
    scene.send(.storeChanged(StoreChange(days: (today - 400)...(today - 300))))
    #expect(scene.effects.isEmpty)
    scene.send(.storeChanged(StoreChange(days: today...today)))
    #expect(scene.effects.contains(.load(AnyQuery(SummariesQuery(today.monday...(today.monday + 6))))))
    #expect(scene.effects.contains(.load(AnyQuery(ActivityQuery(today)))))
  }

  @Test(
    "A change of a type reloads only what depends on that type",
    arguments: [
      ("HKQuantityTypeIdentifierBodyMass", []), ("HKQuantityTypeIdentifierHeartRate", ["DetailsQuery"]),
      ("HKQuantityTypeIdentifierStepCount", ["ActivityQuery"]),
      ("HKCategoryTypeIdentifierAppleStandHour", ["ActivityQuery", "RecordsQuery", "SummariesQuery"]),
      ("HKWorkoutTypeIdentifier", ["DetailsQuery"]),
    ])
  func changeOfType(type: String, read: [String]) {
    // Large enough for all data of a day.
    var scene = Scene(size: CellSize(columns: 200, rows: 60))
    scene.effects = []
    scene.send(.storeChanged(StoreChange(days: today...today, types: [type])))
    let kinds = scene.effects.map { effect in
      guard case .load(let query) = effect else { return "\(effect)" }
      return String("\(query)".prefix { $0 != "(" })
    }
    #expect(Set(kinds) == Set(read))
    // A change of goals has no type.
    scene.effects = []
    scene.send(.storeChanged(StoreChange(types: [])))
    #expect(scene.effects.contains { if case .load(let query) = $0 { query.base is SummariesQuery } else { false } })
  }

  @Test("Several changes during a load cause a single reload")
  func burst() {
    var scene = Scene(summary: nil)
    scene.effects = []
    for _ in 0..<50 { scene.send(.storeChanged()) }
    #expect(scene.effects.isEmpty)
    let query = SummariesQuery(today.monday...(today.monday + 6))
    scene.send(.loaded(LoadedQuery(query, [])))
    #expect(scene.effects.filter { $0 == .load(AnyQuery(query)) }.count == 1)
  }

  @Test("Loaded data stays on the screen while it is reloaded")
  func staysVisible() {
    var scene = Scene()
    scene.summary = nil
    let before = scene.text
    scene.send(.storeChanged())
    #expect(scene.text == before)
  }

  @Test("A deleted day disappears after the next load")
  func vanished() {
    var scene = Scene()
    scene.summary = { _ in nil }
    scene.send(.storeChanged())
    #expect(scene.context.summary == nil)
    #expect(scene.text.contains("no data"))
  }

  @Test("A failed load is reported, and retried only after a change")
  func failure() {
    var scene = Scene(summary: nil)
    scene.effects = []
    let week = AnyQuery(SummariesQuery(today.monday...(today.monday + 6)))
    scene.send(.loaded(LoadedQuery(week, failure: .unreadable, reason: "The store is locked.")))
    #expect(scene.text.contains("The store is locked."))
    scene.press("h")
    #expect(!scene.effects.contains(.load(week)))
    scene.effects = []
    scene.send(.storeChanged())
    #expect(scene.effects.contains(.load(week)))
  }

  @Test("A long streak is loaded completely, block by block")
  func streak() {
    let first = today - 500
    let scene = Scene(summary: { $0 < first || $0 > SampleDays.today ? nil : SampleDays.summary($0, 1, 1, 1) })
    #expect(scene.context.streak == Streak(upTo: today, today: today, in: scene.context.data))
    #expect(scene.context.streak.days == 501)
    #expect(scene.context.streak.unknownFrom == nil)
    #expect(scene.text.contains("501-day streak"))
  }

  @Test("Without streaks and pauses, only the displayed weeks are loaded")
  func noStreak() {
    let scene = Scene(summary: { SampleDays.summary($0, 0.1, 0.1, 0.1) })
    let weeks = scene.effects.filter { if case .load(let query) = $0 { query.base is SummariesQuery } else { false } }
    #expect(weeks.count == 2)
  }
}
