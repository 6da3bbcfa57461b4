import FoundationEssentials
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("Years, streaks and trends")
struct HistoryScreenTests {
  private static let today = SampleDays.today

  private func scene(_ keys: String, columns: Int = 120, rows: Int = 40, oldest: Int = 3_652) -> Scene {
    var scene = Scene(
      size: CellSize(columns: columns, rows: rows), store: .ready(newest: Self.today, oldest: Self.today - oldest))
    scene.press(keys)
    return scene
  }

  @Test("the date of an award has its year in narrow terminals, too")
  func narrowAwards() throws {
    let scene = scene("A", columns: 20, rows: 7)
    let award = try #require(scene.context.streaks?.awards.first)
    #expect(scene.text.contains(award.latest.description), "\(scene.text)")
  }

  @Test("where not all months of a year fit below its days, the last ones up to the selected are listed")
  func lastMonths() {
    let scene = scene("Y", columns: 80, rows: 24, oldest: 400)
    #expect(scene.text.contains("November 2026") && scene.text.contains("October 2026"))
    #expect(!scene.text.contains("December 2025"))
  }

  @Test("keys follow the layout: weeks horizontally, days vertically, years by pages, months if days do not fit")
  func walking() {
    let steps: [(String, Day?)] = [
      ("h", Self.today - 7), ("k", Self.today - 1), ("h l", Self.today), ("k k j", Self.today - 1),
      ("H", Day("2025-11-19")), ("H H L", Day("2025-11-19")), ("pgup", Day("2025-11-19")), ("k t", Self.today),
      ("j", Self.today),
    ]
    for (keys, day) in steps {
      var scene = scene("Y")
      scene.press(keys)
      #expect(scene.context.selected == day, "\(keys)")
    }
    var small = scene("Y", columns: 30, rows: 6)
    small.press("h")
    #expect(small.context.selected == Day("2026-10-19"))
  }

  @Test("a click selects a day, a second opens it, and enter does too")
  func opening() throws {
    let scene = scene("Y")
    let region = try #require(scene.frame.regions.last { $0.action == .goTo(Self.today - 30) })
    var clicked = scene
    clicked.click(region.rect.origin.column, region.rect.origin.row)
    #expect(clicked.context.selected == Self.today - 30 && clicked.app.top is YearScreen)
    clicked.click(region.rect.origin.column, region.rect.origin.row)
    #expect(clicked.app.top is DayScreen && clicked.context.selected == Self.today - 30)
    var entered = scene
    entered.press("h enter")
    #expect(entered.app.top is DayScreen && entered.context.selected == Self.today - 7)
  }

  @Test("every day from the first to today has one cell, future days have none, and years are stacked")
  func cells() {
    for (columns, rows, years) in [(200, 60, 5), (120, 40, 3), (80, 24, 2), (60, 20, 1)] {
      let frame = scene("Y", columns: columns, rows: rows).frame
      let days = frame.regions.compactMap { region -> Day? in
        guard region.rect.size.columns <= 3 else { return nil }
        if case .goTo(let day) = region.action { return day }
        return nil
      }
      let oldest = Day(year: 2027 - years, month: 1, day: 1)
      // The names of the months also select their first days.
      #expect(Set(days).count == Self.today - (oldest ?? Self.today), "\(columns)x\(rows)")
      #expect(days.max() == Self.today - 1)
    }
  }

  @Test("the table of a year begins with the month of the first data, and says so")
  func firstMonth() {
    // 19 August 2026.
    let lines = scene("Y", oldest: 92).text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let names = (1...12).map(Formatting.english.month)
    #expect(lines.compactMap { line in names.first { line == $0 || line.hasPrefix($0 + " ") } } == names.suffix(5))
    #expect(lines.contains { $0.hasPrefix("No data before Wednesday 19 August 2026") })
    // From 1 January on.
    let all = scene("Y", oldest: 322).text
    #expect(all.contains("January") && !all.contains("No data before"))
  }

  @Test("days are distinguishable without colour, in ASCII too, and by a single ring")
  func shades() {
    let rings = Ring.allCases
    let all = DayShade(ring: nil, rings: rings)
    func kind(_ move: Double, _ exercise: Double, _ stand: Double, isPaused: Bool = false) -> DayShade.Kind {
      all.kind(
        of: SampleDays.summary(Self.today, move, exercise, stand, isPaused: isPaused), isKnown: true, isToCome: false)
    }
    #expect(kind(0.5, 0.5, 0.5) == .level(0) && kind(1, 0.5, 0.5) == .level(1) && kind(1, 2, 1) == .level(3))
    #expect(kind(1, 1, 1, isPaused: true) == .paused)
    #expect(all.kind(of: nil, isKnown: true, isToCome: false) == .noData)
    let move = DayShade(ring: .move, rings: rings)
    for (progress, level) in [(0, 0), (0.24, 0), (0.25, 1), (0.99, 3), (1, 4), (3, 4)] {
      let summary = SampleDays.summary(Self.today, progress, 0, 0)
      #expect(move.kind(of: summary, isKnown: true, isToCome: false) == .level(level), "\(progress)")
    }
    for glyphs in [GlyphLevel.block, .ascii] {
      for colors in [ColorLevel.none, .mono, .ansi16] {
        let appearance = Appearance(glyphLevel: glyphs, colors: colors)
        for shade in [all, move] {
          var canvas = Canvas(size: CellSize(columns: 9, rows: 1), appearance: appearance) { _, _, _, _, _ in }
          let kinds: [DayShade.Kind] = (0...shade.highest).map { .level($0) } + [.paused, .noData, .toCome]
          for (column, kind) in kinds.enumerated() {
            canvas.draw(kind, shade, in: CellRect(column: column, row: 0, columns: 1, rows: 1))
          }
          #expect(Set(canvas.grid.cells.prefix(kinds.count).map(\.scalar)).count == kinds.count)
        }
      }
    }
  }

