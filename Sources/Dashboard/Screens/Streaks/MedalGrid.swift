import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Awards as medals beside and below each other, each with its name, its value and its dates.
struct MedalGrid {
  let report: StreakReport
  let first: Int
  let selected: Int
  let columns: Int
  let rows: Int
  let context: ScreenContext

  /// The least columns of a medal with its words.
  private static let leastColumns = 28

  /// How many medals fit beside and below each other, as high as possible; nil if fewer than eight and not all.
  static func fitting(_ count: Int, in size: CellSize) -> (columns: Int, rows: Int)? {
    let columns = size.columns / leastColumns
    guard columns > 0, count > 0 else { return nil }
    let height = min(12, max(6, size.rows / ((count + columns - 1) / columns)))
    let rows = size.rows / height
    return columns * rows >= min(8, count) ? (columns, rows) : nil
  }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let formatting = context.formatting
    let height = rect.size.rows / rows
    let area = CellRect(
      column: rect.origin.column, row: rect.origin.row, columns: rect.size.columns, rows: rows * height)
    let medal = min(6, height - 2)
    for (index, place) in zip(report.awards.indices.dropFirst(first), area.grid(columns: columns, rows: rows, gap: 1)) {
      let award = report.awards[index]
      let parts = place.split(top: 1).rest.beside([.fixed(2 * medal), .share()], gap: 2)
      guard let picture = parts[0], let words = parts[1] else { continue }
      Medal(award: award).draw(on: &canvas, in: picture.split(top: medal).top)
      let name = Paragraph(text: award.name, columns: words.size.columns).lines.prefix(max(2, words.size.rows - 2))
      var lines = name.map { ($0, index == selected ? CellStyle(attributes: [.bold, .reverse]) : CellStyle.strong) }
      let times = award.count > 1 ? "\(formatting.number(award.count))×" : nil
      let facts = [award.valueWords(formatting, report.moveMode), times]
      let separator = " \(Character(canvas.glyphs.dot)) "
      let text = facts.compactMap(\.self).joined(separator: separator)
      if !text.isEmpty { lines.append((text, .plain)) }
      lines.append((formatting.briefDate(award.latest), .faint))
      for ((text, style), row) in zip(lines, words.rows) {
        canvas.write(text, words.origin.column, row, style, within: words.size.columns)
      }
      canvas.hit(place, .choose(index))
    }
  }
}
