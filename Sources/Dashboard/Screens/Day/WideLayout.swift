import TerminalModel
import Widgets

/// The layout of a screen of at least 160 columns and a body of 48 rows: the day and its week at the left, panels at the right.
struct WideLayout {
  var main: CellRect
  /// From top to bottom.
  var panels: [(panel: DayPanel, rect: CellRect)]

  static func fits(_ area: CellRect, mode: ScreenContext.Mode) -> Bool {
    mode == .normal && area.size.columns >= 160 && area.size.rows >= 48
  }

  /// Nil if there is not enough room.
  init?(_ area: CellRect, mode: ScreenContext.Mode, composition: DayComposition = .overview) {
    guard Self.fits(area, mode: mode) else { return nil }
    let parts = area.beside([.share(), .fixed(min(72, max(52, area.size.columns / 3)))], gap: 1)
    guard let main = parts[0], let side = parts[1] else { return nil }
    self.main = main
    panels = zip(composition.panels, side.below(composition.panels.map(\.length))).compactMap { panel, rect in
      rect.map { (panel, $0) }
    }
  }
}
