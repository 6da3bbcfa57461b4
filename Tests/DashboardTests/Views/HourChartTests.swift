import FoundationEssentials
import HealthModel
import TerminalModel
import Testing

@testable import Dashboard

@Suite("Hours")
struct HourChartTests {
  @Test("The tallest hour is full, hours to come and hours without the watch are empty")
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

  @Test("Days of 23 and 25 hours keep their hours apart", arguments: [23, 25])
  func clockChange(count: Int) {
    var activity = SampleDays.activity(SampleDays.today - 1)
    activity.hours = (0..<count).map {
      HourActivity(start: SampleDays.midnight(SampleDays.today - 1) + Double($0) * 3600, move: 10)
    }
    let chart = HourChart(.move, activity, now: SampleDays.now)
    var canvas = Canvas(size: CellSize(columns: 60, rows: 1), appearance: Appearance(colors: .none))
    chart.draw(on: &canvas, in: CellRect(column: 0, row: 0, columns: 60, rows: 1))
    #expect(PlainText().text(of: canvas.grid).filter { $0 == "█" }.count == count)
  }

  @Test("A day too wide for its room is left out rather than cut")
  func narrow() {
    #expect(HourChart.columnsPerHour(23) == 0)
    #expect(HourChart.columnsPerHour(24) == 1)
    #expect(HourChart.columnsPerHour(24, hours: 25) == 0)
  }
}
