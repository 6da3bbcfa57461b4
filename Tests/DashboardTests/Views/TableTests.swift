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
}
