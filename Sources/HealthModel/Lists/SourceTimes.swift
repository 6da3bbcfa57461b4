/// How much each source wrote of a type over time, in equal intervals.
package struct SourceTimes: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    package var name: String
    package var hardware: String
    package var isEnteredByHand: Bool

    package init(name: String, hardware: String, isEnteredByHand: Bool) {
      self.name = name
      self.hardware = hardware
      self.isEnteredByHand = isEnteredByHand
    }
  }

  /// The number of intervals.
  package static let parts = 96

  /// From the first to the last sample.
  package var days: ClosedRange<Day>?
  /// The number of samples in each interval.
  package var counts: [Key: [Int]]

  package init(days: ClosedRange<Day>? = nil, counts: [Key: [Int]] = [:]) {
    self.days = days
    self.counts = counts
  }

  package subscript(entry: SourceListEntry) -> [Int]? {
    counts[Key(name: entry.name, hardware: entry.hardware, isEnteredByHand: entry.isEnteredByHand)]
  }
}
