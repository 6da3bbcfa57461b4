package import TerminalModel

/// All keys of the screen below, from the keymap, in a box over it.
package struct HelpScreen: Screen {
  package static let name: ScreenName = "help"
  package static let bindings = [
    KeyBinding(keys: ["j", .down], action: .move(.down), label: "scroll", rank: 1, help: "A line on."),
    KeyBinding(keys: ["k", .up], action: .move(.up), label: "scroll", rank: 1, help: "A line back."),
    KeyBinding(keys: [.pageDown, " "], action: .page(.down), help: "A screenful on."),
    KeyBinding(keys: [.pageUp], action: .page(.up), help: "A screenful back."),
    KeyBinding(keys: ["g", .home], action: .first, help: "The first line."),
    KeyBinding(keys: ["G", .end], action: .last, help: "The last line."),
    KeyBinding(
      keys: [.escape, "?", "q", .enter, .function(1)], action: .back, label: "close", help: "Close the help."),
  ]

  /// The keys that are listed.
  var lines: [KeyBinding]
  var viewport = Viewport()

  package static func opened(in context: ScreenContext) -> (any Screen)? {
    HelpScreen(lines: context.keymap.helpLines)
  }

  package var presentation: ScreenPresentation { .dialog }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    let height = height(in: context)
    switch action {
    case .move(.down): scroll(1, height)
    case .move(.up): scroll(-1, height)
    case .scroll(let rows): scroll(rows, height)
    case .page(.down): scroll(max(1, height - 1), height)
    case .page(.up): scroll(-max(1, height - 1), height)
    case .first: scroll(.min / 2, height)
    case .last: scroll(.max / 2, height)
    case .back: return [.close]
    default: return nil
    }
    return []
  }

  private mutating func scroll(_ rows: Int, _ height: Int) {
    viewport.scroll(by: rows, of: lines.count, height: height)
  }

  private func dialog(in area: CellRect) -> Dialog { Dialog(in: area, columns: 72, rows: lines.count) }

  private func height(in context: ScreenContext) -> Int { dialog(in: context.body).inner.size.rows }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    let dialog = dialog(in: area)
    dialog.draw("Keys", on: &canvas)
    canvas.hit(canvas.grid.bounds, .back)
    let inner = dialog.inner
    let rows = viewport.rows(of: lines.count, height: inner.size.rows)
    for (row, line) in zip(inner.rows, lines[rows]) {
      let keys = line.keys.map { $0.name(canvas.glyphs) }.joined(separator: " ")
      let indent = inner.size.columns >= 40 ? 12 : 8
      canvas.write(keys, inner.columns.lowerBound, row, .strong, within: indent - 1)
      canvas.write(
        line.help, inner.columns.lowerBound + indent, row, .plain, within: inner.size.columns - indent)
    }
    if rows.upperBound < lines.count { dialog.drawRemark("j for more", on: &canvas) }
  }
}

extension Keymap {
  /// What the help of the day lists.
  package var helpLines: [KeyBinding] { self[.screen(DayScreen.name)] + self[.global] }
}
