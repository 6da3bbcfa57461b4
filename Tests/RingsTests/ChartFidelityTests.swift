import Foundation
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Graphics
@testable import Widgets

/// The similarity of charts in cells to the same charts in pixels.
///
/// With `FIDELITY=folder` it also writes each chart in pixels to the folder, as PPM, and expects that the files `.ansi` beside
/// them, which another program has drawn from these, are less similar: `Tests/Performance/fidelity` does so with chafa.
@Suite("Charts in cells")
struct ChartFidelityTests {
  private static let appearance = Appearance(colors: .truecolor)
  private static let color = appearance.color(of: .move)

  struct Chart: Sendable, CustomTestStringConvertible {
    var name: String
    /// The smallest similarity of the chart as it is shown, whose lines are thicker and whose edges lie on eighths in cells, at
    /// 40x8, 80x16 and 160x32 cells.
    var floors: [Double]
    /// The same of the drawing for pixels, fitted to cells.
    var fittedFloors: [Double]
    /// Whether it is closer than half blocks. Days of a year have a free column between weeks instead.
    var isClosest = true
    var draw: @Sendable (inout Widgets.Canvas, CellRect) -> Void
    var testDescription: String { name }
  }

  static let sizes = [
    CellSize(columns: 40, rows: 8), CellSize(columns: 80, rows: 16), CellSize(columns: 160, rows: 32),
  ]

  static let charts = [
    Chart(name: "bars", floors: [0.68, 0.98, 0.99], fittedFloors: [0.83, 0.99, 0.99]) { canvas, rect in
      BarChart(bars: wave(24).map { .height($0) }, color: color).draw(on: &canvas, in: rect)
    },
    Chart(name: "line", floors: [0.79, 0.85, 0.94], fittedFloors: [0.85, 0.895, 0.96]) { canvas, rect in
      plot(wave(40).map { .bar($0) }, .line).draw(on: &canvas, in: rect)
    },
    Chart(name: "range", floors: [0.79, 0.83, 0.93], fittedFloors: [0.83, 0.875, 0.95]) { canvas, rect in
      plot(wave(24).map { .range($0 * 0.7, $0, mean: $0 * 0.8) }, .line).draw(on: &canvas, in: rect)
    },
    Chart(name: "zones", floors: [0.82, 0.88, 0.95], fittedFloors: [0.875, 0.92, 0.97]) { canvas, rect in
      let values = wave(60)
      var chart = plot(values.map { .bar($0) }, .line)
      chart.bands = (0..<5).map {
        Plot.Part(low: Double($0) / 5, high: Double($0 + 1) / 5, color: appearance.color(ofZone: $0))
      }
      for (index, value) in values.enumerated() { chart.colors[index] = appearance.color(ofZone: Int(value * 4.99)) }
      chart.draw(on: &canvas, in: rect)
    },
    Chart(name: "nights", floors: [0.9, 0.89, 0.95], fittedFloors: [0.95, 0.94, 0.975]) { canvas, rect in
      let stages: [SleepStage] = [.core, .deep, .core, .rem, .core]
      plot(
        wave(14).map { value in
          .parts(
            stages.enumerated().map { index, stage in
              Plot.Part(
                low: 0.1 * value + 0.17 * Double(index), high: 0.1 * value + 0.17 * Double(index + 1),
                color: appearance.color(of: stage))
            })
        }, .bars
      ).draw(on: &canvas, in: rect)
    },
    Chart(name: "night", floors: [0.41, 0.73, 0.79], fittedFloors: [0.62, 0.87, 0.89]) { canvas, rect in
      guard let night else { return }
      Hypnogram(night: night, formatting: .english).draw(on: &canvas, in: rect)
    },
    Chart(name: "year", floors: [0.23, 0.15, 0.29], fittedFloors: [0.505, 0.69, 0.67], isClosest: false) {
      canvas, rect in
      let pitch = rect.size.columns >= 160 ? 3 : rect.size.columns >= 80 ? 2 : 1
      var squares = YearSquares(
        shade: DayShade(ring: nil, rings: [.move, .exercise, .stand]), slot: CellSize(columns: pitch, rows: 1))
      for (index, value) in wave(7 * (rect.size.columns / pitch)).enumerated() {
        let cell = CellRect(column: index / 7 * pitch, row: index % 7, columns: pitch, rows: 1)
        squares.squares.append(.init(rect: cell, level: Int(value * 3.99), isSelected: false))
      }
      _ = squares.draw(on: &canvas, in: CellRect(column: 0, row: 0, columns: rect.size.columns, rows: 7))
    },
    Chart(name: "progress", floors: [0.72, 0.72, 0.72], fittedFloors: [0.835, 0.85, 0.855]) { canvas, rect in
      for (row, progress) in zip(stride(from: 0, to: 6, by: 2), [0.37, 1, 1.9]) {
        ProgressBar(ring: .exercise, progress: progress).draw(on: &canvas, columns: rect.columns, row: row)
      }
    },
    Chart(name: "route", floors: [0.88, 0.94, 0.96], fittedFloors: [0.89, 0.945, 0.97]) { canvas, rect in
      RouteMap(detail: workout, mark: nil, context: context(rect.size)).draw(on: &canvas, in: rect)
    },
  ]

