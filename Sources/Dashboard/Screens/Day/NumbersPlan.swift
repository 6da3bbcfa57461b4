import HealthModel
import TerminalModel

/// Assigns rows to the numbers beside the rings, in order of importance, until the height is used up.
struct NumbersPlan: Hashable {
  enum Row: Hashable {
    /// The date, if no box shows it.
    case heading
    /// A ring's name and percentage; in a wide plan also its value and remainder.
    case title(Ring)
    /// Name, value and remainder in three rows, beside the percentage in large digits.
    case large(Ring)
    case value(Ring)
    /// The remainder, if there is no room for it beside the value.
    case remainder(Ring)
    case bar(Ring)
    /// The first of a ring's rows of hours, and their number.
    case hours(Ring, rows: Int)
    /// Covered by the row above.
    case covered
    case axis
    /// A goal of the user's own, by its place.
    case goal(Int)
    /// Steps, distance, streak.
    case extras
    case gap
  }

  enum Width: Hashable {
    /// A name and a percentage.
    case narrow
    /// Value and remainder share a row.
    case medium
    /// All of a ring in one row.
    case wide
  }

  var rect: CellRect
  var width: Width
  /// From the first row of `rect` on.
  var rows: [Row]

  init(in rect: CellRect, hasHeading: Bool, rings: [Ring] = Ring.allCases, goals: Int = 0, allowsLarge: Bool = true) {
    self.rect = rect
    width = rect.size.columns >= Self.wideColumns ? .wide : rect.size.columns >= 30 ? .medium : .narrow
    let isLarge =
      allowsLarge && rect.size.columns >= 44 && rect.size.rows >= 6 * rings.count + (hasHeading ? 4 : 2)
    let candidates = Self.candidates(
      width: width, isLarge: isLarge, hasHeading: hasHeading, columns: rect.size.columns, rings: rings,
      goals: goals)
    let height = rect.size.rows
    var need = 0
    while need < Self.last, candidates.count(where: { $0.need <= need + 1 }) <= height { need += 1 }
    var chosen = candidates.filter { $0.need <= need }.map(\.row)
    chosen = Self.joined(chosen)
    if chosen.count > height { chosen = Array(chosen.filter { $0 != .gap }.prefix(height)) }
    let above = (height - chosen.count) / 2
    rows = Array(repeating: .gap, count: max(0, above)) + chosen
  }

  /// The rows of a ring, from its title to the row before the next gap.
  func rows(of ring: Ring) -> Range<Int>? {
    guard let first = rows.firstIndex(where: { $0 == .title(ring) || $0 == .large(ring) }) else { return nil }
    let end = rows[(first + 1)...].firstIndex { row in
      switch row {
      case .title, .large, .gap, .goal, .extras, .heading, .axis: true
      case .value, .remainder, .bar, .hours, .covered: false
      }
    }
    return first..<(end ?? rows.endIndex)
  }

  /// The columns in which a ring with its hours has one row.
  static let wideColumns = 40

  private static let last = 20
  /// The goals that are shown before more of the rings; the others follow if there is room.
  private static let firstGoals = 4

  /// All rows from top to bottom, each with its priority: 0 is shown before 1.
  private static func candidates(
    width: Width, isLarge: Bool, hasHeading: Bool, columns: Int, rings: [Ring], goals: Int
  ) -> [(row: Row, need: Int)] {
    let hasHours = HourChart.fits(columns)
    var rows: [(row: Row, need: Int)] = []
    if hasHeading { rows += [(.heading, 1), (.gap, 5)] }
    for ring in rings {
      if ring != .move { rows.append((.gap, 4)) }
      if isLarge {
        rows += [(.large(ring), 0), (.covered, 0), (.covered, 0)]
      } else {
        rows.append((.title(ring), 0))
      }
      if width != .wide { rows.append((.value(ring), 2)) }
      if width == .narrow { rows.append((.remainder(ring), 6)) }
      rows.append((.bar(ring), 3))
      if hasHours {
        rows.append((.hours(ring, rows: 1), 6))
        // Stand hours have no heights.
        if ring != .stand { rows += (8...last).map { (.hours(ring, rows: 1), $0) } }
      }
    }
    if hasHours { rows.append((.axis, 6)) }
    if goals > 0 { rows += [(.gap, 7)] + (0..<goals).map { (.goal($0), $0 < firstGoals ? 4 : 6) } }
    rows += [(.gap, 5), (.extras, 4)]
    return rows
  }

  /// Merges neighbouring hour rows of a ring into one chart.
  private static func joined(_ rows: [Row]) -> [Row] {
    var result = rows
    for index in result.indices {
      guard case .hours(let ring, _) = result[index] else { continue }
      var end = index + 1
      while end < result.count, result[end] == .hours(ring, rows: 1) {
        result[end] = .covered
        end += 1
      }
      result[index] = .hours(ring, rows: end - index)
    }
    return result
  }
}
