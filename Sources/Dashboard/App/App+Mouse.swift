import TerminalModel

extension App {
  /// A click does what the frame has recorded for its cell, the wheel scrolls, and a pointer that rests is told what it
  /// lies on.
  mutating func point(_ mouse: MouseEvent) -> [DashboardEffect] {
    guard context.hasMouse else { return [] }
    switch mouse.action {
    case .wheelUp: return turnWheel(by: -1)
    case .wheelDown: return turnWheel(by: 1)
    case .press:
      endNotice()
      return regions.last { $0.rect.contains(mouse.position) }.map { perform($0.action) } ?? []
    case .move, .drag:
      rest(at: mouse.position)
      return []
    case .release:
      return []
    }
  }

  /// Only what is told changes a frame, not each cell that the pointer passes.
  private mutating func rest(at position: CellPoint) {
    let hint = hints.last { $0.rect.contains(position) }
    let before = context.pointer.flatMap { pointer in hints.last { $0.rect.contains(pointer) } }
    guard hint != before else { return }
    context.pointer = hint == nil ? nil : position
    changed()
  }

  private mutating func turnWheel(by steps: Int) -> [DashboardEffect] {
    endNotice()
    leaveHint()
    return context.store.hasData || top.presentation != .whole ? perform(.scroll(steps)) : []
  }

  /// Whoever goes on by key or wheel is not told any more what lay below the pointer.
  mutating func leaveHint() {
    guard context.pointer != nil else { return }
    context.pointer = nil
    changed()
  }
}
