import TerminalModel
import Testing

@testable import Widgets

@Suite("Tables")
struct TableTests {
  @Test("a long name is cut, and omits neither its column nor another one that has room beside a shorter name")
  func longName() {
    func shown(_ name: String, columns: Int) -> [Int] {
      Table(
        columns: [.words("Date"), .number("Value", rank: 1), .words("Source", rank: 2)],
        rows: [["14 November", "1,234", Table.Cell(name)]]
      ).places(in: 0..<columns).map(\.index)
    }
    let long = String(repeating: "Watch ", count: 50)
    for columns in [66, 90, 200] { #expect(shown(long, columns: columns) == [0, 1, 2]) }
    // What is too narrow for a recognizable name still omits it.
    #expect(shown(long, columns: 40) == [0, 1] && shown("Watch", columns: 40) == [0, 1, 2])
  }

  @Test("a table that wraps shows every word, selects whole rows, and knows how many lines it needs")
  func wraps() {
    var canvas = Canvas(size: CellSize(columns: 30, rows: 6), appearance: Appearance())
    var table = Table(
      columns: [.words(""), .number(""), .words("")],
      rows: [["Fastest 10 km", "-", "no workout up to this day"], ["Longest", "28", "on 15 August"]], selected: 0,
      hasHeader: false, click: .own { .choose($0) })
    #expect(table.lineCount(in: 0..<30) == 2)
    table.wraps = true
    let lines = table.lineCount(in: 0..<30)
    table.draw(on: &canvas, in: canvas.grid.bounds)
    let text = PlainText().text(of: canvas.grid)
    #expect(lines > 2 && !text.contains("…"))
    for word in ["no", "workout", "up", "to", "this", "day", "15", "August"] { #expect(text.contains(word), "\(text)") }
    // What is said is wrapped, and no name.
    #expect(text.contains("Fastest 10 km"))
    let regions = canvas.regions.filter { $0.action == .choose(0) || $0.action == .choose(1) }
    #expect(regions.reduce(0) { $0 + $1.rect.size.rows } == lines)
    #expect((0..<regions[0].rect.size.rows).allSatisfy { canvas.grid[4, $0].style.attributes.contains(.reverse) })
  }
}
