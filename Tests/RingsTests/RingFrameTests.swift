import Rings
import TerminalModel
import Testing

/// Reviewed frames. `RECORD=1` records them again.
@Suite struct RingFrameTests {
  struct Level: Sendable, CustomTestStringConvertible {
    var glyphs: GlyphLevel
    var colors: ColorLevel
    var testDescription: String { "\(glyphs)-\(colors.rawValue)" }
  }

  static let levels: [Level] = [
    Level(glyphs: .ascii, colors: .none), Level(glyphs: .block, colors: .none), Level(glyphs: .block, colors: .mono),
    Level(glyphs: .block, colors: .ansi16), Level(glyphs: .block, colors: .ansi256),
    Level(glyphs: .block, colors: .truecolor), Level(glyphs: .legacy, colors: .truecolor),
    Level(glyphs: .octant, colors: .truecolor),
  ]

  @Test(arguments: levels, [(6, 3), (12, 6), (24, 12), (40, 20)])
  func `frames are drawn as recorded`(level: Level, size: (Int, Int)) {
    let grid = RingSamples.draw(
      RingSamples.pictures[0], columns: size.0, rows: size.1, glyphs: level.glyphs, colors: level.colors)
    check(grid, "\(level.testDescription)-\(size.0)x\(size.1)")
  }

  @Test func `special days are drawn as recorded`() {
    var paused = RingSamples.pictures[0]
    paused.isPaused = true
    check(RingSamples.draw(paused, columns: 24, rows: 12), "paused")
    check(RingSamples.draw(RingSamples.all(nil), columns: 24, rows: 12), "empty")
    check(RingSamples.draw(RingSamples.all(0), columns: 24, rows: 12), "zero")
    check(
      RingSamples.draw(RingSet(move: 1.4, exercise: nil, stand: nil, form: .moveOnly), columns: 24, rows: 12), "one")
    let four = RingSet(move: 0.83, exercise: 1.4, stand: 0.5, own: 0.7, form: .threeAndOwn)
    check(RingSamples.draw(four, columns: 40, rows: 20), "four-40x20")
    check(RingSamples.draw(four, columns: 24, rows: 12, glyphs: .ascii, colors: .none), "four-ascii-24x12")
  }

  private func check(_ grid: CellGrid, _ name: String) {
    let picture = FramePicture(grid).description
    if Fixtures.isRecording {
      #expect(Fixtures.write(picture, name + ".txt"))
    } else {
      #expect(picture == Fixtures.read(name + ".txt"), "\(name)")
    }
  }
}
