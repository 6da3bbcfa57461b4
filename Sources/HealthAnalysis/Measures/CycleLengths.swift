package import HealthModel

/// The lengths of menstrual cycles as they were logged. Nothing is predicted.
package struct CycleLengths: Hashable, Sendable {
  /// The first days of the cycles, ascending.
  package var starts: [Day]
  /// Days from each start to the next, without those that are not plausible.
  package var lengths: [Int]
  /// Days.
  package var mean: Double
  package var deviation: Double
  package var shortest: Int
  package var longest: Int

  package static let fewestCycles = 3
  /// A longer distance between two starts is a gap in the log, a shorter one no cycle.
  package static let plausible = 15...90
  /// The days without bleeding before a new cycle, where starts are not marked.
  package static let fewestFreeDays = 10

  /// Each plausible length with the day from which it is counted.
  var parts: [(start: Day, days: Int)] {
    zip(starts, starts.dropFirst()).map { ($0, $1 - $0) }.filter { Self.plausible.contains($0.1) }
  }

  /// Which day of the running cycle a day is, 1 for its first; nil if the log may have a gap.
  package func dayOfCycle(_ day: Day) -> Int? {
    starts.last.flatMap { day - $0 < Self.plausible.upperBound ? day - $0 + 1 : nil }
  }

  /// - Parameters:
  ///   - bleeding: the days with menstrual bleeding, in any order.
  ///   - marked: the days that are marked as the start of a cycle. If there are any, only they count.
  package static func lengths(bleeding: Set<Day>, marked: Set<Day> = []) -> Measure<CycleLengths> {
    let starts: [Day]
    if marked.isEmpty {
      var found: [Day] = []
      var last: Day?
      for day in bleeding.sorted() {
        if last.map({ day - $0 > fewestFreeDays }) ?? true { found.append(day) }
        last = day
      }
      starts = found
    } else {
      starts = marked.sorted()
    }
    let all = zip(starts, starts.dropFirst()).map { $1 - $0 }
    let lengths = all.filter(plausible.contains)
    guard lengths.count >= fewestCycles, let mean = Statistics.mean(lengths.map(Double.init)),
      let deviation = Statistics.deviation(lengths.map(Double.init)), let shortest = lengths.min(),
      let longest = lengths.max()
    else { return .failure(.tooFew(.cycle, needed: fewestCycles, has: lengths.count)) }
    return .success(
      Measured(
        CycleLengths(
          starts: starts, lengths: lengths, mean: mean, deviation: deviation, shortest: shortest, longest: longest),
        .cycles, coverage: MeasureCoverage(lengths.count, of: all.count, .cycle)))
  }
}
