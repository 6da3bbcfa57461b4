import FoundationEssentials
import HealthAnalysis
import HealthModel
import Presentation
import Rings
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

/// What keys, clicks and typed words lead to.
@Suite("Answers to keys")
struct AnswerTests {
  private static let large = CellSize(columns: 120, rows: 40)

  private static func scene(_ keys: String, size: CellSize = large, store: StoreStatus? = nil) -> Scene {
    var scene = Scene(
      size: size, appearance: Appearance(colors: .truecolor, animates: false),
      store: store ?? .ready(newest: SampleDays.today, oldest: SampleDays.today - 400))
    scene.press(keys)
    return scene
  }

  @Test("Charts below each other have the same axis of time")
  func slots() throws {
    let scene = Scene(
      size: Self.large,
      screen: ChartScreen(types: [TypeIdentifier.stepCount, "HKQuantityTypeIdentifierHeartRate"], period: .month))
    let axes = scene.lines.filter { line in
      line.split(separator: " ").count >= 5 && line.allSatisfy { $0.isNumber || $0 == " " }
    }
    #expect(axes.count == 2 && Set(axes).count == 1, "\(scene.text)")
  }

  @Test("The first selected hour or bar is the last that has begun")
  func lastBegun() throws {
    var scene = Self.scene("[")
    #expect(scene.day.hour == 18)
    scene.press("l h [")
    #expect(scene.context.selected == SampleDays.today - 1 && scene.day.hour == 23)
    #expect(try #require(Self.scene("c 1 [").app.top as? ChartScreen).mark == 18)
    #expect(try #require(Self.scene("c 3 [").app.top as? ChartScreen).mark == 18)
    #expect(Self.scene("c 3 [").text.contains("Thu 19 Nov:"))
  }

  @Test(
    "A key that has nothing to do says why",
    arguments: [
      ("c -", "A chart has at least one type."), ("E", "There is data."), ("W", "Saving the picture."),
      (": chart space nothing enter", "chart shows no type nothing."),
    ])
  func reasons(keys: String, sentence: String) {
    #expect(Self.scene(keys).text.contains(sentence))
  }

  @Test("A scatter plot offers no period before, and says so")
  func scatter() throws {
    var scene = Scene(
      size: Self.large,
      screen: ChartScreen(types: [TypeIdentifier.stepCount, "HKQuantityTypeIdentifierHeartRate"], isScatter: true))
    #expect(!scene.text.contains("b before"))
    scene.press("b")
    #expect(scene.text.contains("A scatter plot has no period before."))
  }

  @Test("Without data, keys of screens say that there is none", arguments: ["M", "w", "V", "1", "o"])
  func empty(key: String) {
    #expect(Self.scene(key, store: .empty).text.contains("There is no data yet."))
    #expect(!Self.scene("a", store: .empty).text.contains("There is no data yet."))
  }

  @Test("That there is no data is no longer said when data arrives")
  func arrived() {
    var scene = Self.scene("M", store: .empty)
    scene.send(.storeStatus(.ready(newest: SampleDays.today, oldest: SampleDays.today - 400)))
    #expect(!scene.text.contains("There is no data yet."))
  }

  @Test("An export is not imported into made-up data", arguments: ["i", ": import space export.zip enter"])
  func importIntoDemo(keys: String) {
    var scene = Self.scene("")
    scene.app.context.isDemo = true
    scene.press(keys)
    #expect(scene.text.contains("This is made-up data.") && scene.app.screens.count == 1)
    #expect(!scene.effects.contains { if case .edit = $0 { true } else { false } })
  }

  @Test("On a server's store no dialog opens that changes it", arguments: ["a", "o", "p", "i"])
  func readOnly(key: String) {
    var scene = Self.scene("")
    scene.send(.connection(.live))
    scene.press(key)
    #expect(scene.app.screens.count == 1)
    #expect(scene.effects.contains { if case .edit = $0 { true } else { false } })
  }

