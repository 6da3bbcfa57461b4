/// The samples of a type from one source.
package struct SourceListEntry: Hashable, Sendable {
  package var name: String
  /// The hardware of the device, `Watch7,5`; empty if the file does not name it.
  package var hardware: String
  /// Whether it represents the samples that were entered by hand there.
  package var isEnteredByHand: Bool
  package var samples: Int
  /// The local days of the first and the last start.
  package var first: Day
  package var last: Day
  /// Its position in the user's own order; nil if it is not in that order.
  package var position: Int?
  /// Its rank without the user's own order.
  package var defaultRank: Int

  package init(
    name: String, hardware: String, isEnteredByHand: Bool, samples: Int, first: Day, last: Day, position: Int?,
    defaultRank: Int = 0
  ) {
    self.name = name
    self.hardware = hardware
    self.isEnteredByHand = isEnteredByHand
    self.samples = samples
    self.first = first
    self.last = last
    self.position = position
    self.defaultRank = defaultRank
  }
}

/// The sources of a type, highest rank first.
package struct SourceList: Hashable, Sendable {
  /// The raw identifier.
  package var type: String
  package var entries: [SourceListEntry]

  package init(type: String, entries: [SourceListEntry]) {
    self.type = type
    self.entries = entries
  }

  /// The names of the sources by rank, each once: what the user can reorder. Samples entered by hand have no position
  /// in the order, since they always come first.
  package var names: [String] {
    entries.filter { !$0.isEnteredByHand }.map(\.name).uniqued { ExactText($0) }
  }

  /// The same order with some names moved to the front.
  package func names(startingWith first: [String]) -> [String] {
    (first + names).uniqued { ExactText($0) }
  }

  /// The entries in the order of the names; samples entered by hand remain first.
  ///
  /// - Parameter names: empty for the order without one of the user's own.
  package func ordered(by names: [String]) -> [SourceListEntry] {
    guard !names.isEmpty else {
      return entries.sorted { $0.defaultRank < $1.defaultRank }.map { entry in
        var entry = entry
        entry.position = nil
        return entry
      }
    }
    let places = Dictionary(zip(names.map { ExactText($0) }, 0...)) { first, _ in first }
    func place(_ entry: SourceListEntry) -> Int {
      entry.isEnteredByHand ? -1 : places[ExactText(entry.name)] ?? names.count
    }
    return entries.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
      .map(\.element)
  }

  /// Whether a higher-ranked source replaces a lower-ranked one: only cumulative types are merged, and workouts.
  package var isMerged: Bool {
    type == TypeIdentifier.workout || QuantityTypeCatalog.entry(for: type)?.aggregation == .cumulative
  }
}
