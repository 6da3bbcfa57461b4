import Curses
import Processes
import Rings
import TerminalImages
import TerminalModel

/// Rings in pixels, for a file or for a terminal with support for images.
struct PixelDrawing {
  let rings: RingSet
  let size: CellSize
  let palette: RingPalette
  /// The size of the terminal's cells; nil if it is unknown.
  let cellPixels: (width: Int, height: Int)?
  let isInsideTmux: Bool

  /// A PNG file.
  ///
  /// - Parameter cell: the size of a cell in pixels.
  func png(cell: (width: Int, height: Int)) throws -> [UInt8] {
    try file(
      of: rings.image(palette: palette, width: size.columns * cell.width, height: size.rows * cell.height))
  }

  /// The rings in one of the protocols, followed by a newline; empty if memory is exhausted.
  func bytes(_ method: PictureProtocol) -> [UInt8] {
    switch method {
    case .kittyPlaces, .kittyPlaceholders: (try? kitty()) ?? []
    case .iterm2: (try? iterm2()) ?? []
    case .sixel: sixel()
    }
  }

  /// The rings in kitty's graphics protocol, followed by a newline.
  func kitty() throws -> [UInt8] {
    let png = try PNG.encode(PalettedImage(image())).orFailure()
    guard isInsideTmux else {
      return KittyGraphics.draw(png: png, columns: size.columns, rows: size.rows) + [0x0A]
    }
    // Inside tmux, only placeholders move with the text; the image must outlive the program.
    let id = UInt32.random(in: 0x1_0000...0xFF_FFFF)
    let upload =
      KittyGraphics.upload(id: id, png: png, wantsReply: false)
      + KittyGraphics.placeByPlaceholders(id: id, columns: size.columns, rows: size.rows, wantsReply: false)
    let text = KittyGraphics.placeholders(id: id, columns: size.columns, rows: size.rows) + "\n"
    return Passthrough.tmux(upload) + Array(text.utf8)
  }

  /// The rings as sixel, followed by a newline. tmux supports sixel like a terminal.
  func sixel() -> [UInt8] {
    let image = image()
    return Sixel.encode(PalettedImage(image.composed(over: palette.background).cut(to: image))) + [0x0A]
  }

  /// The rings in iTerm2's protocol, followed by a newline.
  func iterm2() throws -> [UInt8] {
    let png = try PNG.encode(PalettedImage(image())).orFailure()
    let sequence = ITerm2Image.draw(png: png, columns: size.columns, rows: size.rows)
    let newlines = Array(repeating: UInt8(0x0A), count: size.rows)
    return (isInsideTmux ? Passthrough.tmux(sequence) : sequence) + newlines
  }

  private func image() -> RasterImage {
    let cell = cellPixels ?? (10, 20)
    return rings.image(palette: palette, width: size.columns * cell.width, height: size.rows * cell.height)
  }

  private func file(of image: RasterImage) throws -> [UInt8] { try PNG.encode(image).orFailure() }
}

extension RasterImage {
  /// The image, with the transparent pixels of another one made transparent.
  func cut(to mask: RasterImage) -> RasterImage {
    var result = self
    for pixel in stride(from: 3, to: bytes.count, by: 4) where mask.bytes[pixel] == 0 { result.bytes[pixel] = 0 }
    return result
  }
}

extension [UInt8]? {
  fileprivate func orFailure() throws -> [UInt8] {
    guard let self else { throw Failure(.failed, "The picture cannot be drawn: there is not enough memory.") }
    return self
  }
}
