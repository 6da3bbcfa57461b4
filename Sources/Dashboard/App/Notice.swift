package import Presentation
import TerminalModel
import Widgets

/// A message for the user, shown until the next key.
package struct Notice: Hashable, Sendable {
  package var sentence: String
  /// The problem with the store, if the notice is about one. Such a notice disappears once the store can be read again.
  package var problem: StoreProblem?

  package init(sentence: String, problem: StoreProblem? = nil) {
    self.sentence = sentence
    self.problem = problem
  }

  /// Alternative texts for the available width, longest first.
  var texts: [String] {
    [sentence] + (problem?.texts ?? [])
  }
}

/// A notice in the longest text that fits in a row; a text that fits in none takes the rows above too.
struct NoticeRow {
  let notice: Notice

  func draw(on canvas: inout Canvas, in rect: CellRect, row: Int) {
    let columns = rect.size.columns
    let margin = columns >= 24 ? 1 : 0
    let room = columns - 2 * margin
    let text =
      notice.texts.first { TextWidth.columns(of: $0) <= room } ?? notice.texts.dropFirst().last ?? notice.sentence
    // Not more than a part of the view.
    let lines = Paragraph(text: text, columns: room).lines
    let shown = row >= 4 * lines.count ? lines : [text]
    let top = row - shown.count + 1
    canvas.cover(CellRect(column: rect.origin.column, row: top, columns: columns, rows: shown.count))
    for (line, row) in zip(shown, top...) { canvas.write(line, rect.origin.column + margin, row, within: room) }
  }
}
