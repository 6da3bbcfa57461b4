import ArgumentParser
import Configuration

/// The options of all commands that draw.
struct DrawingOptions: ParsableArguments {
  @Option(help: "Number of colours.")
  var color: ColorArgument = .auto

  @Option(help: "Symbols to draw with.")
  var glyphs: GlyphsArgument = .auto

  @Option(help: "Background of the terminal.")
  var background: BackgroundArgument = .auto

  var choice: DrawingChoice { DrawingChoice(color: color, glyphs: glyphs, background: background) }
}

extension ColorArgument: ExpressibleByArgument {}
extension GlyphsArgument: ExpressibleByArgument {}
extension BackgroundArgument: ExpressibleByArgument {}
