package import TerminalModel
package import Widgets

/// The ways to get data from the phone: by an export, or automatically.
package struct PhoneScreen: Screen {
  package static let name: ScreenName = "phone"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["P"], action: .open("phone"), help: "How to get data from the phone.")
  package static let bindings = [
    KeyBinding(keys: ["j", .down], action: .move(.down), label: "scroll", rank: 1, help: "Next line."),
    KeyBinding(keys: ["k", .up], action: .move(.up), label: "scroll", rank: 1, help: "Previous line."),
    KeyBinding(keys: [.escape, .enter, "q", "P"], action: .back, label: "close", help: "Close the screen."),
  ]

  /// The first visible line.
  private var offset = 0

  private static let columns = 66
  private static let paragraphs = [
    "Once: an export",
    "1. On the iPhone open Health, and tap your picture at the upper right.",
    "2. Tap Export All Health Data at the bottom. It may take some minutes.",
    "3. Send export.zip to this machine: AirDrop, a shared folder, or mail.",
    "4. Press i here to import it. Later exports add what is new.",
    "",
    "Automatically: ringtop serve",
    "Run \"ringtop serve --print-setup --bind 0.0.0.0\" in another terminal. It shows what to enter in Health Auto Export or in "
      + "a shortcut, with a QR code of the address. New samples then appear here as they arrive.",
  ]

  package static func opened(in context: ScreenContext) -> (any Screen)? { PhoneScreen() }

  package var presentation: ScreenPresentation { .dialog }

  private static func lines(columns: Int) -> [(text: String, isHeading: Bool)] {
    paragraphs.flatMap { text in
      let isHeading = text.hasPrefix("Once") || text.hasPrefix("Automatically")
      return text.isEmpty ? [("", false)] : Paragraph(text: text, columns: columns).lines.map { ($0, isHeading) }
    }
  }

  private func dialog(in area: CellRect) -> Dialog {
    Dialog(in: area, columns: Self.columns, rows: Self.lines(columns: min(Self.columns, area.size.columns - 6)).count)
  }

  private func lastOffset(in area: CellRect) -> Int {
    let inner = dialog(in: area).inner
    return max(0, Self.lines(columns: inner.size.columns).count - inner.size.rows)
  }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .move(.down): offset += 1
    case .move(.up): offset -= 1
    case .scroll(let rows): offset += min(max(rows, -1_000), 1_000)
    case .back: return [.close]
    default: return nil
    }
    offset = min(max(0, offset), lastOffset(in: context.body))
    return []
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    let dialog = dialog(in: area)
    dialog.draw("From the phone", on: &canvas)
    let inner = dialog.inner
    let first = min(offset, lastOffset(in: area))
    for (row, line) in Self.lines(columns: inner.size.columns).dropFirst(first).prefix(inner.size.rows).enumerated() {
      canvas.write(
        line.text, inner.origin.column, inner.origin.row + row, line.isHeading ? .strong : .plain,
        within: inner.size.columns)
    }
  }
}
