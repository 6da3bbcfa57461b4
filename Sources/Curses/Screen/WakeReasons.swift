/// Why a wait ended. With no reason at all, the time was over.
package struct WakeReasons: Hashable, Sendable {
  /// The keyboard, the mouse, the size or a signal: `readEvents()` has something to say.
  package var hasEvents = false
  /// Those of the given descriptors that are readable or closed.
  package var descriptors: [Int32] = []

  package var isTimeout: Bool { !hasEvents && descriptors.isEmpty }

  package init(hasEvents: Bool = false, descriptors: [Int32] = []) {
    self.hasEvents = hasEvents
    self.descriptors = descriptors
  }
}
