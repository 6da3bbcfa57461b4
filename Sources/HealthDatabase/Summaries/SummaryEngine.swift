import Foundation
package import GRDB
package import HealthModel

/// Computes the summaries of days from samples, Apple's rows, goals and pauses.
package struct SummaryEngine {
  package let timeline: ZoneTimeline
  private var totals: [String: TotalsReader] = [:]
  private let standType: SampleTypeRow?
  private let recording: RingRecording

  /// - Parameters:
  ///   - timeline: the store's.
  ///   - lastRow: only samples up to this row count.
  ///   - isImported: only samples of imported files count, in the default order of sources.
  package init(_ db: Database, timeline: ZoneTimeline, upTo lastRow: Int64 = .max, isImported: Bool = false) throws {
    self.timeline = timeline
    func type(_ identifier: String) throws -> SampleTypeRow? {
      var type = try SampleTypeRow.fetch(db, identifier: identifier)
      type?.lastRow = lastRow
      type?.isImported = isImported
      return type
    }
    for identifier in [RingType.activeEnergy, RingType.moveTime, RingType.exerciseTime] {
      totals[identifier] = try type(identifier).map { try TotalsReader(db, type: $0, order: isImported ? [] : nil) }
    }
    standType = try type(RingType.standHour)
    recording = try RingRecording(db)
  }

  /// The values of a day according to the samples alone; nil for what no sample says anything about.
  struct Computed {
    var energy: Double?
    var moveTime: Double?
    /// Minutes, rounded: a minute across midnight counts half on each day.
    var exercise: Double?
    var stand: Double?

    /// Whether no sample of any ring says anything, in either mode.
    var isEmpty: Bool { energy == nil && moveTime == nil && exercise == nil && stand == nil }

    func rings(_ mode: MoveMode) -> RecordedRings {
      RecordedRings(move: mode == .moveTime ? moveTime : energy, exercise: exercise, stand: stand)
    }
  }

  /// One day as it is stored.
  package struct DayRow {
    package var summary: DaySummary
    package var computed: RecordedRings
    /// Whether it has samples, if only of the other mode of Move.
    package var hasSamples = true
  }

  // MARK: - Computing

  /// The values of days according to the samples.
  ///
  /// - Parameter days: ascending. They need not be consecutive; days in between are not read.
  func compute(_ db: Database, _ days: [Day]) throws -> [Computed] {
    let spans = days.map(timeline.seconds)
    var result = [Computed](repeating: Computed(), count: spans.count)
    func add(_ identifier: String, _ place: WritableKeyPath<Computed, Double?>) throws {
      guard let sums = try totals[identifier]?.totals(db, spans) else { return }
      for (index, sum) in sums.enumerated() where !sum.isEmpty { result[index][keyPath: place] = sum.sum }
    }
    try add(RingType.activeEnergy, \.energy)
    try add(RingType.moveTime, \.moveTime)
    try add(RingType.exerciseTime, \.exercise)
    for index in result.indices {
      // A minute that midnight divides exactly in half is rounded up on both days, even if the halves are slightly too
      // small.
      result[index].exercise = result[index].exercise.map { ($0 + 0.5 + 1e-9).rounded(.down) }
    }
    try addStandHours(db, spans, to: &result)
    for (index, span) in spans.enumerated() { try recording.addZeros(db, span, to: &result[index]) }
    return result
  }

  /// The number of distinct hours with a `stood` sample, by the start of the sample.
  private func addStandHours(_ db: Database, _ spans: [Range<Double>], to result: inout [Computed]) throws {
    guard let standType else { return }
    var parts = SpanParts()
    for (place, span) in spans.enumerated() { parts.append(span, place: place) }
    for group in parts.groups {
      guard let first = group.ranges.first, let last = group.ranges.last else { continue }
      var ranges = TimeRanges(group.ranges)
      var hours = [Set<Int>?](repeating: nil, count: group.ranges.count)
      try standType.forEachSpan(db, from: first.lowerBound, to: last.upperBound) { sample in
        ranges.forEach(from: sample.start, to: sample.start) { index, range in
          var stood = hours[index] ?? []
          if sample.value == 0 { stood.insert(Int((sample.start - range.lowerBound) / 3_600)) }
          hours[index] = stood
        }
      }
      for (index, hours) in hours.enumerated() {
        result[group.places[index]].stand = hours.map { Double($0.count) }
      }
    }
  }

  /// Whether a sample longer than a day may overlap a day without invalidating it.
  package static func hasLongSamples(_ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM sample_type WHERE has_long AND identifier IN (?, ?, ?, ?))
          """), arguments: StatementArguments(RingType.all.sorted())) ?? false
  }

  /// The summaries of ascending days.
  package func summarize(_ db: Database, _ days: [Day]) throws -> [DayRow] {
    try Self.summarize(db, days, computed: compute(db, days), timeline: timeline)
  }

  /// The summaries of ascending days without samples.
  static func summarizeWithoutSamples(_ db: Database, _ days: [Day], timeline: ZoneTimeline) throws -> [DayRow] {
    try summarize(db, days, computed: [Computed](repeating: Computed(), count: days.count), timeline: timeline)
  }

  private static func summarize(
    _ db: Database, _ days: [Day], computed: [Computed], timeline: ZoneTimeline
  ) throws -> [DayRow] {
    guard let first = days.first, let last = days.last else { return [] }
    let apple = try AppleRow.fetch(db, first...last)
    let goals = try GoalResolver(db, days: first...last, appleRows: apple)
    let pauses = try Pauses(db, days: first...last)
    return zip(days, computed).map { day, computed in
      summarize(
        day, interval: timeline.interval(of: day), computed: computed, apple: apple[day], goals: goals,
        isPaused: pauses.contains(day))
    }
  }

  private static func summarize(
    _ day: Day, interval: Range<Date>, computed: Computed, apple: AppleRow?, goals: GoalResolver, isPaused: Bool
  ) -> DayRow {
    let mode = goals.mode(on: day)
    let ours = computed.rings(mode)
    let now = ours.amounts
    var summary = DaySummary(day: day, interval: interval, moveMode: mode, isPaused: isPaused)
    let base = apple.flatMap { row -> RingValues? in
      // Apple's number for a day that had not ended at export is valid only for that moment.
      guard row.exportDate >= interval.upperBound.timeIntervalSinceReferenceDate else { return nil }
      return row.isAllZero && !now.isAllZero ? nil : row.values
    }
    summary.basis = base != nil || ours.isEmpty && apple != nil ? .apple : ours.isEmpty ? .none : .computed
    func shown(_ ring: Ring) -> Double? {
      // Where no sample says anything, Apple's number for an unfinished day is the best available.
      guard let base else { return ours[ring] ?? apple?.values[ring] }
      let (then, now) = ((apple?.base ?? now)[ring], now[ring])
      // Of what was deleted, Apple had counted no more than remains of its number.
      if now < then { return max(0, min(base[ring], now + max(0, base[ring] - then))) }
      // The difference first: if nothing has changed, Apple's number is preserved exactly.
      return base[ring] + (now - then)
    }
    func value(_ ring: Ring) -> RingValue {
      let goal = goals.goal(ring, on: day)
      return RingValue(value: shown(ring), goal: goal.value, goalIsDefault: goal.origin == .standard)
    }
    summary.move = value(.move)
    summary.exercise = value(.exercise)
    summary.stand = value(.stand)
    return DayRow(summary: summary, computed: ours, hasSamples: !computed.isEmpty)
  }
}
