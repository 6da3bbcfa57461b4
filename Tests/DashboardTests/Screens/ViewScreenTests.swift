import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

/// Workouts, charts, heart and sleep: their content and their keys.
@Suite("Lists and charts")
struct ViewScreenTests {
  private static let screens = [
    ("workouts", "w"), ("workout", "w enter"), ("chart", "c"), ("chart-heart", "c"), ("heart", "e"), ("sleep", "n"),
    ("sleep-night", "n h"),
    ("samples", "v"), ("sources", "S"), ("sources-order", "S j K"), ("workout-map", "w enter tab tab tab"),
    ("charts", "c"), ("scatter", "c"), ("delete", "v d"), ("measures", "V j"), ("measures-recovery", "V tab"),
    ("measures-records", "V tab tab j"),
  ]

  private static func scene(
    _ name: String, _ keys: String, size: CellSize = CellSize(columns: 100, rows: 30), hasData: Bool = true,
    glyphs: GlyphLevel = .block
  ) -> Scene {
    let summary: @Sendable (Day) -> DaySummary? = { hasData ? SampleDays.summary($0) : nil }
    var scene = Scene(
      size: size, appearance: Appearance(glyphLevel: glyphs, colors: .none, animates: false),
      store: .ready(newest: SampleDays.today, oldest: SampleDays.today - 400), summary: summary)
    scene.press(keys)
    if name == "chart-heart" {
      scene.app.screens[scene.app.screens.count - 1] = ChartScreen(
        type: "HKQuantityTypeIdentifierHeartRate", period: .sixMonths)
      scene.send(.motion(elapsed: 0))
    }
    if name == "charts" || name == "scatter" {
      scene.app.screens[scene.app.screens.count - 1] = ChartScreen(
        types: [TypeIdentifier.stepCount, "HKQuantityTypeIdentifierRestingHeartRate"], isScatter: name == "scatter")
      scene.send(.motion(elapsed: 0))
    }
    return scene
  }

  @Test(
    "Every view at every size, with and without data",
    arguments: ["200x60", "120x40", "80x24", "60x20", "30x6", "20x3"])
  func pictures(size: String) throws {
    let parts = size.split(separator: "x").compactMap { Int($0) }
    for (name, keys) in Self.screens {
      for hasData in [true, false]
      where hasData || !["workout", "workout-map", "sources-order", "delete"].contains(name) {
        let scene = Self.scene(name, keys, size: CellSize(columns: parts[0], rows: parts[1]), hasData: hasData)
        try Pictures.check(scene.text, named: "\(name)-\(hasData ? "data" : "none")-\(size)")
      }
    }
  }

  @Test("of measures no name and no reason is cut", arguments: [(72, 20), (80, 24), (120, 40), (200, 60)])
  func reasons(columns: Int, rows: Int) {
    let size = CellSize(columns: columns, rows: rows)
    for group in MeasureGroup.allCases {
      let measures = MeasureName.allCases.filter { $0.group == group }.map {
        NamedMeasure($0, .success(Measured(40, .form)), note: "steady over the week, 7 workouts measured in part")
      }
      var canvas = Canvas(size: size, appearance: Appearance(colors: .none))
      MeasuresView(
        group: group, measures: measures, history: nil, year: nil, selected: 1,
        context: Self.scene("measures", "V", size: size).context
      ).draw(on: &canvas, in: canvas.grid.bounds)
      let text = PlainText().text(of: canvas.grid)
      #expect(!text.contains("…") && text.contains("workouts") && text.contains("part"), "\(text)")
    }
  }

  @Test("two records are no curve, but three are")
  func curves() {
    for count in [2, 3] {
      let names = MeasureName.allCases.filter { $0.group == .records }
      let measures = names.enumerated().map { index, name in
        NamedMeasure(
          name,
          index < count
            ? .success(Measured(Double(300 * (index + 1)), .form)) : .failure(.tooFew(.day, needed: 1, has: 0)))
      }
      var canvas = Canvas(size: CellSize(columns: 120, rows: 40), appearance: Appearance(), recordsPictures: true)
      MeasuresView(
        group: .records, measures: measures, history: nil, year: nil, selected: 0,
        context: Self.scene("measures", "V", size: CellSize(columns: 120, rows: 40)).context
      ).draw(on: &canvas, in: canvas.grid.bounds)
      #expect(canvas.pictures.isEmpty == (count == 2))
    }
  }

  @Test("In ASCII only", arguments: screens)
  func ascii(name: String, keys: String) {
    let grid = Self.scene(name, keys, glyphs: .ascii).grid
    #expect(grid.cells.allSatisfy { $0.scalar.isASCII }, "\(PlainText().text(of: grid))")
  }

  @Test("Every size draws, with and without data", arguments: 0...40)
  func sizes(rows: Int) {
    for (name, keys) in Self.screens {
      for hasData in [true, false] {
        var scene = Self.scene(name, keys, hasData: hasData)
        // Other columns in each row, because drawing charts takes a few milliseconds.
        for columns in stride(from: rows * 17 % 63, through: 210, by: 63) {
          scene.app.context.size = CellSize(columns: columns, rows: rows)
          #expect(scene.grid.size == scene.context.size)
        }
      }
    }
  }