  @Test("A refused command returns to the command line with the reason")
  func refusedCommand() throws {
    var scene = Self.scene(": add space move enter")
    #expect(scene.app.screens.count == 1)
    scene.send(.edited("How much? For example: 120 kcal.", isRefused: true))
    #expect(try #require(scene.app.top as? CommandScreen).field.text == "add move")
    #expect(scene.text.contains("How much?"))
  }

  @Test(
    "The mean load does not depend on how many weeks are drawn", arguments: [(80, 24), (100, 30), (120, 40), (200, 60)])
  func meanLoad(columns: Int, rows: Int) {
    let text = Self.scene("w", size: CellSize(columns: columns, rows: rows)).text
    #expect(text.contains("26-week mean"), "\(text)")
  }

  @Test("A ring that was never recorded is named", arguments: ["2", "1 3", "Y 2"])
  func ring(keys: String) {
    var scene = Scene(size: Self.large) { day in
      var summary = SampleDays.summary(day, 1.1, 0, 0)
      (summary.exercise.goalIsDefault, summary.stand.goalIsDefault) = (true, true)
      return summary
    }
    scene.press(keys)
    #expect(scene.text.contains("was never recorded."))
  }

  @Test(
    "Escape returns from a day to where it was opened",
    arguments: [("M h enter", "month"), ("Y h enter", "year"), ("A j enter", "streaks"), ("w enter enter", "workout")])
  func back(keys: String, name: ScreenName) {
    var scene = Self.scene(keys)
    #expect(scene.app.top is DayScreen)
    let selected = scene.context.selected
    scene.press("esc")
    #expect(scene.app.top.name == name && scene.context.selected == selected)
    // Opened again and again, they do not pile up.
    for _ in 0..<9 { scene.press("M enter Y enter") }
    #expect(scene.app.screens.map(\.name) == ["day", "year", "day"])
  }

  @Test("A click on a streak opens its last day")
  func streak() throws {
    var scene = Self.scene("A")
    scene.app.note(scene.frame)
    let bar = try #require(scene.app.regions.first { if case .goTo = $0.action { true } else { false } })
    scene.click(bar.rect.origin.column, bar.rect.origin.row)
    #expect(scene.app.top is DayScreen)
  }

  @Test("Groups of measures and the bars of training loads can be clicked")
  func clicks() throws {
    var scene = Self.scene("V")
    scene.app.note(scene.frame)
    let tab = try #require(scene.app.regions.first { $0.action == .open("recovery") })
    scene.click(tab.rect.origin.column + 1, tab.rect.origin.row)
    #expect((scene.app.top as? MeasuresScreen)?.group == .recovery)
    scene.press("w")
    scene.app.note(scene.frame)
    let bar = try #require(scene.app.regions.last { if case .choose(let row) = $0.action { row > 20 } else { false } })
    scene.click(bar.rect.origin.column, bar.rect.origin.row)
    let selected = try #require((scene.app.top as? WorkoutsScreen)?.list.selected)
    #expect(selected > 20)
  }

  @Test("A month or a year leads to its first day with data, and a refusal names the day that was meant")
  func dates() throws {
    let oldest = try #require(Day("2025-07-14"))
    var scene = Self.scene("g 2025 enter", store: .ready(newest: SampleDays.today, oldest: oldest))
    #expect(scene.context.selected == oldest)
    scene.press("g 29 space feb enter")
    #expect(scene.text.contains("There is nothing before 14 July 2025, so not 29 February 2024."))
  }

