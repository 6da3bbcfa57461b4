import Processes
package import Rings
package import TerminalImages
package import TerminalModel

/// Rings in pixels, for a file or for a terminal with support for images.
package struct PixelDrawing {
  let rings: RingSet
  let size: CellSize
  let palette: RingPalette
  /// The size of the terminal's cells; nil if it is unknown.
  let cellPixels: (width: Int, height: Int)?

  package init(rings: RingSet, size: CellSize, palette: RingPalette, cellPixels: (width: Int, height: Int)?) {
    (self.rings, self.size, self.palette, self.cellPixels) = (rings, size, palette, cellPixels)
  }

  /// A PNG file.
  ///
  /// - Parameter cell: the size of a cell in pixels.
  package func png(cell: (width: Int, height: Int)) throws -> [UInt8] {
    try PNG.encode(image(cell: cell)).orFailure()
  }

  /// The rings in a terminal's protocol, followed by the newlines that bring the cursor below them.
  package func bytes(_ backend: any PictureBackend) throws -> [UInt8] {
    try backend.printing(image(cell: cellPixels ?? (10, 20)), on: palette.background, size: size, column: 0).orFailure()
      + Array(repeating: UInt8(0x0A), count: backend.movesCursor ? 1 : size.rows)
  }

  private func image(cell: (width: Int, height: Int)) -> RasterImage {
    rings.image(
      palette: palette, width: size.columns * cell.width, height: size.rows * cell.height)
  }
}

extension [UInt8]? {
  fileprivate func orFailure() throws -> [UInt8] {
    guard let self else { throw Failure(.failed, "The picture cannot be drawn: there is not enough memory.") }
    return self
  }
}