  @Test("Workouts are ordered, filtered and searched, by key and by click")
  func workouts() throws {
    var scene = Self.scene("workouts", "w")
    #expect(scene.text.contains("174 workouts"))
    func list() throws -> WorkoutsScreen { try #require(scene.app.top as? WorkoutsScreen) }
    scene.press("s")
    #expect(try list().order == .duration)
    let longest = SampleViews.workouts(WorkoutRequest(order: .duration)).first?.duration ?? 0
    #expect(scene.text.contains(Formatting.english.clockDuration(longest)))
    scene.press("r")
    #expect(try !list().isDescending)
    scene.press("f")
    #expect(try list().kind == 37)
    #expect(scene.text.contains("[Running"))
    let row = try #require(scene.lines.firstIndex { $0.contains("Cycling 2") })
    let line = scene.lines[row]
    let column = line.distance(from: line.startIndex, to: try #require(line.firstRange(of: "Cycling")).lowerBound)
    scene.click(column, row)
    #expect(try list().kind == 13)
    scene.press("f f f f f / swim enter")
    #expect(try list().search?.text == "swim")
    #expect(try !list().takesText)
    #expect(scene.text.contains("Swimming") && !scene.lines.contains { $0.contains("Running ") })
    scene.press("esc")
    #expect(try list().search == nil)
    // To the end of several pages, and into an entry.
    scene.press("end enter")
    #expect(scene.app.top is WorkoutScreen)
    scene.press("esc")
    #expect(scene.app.top is WorkoutsScreen)
  }

  @Test("The chart moves between periods, bars and types")
  func chart() throws {
    var scene = Self.scene("chart", "c")
    func chart() throws -> ChartScreen { try #require(scene.app.top as? ChartScreen) }
    #expect(scene.text.contains("November 2026") && scene.text.contains("[Month]"))
    scene.press("h")
    #expect(scene.text.contains("October 2026"))
    scene.press("5")
    #expect(scene.text.contains("2026") && scene.text.contains("[Year]"))
    scene.press("]")
    #expect(try chart().mark == 0 && scene.text.contains("January 2026: "))
    scene.press("enter")
    #expect(try chart().period == .month && scene.context.selected.description == "2026-01-01")
    scene.press("/")
    #expect(scene.text.contains("Heart rate") && scene.text.contains("51,234 samples"))
    scene.press("/ heart enter")
    #expect(try chart().type == "HKQuantityTypeIdentifierHeartRate")
    // What has an amount in each day is there too, but nothing without numbers.
    scene.press("/ sleep")
    #expect(scene.text.contains("Sleep with naps") && scene.text.contains("4,000 samples"))
    scene.press("enter")
    #expect(try chart().type == TypeIdentifier.sleepAnalysis)
    scene.press("/ headache")
    #expect(scene.text.contains("Nothing matches."))
    scene.press("esc esc / heart enter")
    scene.press("6")
    #expect(scene.text.contains("[All]"))
    scene.press("b")
    #expect(try !chart().comparesBefore)
    // A click on a bar shows its value.
    scene.press("1")
    let frame = scene.frame
    let region = try #require(frame.regions.last { if case .view(.mark(10)) = $0.action { true } else { false } })
    scene.click(region.rect.origin.column, region.rect.origin.row)
    #expect(try chart().mark == 10)
    #expect(scene.text.contains("10:00: "))
  }

  @Test("Heart and sleep move by days, and a click selects a day", arguments: ["e", "n"])
  func days(key: String) throws {
    var scene = Self.scene("", key, size: CellSize(columns: 120, rows: 40))
    scene.press("h h")
    #expect(scene.context.selected == SampleDays.today - 2)
    let region = try #require(scene.frame.regions.first { if case .goTo = $0.action { true } else { false } })
    scene.click(region.rect.origin.column, region.rect.origin.row)
    #expect(scene.context.selected < SampleDays.today - 2)
  }

  @Test("Samples are browsed by page, ordered, filtered by source and days, and opened")
  func samples() throws {
    var scene = Self.scene("samples", "v")
    func list() throws -> SamplesScreen { try #require(scene.app.top as? SamplesScreen) }
    for _ in 0..<40 { scene.press("pgdn") }
    #expect(try list().list.count == 450)
    scene.press("end")
    #expect(try list().list.selected == 449)
    scene.press("enter")
    #expect(scene.app.top is SampleScreen)
    #expect(scene.text.contains("Europe/Berlin"), "\(scene.text)")
    #expect(scene.text.contains("UUID"))
    scene.press("esc s")
    #expect(try list().order == .value)
    let highest = SampleViews.samples(SampleListRequest(type: "", order: .value)).first?.value ?? 0
    #expect(scene.lines.contains { $0.contains(" \(Int(highest)) ") })
    scene.press("f")
    #expect(try list().source != nil)
    scene.press("f s 1 h")
    #expect(scene.context.selected == SampleDays.today - 1)
    #expect(!scene.text.contains("Thu 19 Nov 2026"))
    scene.press("S enter")
    #expect(try list().source == "Robin's Apple Watch")
    // From all days, a date shows the samples of that day.
    scene.press("end g - 3 enter")
    #expect(try scene.context.selected == SampleDays.today - 3 && list().period == .day && list().list.selected == 0)
  }

  @Test("A sample is deleted after confirmation, by key and by click, and declining deletes nothing")
  func deletion() throws {
    var scene = Self.scene("samples", "v")
    scene.press("d")
    #expect(scene.app.top is ConfirmationScreen)
    #expect(scene.text.contains("Delete this sample?") && scene.text.contains("Robin's iPhone"), "\(scene.text)")
    scene.press("n")
    #expect(scene.app.top is SamplesScreen)
    #expect(!scene.effects.contains { if case .edit = $0 { true } else { false } })
    scene.press("enter d")
    let region = try #require(scene.frame.regions.last { $0.action == .select })
    scene.click(region.rect.origin.column, region.rect.origin.row)
    #expect(scene.app.top is SamplesScreen)
    #expect(scene.effects.contains(.edit("delete --yes --uuid 01020304-0506-0708-090A-0B0C0D0E0F10")))
  }

  @Test("A new order of sources shows its effects before it is stored, and can be discarded")
  func sourceOrder() throws {
    var scene = Self.scene("sources", "S")
    func screen() throws -> SourcesScreen { try #require(scene.app.top as? SourcesScreen) }
    // The first cannot move up, and moving a source back leaves no new order.
    scene.press("K")
    #expect(try screen().draft == nil)
    scene.press("J")
    #expect(try screen().draft == ["Robin's iPhone", "Robin's Apple Watch"])
    #expect(try screen().list.selected == 1)
    #expect(scene.text.contains("days change: ") && scene.text.contains("Move "), "\(scene.text)")
    #expect(scene.lines.last?.contains("enter save") == true)
    scene.press("K")
    #expect(try screen().draft == nil)
    scene.press("J esc")
    #expect(try screen().draft == nil)
    #expect(scene.lines.last?.contains("enter samples") == true)
    #expect(!scene.effects.contains { if case .edit = $0 { true } else { false } })
    // Discarding leaves the selection unchanged.
    scene.press("k J enter")
    #expect(
      scene.effects.contains(
        .edit(
          "sources HKQuantityTypeIdentifierActiveEnergyBurned --yes --order \"Robin's iPhone\" "
            + "--order \"Robin's Apple Watch\"")))
    // Heart rates do not add up.
    scene.press("/ heart enter K")
    #expect(try screen().draft == nil && scene.text.contains("the order has no effect"))
  }

  @Test("Types are shown below each other or against each other, and can be added and removed")
  func severalTypes() throws {
    var scene = Self.scene("chart", "c")
    func chart() throws -> ChartScreen { try #require(scene.app.top as? ChartScreen) }
    scene.press("x")
    #expect(try !chart().isScatter)
    scene.press("+ / heart enter")
    #expect(try chart().types == [TypeIdentifier.stepCount, TypeIdentifier.heartRate])
    #expect(scene.text.contains("bpm") && scene.text.contains("steps"), "\(scene.text)")
    scene.press("x")
    #expect(scene.text.contains("r = -"), "\(scene.text)")
    scene.press("]")
    #expect(scene.text.contains("2026: ") && scene.text.contains("steps, "))
    scene.press("enter")
    #expect(scene.app.top is DayScreen)
    scene.press("c + / heart enter x -")
    #expect(try chart().types.count == 1 && !chart().isScatter)
  }

  @Test("Tab moves each part of a workout to the top in turn, even if there is room for only one")
  func workoutParts() {
    var scene = Self.scene("workout", "w enter", size: CellSize(columns: 60, rows: 12))
    #expect(scene.text.contains("Duration"))
    for title in ["Heart rate", "Zones", "Pace", "Route", "Elevation"] {
      scene.press("tab")
      #expect(scene.lines[1].contains(title), "\(scene.text)")
    }
    scene.press("tab")
    #expect(scene.text.contains("Duration"))
  }

  @Test("Only a few pages are kept, however many are visited")
  func memory() {
    var cache = DataCache()
    for row in 0..<500 {
      let query = WorkoutsQuery(WorkoutRequest(after: ListCursor(key: Double(row), row: 0)))
      _ = cache.ask([query])
      cache.add(LoadedQuery(query, []))
    }
    let kept = (0..<500).count {
      cache.answer(to: WorkoutsQuery(WorkoutRequest(after: ListCursor(key: Double($0), row: 0)))) != nil
    }
    #expect((1...60).contains(kept))
    #expect(cache.answer(to: WorkoutsQuery(WorkoutRequest(after: ListCursor(key: 499, row: 0)))) != nil)
  }
}
