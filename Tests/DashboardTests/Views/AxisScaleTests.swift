import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("Axes and pages")
struct AxisScaleTests {
  @Test("steps are round, few, and cover all values", arguments: 1...200 as ClosedRange<UInt64>)
  func steps(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let scales: [Double] = [0.001, 1, 100, 1e6]
    let scale: Double = scales.randomElement(using: &random) ?? 1
    var values: [Double] = []
    for _ in 0..<5 { values.append(Double.random(in: -1...10, using: &random) * scale) }
    let steps = Int.random(in: 1...8, using: &random)
    let axis = AxisScale(values, startsAtZero: Bool.random(using: &random), steps: steps)
    let room = 1e-9 * scale
    for value in values { #expect(axis.low - room <= value && value <= axis.high + room) }
    #expect(axis.ticks.count <= steps + 3)
    var mantissa = axis.step
    while mantissa >= 10 - 1e-9 { mantissa /= 10 }
    while mantissa < 1 - 1e-9 { mantissa *= 10 }
    let round: [Double] = [1, 2, 2.5, 5]
    #expect(round.contains { abs($0 - mantissa) < 1e-6 }, "\(axis.step)")
    #expect(axis.part(of: axis.low) == 0 && axis.part(of: axis.high) == 1)
  }

  @Test("what is never negative has no axis below zero", arguments: [[0.72, 0.72], [0.4], [0, 0], [3]])
  func noNegative(values: [Double]) {
    for startsAtZero in [true, false] { #expect(AxisScale(values, startsAtZero: startsAtZero, steps: 4).low >= 0) }
  }

  @Test(
    "without finite values there is still an axis",
    arguments: [[], [.nan], [.infinity, 5], [0], [7, 7]] as [[Double]])
  func odd(values: [Double]) {
    for startsAtZero in [true, false] {
      let axis = AxisScale(values, startsAtZero: startsAtZero, steps: 4)
      #expect(axis.high > axis.low && axis.step > 0 && axis.ticks.count < 30)
    }
  }

  @Test(
    "a paged list shows rows once each while others are added and deleted", arguments: 1...30 as ClosedRange<UInt64>)
  func changingPages(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var all = (0..<60).map { $0 * 1_000 }
    var list = PagedList<Int>(pageSize: 10)
    var read: Set<Int?> = []
    func page(_ after: Int?) -> [Int] { Array(all.filter { $0 > after ?? -1 }.prefix(10)) }
    // As often as pages follow from others.
    func learn() {
      for _ in 0..<12 {
        for entry in list.pages(height: 7) { read.insert(entry.cursor) }
        list.learn { cursor in
          guard read.contains(cursor) else { return nil }
          let rows = page(cursor)
          return PagedList.Page(count: rows.count, next: rows.count == 10 ? rows.last : nil)
        }
      }
    }
    for _ in 0..<100 {
      learn()
      let action: Action =
        [.page(.down), .page(.down), .page(.down), .page(.up), .move(.up), .first]
        .randomElement(using: &random) ?? .first
      _ = list.handle(action, height: 7)
      if Int.random(in: 0..<4, using: &random) == 0 {
        for _ in 0..<Int.random(in: 1...12, using: &random) {
          if Bool.random(using: &random) {
            all.insert(Int.random(in: 0..<60_000, using: &random), at: 0)
          } else if !all.isEmpty {
            all.remove(at: Int.random(in: all.indices, using: &random))
          }
        }
        all = Set(all).sorted()
        read = []
      }
      learn()
      let shown = list.rows(height: 7).compactMap { row in
        list.place(of: row).flatMap { place in
          let rows = page(place.cursor)
          return place.offset < rows.count ? rows[place.offset] : nil
        }
      }
      #expect(shown.count == min(7, list.count), "seed \(seed)")
      guard let first = shown.first, let start = all.firstIndex(of: first) else { continue }
      #expect(shown[...] == all[start...].prefix(shown.count), "seed \(seed)")
    }
    for _ in 0..<40 {
      learn()
      _ = list.handle(.page(.down), height: 7)
    }
    learn()
    let last = list.place(of: list.count - 1).map { page($0.cursor)[$0.offset] }
    #expect(last == all.last, "seed \(seed)")
  }

  @Test(
    "a paged list shows the whole list, and requests no page twice",
    arguments: 1...30 as ClosedRange<UInt64>)
  func pages(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let all = Array(0..<Int.random(in: 0...95, using: &random))
    var list = PagedList<Int>(pageSize: 10)
    var read: Set<Int?> = []
    func page(_ after: Int?) -> [Int] { Array(all.filter { $0 > after ?? -1 }.prefix(10)) }
    func learn() {
      for entry in list.pages(height: 7) { read.insert(entry.cursor) }
      list.learn { cursor in
        guard read.contains(cursor) else { return nil }
        let rows = page(cursor)
        return PagedList.Page(count: rows.count, next: rows.count == 10 ? rows.last : nil)
      }
    }
    learn()
    var naive = 0
    for _ in 0..<200 {
      learn()
      let action: Action =
        [.move(.down), .move(.down), .move(.up), .page(.down), .page(.up), .first, .scroll(3)]
        .randomElement(using: &random) ?? .first
      _ = list.handle(action, height: 7)
      learn()
      naive = list.selected
      let rows = list.rows(height: 7)
      #expect(all.isEmpty || rows.contains(naive), "seed \(seed)")
      #expect(rows.count == min(7, list.count) && list.count <= all.count)
      for row in rows {
        guard let place = list.place(of: row) else {
          Issue.record("row \(row) has no page")
          continue
        }
        if read.contains(place.cursor) { #expect(page(place.cursor)[place.offset] == all[row]) }
      }
    }
    // To the end, however long the list is.
    for _ in 0..<40 {
      learn()
      _ = list.handle(.page(.down), height: 7)
    }
    learn()
    #expect(list.count == all.count && list.selected == max(0, all.count - 1))
  }
}
