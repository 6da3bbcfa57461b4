import HealthAnalysis
import HealthModel
import Presentation
import Rings
import TerminalModel
import Widgets

/// Draws everybody in blocks below each other: small rings, today's numbers, and the week.
struct FriendsView {
  let context: ScreenContext
  let board: FriendsBoard
  let selected: Int

  private var formatting: Formatting { context.formatting }

  /// The rows of a block: a name, a line for each ring, and a free one.
  private static let leastRows = 5
  /// Those of the name and the numbers.
  private static let textRows = 4
  /// The columns of today's numbers, and of the points of the week.
  private static let numberColumns = 36
  private static let pointColumns = 8
  /// The columns of a day with bars: two letters, or as wide as reads easily.
  private static let dayColumns = 3...8

  /// The number of rows that show a number of people.
  static func rows(of people: Int) -> Int { 1 + leastRows * max(1, people) + (people > 1 ? 0 : 4) }

  func draw(on canvas: inout Canvas, in area: CellRect) {
    guard area.size.columns >= 48, area.size.rows >= 1 + Self.leastRows - 1 else {
      return drawLines(on: &canvas, in: area)
    }
    let (head, body) = area.split(top: 1)
    let count = board.everybody.count
    // Without friends, their place is for how to add some.
    let wanted = max(count, 2)
    let height = min(max(Self.leastRows, body.size.rows / wanted), 12)
    let shown = Viewport(first: max(0, selected - (body.size.rows + 1) / height + 1)).rows(
      of: count, height: max(1, (body.size.rows + 1) / height))
    let layout = BlockLayout(area: body, height: height, aspect: canvas.appearance.cellAspect)
    drawHead(layout, on: &canvas, row: head.origin.row)
    for (place, index) in shown.enumerated() {
      let top = body.origin.row + place * height
      let rows = min(height, body.rows.upperBound - top)
      let rect = CellRect(column: body.origin.column, row: top, columns: body.size.columns, rows: rows)
      draw(board.everybody[index], isSelected: index == selected && count > shown.count, layout, in: rect, on: &canvas)
      canvas.hit(rect, .choose(index))
    }
    if board.friends.isEmpty {
      let rest = body.split(top: height).rest
      drawHint(on: &canvas, in: rest)
    }
  }

  /// The columns of a block, the same for everybody.
  private struct BlockLayout {
    var rings: Int
    var ringRows: Int
    var numbers: Int
    var numbersEnd: Int
    /// The first column of the week, and the columns of a day; nil without room for a week.
    var week: Int?
    var dayColumns = FriendsView.dayColumns.lowerBound
    /// The rows of the small rings of a day; nil for bars.
    var dayRows: Int?
    /// The column after the points.
    var end: Int

    init(area: CellRect, height: Int, aspect: Double) {
      func columns(_ rows: Int) -> Int { Int((Double(rows) * aspect).rounded(.up)) }
      ringRows = height - 1
      rings = area.origin.column
      numbers = rings + columns(ringRows) + 2
      end = area.columns.upperBound
      let start = numbers + FriendsView.numberColumns
      let room = end - FriendsView.pointColumns - start
      numbersEnd = min(start, end)
      guard room >= 7 * FriendsView.dayColumns.lowerBound else { return }
      week = start
      // Smaller rings cannot be told apart.
      guard let rows = (4..<max(5, height - 1)).last(where: { $0 <= height - 2 && 7 * (columns($0) + 1) <= room })
      else {
        dayColumns = min(room / 7, FriendsView.dayColumns.upperBound)
        return
      }
      (dayRows, dayColumns) = (rows, min(room / 7, columns(rows) + 4))
    }
  }

  private func drawHead(_ layout: BlockLayout, on canvas: inout Canvas, row: Int) {
    canvas.write(formatting.longDate(board.today), layout.rings, row, .strong, within: layout.numbersEnd - layout.rings)
    guard let week = layout.week else { return }
    for (index, day) in board.week.enumerated() {
      let left = week + index * layout.dayColumns
      let style: CellStyle = day == board.today ? .strong : .faint
      let name = formatting.weekday(day).prefix(layout.dayColumns - 1)
      canvas.writeCentered(String(name), in: left..<(left + layout.dayColumns - 1), row, style)
    }
    canvas.writeTrailing("points", before: layout.end, row, .faint)
  }

  // MARK: - A block

  private func draw(
    _ person: FriendState, isSelected: Bool, _ layout: BlockLayout, in rect: CellRect, on canvas: inout Canvas
  ) {
    let words = FriendWords(person, on: board, formatting: formatting)
    let rows = min(layout.ringRows, rect.size.rows)
    // The name and the numbers are beside the middle of the rings.
    let top = rect.origin.row + max(0, (rows - Self.textRows) / 2)
    let form: RingForm = person.days.values.knowOnlyMove ? .moveOnly : .three
    let ringRect = CellRect(
      column: layout.rings, row: rect.origin.row, columns: layout.numbers - 2 - layout.rings, rows: rows)
    RingsView(of: person.summary, form: form).draw(on: &canvas, in: ringRect)
    var nameStyle = CellStyle.strong
    if isSelected { nameStyle.attributes.insert(.reverse) }
    let state = [words.offline, words.otherDay ?? (words.offline == nil ? words.closed : nil)].compactMap(\.self)
    let end = canvas.write(person.name, layout.numbers, top, nameStyle, within: 20)
    canvas.write(state.joined(separator: ", "), end + 2, top, .faint, within: layout.numbersEnd - end - 3)
    for (index, ring) in HealthModel.Ring.allCases.enumerated() where index + 1 < rect.size.rows {
      draw(ring, of: person, row: top + 1 + index, layout, on: &canvas)
    }
    drawWeek(of: person, layout, in: rect, textRow: top, on: &canvas)
    if let standing = person.competitions.first {
      // On its own row where there is one, otherwise above the week.
      if rect.size.rows > Self.leastRows {
        let room = (layout.dayRows == nil ? layout.end : layout.numbersEnd) - layout.numbers - 1
        canvas.write(standing.words(formatting, within: room), layout.numbers, top + 4, .plain, within: room)
      } else if let week = layout.week {
        let room = layout.end - week
        canvas.write(standing.words(formatting, within: room), week, top, .plain, within: room)
      }
    }
  }

