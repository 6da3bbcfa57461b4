import Curses
import Rings
import TerminalImages
import TerminalModel

/// Rings in pixels, ready for a file or for a terminal that draws pictures.
struct PixelDrawing {
  let rings: RingSet
  let size: CellSize
  let palette: RingPalette
  /// The size of the terminal's cells; nil where it does not tell.
  let cellPixels: (width: Int, height: Int)?
  let isInsideTmux: Bool

  /// A PNG file.
  ///
  /// - Parameter cell: how many pixels a cell stands for.
  func png(cell: (width: Int, height: Int)) throws -> [UInt8] {
    try file(
      of: RingRaster(palette: palette).image(
        of: rings, width: size.columns * cell.width, height: size.rows * cell.height))
  }

  /// The rings by one of the protocols, and a newline below them; nothing where memory is short.
  func bytes(_ method: PictureProtocol) -> [UInt8] {
    switch method {
    case .kittyPlaces, .kittyPlaceholders: (try? kitty()) ?? []
    case .iterm2: (try? iterm2()) ?? []
    case .sixel: sixel()
    }
  }

  /// Sequences of kitty's protocol, and a newline below the picture.
  func kitty() throws -> [UInt8] {
    let png = try PNG.encode(PalettedImage(image())).orFailure()
    guard isInsideTmux else {
      return KittyGraphics.draw(png: png, columns: size.columns, rows: size.rows) + [0x0A]
    }
    // Within tmux only placeholders stay where the text is; what they show has to outlive the program.
    let id = UInt32.random(in: 0x1_0000...0xFF_FFFF)
    let upload =
      KittyGraphics.upload(id: id, png: png, answers: false)
      + KittyGraphics.placeByPlaceholders(id: id, columns: size.columns, rows: size.rows)
    let text = KittyGraphics.placeholders(id: id, columns: size.columns, rows: size.rows) + "\n"
    return Passthrough.tmux(upload) + Array(text.utf8)
  }

  /// A sixel sequence, and a newline below the picture. tmux takes it as a terminal does.
  func sixel() -> [UInt8] {
    let image = image()
    return Sixel.encode(PalettedImage(image.composed(over: palette.background).cut(to: image))) + [0x0A]
  }

  /// The sequence of iTerm2, and a newline below the picture.
  func iterm2() throws -> [UInt8] {
    let png = try PNG.encode(PalettedImage(image())).orFailure()
    let sequence = ITerm2Image.draw(png: png, columns: size.columns, rows: size.rows)
    let newlines = Array(repeating: UInt8(0x0A), count: size.rows)
    return (isInsideTmux ? Passthrough.tmux(sequence) : sequence) + newlines
  }

  private func image() -> RasterImage {
    let cell = cellPixels ?? (10, 20)
    return RingRaster(palette: palette).image(
      of: rings, width: size.columns * cell.width, height: size.rows * cell.height)
  }

  private func file(of image: RasterImage) throws -> [UInt8] { try PNG.encode(image).orFailure() }
}

extension RasterImage {
  /// The picture with what is quite transparent in another left transparent.
  func cut(to mask: RasterImage) -> RasterImage {
    var result = self
    for pixel in stride(from: 3, to: bytes.count, by: 4) where mask.bytes[pixel] == 0 { result.bytes[pixel] = 0 }
    return result
  }
}

extension [UInt8]? {
  fileprivate func orFailure() throws -> [UInt8] {
    guard let self else { throw Failure(.failed, "The picture cannot be made: there is not enough memory.") }
    return self
  }
}
