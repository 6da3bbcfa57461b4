/// What one or more transactions of a store have changed, by its log.
package struct LoggedChanges: Hashable, Sendable {
  /// The number of the last of them; where there are none, the one that was asked from.
  package var latest: Int64
  /// The identifiers of the types of the samples that were added or deleted. Empty where none were, as after a change of
  /// goals.
  package var types: Set<String>
  /// The days that may be others now, in the zones where the user was; nil where any may be.
  package var days: ClosedRange<Day>?
  /// False where nothing was written.
  package var isEmpty: Bool

  package init(latest: Int64, types: Set<String> = [], days: ClosedRange<Day>? = nil, isEmpty: Bool = false) {
    self.latest = latest
    self.types = types
    self.days = days
    self.isEmpty = isEmpty
  }
}
