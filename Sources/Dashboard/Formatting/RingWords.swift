import HealthModel

/// One ring of one day in words.
///
/// Values and percentages are rounded down, as Apple's Fitness does, and what is left is rounded up: 599.7 of 600 reads
/// 599, 99 % and 1 left, so that an open ring never looks closed.
struct RingWords {
  var name: String
  /// Stands for the name where there is room for one column.
  var letter: String
  var unit: String
  /// nil where nothing is known.
  var value: String?
  /// nil where there is no goal.
  var goal: String?
  var percent: Int?
  /// `138 kcal left`, `closed`, `closed, +42 %`, `no goal`, `no data`, or empty while nothing is loaded.
  var remainder: String
  /// The same without the unit: `138 left`, `+42 %`.
  var shortRemainder: String
  var isClosed: Bool
  var goalIsDefault: Bool

  /// - Parameters:
  ///   - summary: nil where the day has none.
  ///   - isKnown: false while the day is still on its way.
  init(_ ring: Ring, of summary: DaySummary?, isKnown: Bool, formatting: Formatting) {
    name = ring.name
    letter = String(ring.name.prefix(1))
    let scale: Double
    (unit, scale) = ring.unit(summary?.moveMode ?? .activeEnergy, formatting)
    let value = (summary?[ring].value).flatMap { $0.isFinite ? $0 * scale : nil }
    let goal = (summary?[ring].goal).flatMap { $0.isFinite && $0 > 0 ? $0 * scale : nil }
    goalIsDefault = summary?[ring].goalIsDefault ?? false
    isClosed = summary?[ring].isClosed ?? false
    // A sum of many parts that should make a whole number may end a hair below it.
    self.value = value.map { formatting.number(($0 + 1e-9).rounded(.down), 0) }
    self.goal = goal.map { formatting.number(($0 + 1e-9).rounded(.down), 0) }
    guard let value else {
      remainder = isKnown ? "no data" : ""
      shortRemainder = remainder
      return
    }
    guard let goal else {
      remainder = "no goal"
      shortRemainder = remainder
      return
    }
    // Multiplying first keeps whole values exact: 29 of 100 is 29 %, where 0.29 * 100 rounds down to 28.
    let floored = Int(max(0, min(999_999, (value * 100 / goal).rounded(.down))))
    let percent = isClosed ? max(100, floored) : min(99, floored)
    self.percent = percent
    if !isClosed {
      let left = formatting.number(max(1, (goal - value - 1e-9).rounded(.up)), 0)
      (remainder, shortRemainder) = ("\(left) \(unit) left", "\(left) left")
    } else if percent > 100 {
      let over = "+\(formatting.number(Double(percent - 100), 0)) %"
      (remainder, shortRemainder) = ("closed, " + over, over)
    } else {
      (remainder, shortRemainder) = ("closed", "closed")
    }
  }
}

extension RingWords {
  /// `77%` or `77 %`; nil without a value or a goal.
  func percentText(_ separator: String = "") -> String? {
    percent.map { "\($0)\(separator)%" }
  }
}

extension Ring {
  /// Columns of the longest name and the blank after it.
  static let longestName = 9

  var name: String {
    switch self {
    case .move: "Move"
    case .exercise: "Exercise"
    case .stand: "Stand"
    }
  }

  /// The unit that its values are shown in, and how many of it one stored unit is.
  func unit(_ mode: MoveMode, _ formatting: Formatting) -> (symbol: String, scale: Double) {
    switch self {
    case .move:
      mode == .moveTime ? ("min", 1) : (formatting.energy.symbol, formatting.energy.perKilocalorie)
    case .exercise: ("min", 1)
    case .stand: ("h", 1)
    }
  }
}