  @Test("Screens of types are opened with a type, and Tab walks through the completions")
  func commands() throws {
    #expect((Self.scene(": chart space heartRate enter").app.top as? ChartScreen)?.type.hasSuffix("HeartRate") == true)
    #expect((Self.scene(": samples space steps enter").app.top as? SamplesScreen)?.type == TypeIdentifier.stepCount)
    #expect((Self.scene(": sources space steps enter").app.top as? SourcesScreen)?.type == TypeIdentifier.stepCount)
    var scene = Self.scene(": t")
    var seen: [String] = []
    for _ in 0..<3 {
      scene.press("tab")
      seen.append(try #require(scene.app.top as? CommandScreen).field.text)
    }
    #expect(Set(seen).count == 3 && seen.allSatisfy { $0.hasPrefix("t") })
    scene.send(.terminal(.key(.backTab)))
    #expect((scene.app.top as? CommandScreen)?.field.text == seen[1])
  }

  @Test("A tab in pasted text is a blank")
  func tabs() {
    #expect(TextField("move\t120 kcal").text == "move 120 kcal")
  }

  @Test(
    "The selected hour is shown for each ring, or said where there is no room for hours",
    arguments: [("[ [", 80, 24), ("z [ [", 80, 24), ("[ [", 60, 20), ("[ [", 40, 12)])
  func hours(keys: String, columns: Int, rows: Int) {
    var scene = Scene(size: CellSize(columns: columns, rows: rows)) { day in
      var summary = SampleDays.summary(day, 1.76, 1, 1)
      summary.move.goal = 640
      return summary
    }
    scene.press(keys)
    #expect(scene.text.split(separator: "17:00").count >= 4, "\(scene.text)")
  }

  @Test("Of a selected hour with energy, standing is not recorded rather than not worn")
  func worn() {
    var activity = SampleDays.activity(SampleDays.today)
    activity.hours[18].stood = nil
    let chart = HourChart(.stand, activity, now: SampleDays.now, marked: 18)
    #expect(chart.words(unit: Ring.stand.unit(.activeEnergy), formatting: .english) == "18:00 not recorded")
  }

  @Test("An import is shown until it ends, with its percentage")
  func importing() {
    var scene = Self.scene("i")
    let file = ExportFile(path: "/tmp/e.zip", shownPath: "~/e.zip", bytes: 7_000, modified: SampleDays.today)
    scene.send(.loaded(LoadedQuery(ExportsQuery(), [file])))
    scene.press("enter M")
    #expect(scene.text.contains("importing"))
    scene.send(.editProgress(percent: 45))
    scene.press("h")
    #expect(scene.text.contains("importing 45%"))
    scene.send(.edited("e.zip: read 7 records."))
    #expect(!scene.text.contains("importing"))
  }

  // MARK: - Goals

  private static func edits(_ scene: Scene) -> [String] {
    scene.effects.compactMap { if case .edit(let line) = $0 { line } else { nil } }
  }

  @Test("Fields of the goals that were not edited follow the store")
  func changedGoals() {
    var scene = Self.scene("o")
    scene.summary = { day in
      var summary = SampleDays.summary(day)
      summary?.move.goal = 777
      return summary
    }
    scene.send(.storeChanged())
    #expect(scene.text.contains("Move, kcal     777"), "\(scene.text)")
    scene.press("^U 600 enter")
    #expect(Self.edits(scene) == ["goals set --move=\"600\""])
  }

  @Test("Goals of today are given to other weekdays, and an empty field for a goal that is none changes nothing")
  func unchangedGoals() {
    var scene = Self.scene("o tab tab tab tab tab sat enter")
    #expect(
      Self.edits(scene) == [
        "goals set --move=\"600\" --exercise=\"30\" --stand=\"12\" --weekdays \"sat\""
      ])
    scene = Scene { day in
      var summary = SampleDays.summary(day)
      summary?.move.goal = nil
      return summary
    }
    scene.press("o ^U enter")
    #expect(Self.edits(scene).isEmpty && scene.text.contains("No goal was changed."))
  }

  @Test("A hint that does not fit ends with an ellipsis")
  func hint() {
    #expect(Self.scene("o", size: CellSize(columns: 40, rows: 12)).text.contains("A goal is a number or none. Esc c…"))
  }
}
