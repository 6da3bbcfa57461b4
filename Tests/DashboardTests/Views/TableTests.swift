import TerminalModel
import Testing

@testable import Dashboard

@Suite("Tables")
struct TableTests {
  private static let workouts: [(String, String, String)] = [
    ("running", "42", "380"), ("cycling", "1,205", "95"), ("a very long name of a workout", "7", "1,000"),
  ]

  private static let columns = [
    Table.Column(title: "Type", minimum: 8, isFlexible: true),
    Table.Column(title: "Minutes", alignment: .trailing),
    Table.Column(title: "kcal", alignment: .trailing, rank: 1),
  ]

  private static func table(_ count: Int = 3, asked: @escaping (Int) -> Void = { _ in }) -> Table {
    Table(
      columns: columns, count: count,
      row: { index in
        asked(index)
        let row = workouts[index % workouts.count]
        return [Table.Cell(row.0), Table.Cell(row.1), Table.Cell(row.2)]
      }, placeholder: "Nothing here.")
  }

  private static func drawn(
    _ table: Table, _ state: TableState, columns: Int = 40, rows: Int = 5, colors: ColorLevel = .truecolor
  ) -> (lines: [Substring], canvas: Canvas) {
    let size = CellSize(columns: columns, rows: rows)
    var canvas = Canvas(size: size, appearance: Appearance(colors: colors))
    table.draw(on: &canvas, in: canvas.grid.bounds, state: state)
    return (PlainText().text(of: canvas.grid).split(separator: "\n", omittingEmptySubsequences: false), canvas)
  }

  @Test("Words are left-aligned, numbers and their titles right-aligned, and long text is shortened")
  func alignment() {
    let (lines, _) = Self.drawn(Self.table(), TableState())
    #expect(lines[0].hasPrefix(" Type"))
    // The column at which a text ends.
    func end(_ line: Substring, _ text: String) -> Int? {
      (0...line.count).first { line.dropFirst($0).hasPrefix(text) }.map { $0 + text.count }
    }
    #expect(end(lines[0], "Minutes") == end(lines[1], "42"))
    #expect(end(lines[1], "42") == end(lines[2], "1,205"))
    #expect(end(lines[0], "kcal") == 39 && end(lines[1], "380") == 39 && end(lines[3], "1,000") == 39)
    #expect(lines[3].contains("…") && !lines[1].contains("…"))
  }

  @Test("Where there is no room the column of the highest rank is left out", arguments: 8...60)
  func narrow(columns: Int) {
    let (lines, _) = Self.drawn(Self.table(), TableState(), columns: columns)
    #expect(lines.allSatisfy { TextWidth.columns(of: String($0)) <= columns })
    #expect(lines[0].contains("kcal") == (columns >= 26))
    if columns >= 19 { #expect(lines[1].contains("42")) }
  }

  @Test("The selected row is reversed, and has a mark where nothing else shows it")
  func selection() {
    var state = TableState()
    _ = state.handle(.move(.down), count: 3, height: 4)
    let (_, canvas) = Self.drawn(Self.table(), state, colors: .mono)
    #expect((0..<40).allSatisfy { canvas.grid[$0, 2].style.attributes.contains(.reverse) })
    #expect(!canvas.grid[0, 1].style.attributes.contains(.reverse))
    let (lines, _) = Self.drawn(Self.table(), state, colors: .none)
    #expect(lines[2].hasPrefix("▸cycling"))
  }

  @Test("A click chooses the row it is on, or sorts by the column it is on")
  func clicks() {
    var state = TableState(sort: TableSort(column: 0))
    let (lines, canvas) = Self.drawn(Self.table(), state)
    #expect(lines[0].hasPrefix(" Type▲"))
    let action = { (column: Int, row: Int) in
      canvas.regions.last { $0.rect.contains(CellPoint(column: column, row: row)) }?.action
    }
    #expect(action(5, 3) == .choose(2))
    #expect(action(38, 0) == .sort(.column(2)))
    let hasSorted = state.handle(.sort(.column(2)), count: 3, height: 4, columns: Self.columns)
    #expect(hasSorted)
    // The largest number comes first.
    #expect(state.sort == TableSort(column: 2, isDescending: true))
    #expect(Self.drawn(Self.table(), state).lines[0].hasSuffix("▼kcal"))
    _ = state.handle(.sort(.next), count: 3, height: 4, columns: Self.columns)
    #expect(state.sort == TableSort(column: 0))
    _ = state.handle(.sort(.reverse), count: 3, height: 4, columns: Self.columns)
    #expect(state.sort == TableSort(column: 0, isDescending: true))
  }

  @Test("A table of a million asks only for the rows that are seen, wherever it is scrolled to")
  func large() {
    var state = TableState()
    let count = 1_000_000
    _ = state.handle(.last, count: count, height: 9)
    final class Log { var rows: Set<Int> = [] }
    let log = Log()
    let table = Self.table(count) { log.rows.insert($0) }
    let (lines, _) = Self.drawn(table, state, rows: 10)
    #expect(log.rows == Set((count - 9)..<count))
    #expect(lines.count == 10 && lines[9].contains("running"))
    let rect = CellRect(column: 0, row: 0, columns: 40, rows: 10)
    #expect(table.position(in: rect, state: state, formatting: .english) == "999,992–1,000,000 of 1,000,000")
  }

  @Test("Random movements keep the selected row among the rows and in sight", arguments: [1, 2, 3] as [UInt64])
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var state = TableState()
    let actions: [Action] = [
      .move(.down), .move(.up), .page(.down), .page(.up), .first, .last, .scroll(3), .scroll(.min), .choose(4),
    ]
    for _ in 0..<500 {
      let count = Int.random(in: 0...30, using: &random)
      let height = Int.random(in: 0...12, using: &random)
      let isDone = state.handle(actions.randomElement(using: &random) ?? .first, count: count, height: height)
      let seen = state.rows(of: count, height: height)
      #expect(seen.count == min(count, height))
      let selected = state.selection(of: count)
      #expect(selected == 0 || selected < count)
      if isDone, count > 0, height > 0 { #expect(seen.contains(selected)) }
    }
  }

  @Test("An empty table says so")
  func empty() {
    #expect(Self.drawn(Self.table(0), TableState()).lines[1].contains("Nothing here."))
  }
}
