package import HealthModel
package import Presentation

/// The data of a status line: one day, read once.
///
/// A snapshot has no access to the clock or the store. The same snapshot gives the same line in every format.
package struct StatusSnapshot: Hashable, Sendable {
  /// The day of the line, today in the user's time zone. Nil if even that is unknown.
  package var day: Day?
  /// Nil if the store has no row for the day or could not be read.
  package var summary: DaySummary?
  /// The number of consecutive days with closed rings; nil if not requested.
  package var streak: Int?
  /// Why there is nothing, or nothing newer, to show.
  package var problem: StoreProblem?
  /// What is known of a day without data for the rings, the most telling first: `1,200 steps`.
  package var facts: [String]
  /// The user's own goals; empty if not requested.
  package var goals: [GoalProgress] = []
  /// Friends whose rings follow one's own.
  package var friends: [StatusFriend] = []

  package init(
    day: Day? = nil, summary: DaySummary? = nil, streak: Int? = nil, problem: StoreProblem? = nil,
    facts: [String] = []
  ) {
    self.day = day ?? summary?.day
    self.summary = summary
    self.streak = streak
    self.problem = problem
    self.facts = facts
  }

  /// The summary, if it contains any data.
  ///
  /// A row without data (basis `.none`, no values) is equivalent to no row.
  package var known: DaySummary? {
    guard let summary else { return nil }
    let hasValue = Ring.allCases.contains { summary[$0].value != nil }
    return hasValue || summary.basis != .none ? summary : nil
  }
}

/// A friend in a status line.
package struct StatusFriend: Hashable, Sendable {
  package var name: String
  /// How many rings are closed, and how many there are; nil without data.
  package var closed: Int?
  package var rings: Int
  /// Whether that is of today, and not the last known state.
  package var isCurrent: Bool
  /// Whether the friend has paused the rings, which are then neither closed nor open.
  package var isPaused: Bool

  package init(name: String, closed: Int?, rings: Int, isCurrent: Bool, isPaused: Bool = false) {
    (self.name, self.closed, self.rings) = (name, closed, rings)
    (self.isCurrent, self.isPaused) = (isCurrent, isPaused)
  }

  /// `Kim 2/3`, `Kim paused`, `Kim -`, and with a question mark what may have changed.
  var text: String {
    name + " " + (isPaused ? "paused" : closed.map { "\($0)/\(rings)" } ?? "-")
      + (isCurrent || closed == nil ? "" : "?")
  }
}

extension StatusSnapshot {
  /// The status line for one bar, without a final newline.
  ///
  /// The text has at most `style.width` display cells, excluding markup; without a width, the default of the bar
  /// applies (24 cells, unlimited for `plain` and `json`). Most formats produce one line; `i3blocks` produces up to
  /// three.
  ///
  /// - Parameters:
  ///   - followed: whether the reader keeps reading and gets a line for every change; i3bar and i3blocks expect a
  ///     different format then.
  package func line(
    format: StatusFormat, style: StatusStyle, template: StatusTemplate? = nil, followed: Bool = false
  ) -> String {
    let writer = format.writer
    let content = content(style: style, template: template, defaultWidth: writer.defaultWidth)
    return followed ? writer.followedLine(content) : writer.line(content)
  }

  private func content(style: StatusStyle, template: StatusTemplate?, defaultWidth: Int?) -> StatusContent {
    let variants = StatusVariants(snapshot: self, style: style)
    // A template determines its own length, so only an explicit width shortens it.
    if let template, problem == nil || summary != nil || template.showsProblems {
      var text = withFriends(template.text(for: self, style: style), style)
      if let width = style.width { text = text.clipped(to: max(0, width), ellipsis: style.isASCII ? "~" : "…") }
      return StatusContent(snapshot: self, style: style, text: text, short: text)
    }
    let width = max(0, style.width ?? defaultWidth ?? .max)
    // Eleven cells fit three numbers of three digits.
    return StatusContent(
      snapshot: self, style: style, text: withFriends(variants.text(width: width), style),
      short: variants.text(width: min(width, 11)))
  }

  /// Adds as many friends as an explicit width allows.
  private func withFriends(_ text: StatusText, _ style: StatusStyle) -> StatusText {
    var result = text
    for friend in friends {
      let part = "  " + friend.text
      guard result.columns + StatusText(part).columns <= style.width ?? .max else { break }
      result.append(part, color: style.colors && !friend.isCurrent ? style.palette.muted : nil)
    }
    return result
  }
}
