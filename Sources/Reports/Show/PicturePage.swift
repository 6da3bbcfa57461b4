import Dashboard
import Rings
import TerminalImages
import TerminalModel
import Widgets

/// A printed page whose rings are images: its text is printed first, with room for them, and then the images.
struct PicturePage {
  let page: Frame
  let backend: any PictureBackend
  /// The size of a cell in pixels.
  let cell: (width: Int, height: Int)

  var text: String {
    var grid = page.grid
    let pictures = page.wholePictures
    for placed in pictures { grid.fill(placed.rect) }
    var text = ANSIText(colors: .truecolor).text(of: grid) + "\n"
    for placed in pictures {
      let (size, origin) = (placed.rect.size, placed.rect.origin)
      let image = placed.picture.image(width: size.columns * cell.width, height: size.rows * cell.height)
      guard
        let sequence = backend.printing(image, on: placed.picture.background, size: size, column: origin.column)
      else { continue }
      // Relative to the line below the page, to which the cursor returns.
      text += "\u{1B}7\u{1B}[\(grid.size.rows - origin.row)A\u{1B}[\(origin.column + 1)G"
      text += String(decoding: sequence, as: UTF8.self) + "\u{1B}8"
    }
    return text
  }
}
