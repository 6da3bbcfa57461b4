import HealthModel

/// One ring of one day in words.
///
/// What is not closed is never rounded up to look closed: 599.7 of 600 reads 599 and 99 %.
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
    self.goal = goal.map { formatting.number($0, 0) }
    self.value = value.map { value in
      let isShort = goal.map { value < $0 && value.rounded() >= $0 } ?? false
      return formatting.number(isShort ? value.rounded(.down) : value, 0)
    }
    guard let value else {
      remainder = isKnown ? "no data" : ""
      return
    }
    guard let goal else {
      remainder = "no goal"
      return
    }
    let progress = (value / goal * 100).rounded(.down)
    let percent = Int(max(-999_999, min(999_999, progress)))
    self.percent = percent
    if !isClosed {
      remainder = "\(formatting.number((goal - value).rounded(.up), 0)) \(unit) left"
    } else if percent > 100 {
      remainder = "closed, +\(percent - 100) %"
    } else {
      remainder = "closed"
    }
  }
}

extension Ring {
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
