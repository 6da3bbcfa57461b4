/// Apple's own numbers for a day beside those computed from the samples.
package struct DayAudit: Hashable, Sendable {
  package struct Side: Hashable, Sendable {
    /// nil if Apple has no row for the day.
    package var apple: Double?
    /// nil if there are no samples.
    package var computed: Double?
    /// Why the two differ, where they do, or why one of them is absent.
    package var explanation: Explanation?

    package init(apple: Double?, computed: Double?, explanation: Explanation? = nil) {
      self.apple = apple
      self.computed = computed
      self.explanation = explanation
    }
  }

  /// The possible reasons for a difference between Apple's number and ours. The raw values are part of the program's
  /// output.
  package enum Explanation: String, Hashable, Sendable, CaseIterable {
    /// The export was made on that day, so Apple's row is incomplete.
    case partialDay
    /// Samples were added or deleted after Apple's row was imported.
    case changedSinceImport
    /// Apple counted more than the samples in the export.
    case missingSamples
    /// The clocks changed or the user crossed time zones, so the limits of the day are ambiguous.
    case zoneChange
    /// An exercise minute across midnight was rounded to the other day.
    case midnightRounding
    /// A source other than the watch counts where the watch does not cover.
    case otherSource
    /// The samples exceed what Apple counted, and only the watch wrote them.
    case extraSamples
    /// Apple has a number and the store has no sample to compute one from.
    case noSamples
    /// There are samples, and no row of Apple's.
    case noAppleSummary

    /// Whether one of the numbers is absent, so that there is nothing to compare.
    package var isOneSided: Bool { self == .noSamples || self == .noAppleSummary }

    package var sentence: String {
      switch self {
      case .partialDay: "The export was made during this day; Apple's number is as of that moment."
      case .changedSinceImport:
        "Samples were added or deleted, or sources were reordered, since Apple's number was imported."
      case .missingSamples: "Apple counted more than the samples in the export."
      case .zoneChange: "The clocks changed or the user travelled; Apple may have used different day boundaries."
      case .midnightRounding: "A minute across midnight was rounded to the other day."
      case .otherSource: "Another source counts while the watch has no data."
      case .extraSamples: "The watch's samples add up to more than Apple counted."
      case .noSamples: "There are no samples to compute the day from."
      case .noAppleSummary: "The imported files have no summary by Apple for this day."
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
