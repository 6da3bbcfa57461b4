/// The state of the entries of a batch's tables, by index. The state of entries that the tables have dropped is
/// discarded.
struct IndexedStates<State> {
  private var states: [State?] = []
  /// The index of the first entry.
  private var first = 0

  /// Follows a table to its current entries.
  ///
  /// - Parameter canForget: false if entries that the table has dropped may still be needed.
  mutating func adopt(_ indices: Range<Int>, canForget: Bool) {
    if canForget, indices.lowerBound > first {
      states.removeFirst(min(states.count, indices.lowerBound - first))
      first = indices.lowerBound
    }
    states.append(contentsOf: repeatElement(nil, count: max(0, indices.upperBound - first - states.count)))
  }

  mutating func forgetAll() {
    for place in states.indices { states[place] = nil }
  }

  subscript(index: Int) -> State? {
    get { states[index - first] }
    set { states[index - first] = newValue }
  }
}
