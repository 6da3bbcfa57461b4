import TerminalModel
import Testing
import Widgets

@testable import Dashboard

@Suite("Layout")
struct LayoutTests {
  @Test(
    "Parts never exceed the room while one may be omitted, and use all of it while one may grow", arguments: 0...400)
  func random(seed: Int) {
    var random = SystemRandomNumberGenerator()
    let parts = (0..<Int.random(in: 1...6, using: &random)).map { _ -> Length in
      let least = Int.random(in: 0...12, using: &random)
      let rank = Int.random(in: 0...3, using: &random)
      return Bool.random(using: &random)
        ? .fixed(least, rank: rank)
        : .share(
          Int.random(in: 1...3, using: &random), from: least,
          to: Bool.random(using: &random) ? .max : least + Int.random(in: 0...9, using: &random), rank: rank)
    }
    let gap = Int.random(in: 0...3, using: &random)
    let room = Int.random(in: 0...80, using: &random)
    let lengths = Length.solve(parts, in: room, gap: gap)
    #expect(lengths.count == parts.count)
    let shown = zip(parts, lengths).compactMap { part, length in length.map { (part, $0) } }
    let used = shown.reduce(0) { $0 + $1.1 } + gap * max(0, shown.count - 1)
    let words = "\(parts) in \(room), gap \(gap): \(lengths)"
    let needed = shown.reduce(0) { $0 + $1.0.least } + gap * max(0, shown.count - 1)
    #expect(used <= max(room, gap * max(0, shown.count - 1)), "\(words)")
    if needed > room { #expect(!shown.contains { $0.0.rank > 0 }, "\(words)") }
    if used < room, needed <= room { #expect(shown.allSatisfy { $0.0.weight == 0 || $0.1 >= $0.0.most }, "\(words)") }
    for (part, length) in shown where needed <= room {
      #expect(length >= part.least && length <= max(part.least, part.most), "\(words)")
    }
    // What is omitted had a higher rank than what is shown, or as high.
    let omitted = zip(parts, lengths).filter { $1 == nil }.map(\.0.rank)
    #expect((omitted.min() ?? .max) >= 1, "\(words)")
  }

  @Test("Shares are proportional, and a grid has no gaps between its rows")
  func examples() {
    #expect(Length.solve([.share(2), .share(1)], in: 30, gap: 0) == [20, 10])
    #expect(Length.solve([.fixed(8), .share(from: 100, rank: 1)], in: 60, gap: 2) == [8, nil])
    #expect(Length.solve([.share(to: 5), .share()], in: 30, gap: 1) == [5, 24])
    let grid = CellRect(column: 2, row: 1, columns: 32, rows: 7).grid(columns: 3, rows: 2, gap: 1)
    #expect(grid.count == 6)
    #expect(grid.map(\.size.columns).reduce(0, +) == 60)
    #expect(grid[3].origin.row == grid[0].rows.upperBound)
    #expect(grid[2].columns.upperBound == 34)
  }

  @Test("The number of bars leaves less than a slot of a width free", arguments: 1...300)
  func bars(columns: Int) {
    for least in [7, 12, 26] {
      let count = BarChart.count(filling: columns, from: least, to: 10_000)
      #expect(count >= least)
      guard columns >= least else { continue }
      let last = BarChart.columns(of: count - 1, count: count, in: 0..<columns)
      let first = BarChart.columns(of: 0, count: count, in: 0..<columns)
      let slot = BarChart.columns(of: 1, count: count, in: 0..<columns).lowerBound
      #expect(columns + 1 - count * slot <= slot, "\(columns) \(least) \(count)")
      #expect(first.count == last.count)
    }
  }
}
