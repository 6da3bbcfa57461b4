import HealthModel
import TerminalModel

extension DashboardState {
  /// A click on a day selects it, on a ring's numbers looks at that ring, on a key in the footer presses it; the wheel
  /// walks by days.
  mutating func point(_ mouse: MouseEvent) -> [DashboardEffect] {
    guard hasMouse else { return [] }
    switch mouse.action {
    case .wheelUp: return turnWheel(by: -1)
    case .wheelDown: return turnWheel(by: 1)
    case .release, .drag, .move: return []
    case .press: return click(mouse.position)
    }
  }

  private mutating func turnWheel(by steps: Int) -> [DashboardEffect] {
    switch overlay {
    case .help:
      return perform(.scrollHelp(steps))
    case .goToDate:
      return []
    case nil:
      notice = nil
      return store.hasData ? perform(.moveDays(steps)) : []
    }
  }

  private mutating func click(_ point: CellPoint) -> [DashboardEffect] {
    let layout = Layout(self)
    if let footer = layout.footer, footer.contains(point) {
      // A notice or the prompt hides the keys.
      let isHidden = notice != nil || keyContext == .prompt
      notice = nil
      return isHidden ? [] : Footer(self).action(at: point.column).map { perform($0) } ?? []
    }
    notice = nil
    switch overlay {
    case .help: return perform(.close)
    case .goToDate: return []
    case nil: return store.hasData ? action(at: point, layout).map { perform($0) } ?? [] : []
    }
  }

  private func action(at point: CellPoint, _ layout: Layout) -> Action? {
    if let index = layout.week?.days.firstIndex(where: { $0.contains(point) }) {
      let day = week.lowerBound + index
      return day <= today ? .moveDays(day - selected) : nil
    }
    if let box = layout.dayBox {
      let arrows = DayBox.arrows(in: box)
      if arrows.back.contains(point) { return .moveDays(-1) }
      if arrows.forward.contains(point) { return .moveDays(1) }
    }
    if let numbers = layout.numbers {
      return NumbersPlan(in: numbers, hasHeading: layout.dayBox == nil, rings: rings).ring(at: point).map { .focus($0) }
    }
    return nil
  }
}
