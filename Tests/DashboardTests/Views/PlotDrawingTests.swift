import Graphics
import TerminalModel
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("Charts as drawings")
struct PlotDrawingTests {
  private static let red = RGB(250, 20, 60)

  private func canvas(
    _ columns: Int, _ rows: Int, colors: ColorLevel = .truecolor, glyphs: GlyphLevel = .block, records: Bool = true
  ) -> Canvas {
    Canvas(
      size: CellSize(columns: columns, rows: rows), appearance: Appearance(glyphLevel: glyphs, colors: colors),
      recordsPictures: records)
  }

  @Test("all slots are equally wide, and bars take at most 70 % of them", arguments: 24...200)
  func slots(columns: Int) {
    let bars = (0..<24).map { BarChart.columns(of: $0, count: 24, in: 5..<(5 + columns)) }
    let pitch = columns >= 47 ? (columns + 1) / 24 : 1
    #expect(zip(bars, bars.dropFirst()).allSatisfy { $1.lowerBound - $0.lowerBound == pitch })
    #expect(bars.allSatisfy { $0.count == 1 || Double($0.count) <= 0.7 * Double(pitch) })
    #expect(bars[23].upperBound <= 5 + columns)
  }

  @Test("steps are the same number of rows apart, and the axis shows the highest value", arguments: 6...60)
  func axis(rows: Int) {
    for highest in [3.0, 17, 88, 250, 1_234, 9_999] {
      let (axis, rowsPerStep) = AxisScale([0, highest], startsAtZero: true, steps: max(2, min(8, rows / 3)))
        .divided(rows: rows, lowest: 0, highest: highest)
      #expect(axis.high >= highest * (1 - 1e-6), "\(highest)")
      #expect(abs((axis.high - axis.low) / axis.step * Double(rowsPerStep) - Double(rows)) < 1e-6)
      // At least half of the height is used.
      #expect(axis.part(of: highest) >= 0.49, "\(highest) \(rows)")
    }
  }

  @Test(
    "a line has two labels at least, and its area ends at zero where the axis has both sides of it", arguments: 4...40)
  func labels(rows: Int) {
    for values in [[340.0, 352, 347], [-378, -321, -340], [43.5, 44.8, 44]] {
      let plot = Plot(
        bars: values.map { .bar($0) }, axis: AxisScale(values, startsAtZero: false, steps: 2), color: .terminalDefault,
        label: { "\($0)" }, form: .line)
      let rows = plot.ticks(rows: rows).map(\.row)
      #expect(rows.count >= 2 && Set(rows).count == rows.count, "\(values)")
    }
    let signed = Plot(
      bars: [-4, -9, -12].map { .bar($0) }, axis: AxisScale(low: -20, high: 20, step: 20), color: .rgb(Self.red),
      label: { "\($0)" }, form: .line)
    var canvas = canvas(40, rows)
    signed.draw(on: &canvas, in: canvas.grid.bounds)
    guard case .chart(let drawing, _)? = canvas.pictures.first?.picture else { return }
    let image = DrawingRaster.image(of: drawing, width: 8 * 40, height: 16 * rows)
    // In the last row there is at most the line itself.
    let last = image.bytes.suffix(4 * image.width)
    #expect(stride(from: last.startIndex, to: last.endIndex, by: 4).count { last[$0 + 3] > 20 && last[$0] > 200 } < 40)
  }

  @Test(
    "an axis that need not begin at zero uses most of the rows, and its ticks are multiples of the step",
    arguments: 6...60)
  func fitted(rows: Int) {
    for (lowest, highest) in [(79.0, 182.0), (47, 177), (430, 499), (-480, 20), (1e6, 1e6 + 3)] {
      let (axis, rowsPerStep) = AxisScale([lowest, highest], startsAtZero: false, steps: max(2, min(8, rows / 3)))
        .divided(rows: rows, lowest: lowest, highest: highest)
      #expect(axis.low <= lowest + 1e-6 && axis.high >= highest - 1e-6)
      #expect((highest - lowest) / (axis.high - axis.low) >= 0.45, "\(lowest) \(highest) \(rows)")
      for tick in axis.ticks {
        #expect(abs(tick / axis.step - (tick / axis.step).rounded()) < 1e-6)
        let row = (tick - axis.low) / axis.step * Double(rowsPerStep)
        #expect(abs(row - row.rounded()) < 1e-4)
      }
    }
  }