  @Test("are as close to the pixels as before, and closer than half blocks", arguments: charts)
  func fidelity(chart: Chart) throws {
    for (size, (floor, fittedFloor)) in zip(Self.sizes, zip(chart.floors, chart.fittedFloors)) {
      for glyphs in [GlyphLevel.block, .octant] {
        var appearance = Self.appearance
        appearance.glyphLevel = glyphs
        var canvas = Widgets.Canvas(size: size, appearance: appearance, recordsPictures: true)
        chart.draw(&canvas, canvas.grid.bounds)
        let scores = canvas.pictures.map { placed -> (own: Double, halves: Double) in
          let truth = Self.truth(placed)
          func score(_ grid: CellGrid) -> Double {
            PictureScore(of: PixelImage(grid, background: Self.appearance.background), against: truth).ssim
          }
          return (score(placed.cells), score(Self.halfBlocks(truth, placed.rect.size)))
        }
        try #require(!scores.isEmpty)
        let own = scores.reduce(0) { $0 + $1.own } / Double(scores.count)
        let halves = scores.reduce(0) { $0 + $1.halves } / Double(scores.count)
        let fitted = canvas.pictures.reduce(0) { $0 + Self.fitted($1, glyphs).ssim } / Double(scores.count)
        let words =
          "\(chart.name) \(size.columns)x\(size.rows) \(glyphs): \(own), fitted \(fitted), half blocks \(halves)"
        if ProcessInfo.processInfo.environment["FIDELITY"] != nil { print("FIDELITY", words) }
        #expect(own >= floor, "\(words)")
        #expect(own > halves || !chart.isClosest, "\(words)")
        #expect(fitted >= fittedFloor && fitted > halves, "\(words)")
        if glyphs == .block { try compare(chart.name, canvas.pictures) }
      }
    }
  }

  @Test("bars whose edges lie on eighths are exact")
  func exact() throws {
    var canvas = Widgets.Canvas(
      size: CellSize(columns: 32, rows: 4), appearance: Self.appearance, recordsPictures: true)
    BarChart(bars: (0..<8).map { .height(Double($0) / 8) }, color: Self.color).draw(on: &canvas, in: canvas.grid.bounds)
    let grid = canvas.grid
    for (index, column) in stride(from: 0, to: 32, by: 4).enumerated() {
      let height = (0..<4).reduce(0) { $0 + Self.eighths(grid[column, $1]) }
      // A known zero is an eighth high.
      #expect(height == max(1, index * 4), "\(index)")
    }
  }

  private static func eighths(_ cell: Cell) -> Int {
    if cell.style.background != .terminalDefault || cell.text == "█" { return 8 }
    return (0x2581...0x2587).contains(cell.scalar.value) ? Int(cell.scalar.value) - 0x2580 : 0
  }

