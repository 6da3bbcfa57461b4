package import HealthModel

/// The Sleep Regularity Index (Phillips et al. 2017): how likely a person is in the same state, asleep or awake, at two
/// times 24 hours apart. 100 for the same times every day, 0 for random ones, -100 for opposite ones.
package enum SleepRegularityIndex {
  /// The fewest days that can be compared with the day after them.
  package static let fewestPairs = 7
  private static let day = 86_400.0

  /// The index over the time that is known, exactly and not by epochs: -100 + 200 x the part of the time for which the
  /// state was the same as 24 hours later.
  ///
  /// - Parameters:
  ///   - asleep: the spans of sleep in seconds, in any order; may overlap.
  ///   - known: the spans in which sleep would have been recorded, in any order. A time counts if both it and the one 24
  ///     hours later are known.
  ///   - days: the days of the known spans, for an explanation.
  /// - Complexity: O(n log n).
  package static func index(
    asleep: [Range<Double>], known: [Range<Double>], days: [Day] = []
  ) -> Measure<Double> {
    let asleep = union(asleep)
    func later(_ spans: [Range<Double>]) -> [Range<Double>] {
      spans.map { $0.lowerBound - day..<$0.upperBound - day }
    }
    // Each instant with whether it is known and asleep, then and a day later.
    var edges: [(time: Double, index: Int, place: Int, change: Int)] = []
    for (index, spans) in [known, later(known), asleep, later(asleep)].enumerated() {
      for (place, span) in spans.enumerated() where isValid(span) {
        edges += [(span.lowerBound, index, place, 1), (span.upperBound, index, place, -1)]
      }
    }
    edges.sort { $0.time < $1.time }
    var state = [0, 0, 0, 0]
    // In each known span, and in all.
    var parts = [(same: Double, whole: Double)](repeating: (0, 0), count: known.count)
    var (same, whole) = (0.0, 0.0)
    var place = 0
    for (index, edge) in edges.enumerated() {
      state[edge.index] += edge.change
      if edge.index == 0, edge.change > 0 { place = edge.place }
      guard index + 1 < edges.count, state[0] > 0, state[1] > 0 else { continue }
      let length = edges[index + 1].time - edge.time
      whole += length
      parts[place].whole += length
      guard (state[2] > 0) == (state[3] > 0) else { continue }
      same += length
      parts[place].same += length
    }
    let pairs = Int((whole / day + 1e-9).rounded(.down))
    guard pairs >= fewestPairs else {
      return .failure(.tooFew(.pair, needed: fewestPairs, has: pairs, of: "of consecutive days"))
    }
    let ofDays = zip(days, parts).filter { $1.whole > 0 }.flatMap { day, part in
      [("same as 24 hours later", part.same), ("compared", part.whole)].map { name, seconds in
        MeasureInput(name, seconds / 3_600, "h", origin: day.description)
      }
    }
    return .success(
      Measured(
        -100 + 200 * same / whole, .regularityIndex,
        [MeasureInput("same in all", same / day, "d"), MeasureInput("compared in all", whole / day, "d")] + ofDays))
  }

  private static func isValid(_ span: Range<Double>) -> Bool {
    span.lowerBound.isFinite && span.upperBound.isFinite && !span.isEmpty
  }

  /// Ascending, without overlaps.
  private static func union(_ spans: [Range<Double>]) -> [Range<Double>] {
    var result: [Range<Double>] = []
    for span in spans.filter(isValid).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, span.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        result.append(span)
      }
    }
    return result
  }
}
