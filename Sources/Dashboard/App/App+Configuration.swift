/// What a user may change while the dashboard runs, by the configuration file.
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
  /// Takes over what has changed in the configuration.
  mutating func configure(_ configuration: AppConfiguration) -> [DashboardEffect] {
    context.formatting = configuration.formatting
    context.keymap = configuration.keymap
    if context.data.weekStart != configuration.weekStart {
      // Days are read by weeks, and the weeks are others now.
      context.data = DataCache(weekStart: configuration.weekStart)
    }
    guard context.hasMouse != configuration.hasMouse else { return [] }
    context.hasMouse = configuration.hasMouse
    return [.setMouse(context.hasMouse)]
  }
}
