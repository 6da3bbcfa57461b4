import FoundationEssentials
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("Hours")
struct HourChartTests {
  @Test("The tallest hour is full, future hours and hours without the watch are empty")
  func heights() {
    let activity = SampleDays.activity(SampleDays.today)
    let move = HourChart(.move, activity, now: SampleDays.now)
    #expect(move.heights[8] == 1)
    #expect(move.heights[18] == 1)
    #expect(move.heights[19] == nil)
    #expect(move.peak == 110)
    let stand = HourChart(.stand, activity, now: SampleDays.now)
    #expect(stand.heights[5] == nil)
    #expect(stand.heights[7] == 1)
    #expect(stand.heights[10] == 0)
  }

  @Test("on a day without data no hour is known, whatever the day's hours say", arguments: ["", "enter"])
  func nothingRecorded(keys: String) {
    var scene = Scene(size: CellSize(columns: 100, rows: 30), summary: { _ in nil })
    scene.press(keys)
    #expect(scene.lines.contains { $0.contains("························") }, "\(scene.text)")
    #expect(!scene.text.contains("▁▁▁▁") && !scene.text.contains("████"))
  }

  @Test("What days like today usually have is a line behind the bars, on their scale")
  func usual() {
    let today = SampleDays.today
    let past = (1...5).map { week in
      var day = SampleDays.activity(today - 7 * week)
      day.hours = (0..<24).map {
        HourActivity(start: SampleDays.midnight(day.day) + Double($0) * 3600, hour: $0, move: $0 == 6 ? 220 : 0)
      }
      return day
    }
    let activity = SampleDays.activity(today)
    func chart(_ ring: Ring, usualOf day: Day) -> HourChart {
      HourChart(ring, activity, now: SampleDays.now, usualHours: UsualHours(day: day, past: past))
    }
    let move = chart(.move, usualOf: today)
    #expect(move.heights[8] == 0.5 && move.usual[6] == 1 && move.usual[8] == 0 && move.peak == 110)
    #expect(chart(.move, usualOf: today - 7).usual.isEmpty && chart(.stand, usualOf: today).usual.isEmpty)
    func grid(_ chart: HourChart) -> CellGrid {
      var canvas = Canvas(size: CellSize(columns: 48, rows: 4), appearance: Appearance(colors: .truecolor))
      chart.draw(on: &canvas, in: canvas.grid.bounds, context: Scene().context)
      return canvas.grid
    }
    let (with, without) = (grid(move), grid(chart(.move, usualOf: today - 7)))
    #expect(with[12, 0] != .blank && without[12, 0] == .blank)
  }

  @Test("Days of 23 and 25 hours show each hour", arguments: [23, 25])
  func clockChange(count: Int) {
    var activity = SampleDays.activity(SampleDays.today - 1)
    // At 3 the clocks are put back to 2, or at 2 forward to 3.
    activity.hours = (0..<count).map { index in
      HourActivity(
        start: SampleDays.midnight(SampleDays.today - 1) + Double(index) * 3600,
        hour: count == 25 ? index > 2 ? index - 1 : index : index > 1 ? index + 1 : index, move: index == 10 ? 20 : 10)
    }
    let chart = HourChart(.move, activity, now: SampleDays.now)
    var canvas = Canvas(size: CellSize(columns: 60, rows: 2), appearance: Appearance(colors: .none))
    chart.draw(on: &canvas, in: CellRect(column: 0, row: 0, columns: 60, rows: 1), context: Scene().context)
    HourChart.drawAxis(on: &canvas, activity, columns: 0..<60, row: 1, formatting: .english)
    let lines = PlainText().text(of: canvas.grid).split(separator: "\n")
    #expect(lines[0].filter { "▄█".contains($0) }.count == count)
    #expect(
      chart.words(unit: Ring.move.unit(.activeEnergy, energy: .kilocalories), formatting: .english)
        == "peak 20 at \(count == 25 ? "09" : "11")")
    // Each hour of the axis stands below its bar.
    let bars = BarChart.columns(of: count == 25 ? 10 : 8, count: max(24, count), in: 0..<60)
    #expect(Array(lines[1])[bars.lowerBound...].prefix(2) == ["0", "9"])
  }

  @Test("A day that is too wide is omitted instead of clipped")
  func narrow() {
    #expect(!HourChart.fits(23))
    #expect(HourChart.fits(24))
    #expect(!HourChart.fits(24, hours: 25))
  }

  @Test("The heading shows the peak, or the value of the selected hour")
  func words() {
    var activity = SampleDays.activity(SampleDays.today)
    func words(_ ring: Ring, _ hour: Int?) -> String? {
      HourChart(ring, activity, now: SampleDays.now, marked: hour).words(
        unit: ring.unit(.activeEnergy), formatting: .english)
    }
    #expect(words(.move, nil) == "peak 110 at 08")
    #expect(words(.move, 18) == "18:00 110 kcal")
    #expect(words(.stand, nil) == nil)
    #expect(words(.stand, 7) == "07:00 stood")
    #expect(words(.stand, 10) == "10:00 idle")
    // Energy was recorded, so the watch may have been worn.
    #expect(words(.stand, 3) == "03:00 not recorded")
    (activity.hours[3].move, activity.hours[3].exercise) = (0, 0)
    #expect(words(.stand, 3) == "03:00 not worn")
    #expect(words(.exercise, 22) == "22:00 to come")
    #expect(words(.move, 99) == "peak 110 at 08")
    var twelve = Formatting.english
    twelve.hasTwelveHours = true
    #expect(twelve.hourLabel(8) == "8 am" && twelve.hourLabel(0) == "12 am" && twelve.hourLabel(13) == "1 pm")
  }
}
