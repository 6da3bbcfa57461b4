package import FoundationEssentials
package import HealthModel

/// One night as recorded by the best source, with each moment counted once.
///
/// Of several sources the one with the most time in stages is used, then the one with the most sleep: a phone that
/// records only time in bed is ignored beside a watch, and sums without times beside any other. Where its samples overlap, the later start takes precedence.
package struct SleepNight: Hashable, Sendable {
  /// The day of waking up.
  package let day: Day
  /// Sorted by time, without overlaps.
  package let spans: [SleepSpan]
  /// The time in bed or asleep according to any source: that of the longest sleep, without naps.
  package let bedtime: Date
  package let wakeUp: Date

  /// The spans of the longest sleep, without naps.
  package var ownSpans: [SleepSpan] { spans.filter { $0.start < wakeUp && $0.end > bedtime } }

  /// Seconds asleep in the longest sleep, in any stage; nil for a night of which only the time in bed is known.
  package var asleep: Double? {
    let seconds = Self.seconds(ownSpans, where: \.isAsleep)
    return seconds > 0 ? seconds : nil
  }

  /// Seconds asleep in naps.
  package var naps: Double { Self.seconds(spans, where: \.isAsleep) - (asleep ?? 0) }

  /// Seconds of the longest sleep in a stage.
  package func duration(_ stage: SleepStage) -> Double { Self.seconds(ownSpans) { $0 == stage } }

  private static func seconds(_ spans: [SleepSpan], where isCounted: (SleepStage) -> Bool) -> Double {
    spans.reduce(0) { $0 + (isCounted($1.stage) ? $1.end.timeIntervalSince($1.start) : 0) }
  }

  /// From falling asleep to waking up for good; nil if no sleep was recorded.
  package var sleep: Range<Date>? {
    let asleep = ownSpans.filter(\.stage.isAsleep)
    guard let first = asleep.first, let last = asleep.last else { return nil }
    return first.start..<max(first.start, last.end)
  }

  /// Whether the stages of sleep are known.
  package var hasStages: Bool { spans.contains(where: \.stage.isStaged) }

  /// Seconds from bedtime to waking up.
  package var inBed: Double { wakeUp.timeIntervalSince(bedtime) }

  /// The longest gap between the parts of one sleep, in seconds.
  package static let longestGap = 3_600.0

  /// - Parameter spans: all spans of the night from all sources, in any order.
  /// - Returns: nil without data.
  package init?(day: Day, spans all: [SleepSpan]) {
    let all = all.filter { $0.end > $0.start }
    guard !all.isEmpty else { return nil }
    let bySource = Dictionary(grouping: all.filter { $0.stage != .inBed }, by: \.source)
    let best = bySource.max { left, right in
      if left.key == SleepSpan.sums || right.key == SleepSpan.sums { return left.key == SleepSpan.sums }
      let (first, second) = (Self.seconds(left.value, where: \.isStaged), Self.seconds(right.value, where: \.isStaged))
      if first != second { return first < second }
      let (third, fourth) = (Self.seconds(left.value, where: \.isAsleep), Self.seconds(right.value, where: \.isAsleep))
      return third == fourth ? left.key > right.key : third < fourth
    }
    self.day = day
    spans = Self.flattened(best?.value ?? all)
    let main = Self.longestSleep(spans)
    // Time in bed may come from any source, if it overlaps that sleep.
    let beds = all.filter { $0.stage == .inBed && $0.start < main.upperBound && $0.end > main.lowerBound }
    bedtime = min(main.lowerBound, beds.map(\.start).min() ?? main.lowerBound)
    wakeUp = max(main.upperBound, beds.map(\.end).max() ?? main.upperBound)
  }

  /// The longest run of spans with gaps of at most `longestGap`.
  private static func longestSleep(_ spans: [SleepSpan]) -> Range<Date> {
    var runs: [Range<Date>] = []
    for span in spans {
      if let last = runs.last, span.start.timeIntervalSince(last.upperBound) <= longestGap {
        runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, span.end)
      } else {
        runs.append(span.start..<span.end)
      }
    }
    func length(_ run: Range<Date>) -> Double { run.upperBound.timeIntervalSince(run.lowerBound) }
    return runs.max { length($0) < length($1) } ?? .distantPast..<(.distantPast)
  }

  /// Each moment once: the later start takes precedence; for equal starts, the later in the order of stages.
  private static func flattened(_ spans: [SleepSpan]) -> [SleepSpan] {
    var edges: Set<Date> = []
    for span in spans {
      edges.insert(span.start)
      edges.insert(span.end)
    }
    let times = edges.sorted()
    let sorted = spans.sorted { ($0.start, $0.stage.rawValue) < ($1.start, $1.stage.rawValue) }
    var result: [SleepSpan] = []
    var open: [SleepSpan] = []
    var next = 0
    for (from, to) in zip(times, times.dropFirst()) {
      while next < sorted.count, sorted[next].start <= from {
        open.append(sorted[next])
        next += 1
      }
      open.removeAll { $0.end <= from }
      guard let top = open.last else { continue }
      if let last = result.last, last.end == from, last.stage == top.stage {
        result[result.count - 1].end = to
      } else {
        result.append(SleepSpan(start: from, end: to, stage: top.stage, source: top.source))
      }
    }
    return result
  }
}

extension SleepNight {
  /// The nights of a range of days, by the days of waking up.
  ///
  /// A sleep belongs to the day whose night, from 18:00 on the previous day to 18:00, contains its midpoint.
  ///
  /// - Parameters:
  ///   - spans: in any order.
  ///   - days: each with the instants of 18:00 on the previous day and of 18:00; ascending.
  /// - Complexity: O(n log n).
  package static func nights(of spans: [SleepSpan], days: [(day: Day, span: Range<Date>)]) -> [SleepNight] {
    var byDay: [Day: [SleepSpan]] = [:]
    var run: [SleepSpan] = []
    var runEnd = Date.distantPast
    func close() {
      guard let first = run.first else { return }
      let middle = first.start.addingTimeInterval(runEnd.timeIntervalSince(first.start) / 2)
      let index = days.partitioningIndex { $0.span.upperBound > middle }
      if index < days.count, days[index].span.contains(middle) { byDay[days[index].day, default: []] += run }
      run.removeAll()
    }
    for span in spans.sorted(by: { $0.start < $1.start }) where span.end > span.start {
      if span.start.timeIntervalSince(runEnd) > longestGap { close() }
      run.append(span)
      runEnd = run.count == 1 ? span.end : max(runEnd, span.end)
    }
    close()
    return days.compactMap { entry in byDay[entry.day].flatMap { SleepNight(day: entry.day, spans: $0) } }
  }
}