  @Test("an award can be selected and opens its day")
  func awards() throws {
    var scene = scene("A")
    let awards = try #require(scene.context.streaks?.awards)
    #expect(awards.count > 8)
    scene.press("j j")
    #expect((scene.app.top as? StreaksScreen)?.selected == 2)
    scene.press("enter")
    #expect(scene.app.top is DayScreen && scene.context.selected == awards[2].latest)
    scene.press("A G")
    #expect((scene.app.top as? StreaksScreen)?.selected == awards.count - 1)
    #expect(scene.text.contains(awards.last?.name ?? "?"))
  }

  @Test(
    "every award can be reached, at every size with a table", arguments: [(120, 40), (80, 24), (60, 14)])
  func everyAward(columns: Int, rows: Int) throws {
    var scene = scene("A", columns: columns, rows: rows)
    let names = try #require(scene.context.streaks).awards.map(\.name)
    for name in names {
      #expect(scene.text.contains(name), "\(name)")
      scene.press("j")
    }
  }

  @Test("an unfavourable trend shows what levels it out, and there are no trends before half a year")
  func trends() throws {
    var scene = scene("R")
    let report = try #require(scene.context.trends)
    #expect(report.trends.count == TrendMetric.allCases.count)
    for trend in report.trends {
      #expect(scene.text.contains(trend.metric.name))
      guard let words = trend.turningWords(.english, .activeEnergy) else { continue }
      #expect(scene.text.contains(words.prefix(20)), "\(words)")
      // The value ends the arrow; to reverse the trend takes more.
      #expect(words.hasSuffix(" levels it out.") || words.hasPrefix("Levels out by itself"), "\(words)")
    }
    scene.press("j j G")
    #expect((scene.app.top as? TrendsScreen)?.selected == report.trends.count - 1)
    var young = Scene(summary: { $0 > SampleDays.today - 20 ? SampleDays.summary($0) : nil })
    young.press("R")
    #expect(young.text.contains("Trends need 180 days."))
  }

  @Test("today shows the usual value by now, and when a ring will close; a day that is over does not")
  func pace() {
    var scene = scene("", columns: 120, rows: 40)
    // Twice 110 and the value between them are most of a day by 18:36.
    #expect(scene.text.contains("usually") && scene.text.contains("by now"))
    #expect(scene.text.contains("closes about") || scene.text.contains("at this pace"))
    scene.press("h")
    #expect(!scene.text.contains("usually"))
  }

  @Test("the pace of a ring in words")
  func paceWords() throws {
    let past = UsualHours.days(before: Self.today).map(SampleDays.activity)
    let usual = UsualHours(day: Self.today, past: past)
    let unit = Ring.move.unit(.activeEnergy)
    func pace(_ value: Double, goal: Double = 600) -> RingPace? {
      var summary = SampleDays.summary(Self.today, 0, 0, 0)
      summary.move = RingValue(value: value, goal: goal)
      return RingPace(.move, of: summary, usual: usual, now: SampleDays.now)
    }
    let total = past[0].hours.reduce(0) { $0 + $1.move }
    let open = try #require(pace(10))
    #expect(open.closing == nil && open.expected < 600 && open.usual < total)
    #expect(open.paceWords(unit, .english)?.hasSuffix("at this pace") == true)
    let close = try #require(pace(590))
    #expect(close.paceWords(unit, .english) == "closes about 19:00")
    #expect(close.sentence(unit, .english).hasSuffix("the ring closes about 19:00."))
    let closed = try #require(pace(700))
    #expect(closed.paceWords(unit, .english) == nil)
    #expect(RingPace(.move, of: nil, usual: usual, now: SampleDays.now) == nil)
    #expect(RingPace(.move, of: SampleDays.summary(Self.today), usual: usual, now: SampleDays.now + 86_400) == nil)
  }
}

@Suite("Counted days of the dashboard")
struct CountedDayTests {
  @Test("weeks, months, years and streaks count the days from the first to the last with data", arguments: [0, 3, 40])
  func counted(age: Int) {
    let known = (SampleDays.today - 130)...(SampleDays.today - age)
    var scene = Scene(
      size: CellSize(columns: 120, rows: 60), store: .ready(newest: known.upperBound, oldest: known.lowerBound)
    ) { known.contains($0) ? SampleDays.summary($0) : nil }
    scene.press("Y")
    let expected = ClosedDays(known, known: known) { SampleDays.summary($0) }
    #expect(expected.counted > 60)
    func sum(_ spans: [ClosedRange<Day>]) -> [Int] {
      let totals = spans.map { scene.context.totals(of: $0) }
      return [totals.reduce(0) { $0 + $1.closed }, totals.reduce(0) { $0 + $1.counted }]
    }
    let year = SampleDays.today.year
    let weeks = stride(from: year.lowerBound, through: year.upperBound, by: 7).map { $0...min($0 + 6, year.upperBound) }
    let months = (0..<12).map { year.lowerBound.addingMonths($0).month }
    for spans in [[year], weeks, months] { #expect(sum(spans) == [expected.closed, expected.counted]) }
    #expect(scene.text.contains("\(expected.closed) of \(expected.counted) days closed"))
    let streaks = SampleDays.streaks(SampleDays.today, 1) { known.contains($0) ? SampleDays.summary($0) : nil }
    #expect(streaks.lines[0].days == expected)
  }
}
