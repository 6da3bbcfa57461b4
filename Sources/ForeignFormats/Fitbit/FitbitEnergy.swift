/// Active energy, estimated from total energy: what a minute has beyond the day's lowest minute.
///
/// Fitbit writes steps in UTC and energy in local time, and the offset from UTC only in the profile. Without that, the energy
/// of a day shows it: it rises in the minutes with steps.
struct FitbitEnergy {
  /// By the local day, with the minutes of the day.
  private var energy: [Int: [(minute: Int, kilocalories: Double)]] = [:]
  /// By the day in UTC, only minutes with steps.
  private var steps: [Int: [(minute: Int, count: Double)]] = [:]

  /// The days with energy.
  var days: some Collection<Int> { energy.keys }

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
  /// Days before and after that confirm an offset.
  private static let reach = 7
  /// By how much the sum of all correlations must grow for the offset to change: nobody changes the zone every few days.
  private static let change = 0.5
  /// A weaker mean correlation proves nothing. With the wrong offset it is about 0, with the right one mostly above 0.6.
  private static let weakest = 0.25

  /// The offset from UTC in minutes on each day with energy; none for a day for which the steps do not show it.
  ///
  /// - Complexity: O(days * offsets * minutes with steps).
  func offsets() -> [Int: Int] {
    let days = energy.keys.sorted()
    let correlations = days.reduce(into: [Int: [Double]]()) { found, day in found[day] = correlation(day: day) }
    let best = bestCandidates(days, correlations)
    return best.reduce(into: [:]) { offsets, entry in
      let near = (entry.key - Self.reach...entry.key + Self.reach).compactMap { day in
        correlations[day].flatMap { own in best[day].map { own[$0] } }
      }
      guard near.reduce(0, +) >= Self.weakest * Double(max(1, near.count)) else { return }
      offsets[entry.key] = Self.candidates[entry.value]
    }
  }

  /// For each day the index of a candidate, so that the sum of the correlations less the cost of the changes is largest.
  private func bestCandidates(_ days: [Int], _ correlations: [Int: [Double]]) -> [Int: Int] {
    var sums = Array(repeating: 0.0, count: Self.candidates.count)
    /// For each day and candidate, the candidate of the day before.
    var before: [[Int]] = []
    for day in days {
      let best = sums.indices.max { sums[$0] < sums[$1] } ?? 0
      let changed = sums[best] - Self.change
      before.append(sums.indices.map { sums[$0] >= changed ? $0 : best })
      for index in sums.indices { sums[index] = max(sums[index], changed) + (correlations[day]?[index] ?? 0) }
    }
    var candidate = sums.indices.max { sums[$0] < sums[$1] } ?? 0
    var candidates: [Int: Int] = [:]
    for (day, before) in zip(days, before).reversed() {
      candidates[day] = candidate
      candidate = before[candidate]
    }
    return candidates
  }

  /// The correlation of energy and steps by minute for each candidate; nil for a day without either.
  private func correlation(day: Int) -> [Double]? {
    // A day may have been recorded in part.
    var minutes = [Double?](repeating: nil, count: 1_440)
    for entry in energy[day] ?? [] where minutes.indices.contains(entry.minute) {
      minutes[entry.minute] = entry.kilocalories
    }
    let recorded = minutes.compactMap(\.self)
    let number = Double(recorded.count)
    let near = (day - 1...day + 1).flatMap { other in
      (steps[other] ?? []).map { (minute: (other - day) * 1_440 + $0.minute, count: $0.count) }
    }
    let total = recorded.reduce(0, +)
    let spread = number * recorded.reduce(0) { $0 + $1 * $1 } - total * total
    guard !near.isEmpty, spread > 1e-9 * total * total else { return nil }
    return Self.candidates.map { offset in
      var (product, sum, squares) = (0.0, 0.0, 0.0)
      for entry in near {
        let local = entry.minute + offset
        guard minutes.indices.contains(local), let kilocalories = minutes[local] else { continue }
        product += kilocalories * entry.count
        sum += entry.count
        squares += entry.count * entry.count
      }
      let width = number * squares - sum * sum
      return width > 0 ? (number * product - total * sum) / (spread * width).squareRoot() : 0
    }
  }
}
