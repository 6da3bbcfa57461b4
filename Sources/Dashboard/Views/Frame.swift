package import TerminalModel

/// Draws the dashboard: one full picture of the state at its size.
///
/// - Parameters:
///   - state: what is known.
///   - formatting: how numbers and dates are written.
///   - previous: the frame that is on the screen, so that cells which would hardly change stay as they are
///     while rings move.
/// - Complexity: O(cells), dominated by the rings.
package func frame(
  _ state: DashboardState, formatting: Formatting = .english, previous: CellGrid? = nil
) -> CellGrid {
  compose(state, formatting: formatting, previous: previous, paintRings: nil)
}

/// As `frame`, with another hand for the rings, which take nearly all of its time.
func compose(
  _ state: DashboardState, formatting: Formatting, previous: CellGrid?, paintRings: RingPainter?
) -> CellGrid {
  var canvas = Canvas(size: state.size, appearance: state.appearance, paintRings: paintRings)
  let layout = Layout(state)
  // Only a motion goes on from what is shown: a picture that stays is the same by whichever way it came about.
  let previous = state.isMoving && previous?.size == state.size ? previous : nil
  draw(state, formatting, layout, on: &canvas, previous: previous)
  switch state.overlay {
  case .help(let scroll) where layout.form != .nothing:
    HelpView(state: state, scroll: scroll).draw(on: &canvas, in: layout.body)
    if let footer = layout.footer { LastRow(state: state, formatting: formatting).draw(on: &canvas, in: footer) }
  case .goToDate:
    let last = CellRect(column: 0, row: state.size.rows - 1, columns: state.size.columns, rows: 1)
    if state.size.rows > 0 { LastRow(state: state, formatting: formatting).draw(on: &canvas, in: last) }
  case .help, nil:
    if let footer = layout.footer {
      LastRow(state: state, formatting: formatting).draw(on: &canvas, in: footer)
    } else if let notice = state.notice {
      drawOverBody(notice, layout, on: &canvas)
    }
  }
  return canvas.grid
}

/// A notice where there is no row of its own: in the place of the date, which stands in the first row above bars and in
/// the second below a line, else over the last row.
private func drawOverBody(_ notice: Notice, _ layout: Layout, on canvas: inout Canvas) {
  guard layout.form != .nothing else { return }
  let isAbove = layout.form == .bars && layout.body.size.rows >= 4
  let row = isAbove ? layout.body.origin.row : layout.body.rows.upperBound - 1
  NoticeRow(notice: notice).draw(on: &canvas, in: layout.body, row: row)
}

private func draw(
  _ state: DashboardState, _ formatting: Formatting, _ layout: Layout, on canvas: inout Canvas, previous: CellGrid?
) {
  guard state.store.hasData || state.store == .loading else {
    WelcomeView(state: state, formatting: formatting).draw(on: &canvas, in: layout.body)
    return
  }
  switch layout.form {
  case .nothing:
    return
  case .line:
    LineView(state: state, formatting: formatting).draw(on: &canvas, in: layout.body)
  case .bars:
    BarsView(state: state, formatting: formatting).draw(on: &canvas, in: layout.body)
  case .zoomedRings, .zoomedRing:
    ZoomView(state: state, formatting: formatting, layout: layout).draw(on: &canvas, previous: previous)
  case .rings, .boxes:
    if let box = layout.dayBox { DayBox(state: state, formatting: formatting).draw(on: &canvas, in: box) }
    if let rings = layout.rings {
      RingsView(rings: state.shownRings).draw(on: &canvas, in: rings, previous: previous)
    }
    if let numbers = layout.numbers {
      let plan = NumbersPlan(in: numbers, hasHeading: layout.dayBox == nil, rings: state.rings)
      NumbersView(state: state, formatting: formatting, plan: plan).draw(on: &canvas)
    }
    if let week = layout.week { WeekView(state: state, formatting: formatting, layout: week).draw(on: &canvas) }
  }
}
