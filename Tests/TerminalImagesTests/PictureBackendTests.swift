import TerminalModel
import Testing

@testable import TerminalImages

/// The same image by every protocol.
@Suite struct PictureBackendTests {
  private static let image = RasterImage(width: 2, height: 2, bytes: [255, 0, 0, 255] + Array(repeating: 0, count: 12))
  private static let (size, background) = (CellSize(columns: 2, rows: 2), RGB(0, 0, 255))
  static let backends: [any PictureBackend] = [
    KittyPlaces(), KittyPlaceholders(isInsideTmux: false), KittyPlaceholders(isInsideTmux: true),
    ITerm2Inline(isInsideTmux: false), Sixels(),
  ]

  @Test(arguments: backends)
  func `an image that replaces cells is not stored, and every other one is deleted by its number`(
    backend: any PictureBackend
  ) throws {
    let shown = try #require(
      backend.showing(Self.image, id: 70_000, on: Self.background, size: Self.size, colors: 16))
    #expect(String(decoding: shown, as: UTF8.self).contains("i=70000") != backend.replacesCells)
    #expect(backend.deleting(id: 70_000).isEmpty == backend.replacesCells)
  }

  @Test func `printed sixels leave transparent pixels to the terminal, and those of a screen cover what was there`()
    throws
  {
    let backend = Sixels()
    let printed = try #require(backend.printing(Self.image, on: Self.background, size: Self.size, column: 0))
    let shown = try #require(backend.showing(Self.image, id: 1, on: Self.background, size: Self.size, colors: 16))
    #expect(try #require(SixelScreen(printed, width: 2, height: 2)).image.bytes[7] == 0)
    #expect(try #require(SixelScreen(shown, width: 2, height: 2)).image.bytes[4...7] == [0, 0, 255, 255])
  }

  @Test func `inside tmux each row of a printed image begins in the column of the cursor`() throws {
    let backend = KittyPlaceholders(isInsideTmux: true)
    let printed = try #require(backend.printing(Self.image, on: Self.background, size: Self.size, column: 7))
    let text = String(decoding: printed, as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}Ptmux;"))
    #expect(text.split(separator: "\n").dropFirst().map { $0.prefix(4) } == ["\u{1B}[8G"])
  }
}
