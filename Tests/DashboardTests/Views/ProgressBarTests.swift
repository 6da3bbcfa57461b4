import HealthModel
import TerminalModel
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("Bars")
struct ProgressBarTests {
  @Test(
    "A bar grows by eighths, is empty only at zero and full only when closed",
    arguments: [
      (0, "··········"), (0.0001, "▏·········"), (0.5, "█████·····"), (0.55, "█████▌····"), (0.999, "█████████▉"),
      (1, "██████████"), (1.4, "██████▉███"), (3, "██▉██▉████"), (1e9, "▉▉▉▉▉▉▉▉▉█"), (.infinity, "··········"),
      (.nan, "··········"), (-3, "··········"),
    ] as [(Double, String)])
  func eighths(progress: Double, expected: String) {
    #expect(draw(ProgressBar(ring: .move, progress: progress), .block) == expected)
  }

  @Test(
    "In ASCII",
    arguments: [(0.5, "#####....."), (0.99, "#########."), (1, "##########"), (1.9, "####|#####")] as [(Double, String)]
  )
  func ascii(progress: Double, expected: String) {
    #expect(draw(ProgressBar(ring: .move, progress: progress), .ascii) == expected)
  }

  @Test(
    "A thin bar grows by columns without a gap before its track, and without colours the track is dotted",
    arguments: [
      (0, "··········"), (0.5, "▀▀▀▀▀·····"), (0.59, "▀▀▀▀▀·····"), (0.999, "▀▀▀▀▀▀▀▀▀·"), (1.4, "▀▀▀▀▀▀▘▀▀▀"),
    ]
      as [(Double, String)])
  func thin(progress: Double, expected: String) {
    #expect(draw(ProgressBar(ring: .move, progress: progress, thickness: .thin), .block) == expected)
  }

  @Test("Above the goal, the bar is divided at each multiple of it")
  func laps() {
    let appearance = Appearance()
    var canvas = Canvas(size: CellSize(columns: 10, rows: 1), appearance: appearance, recordsPictures: true)
    ProgressBar(ring: .stand, progress: 1.6).draw(on: &canvas, columns: 0..<10, row: 0)
    let (first, second) = (appearance.color(of: .stand), appearance.secondLapColor(of: .stand))
    let colors = (0..<10).map { canvas.grid[$0, 0].style.foreground }
    // 100 / 160 of ten columns are 6.25.
    #expect(colors == Array(repeating: first, count: 7) + Array(repeating: second, count: 3))
    #expect(canvas.grid[6, 0].scalar == "▎" && canvas.grid[6, 0].style.background == second)
    let image = canvas.pictures[0].picture.image(width: 80, height: 16)
    func pixel(_ x: Int) -> [UInt8] { Array(image.bytes[(4 * (8 * 80 + x))..<(4 * (8 * 80 + x) + 3)]) }
    #expect(pixel(20) == pixel(45) && pixel(20) != pixel(60) && pixel(50) != pixel(45) && pixel(50) != pixel(60))
  }

  @Test("Full cells have a matching background, because fonts leave gaps between blocks")
  func seams() {
    var canvas = Canvas(size: CellSize(columns: 40, rows: 6), appearance: Appearance())
    ProgressBar(ring: .stand, progress: 0.8).draw(on: &canvas, columns: 0..<40, row: 0)
    ProgressBar(ring: .move, progress: 1.4).draw(on: &canvas, columns: 0..<40, row: 1)
    let blocks = canvas.grid.cells.filter { $0.scalar == "█" }
    #expect(blocks.count > 40 && blocks.allSatisfy { $0.style.background == $0.style.foreground })
  }

  private func draw(_ bar: ProgressBar, _ level: GlyphLevel) -> String {
    var canvas = Canvas(
      size: CellSize(columns: 10, rows: 1), appearance: Appearance(glyphLevel: level, colors: .none))
    bar.draw(on: &canvas, columns: 0..<10, row: 0)
    return PlainText(trimsTrailingBlanks: false).text(of: canvas.grid)
  }
}
