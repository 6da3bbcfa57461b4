import ArgumentParser
import Configuration
import Curses
import Graphics
import Processes
import Reports
import Rings
import TerminalModel
import TerminalPictures

/// The output formats of `draw`.
enum DrawFormat: String, ExpressibleByArgument, CaseIterable {
  case auto, ansi, text, svg, png, kitty, sixel, iterm2
}

struct DrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "draw", "Draw rings for any three fractions, for scripts, prompts and web pages.",
    details: """
      Without --format the rings are in colour on a terminal and plain text elsewhere. svg is the same picture as \
      vector graphics, with 8 x 16 units per cell; png has 20 x 40 pixels per cell; kitty, sixel and iterm2 write \
      the pixels in the terminal protocol of that name.
      """,
    examples: [
      "ringtop draw --rings 0.8,0.5,1.4",
      "ringtop draw --rings 1,-,0.25 --format svg > rings.svg",
    ])

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Value / goal of each ring, outermost first; 1.4 is 40% into the second lap, - is no data.",
      valueName: "fractions"),
    transform: RingsArgument.init)
  var rings: RingsArgument

  @Option(
    help: ArgumentHelp("Size in cells: columns x rows.", valueName: "size"), transform: SizeArgument.init)
  var size = SizeArgument(CellSize(columns: 40, rows: 20))

  @OptionGroup var drawing: DrawingOptions

  @Option(help: "Output format.")
  var format: DrawFormat = .auto

  func run() throws {
    let environment = Environment.current()
    let isTerminal = environment.isTerminal(1)
    switch format {
    case .png:
      guard !isTerminal else {
        throw Failure(.usage, "A PNG cannot be printed on a terminal. Redirect it: ringtop draw ... > rings.png")
      }
      Output.write(try picture(environment).png(cell: (20, 40)))
    case .kitty: try draw(.kittyPlaceholders, environment)
    case .sixel: try draw(.sixel, environment)
    case .iterm2: try draw(.iterm2, environment)
    case .svg: Output.write(svg(environment))
    case .text: Output.write(verbatim: cells(environment, isTerminal: isTerminal, inColor: false))
    // Requesting this format means that the output will reach a terminal.
    case .ansi: Output.write(verbatim: cells(environment, isTerminal: true, inColor: true))
    case .auto: Output.write(verbatim: cells(environment, isTerminal: isTerminal, inColor: true))
    }
  }

  private func picture(_ environment: Environment) -> PixelDrawing {
    PixelDrawing(
      rings: rings.rings, size: size.size, palette: drawing.choice.palette(environment),
      cellPixels: environment.cellPixels)
  }

  private func draw(_ method: PictureProtocol, _ environment: Environment) throws {
    let backend = method.backend(isInsideTmux: environment.variables["TMUX"]?.isEmpty == false)
    Output.write(try picture(environment).bytes(backend))
  }

  private func svg(_ environment: Environment) -> String {
    let side = Double(min(size.size.columns * 8, size.size.rows * 16))
    return DrawingSVG.document(
      rings.rings.drawing(palette: drawing.choice.palette(environment), width: side, height: side))
  }

  private func cells(_ environment: Environment, isTerminal: Bool, inColor: Bool) -> String {
    let decision = drawing.choice.decide(environment, isTerminal: isTerminal)
    if drawing.choice.glyphs == .octant, decision.glyphs != .octant {
      Output.report(
        "The C library of this machine does not know octants, so these are drawn with \(decision.glyphs.rawValue).")
    }
    let colors = inColor ? decision.color : .none
    let renderer = RingRenderer(
      glyphs: decision.glyphs, colors: colors, cellAspect: environment.cellAspect ?? 2,
      palette: drawing.choice.palette(environment, reported: decision.background))
    var grid = CellGrid(size: size.size)
    renderer.draw(
      rings.rings, in: CellRect(column: 0, row: 0, columns: size.size.columns, rows: size.size.rows), on: &grid)
    let text =
      colors == .none
      ? PlainText().text(of: grid) : ANSIText(colors: colors, trimsTrailingBlanks: true).text(of: grid)
    return text + "\n"
  }
}
