import TerminalModel
import Testing

@Suite struct CellPixelsTests {
  @Test(arguments: [(100, 32, 1000, 640), (480, 135, 7680, 4320), (80, 24, 804, 456), (1, 1, 200, 400)])
  func `a terminal's claim is used if a screen has that many pixels`(columns: Int, rows: Int, width: Int, height: Int) {
    let cell = CellSize(columns: columns, rows: rows).cellPixels(windowWidth: width, windowHeight: height)
    #expect(cell?.width == width / columns && cell?.height == height / rows)
  }

  @Test(arguments: [
    (400, 200, 65_535, 65_535), (80, 24, 65_535, 20), (80, 24, 16_000, 16_000), (80, 24, 0, 456), (80, 24, 804, 0),
    (80, 24, 79, 23), (1, 1, 201, 10), (0, 0, 100, 100), (5, 5, -100, 100), (80, 24, .max, .max),
  ])
  func `no other claim makes images larger than a screen`(columns: Int, rows: Int, width: Int, height: Int) {
    #expect(CellSize(columns: columns, rows: rows).cellPixels(windowWidth: width, windowHeight: height) == nil)
  }
}