  @Test("a line has the colour of the band in which it is drawn, also where a point is the mean of several bars")
  func bandColors() {
    let (blue, red) = (RGB(0, 120, 250), Self.red)
    // Every second bar has a value: a pair has that of its second.
    let bars = (0..<60).map { $0.isMultiple(of: 2) ? Plot.Bar.nothing : .bar($0 < 30 ? 90 : 150) }
    let plot = Plot(
      bars: bars, axis: AxisScale([80, 160], startsAtZero: false, steps: 4), color: .rgb(RGB(9, 9, 9)),
      label: { "\($0)" },
      colors: Dictionary(uniqueKeysWithValues: (0..<60).map { ($0, .rgb(RGB(1, 1, 1))) }), form: .line,
      bands: [
        Plot.Part(low: 0, high: 120, color: .rgb(blue)), Plot.Part(low: 120, high: 200, color: .rgb(red)),
      ])
    let strokes = plot.drawing(
      CellSize(columns: 30, rows: 8), Appearance(glyphLevel: .block, colors: .truecolor), lines: []
    ).drawing(.pixels).items.compactMap { item -> RGB? in
      if case .stroke(_, _, .color(let color, _)) = item { color } else { nil }
    }
    #expect(strokes == Array(repeating: blue, count: 15) + Array(repeating: red, count: 15))
  }

  @Test("a bar that stands for several is chosen by a click as the highest of them")
  func groups() {
    let values = (0..<90).map { Double(($0 * 37) % 91) }
    var canvas = canvas(40, 8)
    Plot(
      bars: values.map { .bar($0) }, axis: AxisScale(values, startsAtZero: true, steps: 4), color: .rgb(Self.red),
      label: { "\($0)" }
    ).draw(on: &canvas, in: CellRect(column: 0, row: 0, columns: 40, rows: 8))
    let chosen = canvas.regions.compactMap { if case .view(.mark(let bar)) = $0.action { bar } else { nil } }
    #expect(!chosen.isEmpty && chosen.count < 90)
    let size = (90 + chosen.count - 1) / chosen.count
    for (group, bar) in chosen.enumerated() {
      #expect(values[bar] == values.dropFirst(group * size).prefix(size).max(), "\(group)")
    }
  }

  @Test("values below the axis of a line are cut off, and add nothing to the axis")
  func belowTheAxis() {
    // The pace of a run with a stop, as negative seconds for a kilometre.
    let run = (0..<40).map { -600 - Double($0 % 7) * 10 }
    let axis = AxisScale(run, startsAtZero: false, steps: 4)
    func ticks(_ values: [Double]) -> [Double] {
      Plot(bars: values.map { .bar($0) }, axis: axis, color: .rgb(Self.red), label: { "\($0)" }, form: .line)
        .ticks(rows: 12).map(\.value)
    }
    let slow = ticks(run.dropLast(10) + Array(repeating: -30_000, count: 10))
    #expect(slow.max() ?? 0 <= -500 && slow.count > 2)
  }

