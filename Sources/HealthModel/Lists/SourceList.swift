/// What one source gave of a type.
package struct SourceListEntry: Hashable, Sendable {
  package var name: String
  /// Of the device, `Watch7,5`; empty where the file does not say.
  package var hardware: String
  /// Whether it is what a person entered by hand there.
  package var isEnteredByHand: Bool
  package var samples: Int
  /// The days of the first and the last start, by the user's clock.
  package var first: Day
  package var last: Day
  /// Its place in the user's own order; nil where the user has put none.
  package var position: Int?

  package init(
    name: String, hardware: String, isEnteredByHand: Bool, samples: Int, first: Day, last: Day, position: Int?
  ) {
    self.name = name
    self.hardware = hardware
    self.isEnteredByHand = isEnteredByHand
    self.samples = samples
    self.first = first
    self.last = last
    self.position = position
  }
}

/// The sources of a type, the one that counts most first.
package struct SourceList: Hashable, Sendable {
  /// The raw identifier.
  package var type: String
  package var entries: [SourceListEntry]

  package init(type: String, entries: [SourceListEntry]) {
    self.type = type
    self.entries = entries
  }

  /// The names of the sources in the order of their rank, each once: what a person puts in an order. What was entered by
  /// hand has no place in it, it always comes first.
  package var names: [String] {
    var seen: Set<String> = []
    return entries.filter { !$0.isEnteredByHand }.map(\.name).filter { seen.insert($0).inserted }
  }

  /// The same with some names before the others.
  package func names(startingWith first: [String]) -> [String] {
    var seen: Set<String> = []
    return (first + names).filter { seen.insert($0).inserted }
  }

  /// The entries as an order of names puts them; what was entered by hand stays in front.
  package func ordered(by names: [String]) -> [SourceListEntry] {
    let places = Dictionary(zip(names, 0...)) { first, _ in first }
    func place(_ entry: SourceListEntry) -> Int { entry.isEnteredByHand ? -1 : places[entry.name] ?? names.count }
    return entries.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
      .map(\.element)
  }

  /// Whether a better source takes the place of a worse one: only what adds up is merged.
  package var isMerged: Bool { QuantityTypeCatalog.entry(for: type)?.aggregation == .cumulative }
}
