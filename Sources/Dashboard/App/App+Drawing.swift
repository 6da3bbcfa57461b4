package import Graphics
import Rings
package import TerminalModel
package import Widgets

extension Frame {
  /// The frame as a drawing, with its pictures.
  package func drawing(background: RGB, margin: Double = GridDrawing.margin) -> Drawing {
    var rest = grid
    for placed in pictures {
      for (row, column) in placed.rect.rows.flatMap({ row in placed.rect.columns.map { (row, $0) } })
      where rest[column, row] == placed.cells[column - placed.rect.origin.column, row - placed.rect.origin.row] {
        rest[column, row] = .blank
      }
    }
    let pictures = pictures.map { placed in
      let size = Point(Double(placed.rect.size.columns), Double(placed.rect.size.rows)) * GridDrawing.cell
      return (rect: placed.rect, drawing: placed.picture.drawing(width: size.x, height: size.y))
    }
    return GridDrawing(background: background, margin: margin).drawing(of: rest, pictures: pictures)
  }
}

extension App {
  /// Draws the dashboard: a complete frame at its size.
  ///
  /// - Parameters:
  ///   - previous: the frame on the screen, so that cells that would hardly change keep their content while rings move.
  ///   - pictures: a cache of drawn rings.
  ///   - records: whether the frame records where its rings are.
  ///   - shows: whether the terminal shows pictures in a rectangle, so that no symbols are drawn there.
  /// - Complexity: O(cells), dominated by rings that are not in the cache.
  package func frame(
    previous: CellGrid? = nil, pictures: RingPictures? = nil, records: Bool = false,
    shows: @escaping (CellRect) -> Bool = { _ in false }
  ) -> Frame {
    let appearance = context.appearance
    let frame = frame(previous: previous, charts: pictures?.charts, recordsPictures: records, shows: shows) {
      rings, rect, palette, grid, previous in
      let renderer = appearance.ringRenderer(palette)
      if let pictures {
        pictures.draw(rings, in: rect, on: &grid, with: renderer, previous: previous)
      } else {
        renderer.draw(rings, in: rect, on: &grid, previous: previous)
      }
    }
    pictures?.charts.finishFrame()
    return frame
  }

  /// Like `frame`, with a custom function for drawing rings, which takes nearly all of its time.
  func frame(
    previous: CellGrid? = nil, charts: ChartPictures? = nil, recordsPictures: Bool = false,
    shows: @escaping (CellRect) -> Bool = { _ in false },
    paintRings: @escaping RingPainter
  ) -> Frame {
    // Only a motion continues from the previous frame: a static frame must not depend on its history.
    let previous = context.motion != nil && previous?.size == context.size ? previous : nil
    var canvas = Canvas(
      size: context.size, appearance: context.appearance, previous: previous, charts: charts ?? ChartPictures(),
      recordsPictures: recordsPictures, motion: context.chartMotion, paintRings: paintRings)
    canvas.showsPicture = shows
    guard context.size.columns > 0, context.size.rows > 0 else { return Frame(grid: canvas.grid, regions: []) }
    let (body, footer) = context.areas
    // Screens below a full-size screen are invisible.
    let first = screens.lastIndex { $0.presentation == .whole } ?? 0
    for screen in screens[first...] { draw(screen, on: &canvas, body: body) }
    drawLastRow(on: &canvas, body: body, footer: footer)
    if let pointer = context.pointer, let hint = canvas.hints.last(where: { $0.rect.contains(pointer) }) {
      HintView(hint: hint).draw(on: &canvas, beside: pointer)
    }
    return Frame(
      grid: canvas.grid, regions: canvas.regions, hints: canvas.hints, pictures: canvas.pictures,
      shapes: canvas.shapes, movesCharts: canvas.isMoving)
  }

  /// Draws only the topmost screen at full size, for printing: no footer, no dialogs.
  package func page() -> Frame {
    var canvas = Canvas(size: context.size, appearance: context.appearance, recordsPictures: true)
    var paper = self
    paper.context.isOnPaper = true
    paper.draw(screens.last { $0.presentation == .whole } ?? top, on: &canvas, body: canvas.grid.bounds)
    return Frame(grid: canvas.grid, regions: [], pictures: canvas.pictures)
  }

  /// The topmost screen as it is printed, as a picture that does not depend on the terminal.
  var pagePicture: Drawing {
    var paper = self
    paper.context.appearance.colors = .truecolor
    paper.context.appearance.glyphLevel = .block
    paper.context.appearance.cellAspect = 2
    return paper.page().drawing(background: context.appearance.background)
  }

  /// The topmost screen as it is printed, in text without colours.
  var pageText: String {
    var paper = self
    paper.context.appearance.colors = .none
    return PlainText().text(of: paper.page().grid).trimmed + "\n"
  }

  private func draw(_ screen: any Screen, on canvas: inout Canvas, body: CellRect) {
    switch screen.presentation {
    case .whole:
      if context.store.hasData || context.store == .loading {
        screen.draw(on: &canvas, in: body, context: context)
      } else {
        WelcomeView(context: context).draw(on: &canvas, in: body)
      }
    case .dialog:
      canvas.coverAll()
      screen.draw(on: &canvas, in: body, context: context)
    case .prompt:
      canvas.coverAll()
      let last = CellRect(column: 0, row: context.size.rows - 1, columns: context.size.columns, rows: 1)
      screen.draw(on: &canvas, in: last, context: context)
    }
  }

  /// The last row: the prompt, otherwise a notice, otherwise the footer.
  private func drawLastRow(on canvas: inout Canvas, body: CellRect, footer: CellRect?) {
    let top = top
    guard top.presentation != .prompt else { return }
    guard let footer else {
      if let notice = context.notice, top.presentation == .whole {
        NoticeRow(notice: notice).draw(on: &canvas, in: body, row: top.noticeRow(in: body, context: context))
      }
      return
    }
    if let notice = context.notice {
      return NoticeRow(notice: notice).draw(on: &canvas, in: footer, row: footer.origin.row)
    }
    let words = storeWords(body: body)
    let keys = Footer(
      context.keymap.bindings(for: top), screen: top, context: context,
      columns: footer.size.columns - (footer.size.columns >= 64 ? words.map { TextWidth.columns(of: $0) + 4 } ?? 0 : 0))
    keys.draw(on: &canvas, row: footer.origin.row)
    if let words {
      canvas.labelTrailing(
        words, before: footer.columns.upperBound, footer.origin.row, .faint, notBefore: keys.end + 2)
    }
  }

  /// The store's status for the footer, if no screen shows it.
  private func storeWords(body: CellRect) -> String? {
    let screen = screens.last { $0.presentation == .whole }
    guard screen?.showsStoreState(in: body, context: context) != true else { return nil }
    return StoreWords.state(of: context)
  }
}

extension ScreenContext {
  /// The area above the footer, and the footer if there is room for it.
  var areas: (body: CellRect, footer: CellRect?) {
    let all = CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    guard mode == .normal, size.rows >= 8, size.columns >= 24 else { return (all, nil) }
    let (body, footer) = all.split(top: size.rows - 1)
    return (body, footer)
  }

  var body: CellRect { areas.body }
}

extension String {
  /// Without empty lines at the start and the end.
  fileprivate var trimmed: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { !$0.isEmpty }), let last = lines.lastIndex(where: { !$0.isEmpty })
    else { return "" }
    return lines[first...last].joined(separator: "\n")
  }
}