  // MARK: - Comparison

  /// The chart in pixels on the background, 8x16 to a cell.
  private static func truth(_ placed: PlacedPicture) -> PixelImage {
    let (width, height) = (placed.rect.size.columns * 8, placed.rect.size.rows * 16)
    let image = placed.picture.image(width: width, height: height)
    let paper = appearance.background
    let background = SIMD3(Double(paper.red), Double(paper.green), Double(paper.blue))
    var result = PixelImage(width: width, height: height)
    for index in 0..<width * height {
      let bytes = image.bytes[(4 * index)..<(4 * index + 4)].map(Double.init)
      result.pixels[index] = background + (SIMD3(bytes[0], bytes[1], bytes[2]) - background) * (bytes[3] / 255)
    }
    return result
  }

  /// Each half of a cell in its mean colour, as programs without a choice of symbols draw pictures.
  private static func halfBlocks(_ image: PixelImage, _ size: CellSize) -> CellGrid {
    var grid = CellGrid(size: size)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let halves = [0, 8].map { top -> RGB in
          var sum = SIMD3<Double>()
          for y in 0..<8 { for x in 0..<8 { sum += image[column * 8 + x, row * 16 + top + y] } }
          let mean = (sum / 64).rounded(.toNearestOrEven)
          return RGB(UInt8(mean.x), UInt8(mean.y), UInt8(mean.z))
        }
        grid[column, row] = Cell("▀", style: CellStyle(foreground: .rgb(halves[0]), background: .rgb(halves[1])))
      }
    }
    return grid
  }

  /// Writes pictures for other programs, and prints how similar their results are.
  private func compare(_ name: String, _ pictures: [PlacedPicture]) throws {
    guard let folder = ProcessInfo.processInfo.environment["FIDELITY"] else { return }
    for (index, placed) in pictures.enumerated() {
      let truth = Self.truth(placed)
      let size = placed.rect.size
      let file = URL(fileURLWithPath: folder).appendingPathComponent("\(name)-\(index)-\(size.columns)x\(size.rows)")
      var bytes = Array("P6 \(truth.width) \(truth.height) 255\n".utf8)
      for pixel in truth.pixels { bytes += [pixel.x, pixel.y, pixel.z].map { UInt8($0.rounded()) } }
      try Data(bytes).write(to: file.appendingPathExtension("ppm"))
      guard let other = try? String(contentsOf: file.appendingPathExtension("ansi"), encoding: .utf8) else { continue }
      let grid = Self.grid(other, size)
      let score = PictureScore(of: PixelImage(grid, background: Self.appearance.background), against: truth)
      let own = PictureScore(of: PixelImage(placed.cells, background: Self.appearance.background), against: truth)
      let fitted = Self.fitted(placed, .block)
      let words = "\(file.lastPathComponent) shown \(own.ssim) fitted \(fitted.ssim) other \(score.ssim)"
      print("FIDELITY", words)
      #expect(fitted.ssim > score.ssim, "\(words)")
    }
  }

  /// The drawing for pixels, fitted to cells.
  private static func fitted(_ placed: PlacedPicture, _ glyphs: GlyphLevel) -> PictureScore {
    let size = placed.rect.size
    var grid = CellGrid(size: size)
    let drawing = placed.picture.drawing(
      width: Double(size.columns) * ChartDetail.cell.x, height: Double(size.rows) * ChartDetail.cell.y)
    DrawingCells(glyphs: glyphs, colors: .truecolor, background: appearance.background).draw(
      drawing, in: grid.bounds, on: &grid)
    return PictureScore(of: PixelImage(grid, background: appearance.background), against: truth(placed))
  }

  /// The cells of text with colours and reverse.
  private static func grid(_ text: String, _ size: CellSize) -> CellGrid {
    var grid = CellGrid(size: size)
    var style = CellStyle()
    for (row, line) in text.split(separator: "\n").prefix(size.rows).enumerated() {
      var column = 0
      var rest = line.unicodeScalars[...]
      while let scalar = rest.popFirst() {
        guard scalar == "\u{1B}" else {
          if column < size.columns { grid[column, row] = Cell(scalar, style: style) }
          column += 1
          continue
        }
        let sequence = rest.prefix { !$0.properties.isAlphabetic }
        let isColor = rest.dropFirst(sequence.count).first == "m"
        rest = rest.dropFirst(sequence.count + 1)
        guard isColor else { continue }
        var numbers = String(String.UnicodeScalarView(sequence.dropFirst())).split(separator: ";").compactMap {
          Int($0)
        }
        if numbers.isEmpty { numbers = [0] }
        while let number = numbers.first {
          numbers.removeFirst()
          switch number {
          case 0: style = CellStyle()
          case 7: style.attributes.insert(.reverse)
          case 38, 48:
            guard numbers.count >= 4 else { return grid }
            let color = CellColor.rgb(RGB(UInt8(numbers[1]), UInt8(numbers[2]), UInt8(numbers[3])))
            if number == 38 { style.foreground = color } else { style.background = color }
            numbers.removeFirst(4)
          default: break
          }
        }
      }
    }
    return grid
  }

  // MARK: - Data

  /// Values from 0.05 to 1.
  private static func wave(_ count: Int) -> [Double] {
    (0..<count).map { index in
      let x = Double(index) / Double(count)
      return 0.5 + 0.3 * sin(7 * x) + 0.15 * sin(23 * x + 1)
    }
  }

  private static func plot(_ bars: [Plot.Bar], _ form: Plot.Form) -> Plot {
    Plot(
      bars: bars, axis: AxisScale(low: 0, high: 1, step: 0.2), color: color, label: { _ in "" }, isClickable: false,
      form: form)
  }

  private static let midnight = Date(timeIntervalSinceReferenceDate: 700_000_000)

  private static let night: SleepDays.Night? = {
    let stages: [SleepStage] = [.core, .deep, .core, .rem, .awake, .core, .deep, .core, .rem, .core, .awake, .rem]
    var spans: [SleepSpan] = []
    for (index, stage) in stages.enumerated() {
      let start = spans.last?.end ?? midnight
      let length = stage == .awake ? 300.0 : Double(900 + index * 977 % 2_400)
      spans.append(SleepSpan(start: start, end: start + length, stage: stage, source: "Watch"))
    }
    func minutes(_ date: Date) -> Double { date.timeIntervalSince(midnight) / 60 }
    return SleepNight(day: Day(number: 9_000), spans: spans).map { night in
      SleepDays.Night(
        night: night, bedtime: minutes(night.bedtime), wakeUp: minutes(night.wakeUp),
        bands: spans.map { SleepDays.Band(start: minutes($0.start), end: minutes($0.end), stage: $0.stage) })
    }
  }()

  private static let workout: WorkoutDetail = {
    let summary = WorkoutSummary(
      row: 1, activity: 37, start: midnight, end: midnight + 1_800, duration: 1_800, energy: 300, distance: 5_000,
      heartRate: 140, cursor: ListCursor(key: 0, row: 0))
    var stored = StoredWorkout(
      summary: summary, source: "Watch", device: "", metadata: Metadata([]),
      time: WorkoutTime(start: summary.start, end: summary.end, events: []))
    stored.track = WorkoutTrack(count: 300)
    for index in 0..<300 {
      let turn = Double(index) / 300 * 2 * .pi
      let out = 0.008 * (1 + 0.3 * sin(2 * turn) + 0.15 * sin(5 * turn + 1))
      stored.track.add(
        RoutePoint(
          date: midnight + Double(index * 6), latitude: 50 + out * sin(turn), longitude: 8 + 1.5 * out * cos(turn)))
    }
    return WorkoutDetail(stored, profile: HeartRateProfile())
  }()

  private static func context(_ size: CellSize) -> ScreenContext {
    App(today: Day(number: 9_000), now: midnight, size: size, appearance: appearance).context
  }
}