  /// `Exercise  126%  38/30 min`
  private func draw(
    _ ring: HealthModel.Ring, of person: FriendState, row: Int, _ layout: BlockLayout, on canvas: inout Canvas
  ) {
    let words = RingWords(ring, of: person.summary, formatting: formatting)
    let isClosed = person.summary?[ring].isClosed ?? false
    let name = canvas.appearance.name(of: ring, isPaused: person.summary?.isPaused ?? false)
    canvas.write(words.name, layout.numbers, row, name)
    let percent = words.percentText ?? String(Character(canvas.glyphs.dash))
    canvas.writeTrailing(percent, before: layout.numbers + 14, row, isClosed ? name : .plain)
    if isClosed { canvas.put(canvas.glyphs.check, layout.numbers + 14, row, name) }
    guard person.summary?[ring].value != nil else { return }
    var amount = words
    // What a friend has set does not matter here.
    amount.goalIsDefault = false
    canvas.write(amount.amount(), layout.numbers + 17, row, .faint, within: layout.numbersEnd - layout.numbers - 18)
  }

  private func drawWeek(
    of person: FriendState, _ layout: BlockLayout, in rect: CellRect, textRow: Int, on canvas: inout Canvas
  ) {
    guard let week = layout.week else { return }
    let last = person.today ?? board.today
    // Of the small rings, which have the same middle as the large ones.
    let ringTop = rect.origin.row + max(0, min(layout.ringRows, rect.size.rows) - (layout.dayRows ?? 0)) / 2
    let middle = layout.dayRows.map { ringTop + $0 / 2 } ?? min(textRow + 2, rect.rows.upperBound - 1)
    for (index, day) in board.week.enumerated() {
      let left = week + index * layout.dayColumns
      let width = layout.dayColumns - 1
      guard day <= last else {
        canvas.put(canvas.glyphs.absence, left + width / 2, middle, .faint)
        continue
      }
      if let rows = layout.dayRows {
        let columns = Int((Double(rows) * canvas.appearance.cellAspect).rounded(.up))
        guard person.days[day] != nil else {
          canvas.put(canvas.glyphs.dash, left + width / 2, middle, .faint)
          continue
        }
        RingsView(of: person.days[day], form: person.days.values.knowOnlyMove ? .moveOnly : .three).draw(
          on: &canvas,
          in: CellRect(column: left + (width - columns) / 2, row: ringTop, columns: columns, rows: rows))
      } else {
        for ring in HealthModel.Ring.allCases where ring.rawValue + 1 < rect.size.rows {
          RingSymbol(ring: ring, summary: person.days[day]).draw(
            on: &canvas, left + width / 2, textRow + 1 + ring.rawValue)
        }
      }
    }
    let points = person.points(in: board.week).map(formatting.number) ?? String(Character(canvas.glyphs.dash))
    canvas.writeTrailing(points, before: layout.end, min(textRow + 1, rect.rows.upperBound - 1), .strong)
  }

  private func drawHint(on canvas: inout Canvas, in rect: CellRect) {
    let words = """
      There are no friends yet. "ringtop friends add NAME URL" shows the rings of someone who runs "ringtop serve" and has \
      made a token for you with "ringtop tokens add YOU --scope rings".
      """
    for (line, row) in zip(Paragraph(text: words, columns: min(rect.size.columns, 70)).lines, rect.rows) {
      canvas.write(line, rect.origin.column, row, .faint)
    }
  }

  /// One line for each person in a small area: the name, a symbol for each ring, and how many are closed.
  private func drawLines(on canvas: inout Canvas, in area: CellRect) {
    let everybody = board.everybody
    let rows = Viewport(first: max(0, selected - area.size.rows + 1)).rows(of: everybody.count, height: area.size.rows)
    for (index, row) in zip(rows, area.rows) {
      let person = everybody[index]
      let words = FriendWords(person, on: board, formatting: formatting)
      for ring in HealthModel.Ring.allCases {
        RingSymbol(ring: ring, summary: person.summary).draw(on: &canvas, area.origin.column + ring.rawValue, row)
      }
      let state = words.offline ?? words.otherDay ?? words.closed
      let room = area.size.columns - 4
      let end = canvas.write(person.name, area.origin.column + 4, row, .plain, within: room)
      if area.columns.upperBound - end > state.count {
        canvas.writeTrailing(state, before: area.columns.upperBound, row, .faint)
      }
      canvas.hit(CellRect(column: area.origin.column, row: row, columns: area.size.columns, rows: 1), .choose(index))
    }
    if board.friends.isEmpty { drawHint(on: &canvas, in: area.split(top: min(2, area.size.rows)).rest) }
  }
}
