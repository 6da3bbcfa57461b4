import HealthModel
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard

@Suite("The numbers of a week")
struct WeekNumbersTests {
  @Test(
    "Digits are aligned, and a bar never touches its number",
    arguments: [(80, 24), (72, 22), (90, 26), (100, 24), (110, 28), (100, 12)])
  func aligned(columns: Int, rows: Int) throws {
    // Values of one to four digits, closed and open ones.
    let scene = Scene(
      size: CellSize(columns: columns, rows: rows),
      summary: { day in SampleDays.summary(day, Double(day.number % 4) * 1.1 + 0.01, 1.3, 0.25) })
    let week = try #require(scene.week)
    let grid = scene.grid
    let first = week.days[0].origin.row + (week.form == .table ? 1 : week.days[0].size.rows - 3)
    for (index, rect) in week.days.enumerated() where scene.context.week.lowerBound + index <= scene.context.today {
      let ends = (0..<3).map { ring -> Int? in
        rect.columns.last { (48...57).contains(grid[$0, first + ring].scalar.value) }
      }
      #expect(Set(ends).count == 1 && ends[0] != nil, "\(scene.text)")
      for ring in 0..<3 {
        let cells = rect.columns.map { grid[$0, first + ring].scalar }
        let text = String(String.UnicodeScalarView(cells))
        #expect(text.firstMatch(of: /[▁▂▃▄▅▆▇█][0-9]|[0-9✓][▁▂▃▄▅▆▇█]/) == nil, "\(text)")
      }
    }
  }
}
