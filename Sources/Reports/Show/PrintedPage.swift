package import Configuration
import Curses
import Dashboard
package import Graphics
import Processes
import Rings
import TerminalImages
import TerminalModel
import Widgets

/// The output of `show` and `chart`.
package enum PrintedPage {
  case text(String)
  /// Text with terminal escape sequences.
  case styled(String)
  /// The bytes of a PNG file.
  case png([UInt8])

  package init(svg drawing: Drawing) { self = .text(DrawingSVG.document(drawing)) }

  /// A drawing as a PNG file.
  ///
  /// - Parameter scale: the number of pixels for each unit.
  /// - Throws: `Failure` if memory is exhausted.
  package init(png drawing: Drawing, scale: Double = 1) throws {
    let image = DrawingRaster.image(
      of: drawing, width: Int((drawing.width * scale).rounded()), height: Int((drawing.height * scale).rounded()))
    guard let file = PNG.encode(image) else {
      throw Failure(.failed, "The picture cannot be drawn: there is not enough memory.")
    }
    self = .png(file)
  }

  /// Writes it to standard output.
  ///
  /// - Parameter command: what prints it, for the error message.
  /// - Throws: a usage error if binary data would be written to a terminal.
  package func write(_ environment: Environment, command: String = "show") throws {
    switch self {
    case .text(let text): Output.write(text)
    case .styled(let text): Output.write(verbatim: text)
    case .png(let file):
      guard !environment.isTerminal(1) else {
        throw Failure(
          .usage, "A PNG cannot be printed on a terminal. Redirect it: ringtop \(command) ... > \(command).png")
      }
      Output.write(file)
    }
  }
}

extension Frame {
  /// The pictures without anything drawn over them.
  var wholePictures: [PlacedPicture] {
    pictures.filter { $0.rect.size.columns > 0 && grid.copy(of: $0.rect) == $0.cells }
  }
}
