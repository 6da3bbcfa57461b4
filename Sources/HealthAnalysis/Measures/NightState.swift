/// Whether a night was as usual: the vitals of `NightVitals` as shown measures.
package struct NightState: Hashable, Sendable {
  /// Outside their ranges, in their order.
  package var outside: [NamedMeasure]
  /// How many vitals have a value and a range.
  package var known: Int

  /// - Returns: nil if fewer than two vitals have a range: nothing can be said.
  package init?(_ measures: [NamedMeasure]) {
    let vitals = measures.filter { MeasureName.ofNight.contains($0.name) && $0.isOutside != nil }
    guard vitals.count >= 2 else { return nil }
    outside = vitals.filter { $0.isOutside == true }
    known = vitals.count
  }

  /// One alone happens in ordinary nights; two or more in fewer than one of thirty.
  package var isUnusual: Bool { outside.count >= 2 }

  /// `recovered as usual`; `2 vitals outside`
  package var fact: String { isUnusual ? "\(outside.count) vitals outside" : "recovered as usual" }

  /// `Recovered as usual: 4 of 4 vitals in their range`; `2 of 4 vitals outside their usual range: Sleep, Oxygen of the night`
  package var words: String {
    guard isUnusual else { return "Recovered as usual: \(known - outside.count) of \(known) vitals in their range" }
    return "\(outside.count) of \(known) vitals outside their usual range: "
      + outside.map(\.name.title).joined(separator: ", ")
  }
}
