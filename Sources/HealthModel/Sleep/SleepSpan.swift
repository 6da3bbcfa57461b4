package import FoundationEssentials

/// A part of a night: a sleep analysis sample.
package struct SleepSpan: Hashable, Sendable {
  package var start: Date
  package var end: Date
  package var stage: SleepStage
  /// The name of the source.
  package var source: String

  /// The source of sums for which it is unknown when one slept: their spans follow one another from midnight on.
  package static let sums = "Sums without times"

  package init(start: Date, end: Date, stage: SleepStage, source: String) {
    self.start = start
    self.end = end
    self.stage = stage
    self.source = source
  }
}

/// The values of the sleep analysis.
package enum SleepStage: Int, Hashable, Sendable, CaseIterable {
  case inBed = 0
  case asleep = 1
  case awake = 2
  case core = 3
  case deep = 4
  case rem = 5

  package var isAsleep: Bool { CategoryValueSets.asleep.contains(rawValue) }
  /// Whether a source that writes it distinguishes stages.
  package var isStaged: Bool { self == .core || self == .deep || self == .rem }
}
