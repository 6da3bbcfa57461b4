import Curses
import Dashboard
import Rings
import TerminalImages
import TerminalModel

/// A printed page whose rings are images: its text is printed first, with room for them, and then the images.
struct PicturePage {
  let page: Frame
  let method: PictureProtocol
  /// The size of a cell in pixels.
  let cell: (width: Int, height: Int)

  init(page: Frame, method: PictureProtocol, cell: (width: Int, height: Int)) {
    self.page = page
    self.method = method
    self.cell = cell
  }

  var text: String {
    var grid = page.grid
    let pictures = page.wholeRings
    for placed in pictures { grid.fill(placed.rect) }
    var text = ANSIText(colors: .truecolor).text(of: grid) + "\n"
    for placed in pictures {
      guard let sequence = sequence(placed) else { continue }
      // Relative to the line below the page, to which the cursor returns.
      text += "\u{1B}7\u{1B}[\(grid.size.rows - placed.rect.origin.row)A\u{1B}[\(placed.rect.origin.column + 1)G"
      text += String(decoding: sequence, as: UTF8.self) + "\u{1B}8"
    }
    return text
  }

  private func sequence(_ placed: PlacedRings) -> [UInt8]? {
    let size = placed.rect.size
    let image = placed.rings.image(
      palette: placed.palette, width: size.columns * cell.width, height: size.rows * cell.height)
    switch method {
    case .sixel: return Sixel.encode(PalettedImage(image.composed(over: placed.palette.background)))
    case .iterm2:
      return PNG.encode(PalettedImage(image)).map {
        ITerm2Image.draw(png: $0, columns: size.columns, rows: size.rows)
      }
    case .kittyPlaces, .kittyPlaceholders:
      return PNG.encode(PalettedImage(image)).map {
        KittyGraphics.draw(png: $0, columns: size.columns, rows: size.rows)
      }
    }
  }
}
