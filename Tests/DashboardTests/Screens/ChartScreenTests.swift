import FoundationEssentials
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

/// What the pictures of single screens show, in cells and in pixels.
@Suite("Pictures of screens")
struct ChartScreenTests {
  private static let size = CellSize(columns: 120, rows: 40)
  private static let appearance = Appearance(colors: .truecolor, animates: false)

  private static func scene(_ keys: String, oldest: Day = SampleDays.today - 40, size: CellSize = size) -> Scene {
    var scene = Scene(
      size: size, appearance: appearance, store: .ready(newest: SampleDays.today, oldest: oldest),
      summary: { $0 >= oldest ? SampleDays.summary($0) : nil })
    scene.press(keys)
    return scene
  }

  private static func pictures(_ scene: Scene) -> [PlacedPicture] {
    scene.app.frame(records: true).pictures.filter { if case .chart = $0.picture { true } else { false } }
  }

  @Test("A night is drawn in whole columns, and a short time awake is visible")
  func hypnogram() throws {
    let minutes: [(SleepStage, Double)] = [
      (.core, 90), (.awake, 3), (.core, 60), (.deep, 0.2), (.core, 20), (.rem, 40),
    ]
    var spans: [SleepSpan] = []
    var bands: [SleepDays.Band] = []
    var from = 0.0
    let midnight = SampleDays.midnight(SampleDays.today)
    for (stage, length) in minutes {
      spans.append(
        SleepSpan(start: midnight + from * 60, end: midnight + (from + length) * 60, stage: stage, source: "Watch"))
      bands.append(SleepDays.Band(start: from, end: from + length, stage: stage))
      from += length
    }
    let night = SleepDays.Night(
      night: try #require(SleepNight(day: SampleDays.today, spans: spans)), bedtime: 0, wakeUp: from, bands: bands)
    var canvas = Canvas(size: CellSize(columns: 62, rows: 9), appearance: Self.appearance, recordsPictures: true)
    Hypnogram(night: night, formatting: .english).draw(on: &canvas, in: canvas.grid.bounds)
    // Forty columns for 213 minutes; lanes of two rows: awake, REM, core, deep.
    func columns(_ stage: SleepStage, row: Int) -> [Int] {
      let color = Self.appearance.color(of: stage)
      return (8..<48).filter {
        [canvas.grid[$0, row].style.foreground, canvas.grid[$0, row].style.background].contains(color)
      }
    }
    #expect(columns(.awake, row: 1) == [25])
    #expect(columns(.core, row: 4) == Array(8..<25) + Array(26..<40))
    #expect(columns(.rem, row: 2) == Array(40..<48))
    #expect(columns(.deep, row: 7).isEmpty)
    // In pixels even seconds are visible.
    let image = canvas.pictures[0].picture.image(width: 320, height: 128)
    let deep = Self.appearance.rgb(Self.appearance.color(of: .deep))
    #expect(
      (0..<320).contains { x in
        let start = 4 * (112 * 320 + x)
        return Array(image.bytes[start..<(start + 3)]) == [deep.red, deep.green, deep.blue]
      })
  }

