package import HealthModel

/// What a status line is made from: one day, read once.
///
/// A snapshot holds no clock and no store. Whoever reads the store makes one, and the same snapshot gives the same line
/// in every format.
package struct StatusSnapshot: Hashable, Sendable {
  /// The day that the line is about, today where the user is. nil where not even that is known.
  package var day: Day?
  /// nil where the store has no row for the day or could not be read.
  package var summary: DaySummary?
  /// Days in a row on which the rings were closed; nil where it was not asked for.
  package var streak: Int?
  /// Why there is nothing, or nothing newer, to show.
  package var problem: StatusProblem?

  package init(day: Day? = nil, summary: DaySummary? = nil, streak: Int? = nil, problem: StatusProblem? = nil) {
    self.day = day ?? summary?.day
    self.summary = summary
    self.streak = streak
    self.problem = problem
  }

  /// The summary, where it knows anything of the day.
  ///
  /// A row that stands on nothing (basis `.none`, no values) is the same to a reader as no row.
  package var known: DaySummary? {
    guard let summary else { return nil }
    let hasValue = Ring.allCases.contains { summary[$0].value != nil }
    return hasValue || summary.basis != .none ? summary : nil
  }
}

/// Why a status line has no day to show. The bar stays whole: every case has a short text.
package enum StatusProblem: String, Hashable, Sendable, CaseIterable {
  /// There is no store at the path.
  case missing
  /// The store is there and holds nothing.
  case empty
  /// A writer kept the store longer than a status line may wait.
  case busy
  /// The file cannot be opened, or is no store.
  case unreadable
  /// A newer version of the program wrote the store.
  case newer
  /// The server that has the store cannot be reached: what is shown is its last state that is known.
  case offline

  /// The texts for a bar, the longest first. All ASCII.
  package var texts: [String] {
    switch self {
    case .missing: ["no store yet", "no store", "-"]
    case .empty: ["no data yet", "no data", "-"]
    case .busy: ["store is busy", "busy", "-"]
    case .unreadable: ["store unreadable", "unreadable", "-"]
    case .newer: ["store is newer", "newer", "-"]
    case .offline: ["not connected", "offline", "-"]
    }
  }

  /// One sentence that says what to do, for tooltips.
  package var advice: String {
    switch self {
    case .missing: "There is no store yet: import an export first."
    case .empty: "The store is empty: import an export first."
    case .busy: "Another program is writing to the store; the next line will have the day."
    case .unreadable: "The store cannot be read; ringtop status --strict says why."
    case .newer: "A newer ringtop wrote the store: update this one."
    case .offline: "The server cannot be reached; ringtop status --strict says why."
    }
  }
}
