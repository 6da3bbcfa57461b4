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

/// A notice in one row, in the longest text that fits.
struct NoticeRow {
  let notice: Notice

  func draw(on canvas: inout Canvas, in rect: CellRect, row: Int) {
    let columns = rect.size.columns
    let margin = columns >= 24 ? 1 : 0
    let room = columns - 2 * margin
    canvas.cover(CellRect(column: rect.origin.column, row: row, columns: columns, rows: 1))
    let text =
      notice.texts.first { TextWidth.columns(of: $0) <= room } ?? notice.texts.dropFirst().last ?? notice.sentence
    canvas.write(text, rect.origin.column + margin, row, .plain, within: room)
  }
}
