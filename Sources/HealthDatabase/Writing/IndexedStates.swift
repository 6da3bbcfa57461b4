/// What is known of the entries of a batch's tables, by their index. Entries that the tables have let go of are forgotten.
struct IndexedStates<State> {
  private var states: [State?] = []
  /// The index of the first.
  private var first = 0

  /// Follows a table to the entries that it has now.
  ///
  /// - Parameter canForget: false where entries that the table has let go of may still be asked for.
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
