import TerminalModel
import Widgets

extension App {
  /// Handles the mouse: a click performs the action recorded for its cell, the wheel scrolls, and hovering shows a
  /// hint.
  mutating func handleMouse(_ mouse: MouseEvent) -> [DashboardEffect] {
    guard context.hasMouse else { return [] }
    switch mouse.action {
    case .wheelUp: return turnWheel(by: -1)
    case .wheelDown: return turnWheel(by: 1)
    case .press:
      endNotice()
      return regions.last { $0.rect.contains(mouse.position) }.map { perform($0.action) } ?? []
    case .move, .drag:
      hover(at: mouse.position)
      return []
    case .release:
      return []
    }
  }

  /// Only a change of the hint changes the frame, not every cell that the pointer crosses.
  private mutating func hover(at position: CellPoint) {
    let hint = hints.last { $0.rect.contains(position) }
    let before = context.pointer.flatMap { pointer in hints.last { $0.rect.contains(pointer) } }
    guard hint != before else { return }
    context.pointer = hint == nil ? nil : position
    changed()
  }

  private mutating func turnWheel(by steps: Int) -> [DashboardEffect] {
    endNotice()
    hideHint()
    return context.store.hasData || top.presentation != .whole ? perform(.scroll(steps)) : []
  }

  /// Hides the hint when the user continues with keys or the wheel.
  mutating func hideHint() {
    guard context.pointer != nil else { return }
    context.pointer = nil
    changed()
  }
}
