/// The settings that may change while the dashboard runs.
package struct AppConfiguration: Hashable, Sendable {
  package var formatting: Formatting
  package var keymap: Keymap
  /// The first weekday by ISO 8601, Monday is 1.
  package var weekStart: Int
  package var hasMouse: Bool

  package init(formatting: Formatting, keymap: Keymap, weekStart: Int, hasMouse: Bool) {
    self.formatting = formatting
    self.keymap = keymap
    self.weekStart = weekStart
    self.hasMouse = hasMouse
  }
}

extension App {
  /// Applies a changed configuration.
  mutating func configure(_ configuration: AppConfiguration) -> [DashboardEffect] {
    context.formatting = configuration.formatting
    context.keymap = configuration.keymap
    if context.data.weekStart != configuration.weekStart {
      // Data is loaded by weeks, which have changed.
      context.data = DataCache(weekStart: configuration.weekStart)
    }
    guard context.hasMouse != configuration.hasMouse else { return [] }
    context.hasMouse = configuration.hasMouse
    return [.setMouse(context.hasMouse)]
  }
}
