import Foundation
import HealthAnalysis
import HealthModel
import TestSupport
import Testing

/// Compares the workout rules with models that go second by second.
@Suite("Workout rules")
struct WorkoutRulesTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private static func event(_ type: Int, _ second: Int) -> WorkoutEventRecord {
    WorkoutEventRecord(type: type, start: start + Double(second), end: start + Double(second))
  }

  /// Random events, and for each second whether it counts.
  private static func workout(_ random: inout SplitMix) -> (time: WorkoutTime, counts: [Bool]) {
    let length = Int.random(in: 60...1_800, using: &random)
    let events = (0..<Int.random(in: 0...8, using: &random)).map { _ in
      event([1, 2, 5, 6, 3, 7].randomElement(using: &random) ?? 1, Int.random(in: -20...(length + 20), using: &random))
    }
    var counts: [Bool] = []
    for second in 0..<length {
      var (byUser, byMotion) = (false, false)
      for event in events.sorted(by: { $0.start < $1.start }) where event.start <= start + Double(second) {
        switch event.type {
        case 1: byUser = true
        case 2: byUser = false
        case 5: byMotion = true
        case 6: byMotion = false
        default: break
        }
      }
      counts.append(!byUser && !byMotion)
    }
    return (WorkoutTime(start: start, end: start + Double(length), events: events), counts)
  }

  @Test("pauses do not count, whichever kind they are", arguments: 1...40 as ClosedRange<UInt64>)
  func time(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let (time, counts) = Self.workout(&random)
    #expect(time.duration == Double(counts.count(where: \.self)), "seed \(seed)")
    for second in stride(from: 0, through: counts.count, by: 37) {
      #expect(time.elapsed(at: Self.start + Double(second)) == Double(counts[..<second].count(where: \.self)))
    }
  }

  @Test(
    "the time in each zone is the sum over the heart rate of every second", arguments: 1...40 as ClosedRange<UInt64>)
  func zones(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let (time, counts) = Self.workout(&random)
    let reserve = Double(Int.random(in: 45...70, using: &random))...Double(Int.random(in: 150...205, using: &random))
    let zones = HeartRateZones(reserve: reserve)
    var seconds = Set<Int>()
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      seconds.insert(Int.random(in: 0..<counts.count, using: &random))
    }
    let points = seconds.sorted().map { ($0, Double(Int.random(in: 50...200, using: &random))) }
    var naive = [Double](repeating: 0, count: 5)
    for second in counts.indices where counts[second] {
      guard let last = points.last(where: { $0.0 <= second }), second - last.0 < 60 else { continue }
      let part = (last.1 - reserve.lowerBound) / (reserve.upperBound - reserve.lowerBound)
      naive[part < 0.6 ? 0 : part < 0.7 ? 1 : part < 0.8 ? 2 : part < 0.9 ? 3 : 4] += 1
    }
    let times = HeartRateTimes(
      points.map { HeartRatePoint(time: Self.start + Double($0.0), rate: $0.1) }, in: time)
    #expect(zones.durations(of: times) == naive, "seed \(seed)")
    #expect(times.duration == naive.reduce(0, +), "seed \(seed)")
  }

  @Test("the zones of a workout are those that it was recorded with, else the person's own, else those of the reserve")
  func zonesOfWorkout() throws {
    let end = Self.start + 210
    var summary = WorkoutSummary(
      row: 1, activity: 37, start: Self.start, end: end, duration: 210, cursor: ListCursor(key: 0, row: 1))
    let time = WorkoutTime(start: Self.start, end: end, events: [])
    summary.rates = HeartRateTimes([HeartRatePoint(time: Self.start, rate: 130)], in: time)
    let stored = WorkoutZonesContent(zones: [
      .init(type: "HKQuantityTypeIdentifierCyclingPower", source: "user", limits: [100, 200], seconds: [1, 2, 3]),
      .init(type: TypeIdentifier.heartRate, source: "system", limits: [120, 150], seconds: [60, 120, 30]),
    ])
    func times(_ metadata: Metadata, _ profile: HeartRateProfile) -> WorkoutDetail.ZoneTimes? {
      WorkoutDetail(
        StoredWorkout(summary: summary, source: "Watch", device: nil, metadata: metadata, time: time), profile: profile
      ).zoneTimes
    }
    var profile = HeartRateProfile(sex: .female, resting: 50, maximum: 190)
    #expect(times(Metadata(), HeartRateProfile()) == nil)
    let reserve = try #require(times(Metadata(), profile))
    #expect(reserve.origin == .reserve && reserve.zones.count == 5 && reserve.seconds.reduce(0, +) == 60)
    profile.chosenZones = HeartRateZones(lowerBounds: [100, 110, 120, 140])
    let chosen = try #require(times(Metadata(), profile))
    #expect(chosen.origin == .chosen && chosen.seconds == [0, 0, 0, 60, 0])
    let recorded = try #require(times(Metadata([stored.entry]), profile))
    #expect(recorded.origin == .workout && recorded.zones.count == 3 && recorded.seconds == [60, 120, 30])
    #expect(recorded.zones.lowerBound(of: 2) == 150 && recorded.zones.zone(of: 149) == 1)
    // What is stored is shown even if nothing is known of the person.
    #expect(times(Metadata([stored.entry]), HeartRateProfile()) == recorded)
  }

  @Test("splits are at whole kilometres of the distance", arguments: 1...40 as ClosedRange<UInt64>)
  func splits(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let (time, counts) = Self.workout(&random)
    guard let first = time.spans.first, let last = time.spans.last else { return }
    let low = Int(first.lowerBound.timeIntervalSince(Self.start))
    let high = Int(last.upperBound.timeIntervalSince(Self.start))
    // Metres of each second; pieces may overlap.
    var metres = [Double](repeating: 0, count: counts.count)
    var pieces: [SourceMerger.Piece] = []
    let base = Self.start.timeIntervalSinceReferenceDate
    for _ in 0..<Int.random(in: 1...30, using: &random) {
      let from = Int.random(in: low..<high, using: &random)
      let to = Int.random(in: (from + 1)...high, using: &random)
      let value = Double.random(in: 1...400, using: &random)
      pieces.append(SourceMerger.Piece(start: base + Double(from), end: base + Double(to), value: value))
      for second in from..<to { metres[second] += value / Double(to - from) }
    }
    var naive: [Double] = []
    var way = 0.0
    var counted = 0.0
    for second in low..<high {
      // Several splits may end within one second.
      var inside = 0.0
      while way + metres[second] * (1 - inside) >= 100 {
        let part = metres[second] > 0 ? (100 - way) / metres[second] : 0
        inside += part
        naive.append(counted + (counts[second] ? part : 0))
        (way, counted) = (0, 0)
      }
      way += metres[second] * (1 - inside)
      if counts[second] { counted += 1 - inside }
    }
    let found = WorkoutSplit.splits(of: pieces, every: 100, time: time, rates: [])
    let whole = found.filter { $0.distance == 100 }
    // The last split may end at the end of the distance, depending on rounding.
    #expect(abs(whole.count - naive.count) <= 1, "seed \(seed)")
    for (split, model) in zip(whole, naive) { #expect(abs(split.duration - model) < 1.5, "seed \(seed)") }
    let total = pieces.reduce(0) { $0 + $1.value }
    #expect(abs(found.reduce(0) { $0 + $1.distance } - total) < 1)
  }

  @Test(
    "the totals of the overview add up to all workouts, however they are grouped",
    arguments: 1...10 as ClosedRange<UInt64>)
  func overview(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let history = HeartRateHistory(sex: .male, chosen: HeartRateLimits(resting: 60, maximum: 180))
    var overview = WorkoutOverview(history: history, weekStart: Int.random(in: 1...7, using: &random))
    var all: [WorkoutSummary] = []
    for row in 0..<200 {
      var workout = WorkoutSummary(
        row: Int64(row), activity: [13, 37, 46, 52].randomElement(using: &random) ?? 13, start: Self.start,
        end: Self.start + 60, duration: Double(Int.random(in: 60...9_000, using: &random)),
        energy: Bool.random(using: &random) ? 100 : nil, distance: Bool.random(using: &random) ? 5_000 : nil,
        heartRate: Bool.random(using: &random) ? 130 : nil, cursor: ListCursor(key: 0, row: 0))
      workout.day = Day(number: 20_000 + Int.random(in: 0...700, using: &random))
      all.append(workout)
      overview.add(workout)
    }
    overview.finish()
    #expect(overview.all.count == 200 && overview.all.duration == all.reduce(0) { $0 + $1.duration })
    for group in [overview.kinds.map(\.totals), Array(overview.weeks.values), Array(overview.months.values)] {
      #expect(group.reduce(0) { $0 + $1.count } == 200)
      #expect(abs(group.reduce(0) { $0 + $1.load.lowerBound } - overview.all.load.lowerBound) < 1e-6)
      #expect(group.reduce(0) { $0 + $1.withoutLoad } == all.count { $0.heartRate == nil })
    }
    #expect(overview.kinds.map(\.totals.count) == overview.kinds.map(\.totals.count).sorted(by: >))
    let june = all.filter { $0.day.description.hasPrefix("2025-06") }
    #expect(overview.months[Day(year: 2025, month: 6, day: 1) ?? Day(number: 0)]?.count ?? 0 == june.count)
  }

  @Test("speeds match a model that goes second by second", arguments: 0..<30 as Range<UInt64>)
  func speeds(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let length = Int.random(in: 120...4_000, using: &random)
    let paused = Int.random(in: 0...length, using: &random)
    let resumed = min(length, paused + Int.random(in: 0...600, using: &random))
    let events = [(1, paused), (2, resumed)].map { type, second in
      WorkoutEventRecord(type: type, start: Self.start + Double(second), end: Self.start + Double(second))
    }
    let summary = WorkoutSummary(
      row: 1, activity: 37, start: Self.start, end: Self.start + Double(length), duration: Double(length),
      cursor: ListCursor(key: 0, row: 1))
    var workout = StoredWorkout(
      summary: summary, source: "", device: nil, metadata: Metadata(),
      time: WorkoutTime(start: summary.start, end: summary.end, events: events))
    var metres = [Double](repeating: 0, count: length)
    var second = Int.random(in: 0..<60, using: &random)
    let zero = Self.start.timeIntervalSinceReferenceDate
    let first = second
    var last = second
    while second < length {
      let end = min(length, second + Int.random(in: 1...90, using: &random))
      let value = Double.random(in: 0...400, using: &random)
      workout.distances.append(
        SourceMerger.Piece(start: zero + Double(second), end: zero + Double(end), value: value))
      for moment in second..<end { metres[moment] += value / Double(end - second) }
      last = end
      second = end + (Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 1...200, using: &random) : 0)
    }
    // Parts of whole seconds, so that the model can count them.
    let parts = (1...60).last { length.isMultiple(of: $0) } ?? 1
    let speeds = WorkoutDetail(workout, profile: HeartRateProfile()).speeds(parts: parts)
    #expect(speeds.count == parts)
    for (part, speed) in speeds.enumerated() {
      let span = part * length / parts..<(part + 1) * length / parts
      let active = span.count { !(paused..<resumed).contains($0) }
      let isKnown = span.upperBound > first && span.lowerBound < last && active >= 1
      #expect((speed != nil) == isKnown, "part \(part) of \(parts)")
      guard let speed, isKnown else { continue }
      let expected = span.reduce(0) { $0 + metres[$1] } / Double(active)
      #expect(abs(speed - expected) < 1e-6 * max(1, expected))
    }
  }
}
