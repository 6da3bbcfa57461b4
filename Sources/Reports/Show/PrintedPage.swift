package import Configuration
import Curses
package import Dashboard
import Foundation
import Processes
import Rings
import TerminalImages
package import TerminalModel

/// The output of `show` and `chart`.
package enum PrintedPage {
  case text(String)
  /// Text with terminal escape sequences.
  case styled(String)
  /// The bytes of a PNG file.
  case png([UInt8])

  /// A frame as an SVG document, its rings as arcs.
  package init(svg page: Frame, background: RGB) {
    let rings = page.wholeRings.map { GridSVG.PlacedRings(rings: $0.rings, rect: $0.rect, palette: $0.palette) }
    self = .text(GridSVG(background: background).text(of: page.grid, rings: rings))
  }

  /// A frame as a PNG file, its rings in pixels.
  ///
  /// - Throws: `Failure` if memory is exhausted.
  package init(png page: Frame, background: RGB) throws {
    var grid = page.grid
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns { grid[column, row].text = CellText(Self.drawable(grid[column, row].scalar)) }
    }
    let cell = GridRaster.cell
    let pictures = page.wholeRings.map { placed in
      let size = placed.rect.size
      let image = RingRaster(palette: placed.palette)
        .image(of: placed.rings, width: size.columns * cell.width, height: size.rows * cell.height)
      return (rect: placed.rect, image: image)
    }
    let image = GridRaster(background: background).image(of: grid, pictures: pictures)
    guard let file = PNG.encode(image) else {
      throw Failure(.failed, "The picture cannot be drawn: there is not enough memory.")
    }
    self = .png(file)
  }

  /// Replaces accented letters that the image font lacks by their base letters.
  static func drawable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar.value > 0xA0, scalar.value < 0x2000, !PixelFont.has(scalar) else { return scalar }
    return String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first ?? scalar
  }

  /// Writes it to standard output.
  ///
  /// - Throws: a usage error if binary data would be written to a terminal.
  package func write(_ environment: Environment) throws {
    switch self {
    case .text(let text): Output.write(text)
    case .styled(let text): Output.write(verbatim: text)
    case .png(let file):
      guard !environment.isTerminal(1) else {
        throw Failure(.usage, "A PNG cannot be printed on a terminal. Redirect it: ringtop show ... > day.png")
      }
      Output.write(file)
    }
  }
}

extension Frame {
  /// The rings without anything drawn over them.
  var wholeRings: [PlacedRings] { rings.filter { $0.rect.size.columns > 0 && grid.copy(of: $0.rect) == $0.cells } }
}