  @Test("parts of a bar have their colours; in cells, at most two in a row")
  func parts() {
    let blue = RGB(0, 120, 250)
    var canvas = canvas(2, 4)
    BarChart(
      bars: [
        .parts([
          .init(low: 0, high: 0.5, color: .rgb(Self.red)), .init(low: 0.5, high: 0.52, color: .palette(3)),
          .init(low: 0.52, high: 1, color: .rgb(blue)),
        ])
      ], color: .rgb(Self.red)
    ).draw(on: &canvas, in: canvas.grid.bounds)
    let colors = (0..<4).map { [canvas.grid[0, $0].style.foreground, canvas.grid[0, $0].style.background] }
    #expect(colors[0].contains(.rgb(blue)) && colors[1].contains(.rgb(blue)))
    #expect(colors[2].contains(.rgb(Self.red)) && colors[3].contains(.rgb(Self.red)))
    #expect(!colors.joined().contains(.rgb(RGB(paletteEntry: 3))))
    let image = canvas.pictures[0].picture.image(width: 16, height: 200)
    func pixel(_ y: Int) -> [UInt8] { Array(image.bytes[(4 * (y * 16 + 5))..<(4 * (y * 16 + 5) + 3)]) }
    #expect(
      pixel(150) == [Self.red.red, Self.red.green, Self.red.blue] && pixel(50) == [blue.red, blue.green, blue.blue])
    #expect(pixel(98) != pixel(150) && pixel(98) != pixel(50))
  }

  @Test("a bar is as high in cells as its value in eighths", arguments: [0.125, 0.3, 0.5, 0.77, 1])
  func eighths(value: Double) {
    var canvas = canvas(4, 5)
    BarChart(bars: [.height(value)], color: .rgb(Self.red)).draw(on: &canvas, in: canvas.grid.bounds)
    let heights = (0..<5).map { row -> Int in
      let cell = canvas.grid[0, row]
      if cell.style.background == .rgb(Self.red) || cell.text == "█" { return 8 }
      return cell == .blank ? 0 : Int(cell.scalar.value) - 0x2580
    }
    #expect(heights.reduce(0, +) == Int((value * 40).rounded()))
  }

  @Test("a chart is recorded for pixels, and only if there are images")
  func recorded() {
    for records in [true, false] {
      var canvas = canvas(40, 10, records: records)
      Plot(
        bars: [.bar(1), .bar(3), .nothing, .bar(2)], axis: AxisScale([0, 3], startsAtZero: true, steps: 3),
        color: .rgb(Self.red), label: { "\(Int($0))" }, words: [(0, "a")]
      ).draw(on: &canvas, in: canvas.grid.bounds)
      #expect(canvas.pictures.count == (records ? 1 : 0))
      for picture in canvas.pictures {
        #expect(
          picture.rect.size.rows == 9 && picture.cells == canvas.grid.copy(of: picture.rect)
            || picture.cells != canvas.grid)
        let image = picture.picture.image(width: picture.rect.size.columns * 10, height: picture.rect.size.rows * 20)
        #expect(image.bytes.contains(255))
      }
    }
  }

  @Test(
    "a line with gaps, a band, few values and values that are no numbers can be drawn at every size and level",
    arguments: [GlyphLevel.ascii, .block, .legacy])
  func safety(glyphs: GlyphLevel) {
    let forms: [[Plot.Bar]] = [
      [], [.nothing], [.bar(1)], [.bar(.nan), .bar(.infinity), .bar(-5)], [.range(1, 2, mean: 1.5)],
      [.range(1, 2, mean: nil), .nothing, .range(2, 9, mean: 4), .range(3, 8, mean: 5)],
      (0..<500).map { .bar(Double($0 % 17)) },
    ]
    for colors in [ColorLevel.truecolor, .ansi16, .none] {
      for bars in forms {
        for (columns, rows) in [(1, 1), (3, 2), (20, 6), (60, 16)] {
          for form in [Plot.Form.bars, .line] {
            var canvas = canvas(columns, rows, colors: colors, glyphs: glyphs)
            Plot(
              bars: bars, marks: [1, nil, 3, 4, .nan], axis: AxisScale([1, 9], startsAtZero: false, steps: 4),
              color: .rgb(Self.red), marked: bars.isEmpty ? nil : 0, label: { "\(Int($0))" }, form: form
            ).draw(on: &canvas, in: canvas.grid.bounds)
          }
        }
      }
    }
  }

  @Test("a line's extremes are written at their places")
  func extremes() {
    var canvas = canvas(60, 14)
    Plot(
      bars: [60, 61, 95, 64, 52, 70].map { .bar($0) }, axis: AxisScale([52, 95], startsAtZero: false, steps: 4),
      color: .rgb(Self.red), label: { "\(Int($0)) bpm" }, form: .line
    ).draw(on: &canvas, in: canvas.grid.bounds)
    let text = PlainText().text(of: canvas.grid)
    #expect(text.contains("95 bpm"))
  }

  @Test("What is absent is a dot on the base line in pixels, and no cell cuts the picture")
  func absence() throws {
    let plot = Plot(
      bars: [.bar(3), .nothing, .bar(0), .nothing], axis: AxisScale([0, 3], startsAtZero: true, steps: 3),
      color: .rgb(Self.red),
      label: { "\($0)" }, isClickable: false)
    var shown = canvas(20, 2)
    shown.showsPicture = { _ in true }
    plot.draw(on: &shown, in: shown.grid.bounds)
    #expect(shown.grid.cells.allSatisfy { $0 == PlacedPicture.awaited })
    let picture = try #require(shown.pictures.first).picture.image(width: 160, height: 32)
    // Slots of five columns with bars of three.
    for bar in [1, 3] {
      let center = bar * 40 + 12
      #expect(picture.bytes[4 * (30 * 160 + center) + 3] > 60 && picture.bytes[4 * (26 * 160 + center) + 3] == 0)
    }
    var drawn = canvas(20, 2)
    plot.draw(on: &drawn, in: drawn.grid.bounds)
    #expect((0..<20).filter { drawn.grid[$0, 1].text == "·" } == [6, 16])
    #expect(drawn.pictures.first?.cells == drawn.grid)
  }

  @Test("In letters, what is absent looks like no value, in bars, symbols of days and lines behind them")
  func absenceInLetters() {
    for rows in 1...4 {
      var canvas = canvas(12, rows, glyphs: .ascii)
      BarChart(bars: [.unknown, .height(0), .height(0.02), .height(0.3), .height(1), .unknown], color: .rgb(Self.red))
        .draw(on: &canvas, in: canvas.grid.bounds)
      let base = (0..<6).map { canvas.grid[2 * $0, rows - 1].text }
      #expect(base[0] == "." && base[5] == "." && !base[1...4].contains("."), "\(base)")
    }
    #expect(!Glyphs.ascii.rising.contains(Glyphs.ascii.absence))
    var canvas = canvas(40, 8, colors: .ansi16, glyphs: .ascii)
    Plot(
      bars: [.bar(1), .nothing], axis: AxisScale([0, 1], startsAtZero: true, steps: 2), color: .rgb(Self.red),
      label: { _ in "1" }
    ).draw(on: &canvas, in: canvas.grid.bounds)
    #expect(canvas.grid.cells.filter { $0.text == "." }.count == 1)
  }

  @Test(
    "Weeks stand apart where their days leave columns free, and the last day ends near the edge", arguments: 40...200)
  func weeks(columns: Int) throws {
    let breaks = [0, 4, 11, 18, 25]
    let days = (0..<30).map { BarChart.columns(of: $0, count: 30, in: 0..<columns, breaks: breaks) }
    let steps = zip(days, days.dropFirst()).map { $1.lowerBound - $0.lowerBound }
    #expect(Set(steps.indices.filter { !breaks.contains($0 + 1) }.map { steps[$0] }).count == 1)
    let apart = Set(steps.indices.filter { breaks.contains($0 + 1) }.map { steps[$0] })
    #expect(apart.count == 1 && apart.allSatisfy { $0 >= steps[0] && $0 <= 3 * steps[0] })
    let end = try #require(days.last?.upperBound)
    #expect(end <= columns && (columns - end < 4 || apart == [3 * steps[0]]))
  }

  @Test("Three rows of a line have its lowest and its highest value at their places, not a crooked step")
  func fewRows() {
    var canvas = canvas(40, 4)
    Plot(
      bars: [56, 187, 48, 90].map { .bar($0) }, axis: AxisScale([48, 187], startsAtZero: false, steps: 2),
      color: .rgb(Self.red), label: { "\(Int($0))" }, words: [(0, "00")], form: .line
    ).draw(on: &canvas, in: canvas.grid.bounds)
    let lines = PlainText().text(of: canvas.grid).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("187") && lines[1].hasPrefix("   ") && lines[2].hasPrefix(" 48"))
    let flat = Plot(line: [7, 7, 7], color: .rgb(Self.red))
    #expect(flat.ticks(rows: 3).map(\.row) == [1])
  }

  @Test("A line of equal values lies between the ends of its axis, with a label near it", arguments: 5...40)
  func flat(rows: Int) throws {
    // Both are equal but for rounding.
    let axis = AxisScale([11.3, 11.3 + 1e-14], startsAtZero: false, steps: 4)
    let plot = Plot(
      bars: [.bar(11.3), .bar(11.3 + 1e-14), .nothing], axis: axis, color: .rgb(Self.red), label: { "\($0)" },
      form: .line)
    let shown = plot.drawing(CellSize(columns: 40, rows: rows), Appearance(colors: .truecolor), lines: []).axis
    #expect((0.2...0.8).contains(shown.part(of: 11.3)), "\(shown)")
    #expect(plot.ticks(rows: rows).count >= 2)
  }

  @Test("Lines of one row below each other do not touch in cells")
  func sparklines() {
    var canvas = canvas(28, 2)
    let values = (0..<28).map { Double($0 * 7 % 11) }
    for row in 0...1 {
      Plot(line: values, color: .rgb(Self.red)).draw(
        on: &canvas, in: CellRect(column: 0, row: row, columns: 28, rows: 1))
    }
    // A quarter of the height or more is free.
    #expect((0..<28).allSatisfy { !["█", "▀", "▇"].contains(canvas.grid[$0, 1].text) })
    #expect(Set((0..<28).map { canvas.grid[$0, 1].text }).count >= 4)
  }
}
