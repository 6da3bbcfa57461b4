import Presentation
import TerminalModel
import Widgets

/// The screen without data, which explains how to get some.
struct WelcomeView {
  let context: ScreenContext

  private struct Line {
    var text: String
    var style = CellStyle.plain
  }

  func draw(on canvas: inout Canvas, in area: CellRect) {
    let hasRings = area.size.columns >= 96 && area.size.rows >= 14
    var text = area.inset(columns: area.size.columns >= 50 ? 2 : 0)
    if hasRings {
      let rows = min(area.size.rows - 2, Int(30 / canvas.appearance.cellAspect))
      let columns = Int((Double(rows) * canvas.appearance.cellAspect).rounded(.up))
      let parts = area.beside([.share(from: 1), .fixed(columns + 4), .fixed(62), .share()])
        .compactMap(\.self)
      let rings = parts[1].below([.share(), .fixed(rows), .share()]).compactMap(\.self)[1]
      RingsView(of: nil).draw(on: &canvas, in: rings.beside([.fixed(columns)]).compactMap(\.self)[0])
      text = parts[2]
    }
    let lines = lines(width: text.size.columns, height: text.size.rows)
    var row = text.origin.row + max(0, (text.size.rows - lines.count) / 2)
    let above = min(10, text.size.rows - lines.count - 3)
    if !hasRings, above >= 6 {
      row = text.origin.row + (text.size.rows - lines.count - above - 1) / 2
      let columns = min(text.size.columns, Int((Double(above) * canvas.appearance.cellAspect).rounded(.up)))
      let rings = CellRect(column: text.origin.column, row: row, columns: columns, rows: above)
      RingsView(of: nil).draw(on: &canvas, in: rings)
      row += above + 1
    }
    for (line, row) in zip(lines, row..<max(row, text.rows.upperBound)) {
      canvas.write(line.text, text.origin.column, row, line.style, within: text.size.columns)
    }
  }

  private func lines(width: Int, height: Int) -> [Line] {
    width < 24 || height < 6 ? fewLines(width: width, height: height) : allLines(width: width, height: height)
  }

  /// For a small pane: the status of the store in a word or two, and how to change it if there is room.
  private func fewLines(width: Int, height: Int) -> [Line] {
    let texts = shortReasons.map { Paragraph(text: $0, columns: width).lines }
    let fitting = texts.first { lines in
      lines.count <= height && lines.allSatisfy { TextWidth.columns(of: $0) <= width }
    }
    let reason = fitting ?? texts.last ?? []
    let hint = canBeFilled ? Paragraph(text: "ringtop import export.zip", columns: width).lines : []
    let lines = reason.map { Line(text: $0, style: .strong) }
    guard !hint.isEmpty, reason.count + hint.count + 1 <= height else { return lines }
    return lines + [Line(text: "")] + hint.map { Line(text: $0, style: .faint) }
  }

  private var shortReasons: [String] {
    switch context.store {
    case .noStore: StoreProblem.missing.texts
    case .unreadable(let problem, _): problem.texts
    case .empty, .loading, .ready: StoreProblem.empty.texts
    }
  }

  /// Whether adding data would help.
  private var canBeFilled: Bool {
    if case .unreadable = context.store { false } else { true }
  }

  private func allLines(width: Int, height: Int) -> [Line] {
    var lines = [Line(text: "ringtop", style: .strong)]
    if height >= 14 {
      lines.append(
        Line(
          text: width >= 52
            ? "Move, Exercise and Stand as rings, in your terminal." : "Activity rings for your terminal."))
    }
    if height >= 6 { lines.append(Line(text: "")) }
    lines += reason.flatMap { Paragraph(text: $0, columns: width).lines }.map { Line(text: $0) }
    guard canBeFilled else { return lines }
    if height >= 8 { lines.append(Line(text: "")) }
    lines += offers(isShort: width < 44).map { key, words in Line(text: "  \(key)  \(words)") }
    if height >= 12 {
      lines.append(Line(text: ""))
      lines += Paragraph(text: "This screen updates as soon as data arrives.", columns: width).lines.map {
        Line(text: $0, style: .faint)
      }
    }
    return lines
  }

  /// The keys that help here, and what they do.
  private func offers(isShort: Bool) -> [(key: String, words: String)] {
    let words: [(action: Action, words: String, short: String)] = [
      (.open(ImportScreen.name), "Import an export from the Health app", "Import an export"),
      (.open(PhoneScreen.name), "How to get data from the phone", "From the phone"),
      (.runDemo, "Explore made-up data", "Made-up data"),
      (.open(AddScreen.name), "Add a sample by hand", "Add a sample"),
    ]
    return words.compactMap { action, words, short in
      let binding = context.keymap[.global].first { $0.action == action && $0.isLive(in: context) }
      return binding?.keys.first.map { ($0.name(context.appearance.glyphs), isShort ? short : words) }
    }
  }

  private var reason: [String] {
    switch context.store {
    case .noStore(let path): ["There is no store yet at \(path)."]
    case .unreadable(_, let reason): [reason]
    case .empty, .loading, .ready: ["The store is empty."]
    }
  }
}
