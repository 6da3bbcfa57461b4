import Curses
import TerminalModel
import Testing

@Suite struct ColorEncoderTests {
  @Test(
    "A colour is encoded for its level",
    arguments: [
      (.truecolor, .rgb(RGB(0x12, 0x34, 0x56)), 0x0112_3456), (.truecolor, .rgb(RGB(0, 0, 3)), 0x0100_0003),
      (.truecolor, .palette(200), 200), (.truecolor, .terminalDefault, -1),
      (.ansi256, .rgb(RGB(255, 0, 0)), 196), (.ansi256, .palette(3), 3), (.ansi256, .terminalDefault, -1),
      (.ansi16, .rgb(RGB(255, 0, 0)), 9), (.ansi16, .palette(12), 12), (.ansi16, .palette(196), 9),
      (.mono, .rgb(RGB(255, 0, 0)), -1), (.none, .palette(1), -1),
    ] as [(ColorLevel, CellColor, Int32)])
  func codes(level: ColorLevel, color: CellColor, expected: Int32) {
    #expect(ColorEncoder(level: level).code(for: color) == expected)
  }
}
