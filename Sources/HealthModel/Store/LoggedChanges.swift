/// The changes of one or more transactions of a store, from its log.
package struct LoggedChanges: Hashable, Sendable {
  /// The number of the last transaction; if there are none, the number from which on they were requested.
  package var latest: Int64
  /// The identifiers of the types of the samples that were added or deleted. Empty if any transaction may affect more than
  /// its samples, for example a change of goals or of a zone.
  package var types: Set<String>
  /// The days that may have changed, in the zones where the user was; nil if any day may have.
  package var days: ClosedRange<Day>?
  /// False if nothing was written.
  package var isEmpty: Bool

  package init(latest: Int64, types: Set<String> = [], days: ClosedRange<Day>? = nil, isEmpty: Bool = false) {
    self.latest = latest
    self.types = types
    self.days = days
    self.isEmpty = isEmpty
  }
}
