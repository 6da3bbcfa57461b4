import ArgumentParser
import Curses
import Rings
import TerminalModel

/// What `draw` writes.
enum DrawFormat: String, ExpressibleByArgument, CaseIterable {
  case auto, ansi, text, svg
}

struct DrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw", abstract: "Draw rings for any three fractions: for scripts, prompts and pages.",
    discussion: """
      Without --format the rings come in colour on a terminal and as plain text elsewhere. The svg is the same picture in \
      lines; a cell counts as 8 x 16 of its units, and symbols and colours do not matter to it.
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Value / goal of the rings, outermost first; 1.4 is a lap and 40 % again, - has no data.",
      valueName: "fractions"),
    transform: RingsArgument.init)
  var rings: RingsArgument

  @Option(
    help: ArgumentHelp("How many cells to fill: columns x rows.", valueName: "size"), transform: SizeArgument.init)
  var size = SizeArgument(CellSize(columns: 40, rows: 20))

  @OptionGroup var drawing: DrawingOptions

  @Option(help: "How to draw them.")
  var format: DrawFormat = .auto

  func run() throws {
    let surroundings = try Surroundings.current()
    let isTerminal = surroundings.isTerminal(1)
    switch format {
    case .svg: Output.write(svg(surroundings))
    case .text: Output.write(verbatim: cells(surroundings, isTerminal: isTerminal, inColor: false))
    // Who asks for it means to send it to a terminal, by whatever way.
    case .ansi: Output.write(verbatim: cells(surroundings, isTerminal: true, inColor: true))
    case .auto: Output.write(verbatim: cells(surroundings, isTerminal: isTerminal, inColor: true))
    }
  }

  private func svg(_ surroundings: Surroundings) -> String {
    let side = Double(min(size.size.columns * 8, size.size.rows * 16))
    return RingSVG(palette: drawing.palette(surroundings), side: side).document(rings.rings)
  }

  private func cells(_ surroundings: Surroundings, isTerminal: Bool, inColor: Bool) -> String {
    let decision = drawing.decide(surroundings, isTerminal: isTerminal)
    let colors = inColor ? decision.color : .none
    let renderer = RingRenderer(
      glyphs: decision.glyphs, colors: colors, cellAspect: surroundings.cellAspect ?? 2,
      palette: drawing.palette(surroundings, answer: decision.background))
    var grid = CellGrid(size: size.size)
    renderer.draw(
      rings.rings, in: CellRect(column: 0, row: 0, columns: size.size.columns, rows: size.size.rows), on: &grid)
    let text =
      colors == .none
      ? PlainText().text(of: grid) : ANSIText(colors: colors, trimsTrailingBlanks: true).text(of: grid)
    return text + "\n"
  }
}
