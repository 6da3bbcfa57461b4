/// Active energy, estimated from total energy: what a minute has beyond the day's lowest minute.
///
/// Fitbit writes steps in UTC and energy in local time, and the offset from UTC only in the profile. Without that, the energy
/// of a day shows it: it rises in the minutes with steps.
struct FitbitEnergy {
  /// By the local day, with the minutes of the day.
  private var energy: [Int: [(minute: Int, kilocalories: Double)]] = [:]
  /// By the day in UTC, only minutes with steps.
  private var steps: [Int: [(minute: Int, count: Double)]] = [:]

  /// The number of days with energy.
  var days: Int { energy.count }

  mutating func add(_ kilocalories: Double, day: Int, minute: Int) {
    energy[day, default: []].append((minute, kilocalories))
  }

  mutating func add(steps count: Double, day: Int, minute: Int) {
    if count > 0 { steps[day, default: []].append((minute, count)) }
  }

  /// Each minute with its energy above rest; 0 at rest.
  func forEachMinute(_ body: (_ day: Int, _ minute: Int, _ kilocalories: Double) throws -> Void) rethrows {
    for (day, minutes) in energy.sorted(by: { $0.key < $1.key }) {
      let rest = minutes.lazy.map(\.kilocalories).filter { $0 > 0 }.min() ?? 0
      for minute in minutes { try body(day, minute.minute, max(0, minute.kilocalories - rest)) }
    }
  }

  // MARK: - Local time

  /// The possible offsets from UTC, in minutes.
  private static let candidates = Array(stride(from: -12 * 60, through: 14 * 60, by: 15))
  /// Days before and after that have a say: nobody changes the zone every few days.
  private static let reach = 7
  /// A weaker mean correlation proves nothing. With the wrong offset it is about 0, with the right one mostly above 0.6.
  private static let weakest = 0.25

  /// The offset from UTC in minutes on each day with energy; none for a day for which the steps do not show it.
  ///
  /// - Complexity: O(days * offsets * minutes with steps).
  func offsets() -> [Int: Int] {
    let correlations = energy.keys.reduce(into: [Int: [Double]]()) { found, day in
      found[day] = correlation(day: day)
    }
    var offsets: [Int: Int] = [:]
    for day in energy.keys {
      var sums = Array(repeating: 0.0, count: Self.candidates.count)
      var count = 0.0
      for near in day - Self.reach...day + Self.reach {
        guard let own = correlations[near] else { continue }
        for index in sums.indices { sums[index] += own[index] }
        count += 1
      }
      guard let best = sums.indices.max(by: { sums[$0] < sums[$1] }), sums[best] >= Self.weakest * max(1, count) else {
        continue
      }
      offsets[day] = Self.candidates[best]
    }
    return offsets
  }

  /// The correlation of energy and steps by minute for each candidate; nil for a day without either.
  private func correlation(day: Int) -> [Double]? {
    var minutes = Array(repeating: 0.0, count: 1_440)
    for entry in energy[day] ?? [] where minutes.indices.contains(entry.minute) {
      minutes[entry.minute] = entry.kilocalories
    }
    let near = (day - 1...day + 1).flatMap { other in
      (steps[other] ?? []).map { (minute: (other - day) * 1_440 + $0.minute, count: $0.count) }
    }
    let total = minutes.reduce(0, +)
    let spread = 1_440 * minutes.reduce(0) { $0 + $1 * $1 } - total * total
    guard !near.isEmpty, spread > 0 else { return nil }
    return Self.candidates.map { offset in
      var (product, sum, squares) = (0.0, 0.0, 0.0)
      for entry in near {
        let local = entry.minute + offset
        guard minutes.indices.contains(local) else { continue }
        product += minutes[local] * entry.count
        sum += entry.count
        squares += entry.count * entry.count
      }
      let width = 1_440 * squares - sum * sum
      return width > 0 ? (1_440 * product - total * sum) / (spread * width).squareRoot() : 0
    }
  }
}
