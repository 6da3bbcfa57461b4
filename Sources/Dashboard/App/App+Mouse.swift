import TerminalModel

extension App {
  /// A click does what the frame has recorded for its cell; the wheel scrolls.
  mutating func point(_ mouse: MouseEvent) -> [DashboardEffect] {
    guard context.hasMouse else { return [] }
    switch mouse.action {
    case .wheelUp: return turnWheel(by: -1)
    case .wheelDown: return turnWheel(by: 1)
    case .press:
      endNotice()
      return regions.last { $0.rect.contains(mouse.position) }.map { perform($0.action) } ?? []
    default: return []
    }
  }

  private mutating func turnWheel(by steps: Int) -> [DashboardEffect] {
    endNotice()
    return context.store.hasData || top.presentation != .whole ? perform(.scroll(steps)) : []
  }
}
