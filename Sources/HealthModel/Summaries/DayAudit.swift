/// Apple's own numbers of a day beside those that the samples give.
package struct DayAudit: Hashable, Sendable {
  package struct Side: Hashable, Sendable {
    /// nil where Apple has no row for the day.
    package var apple: Double?
    /// nil where there is no sample to compute from.
    package var computed: Double?
    /// Why the two differ, where they do, or why one of them is absent.
    package var explanation: Explanation?

    package init(apple: Double?, computed: Double?, explanation: Explanation? = nil) {
      self.apple = apple
      self.computed = computed
      self.explanation = explanation
    }
  }

  /// What can make Apple's number another than ours. The raw values are part of the program's output.
  package enum Explanation: String, Hashable, Sendable, CaseIterable {
    /// The export was made while the day was running, so Apple's row is of that moment.
    case partialDay
    /// Samples were added or deleted since Apple's row came.
    case changedSinceImport
    /// Apple counted more than the export holds samples for.
    case missingSamples
    /// The clocks changed or the user crossed zones, and the day's limits are a matter of choice.
    case zoneChange
    /// An exercise minute across midnight was rounded to the other day.
    case midnightRounding
    /// Another source than the watch counts where the watch does not cover.
    case otherSource
    /// The samples come to more than Apple counted, and the watch alone wrote them.
    case extraSamples
    /// Apple has a number and the store has no sample to compute one from.
    case noSamples
    /// There are samples, and no row of Apple's.
    case noAppleSummary

    /// Whether one of the numbers is absent, so that there is nothing to compare.
    package var isOneSided: Bool { self == .noSamples || self == .noAppleSummary }

    package var sentence: String {
      switch self {
      case .partialDay: "The export was made during this day; Apple's number is of that moment."
      case .changedSinceImport: "Samples were added or deleted since Apple's number was imported."
      case .missingSamples: "Apple counted more than the export holds samples for."
      case .zoneChange: "The clocks changed or the user travelled; Apple may have drawn the day's limits elsewhere."
      case .midnightRounding: "A minute across midnight was rounded to the other day."
      case .otherSource: "Another source counts where the watch does not cover."
      case .extraSamples: "The watch's samples come to more than Apple counted."
      case .noSamples: "There are no samples to compute the day from."
      case .noAppleSummary: "The imported files have no summary of Apple's for this day."
      }
    }
  }

  package var day: Day
  package var summary: DaySummary
  package var move: Side
  package var exercise: Side
  package var stand: Side

  package init(day: Day, summary: DaySummary, move: Side, exercise: Side, stand: Side) {
    self.day = day
    self.summary = summary
    self.move = move
    self.exercise = exercise
    self.stand = stand
  }

  /// Whether Apple has a row for the day.
  package var hasAppleSide: Bool { Ring.allCases.contains { self[$0].apple != nil } }

  package subscript(ring: Ring) -> Side {
    switch ring {
    case .move: move
    case .exercise: exercise
    case .stand: stand
    }
  }
}
