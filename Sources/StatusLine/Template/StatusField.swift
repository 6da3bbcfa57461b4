import HealthModel
import Presentation
import TerminalModel

/// A field in a template.
enum StatusField: Hashable {
  case ring(Ring, RingField)
  /// A goal of the user's own.
  case goal(GoalAmount, RingField)
  case streak, date, weekday, basis, problem

  enum RingField: String, CaseIterable {
    case percent, value, goal, left, unit, glyph, bar
  }

  static let plainNames: [(name: String, field: StatusField)] = [
    ("streak", .streak), ("date", .date), ("weekday", .weekday), ("basis", .basis), ("problem", .problem),
  ]

  init?(_ name: String) {
    if let plain = Self.plainNames.first(where: { $0.name == name }) {
      self = plain.field
      return
    }
    if let (ring, rest) = Ring.split(name), let field = RingField(rawValue: rest) {
      self = .ring(ring, field)
    } else if let (goal, rest) = GoalAmount.split(name), let field = RingField(rawValue: rest) {
      self = .goal(goal, field)
    } else {
      return nil
    }
  }

  /// The text of the field; `-` if unknown.
  func text(_ snapshot: StatusSnapshot, style: StatusStyle) -> String {
    let text: String? =
      switch self {
      case .ring(let ring, let field): snapshot.summary.flatMap { field.text($0, ring, style: style) }
      case .goal(let goal, let field):
        snapshot.goals.first { $0.goal == goal }.flatMap { field.text($0, style: style) }
      case .streak: snapshot.streak.map(String.init)
      case .date: snapshot.day?.description
      case .weekday: snapshot.day.map(Formatting.english.weekday)
      case .basis: (snapshot.known?.basis ?? .none).rawValue
      case .problem: snapshot.problem?.texts.first ?? ""
      }
    return text ?? "-"
  }

  /// A ring's fields have its colour, problems are muted, everything else has the bar's own colour.
  func color(_ snapshot: StatusSnapshot, _ style: StatusStyle) -> RGB? {
    guard style.colors else { return nil }
    switch self {
    case .ring(let ring, _):
      guard let summary = snapshot.known, !summary.isPaused else { return style.palette.muted }
      return style.palette[ring]
    case .problem: return style.palette.muted
    case .goal, .streak, .date, .weekday, .basis: return nil
    }
  }
}

extension StatusField.RingField {
  fileprivate func text(_ summary: DaySummary, _ ring: Ring, style: StatusStyle) -> String? {
    if summary.lacks(ring), self == .glyph || self == .bar { return nil }
    let values = summary[ring]
    return switch self {
    case .value: values.shownValue.map(String.init)
    case .goal: values.shownGoal.map(String.init)
    case .left: values.shownLeft.map(String.init)
    case .unit: ring.unit(summary.moveMode).symbol
    case .percent, .glyph, .bar: share(values, style)
    }
  }

  fileprivate func text(_ progress: GoalProgress, style: StatusStyle) -> String? {
    if progress.amount.value == nil, self == .glyph || self == .bar { return nil }
    return switch self {
    case .value: progress.shownValue(.english)?.shortText
    case .goal: progress.shownGoal(.english)?.shortText
    case .left: progress.shownLeft(.english)?.shortText
    case .unit: Formatting.english.unit(of: progress.goal).symbol
    case .percent, .glyph, .bar: share(progress.amount, style)
    }
  }

  /// What has no unit.
  private func share(_ values: RingValue, _ style: StatusStyle) -> String? {
    switch self {
    case .percent: values.shownPercent.map(String.init)
    case .value, .goal, .left, .unit: nil
    case .glyph: StatusGlyph.ring(values, ascii: style.isASCII) + StatusGlyph.mark(values)
    case .bar: StatusGlyph.bar(values, cells: 5, ascii: style.isASCII)
    }
  }
}

extension Ring {
  /// Splits `move.percent` into Move and `percent`.
  static func split(_ name: String) -> (Ring, String)? {
    guard let dot = name.firstIndex(of: "."), let ring = allCases.first(where: { $0.key == name[..<dot] }) else {
      return nil
    }
    return (ring, String(name[name.index(after: dot)...]))
  }
}

extension GoalAmount {
  /// Splits `steps.percent` and `water.week.percent` into the goal and `percent`.
  static func split(_ name: String) -> (GoalAmount, String)? {
    var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count), let field = parts.popLast() else { return nil }
    guard parts.count == 1 || parts[1] == "week" else { return nil }
    return GoalAmount(named: parts[0], parts.count == 2 ? .week : .day).map { ($0, field) }
  }
}
