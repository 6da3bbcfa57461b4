/// The reasons why a wait ended. Without any reason, it timed out.
package struct WakeReasons: Hashable, Sendable {
  /// The keyboard, the mouse, the size or a signal: `readEvents()` returns events.
  package var hasEvents = false
  /// The given descriptors that are readable or closed.
  package var descriptors: [Int32] = []

  package var isTimeout: Bool { !hasEvents && descriptors.isEmpty }

  package init(hasEvents: Bool = false, descriptors: [Int32] = []) {
    self.hasEvents = hasEvents
    self.descriptors = descriptors
  }
}
