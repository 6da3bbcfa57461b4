import Foundation
import HealthModel
import Presentation
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

/// Texts where there is little room for them.
@Suite("Texts with little room")
struct TextRoomTests {
  private static func scene(
    _ keys: String, _ columns: Int, _ rows: Int, colors: ColorLevel = .none, store: StoreStatus? = nil
  ) -> Scene {
    var scene = Scene(
      size: CellSize(columns: columns, rows: rows), appearance: Appearance(colors: colors, animates: false),
      store: store ?? .ready(newest: SampleDays.today, oldest: SampleDays.today - 400))
    scene.press(keys)
    return scene
  }

  @Test("The heading of years keeps its number and shortens its dates", arguments: [(60, 20), (40, 12)])
  func years(columns: Int, rows: Int) {
    let text = Self.scene("Y", columns, rows).text
    #expect(text.contains(columns == 60 ? " closed" : "/") && text.contains("Nov 2026  "), "\(text)")
  }

  @Test("The selected day of a year is light on half a row, and without colours a symbol of its own")
  func selectedDay() {
    #expect(Self.scene("Y h", 80, 24).text.contains("◆"))
    var scene = Self.scene("Y h", 80, 24, colors: .truecolor)
    let before = scene.grid
    scene.press("h")
    let after = scene.grid
    let ink = CellColor.rgb(scene.context.appearance.ink)
    func count(_ grid: CellGrid) -> Int {
      grid.bounds.rows.flatMap { row in grid.bounds.columns.map { grid[$0, row] } }
        .count { ["▀", "▄"].contains($0.text) && [$0.style.foreground, $0.style.background].contains(ink) }
    }
    #expect(before != after && count(before) == 1 && count(after) == 1)
  }

  @Test("Samples in a narrow terminal have a day and a time")
  func samples() {
    let text = Self.scene("v", 20, 5).text
    #expect(text.contains("19 Nov") && text.contains("18:36 ") && !text.contains("…"), "\(text)")
  }

  @Test("Twelve hours have seconds too, and the date is that of the configuration")
  func twelveHours() {
    var formatting = Formatting.english
    (formatting.hasTwelveHours, formatting.dateStyle) = (true, .monthDay)
    #expect(formatting.time(hour: 20, minute: 3, second: 7) == "8:03:07 pm")
    #expect(formatting.time(hour: 0, minute: 30) == "12:30 am")
    #expect(formatting.shortDateAndYear(SampleDays.today) == "Thu Nov 19, 2026")
    formatting.dateStyle = .iso
    #expect(formatting.shortDateAndYear(SampleDays.today) == "Thu 2026-11-19")
  }

  @Test("A default goal is explained before the origin of the numbers")
  func defaultGoal() {
    var scene = Scene(store: .ready(newest: SampleDays.today - 4)) { day in
      var summary = SampleDays.summary(day)
      summary?.move.goalIsDefault = true
      summary?.basis = .computed
      return summary
    }
    scene.press("h")
    #expect(scene.text.contains(" * default goal ─"), "\(scene.text)")
    scene.send(.storeStatus(.ready(newest: SampleDays.today)))
    #expect(scene.text.contains(" * default goal · computed from samples ─"), "\(scene.text)")
  }

  @Test("A part of a step is none, on the day as in charts")
  func steps() {
    #expect(Formatting.english.amount(12_097.56, of: TypeIdentifier.stepCount) == "12,097 steps")
    #expect(TypeWords.title(TypeIdentifier.appleStandHour) == "Stand hours")
  }

  @Test("A source's default rank orders the preview of the default order")
  func defaultOrder() {
    let entries = [("Strava", 1, 0), ("Watch", 0, nil as Int?)].map { name, rank, position in
      SourceListEntry(
        name: name, hardware: "", isEnteredByHand: false, samples: 1, first: SampleDays.today, last: SampleDays.today,
        position: position, defaultRank: rank)
    }
    let order = SourceList(type: TypeIdentifier.stepCount, entries: entries).ordered(by: [])
    #expect(order.map(\.name) == ["Watch", "Strava"] && order.allSatisfy { $0.position == nil })
  }

  @Test("The value of an extreme is not read as that of a line of the axis", arguments: 41..<80)
  func extremes(high: Int) {
    let values = (0..<40).map { Double($0 == 20 ? high : 30 + $0 % 3) }
    var canvas = Canvas(size: CellSize(columns: 60, rows: 12), appearance: Appearance(colors: .none))
    Plot(
      bars: values.map { .bar($0) }, axis: AxisScale(values, startsAtZero: false, steps: 4), color: .terminalDefault,
      label: { Formatting.english.number($0, 0) }, form: .line
    ).draw(on: &canvas, in: canvas.grid.bounds)
    for row in PlainText().text(of: canvas.grid).split(separator: "\n", omittingEmptySubsequences: false) {
      guard let place = row.range(of: " \(high)", options: .backwards), place.lowerBound > row.startIndex else {
        continue
      }
      #expect(row[place.upperBound...].first.map { $0 == " " } ?? true, "\(row)")
    }
  }
}
