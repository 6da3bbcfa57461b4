package import Configuration
package import Curses
package import Dashboard
package import HealthModel
package import TerminalModel
import Widgets

extension App {
  /// The state that draws a screen once.
  ///
  /// - Parameters:
  ///   - isPicture: whether the output is an image, which does not depend on the terminal.
  ///   - decision: how to draw otherwise.
  package init(
    printing screen: any Screen, of day: Day, today: Day, size: CellSize, colors: ColorLevel, isPicture: Bool,
    drawing: DrawingChoice, decision: TerminalDecision, environment: Environment, isDemo: Bool
  ) {
    let settings = environment.settings
    var appearance = Appearance(
      glyphLevel: isPicture ? .block : decision.glyphs, colors: isPicture ? .truecolor : colors,
      cellAspect: isPicture ? 2 : environment.cellAspect ?? 2,
      palette: drawing.palette(environment, reported: isPicture ? nil : decision.background), animates: false)
    if let theme = settings.chosenTheme { appearance.use(theme) }
    self.init(
      today: max(today, day), now: environment.now(), size: size, selected: day, appearance: appearance,
      formatting: settings.formatting, weekStart: settings.weekStart, isDemo: isDemo, ownRing: settings.ownRing,
      screen: screen)
  }
}

extension DrawingChoice {
  /// The colours of printed output: those that are explicitly requested are used even in a pipe, unless `NO_COLOR` is
  /// set.
  package func printedColors(_ decision: TerminalDecision) -> ColorLevel {
    decision.color == .none && color.level != ColorLevel.none ? .truecolor : decision.color
  }
}