  /// What a hypnogram of one stage from 22:00 UTC on shows, with clocks that change after so many hours.
  private static func hypnogram(
    hours: Double, stage: SleepStage = .core, bedtime: Double, change: (after: Double, minutes: Double)? = nil
  ) throws -> [String] {
    let start = Date(timeIntervalSince1970: 1_774_735_200)
    let night = SleepDays.Night(
      night: try #require(
        SleepNight(
          day: Day(number: 20_541),
          spans: [SleepSpan(start: start, end: start + hours * 3_600, stage: stage, source: "Watch")])),
      bedtime: bedtime, wakeUp: bedtime + hours * 60 + (change?.minutes ?? 0),
      bands: [
        SleepDays.Band(start: bedtime, end: bedtime + hours * 60 + (change?.minutes ?? 0), stage: stage)
      ],
      change: change.map { SleepDays.Night.ClockChange(instant: start + $0.after * 3_600, minutes: $0.minutes) })
    var canvas = Canvas(size: CellSize(columns: 22 + Int(hours) * 10, rows: 9), appearance: appearance)
    Hypnogram(night: night, formatting: .english).draw(on: &canvas, in: canvas.grid.bounds)
    return PlainText().text(of: canvas.grid).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("the hours below a night are where they were, also after the clocks have changed in it")
  func changedClocks() throws {
    func hours(_ rows: [String]) throws -> [String: Int] {
      let row = Array(try #require(rows.first { $0.contains("00:00") }))
      var places: [String: Int] = [:]
      for column in 0..<(row.count - 4) where row[column + 2] == ":" && row[column].isNumber {
        places[String(row[column..<(column + 5)]), default: column] = column
      }
      return places
    }
    // From 23:00 to 6:00 in spring, six hours: there is no 2:00.
    let spring = try hours(Self.hypnogram(hours: 6, bedtime: -60, change: (3, 60)))
    #expect(spring == ["23:00": 8, "00:00": 18, "01:00": 28, "03:00": 38, "04:00": 48, "05:00": 58])
    // From midnight to 6:00 in autumn, seven hours: 2:00 comes twice, and 3:00 an hour later.
    let autumn = try hours(Self.hypnogram(hours: 7, bedtime: 0, change: (3, -60)))
    #expect(autumn["01:00"] == 18 && autumn["02:00"] == 38 && autumn["03:00"] == 48 && autumn["05:00"] == 68)
    let usual = try hours(Self.hypnogram(hours: 6, bedtime: 0))
    #expect(usual["01:00"] == 18 && usual["05:00"] == 58)
  }

  @Test("where a night has no stages, it is not said to be without time awake")
  func unknownAwake() throws {
    for (stage, name) in [(SleepStage.inBed, "In bed"), (.asleep, "Asleep")] {
      let text = try Self.hypnogram(hours: 6, stage: stage, bedtime: 0).joined()
      #expect(text.contains(name) && !text.contains("Awake"))
    }
    #expect(try Self.hypnogram(hours: 6, bedtime: 0).joined().contains("Awake"))
  }

  @Test(
    "a workout shows the range of its heart rate, one rounding of its energy, and what its splits add up to")
  func workout() throws {
    let start = SampleDays.midnight(SampleDays.today)
    var stored = StoredWorkout(
      summary: WorkoutSummary(
        row: 1, activity: 37, start: start, end: start + 3_600, duration: 3_600, energy: 633.95, distance: 11_190,
        heartRate: 140, cursor: ListCursor(key: 0, row: 0)),
      source: "Watch", device: "", metadata: Metadata([]),
      time: WorkoutTime(start: start, end: start + 3_600, events: []))
    // One high value among many.
    stored.rates = (0..<720).map { HeartRatePoint(time: start + Double($0 * 5), rate: $0 == 300 ? 201 : 140) }
    stored.distances = [
      SourceMerger.Piece(
        start: start.timeIntervalSinceReferenceDate, end: start.timeIntervalSinceReferenceDate + 3_600, value: 8_220)
    ]
    stored.statistics = [
      WorkoutStatisticsRecord(
        type: TypeIdentifier.activeEnergyBurned, unit: "Cal", start: start, end: start + 3_600, sum: 633.95)
    ]
    let detail = WorkoutDetail(stored, profile: HeartRateProfile(sex: .unknown, resting: 50, maximum: 190))
    let context = Self.scene("").context
    var canvas = Canvas(size: CellSize(columns: 80, rows: 20), appearance: Self.appearance)
    WorkoutCharts(detail: detail, mark: nil, context: context).drawRates(on: &canvas, in: canvas.grid.bounds)
    let rows = PlainText().text(of: canvas.grid).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    #expect(rows[0].contains("140–201 bpm") && rows.dropFirst().contains { $0.contains("201") })
    let lines = WorkoutFacts(detail: detail, context: context).lines(60)
    let energies = lines.compactMap { if case .fact("Active energy", let text) = $0 { text } else { nil } }
    #expect(energies == ["633 kcal", "633 kcal"])
    #expect(lines.contains(.text("The splits add up to 8.22 km.")))
    #expect(lines.contains(.text("  for men–for women: the sex is not set")))
    stored.distances[0].value = 11_150
    let whole = WorkoutFacts(detail: WorkoutDetail(stored, profile: HeartRateProfile()), context: context).lines(60)
    #expect(!whole.contains { if case .text(let text) = $0 { text.hasPrefix("The splits") } else { false } })
  }

  @Test("A year shows no days before the first data, and each known day is a square")
  func year() {
    let scene = Self.scene("Y")
    let oldest = scene.context.oldestDay
    let frame = scene.frame
    let layout = YearLayout(
      scene.context.body.withMargin, selected: scene.context.selected, oldest: oldest, today: SampleDays.today,
      data: scene.context.data)
    #expect(layout.blocks.count == 1)
    for block in layout.blocks {
      for day in block.span {
        guard let cell = layout.cell(of: day, in: block, scene.context.data) else { continue }
        let drawn = frame.grid[cell.origin.column, cell.origin.row]
        #expect((drawn == .blank) == (day < oldest || day > SampleDays.today), "\(day)")
      }
    }
    #expect(!scene.text.contains("Jan ") && scene.text.contains("Oct "))
    #expect(Self.pictures(scene).contains { $0.rect == layout.blocks[0].days })
  }

  @Test("A timeline has a bar for each streak")
  func timeline() throws {
    let scene = Self.scene("A", oldest: SampleDays.today - 300)
    #expect(scene.text.contains("Timeline"), "\(scene.text)")
    let report = try #require(scene.context.streaks)
    for line in report.lines {
      #expect(line.streaks.map(\.days).max() ?? 0 == line.longest.days)
      #expect(line.streaks.reduce(0) { $0 + $1.days } == line.days.closed)
    }
    let hints = scene.frame.hints.filter { $0.words.contains(" day") }
    #expect(hints.count == report.lines.reduce(0) { $0 + $1.streaks.count })
  }

  @Test("A route has its kilometres, its scale and north")
  func route() throws {
    let scene = Self.scene("w enter", size: CellSize(columns: 200, rows: 60))
    let frame = scene.frame
    #expect(scene.text.contains("↑ N"))
    let hint = try #require(frame.hints.first { $0.words == "Start" })
    let map = try #require(Self.pictures(scene).first { $0.rect.contains(hint.rect.origin) })
    let labels = map.rect.rows.map { row in
      map.rect.columns.map { String(Character(frame.grid[$0, row].scalar)) }.joined()
    }.joined(separator: " ")
    // Nothing but these labels lies over the picture.
    for row in map.rect.rows {
      for column in map.rect.columns {
        let (shown, drawn) = (
          frame.grid[column, row], map.cells[column - map.rect.origin.column, row - map.rect.origin.row]
        )
        #expect(shown == drawn || shown.scalar.properties.numericType != nil, "\(column) \(row) \(shown.scalar)")
      }
    }
    for kilometre in 1...3 { #expect(labels.contains("\(kilometre)"), "\(labels)") }
  }

  @Test("The view is copied as it is printed, without keys and colours")
  func copy() throws {
    var scene = Self.scene("n h")
    scene.press("y")
    let copied = scene.effects.compactMap { effect in if case .copy(let text) = effect { text } else { nil } }
    let text = try #require(copied.first)
    #expect(copied.count == 1 && text.contains("28 nights") && !text.contains("quit"))
    #expect(text.hasSuffix("\n") && !text.hasPrefix("\n") && !text.contains("\u{1B}"))
    #expect(scene.text.contains("clipboard"))
  }

  @Test("a scatter plot says how the types go together by rank, how few days there are, and which is later")
  func ranks() {
    let day = SampleDays.today
    let points = (0..<12).map { Scatter.Point(day: day - $0, x: Double($0), y: Double($0 * $0 * $0)) }
    let steps = TypeIdentifier.stepCount
    let words = ScatterWords(
      Scatter(x: steps, y: TypeIdentifier.heartRate, days: (day - 11)...day, lag: 1, points: points), .english)
    #expect(words.title.hasSuffix(", 1 day later"))
    #expect(
      words.summary.hasPrefix("12 days, r = 0.9") && words.summary.hasSuffix("; by rank 1.00 (fewer than 30 days)"))
    // On a narrow screen the warning gives way first, then the rank.
    #expect(words.summary(within: words.summary.count - 1).hasSuffix("; by rank 1.00"))
    #expect(words.summary(within: 30).hasSuffix("strongly"))
    // What is called a small effect is not called none.
    let flat = (0..<40).map { Scatter.Point(day: day - $0, x: Double($0 % 2), y: Double($0 % 4 / 2)) }
    let none = ScatterWords(Scatter(x: steps, y: steps, days: (day - 39)...day, lag: 0, points: flat), .english)
    #expect(none.summary == "40 days, r = 0.00: hardly any connection; by rank 0.00 (a small effect: below 0.3)")
  }
}
