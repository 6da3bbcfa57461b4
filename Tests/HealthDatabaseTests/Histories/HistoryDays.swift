import Foundation
import HealthModel

@testable import HealthDatabase
@testable import HealthQueries

/// The limits of days.
enum HistoryDays {
  /// From one day before the first to one after the last.
  static let offsets = -1..<HistoryTime.dayCount + 1

  private static let midnights: [String: [Int]] = Dictionary(
    uniqueKeysWithValues: HistoryTime.zones.map { zone in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
      let starts = (offsets.lowerBound...offsets.upperBound).map { offset in
        let fields = (HistoryTime.firstDay + offset).fields
        let noon = DateComponents(year: fields.year, month: fields.month, day: fields.day, hour: 12)
        let start = calendar.startOfDay(for: calendar.date(from: noon) ?? HistoryTime.origin)
        return Int(start.timeIntervalSince(HistoryTime.origin)) * HistoryTime.second
      }
      return (zone, starts)
    })

  static func interval(_ offset: Int, _ zone: String) -> Range<Int> {
    guard let starts = midnights[zone], offsets.contains(offset) else { return 0..<0 }
    return starts[offset - offsets.lowerBound]..<starts[offset - offsets.lowerBound + 1]
  }
}

/// The samples of one moment, merged by the definition.
final class HistoryTotals: Sendable {
  private struct Piece {
    var span: Range<Int>
    /// Where the span is empty, the whole amount is at its bound.
    var amount: Double

    func amount(in range: Range<Int>) -> Double {
      if span.isEmpty { return range.contains(span.lowerBound) ? amount : 0 }
      let common = min(span.upperBound, range.upperBound) - max(span.lowerBound, range.lowerBound)
      return common <= 0 ? 0 : amount * Double(common) / Double(span.count)
    }
  }

  struct Values {
    var recorded: RecordedRings
    var rings: RingValues { recorded.amounts }
  }

  let samples: [HistorySample]
  private let pieces: [HistoryType: [Piece]]

  init(_ samples: [HistorySample]) {
    self.samples = samples
    pieces = Dictionary(
      uniqueKeysWithValues: HistoryType.allCases.filter(\.isCumulative).map { type in
        (type, Self.merged(samples.filter { $0.type == type }))
      })
  }

  func sum(_ type: HistoryType, in range: Range<Int>) -> Double {
    (pieces[type] ?? []).reduce(0) { $0 + $1.amount(in: range) }
  }

  func values(in interval: Range<Int>) -> Values {
    let own = samples.filter { Self.ringTypes.contains($0.type) && interval.contains($0.start) }
    let stood = Set(
      own.filter { $0.type == .stand && $0.value == 0 }.map { ($0.start - interval.lowerBound) / HistoryTime.hour })
    let energy = sum(.energy, in: interval)
    let exercise = sum(.exercise, in: interval)
    // What a source has ever written is 0 on the days on which it has written anything.
    let sources = Set(own.filter { !$0.isByHand }.map(\.source))
    func isRecorded(_ type: HistoryType) -> Bool {
      own.contains { $0.type == type }
        || samples.contains { sample in
          sample.type == type && !sample.isByHand && sources.contains { $0.sharesDevice(with: sample.source) }
        }
    }
    return Values(
      recorded: RecordedRings(
        move: energy > 1e-9 || isRecorded(.energy) ? energy : nil,
        exercise: exercise > 1e-9 || isRecorded(.exercise) ? (exercise + 0.5 + 1e-9).rounded(.down) : nil,
        stand: isRecorded(.stand) ? Double(stood.count) : nil))
  }

  private static let ringTypes: [HistoryType] = [.energy, .exercise, .stand]

  // MARK: - Merging

  private struct Lane: Hashable {
    var isByHand: Bool
    var source: HistorySource
  }

  private static func merged(_ samples: [HistorySample]) -> [Piece] {
    let lanes = Dictionary(grouping: samples) { Lane(isByHand: $0.isByHand, source: $0.source) }
    let ordered = lanes.sorted { isBefore($0.key, $0.value, $1.key, $1.value) }
    var covered: [Range<Int>] = []
    var pieces: [Piece] = []
    for (_, samples) in ordered {
      for sample in samples {
        if sample.length == 0 {
          if !covered.contains(where: { $0.contains(sample.start) }) {
            pieces.append(Piece(span: sample.start..<sample.start, amount: sample.amount))
          }
          continue
        }
        for part in subtract(covered, from: sample.start..<sample.end) {
          pieces.append(Piece(span: part, amount: sample.amount * Double(part.count) / Double(sample.length)))
        }
      }
      covered += spans(of: samples)
    }
    return pieces
  }

  private static func isBefore(
    _ left: Lane, _ leftSamples: [HistorySample], _ right: Lane, _ rightSamples: [HistorySample]
  ) -> Bool {
    func rank(_ lane: Lane, _ samples: [HistorySample]) -> [Int] {
      [lane.isByHand ? 0 : 1, lane.isByHand ? 0 : lane.source.rank, -(samples.map(\.start).min() ?? 0)]
    }
    let (first, second) = (rank(left, leftSamples), rank(right, rightSamples))
    if first != second { return first.lexicographicallyPrecedes(second) }
    // Never by when the store first saw them, which an equal store may have done in another order.
    let texts = zip(left.source.texts, right.source.texts).first { $0 != $1 }
    return texts.map { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? false
  }

  /// The time that a source covers, with gaps of at most two minutes.
  private static func spans(of samples: [HistorySample]) -> [Range<Int>] {
    var spans: [Range<Int>] = []
    for sample in samples.sorted(by: { $0.start < $1.start }) {
      if let last = spans.last, sample.start - last.upperBound <= 120 * HistoryTime.second {
        spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, sample.end)
      } else {
        spans.append(sample.start..<sample.end)
      }
    }
    return spans.filter { !$0.isEmpty }
  }

  private static func subtract(_ covered: [Range<Int>], from span: Range<Int>) -> [Range<Int>] {
    var parts = [span]
    for cover in covered {
      parts = parts.flatMap { part -> [Range<Int>] in
        guard part.overlaps(cover) else { return [part] }
        return [
          part.lowerBound..<max(part.lowerBound, cover.lowerBound),
          min(part.upperBound, cover.upperBound)..<part.upperBound,
        ].filter { !$0.isEmpty }
      }
    }
    return parts
  }
}

/// The user's goals and pauses.
struct HistoryGoals {
  struct Key: Hashable {
    var day: Int
    var ring: Int
  }

  static let stepNumber = 3
  static let steps = GoalAmount(TypeIdentifier.stepCount, .day).map { GoalSubject.amount($0) } ?? .move

  private(set) var days: [Key: Int] = [:]
  /// By weekday; 0 is for every weekday without a goal of its own.
  private(set) var schedule: [Key: [Int: Int]] = [:]
  private(set) var pausedDays: Set<Int> = []

  mutating func change(_ goal: HistoryGoal) {
    switch goal {
    case .day(let day, let ring, let value): days[Key(day: day, ring: ring)] = value
    case .schedule(let day, let ring, let value, let weekday?):
      schedule[Key(day: day, ring: ring), default: [:]][weekday] = value
    case .schedule(let day, let ring, let value, nil): schedule[Key(day: day, ring: ring)] = [0: value]
    case .clearSchedule(let ring): schedule = schedule.filter { $0.key.ring != ring }
    case .pause(let first, let last): pausedDays.formUnion(first...last)
    case .resume(let first, let last): pausedDays.subtract(first...last)
    }
  }

  /// The scheduled goal that applies to a day, and its first day.
  func scheduled(_ ring: Ring, on offset: Int) -> (first: Int, value: Int)? {
    scheduled(number: ring.rawValue, on: offset)
  }

  /// The goal for steps that applies to a day; nil for none.
  func steps(on offset: Int) -> Int? {
    let value = days[Key(day: offset, ring: Self.stepNumber)] ?? scheduled(number: Self.stepNumber, on: offset)?.value
    return value == 0 ? nil : value
  }

  private func scheduled(number: Int, on offset: Int) -> (first: Int, value: Int)? {
    let weekday = (HistoryTime.firstDay + offset).isoWeekday
    return schedule.filter { $0.key.ring == number && $0.key.day <= offset }
      .compactMap { key, values in (values[weekday] ?? values[0]).map { (first: key.day, value: $0) } }
      .max { $0.first < $1.first }
  }
}

/// The zones that samples name.
private struct HistoryZones {
  /// A watch's or a phone's holds from its day until another.
  var devices: [Day: (end: Int, zone: String)] = [:]
  /// How many samples of programs name a zone.
  var claims: [Day: [String: Int]] = [:]

  init(_ samples: [HistoryModel.Sample]) {
    for content in samples.map(\.content) {
      guard let name = content.zone, let zone = TimeZone(identifier: name) else { continue }
      let day = ZoneTimeline.civilDay(of: HistoryTime.date(content.end), in: zone)
      if [.watch, .phone].contains(Registry.sourceClass(of: content.source.provenance)) {
        if let known = devices[day], (known.end, known.zone) <= (content.end, name) { continue }
        devices[day] = (content.end, name)
      } else if name.contains("/") {
        claims[day, default: [:]][name, default: 0] += 1
      }
    }
    claims = claims.mapValues { $0.filter { $0.value > 1 } }
  }
}

extension HistoryModel {
  /// The zone that most days name, of those the one that is named last.
  var namedHome: String? {
    let zones = HistoryZones(samples)
    var days: [String: Set<Day>] = [:]
    for (day, mark) in zones.devices { days[mark.zone, default: []].insert(day) }
    for (day, claims) in zones.claims { for zone in claims.keys { days[zone, default: []].insert(day) } }
    return days.max { left, right in
      let (first, second) = ((left.value.count, left.value.max()), (right.value.count, right.value.max()))
      if first.0 != second.0 { return first.0 < second.0 }
      if let one = first.1, let other = second.1, one != other { return one < other }
      return left.key > right.key
    }?.key
  }

  /// What programs name holds for that day alone, unless a device names a zone or Apple has summarized the finished day.
  private var timeline: ZoneTimeline {
    let zones = HistoryZones(samples)
    let devices = zones.devices.mapValues(\.zone)
    let claimed = zones.claims.compactMapValues { claims in
      claims.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }.filter { day, _ in
      devices[day] == nil
        && !appleRows.contains {
          HistoryTime.firstDay + $0.row.day == day
            && $0.date >= ($0.row.day + 1) * HistoryTime.day + 14 * HistoryTime.hour
        }
    }
    var named = devices.merging(claimed) { device, _ in device }
    for day in claimed.keys where named[day + 1] == nil {
      named[day + 1] = devices.filter { $0.key <= day }.max { $0.key < $1.key }?.value ?? zone
    }
    return ZoneTimeline(home: zone, named: named.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  /// The limits of days.
  func limits(of offsets: Range<Int>) -> [Range<Int>] {
    guard samples.contains(where: { $0.content.zone != nil }) else {
      return offsets.map { HistoryDays.interval($0, zone) }
    }
    let timeline = timeline
    func quarters(_ date: Date) -> Int {
      Int(date.timeIntervalSince(HistoryTime.origin)) * HistoryTime.second
    }
    return offsets.map { offset in
      let interval = timeline.interval(of: HistoryTime.firstDay + offset)
      return quarters(interval.lowerBound)..<quarters(interval.upperBound)
    }
  }

  /// The summary of a day.
  func summary(_ offset: Int, _ totals: HistoryTotals) -> DaySummary {
    let interval = interval(offset)
    let row = appleRow(of: offset)
    let now = totals.values(in: interval)
    var summary = DaySummary(
      day: HistoryTime.firstDay + offset,
      interval: HistoryTime.date(interval.lowerBound)..<HistoryTime.date(interval.upperBound),
      isPaused: goals.pausedDays.contains(offset))
    var shown = now.recorded
    if let row, row.date >= interval.upperBound, !(row.row.isAllZero && !now.rings.isAllZero) {
      // Both are computed in the zone that holds now.
      let then = row.base?.values ?? now.rings
      func changed(_ ring: Ring) -> Double {
        let (apple, now, then) = (row.row.values[ring], now.rings[ring], then[ring])
        return now < then ? max(0, min(apple, max(now, now + apple - then))) : apple + now - then
      }
      shown = RecordedRings(move: changed(.move), exercise: changed(.exercise), stand: changed(.stand))
      summary.basis = .apple
    } else {
      summary.basis = !shown.isEmpty ? .computed : row != nil ? .apple : .none
      if let values = row?.row.values {
        shown = RecordedRings(
          move: shown.move ?? values.move, exercise: shown.exercise ?? values.exercise,
          stand: shown.stand ?? values.stand)
      }
    }
    func value(_ ring: Ring) -> RingValue {
      let (goal, isDefault) = goal(ring, on: offset)
      return RingValue(value: shown[ring], goal: goal, goalIsDefault: isDefault)
    }
    (summary.move, summary.exercise, summary.stand) = (value(.move), value(.exercise), value(.stand))
    return summary
  }

  /// The user's goal for the day, or one that begins on it; Apple's; the newer of the schedule and Apple's last; the
  /// default.
  private func goal(_ ring: Ring, on offset: Int) -> (value: Double?, isDefault: Bool) {
    func goal(_ value: Int) -> (Double?, Bool) { (value > 0 ? Double(value) : nil, false) }
    if let value = goals.days[HistoryGoals.Key(day: offset, ring: ring.rawValue)] { return goal(value) }
    let scheduled = goals.scheduled(ring, on: offset)
    if let scheduled, scheduled.first == offset { return goal(scheduled.value) }
    if let row = appleRow(of: offset) { return goal(row.row.goal(ring)) }
    let last = Set(appleRows.map(\.row.day)).filter { $0 < offset }.sorted().reversed().lazy
      .compactMap { appleRow(of: $0) }.first { $0.row.goal > 0 }
    if let scheduled, scheduled.first >= last?.row.day ?? .min { return goal(scheduled.value) }
    if let last { return goal(last.row.goal(ring)) }
    return (GoalResolver.defaultGoal(ring, mode: .activeEnergy), true)
  }
}

extension HistoryDay {
  var values: RingValues { RingValues(move: Double(move), exercise: Double(exercise), stand: Double(stand)) }
  var isAllZero: Bool { values.isAllZero }

  func goal(_ ring: Ring) -> Int {
    if goal == 0 { return 0 }
    switch ring {
    case .move: return goal
    case .exercise: return 30
    case .stand: return 12
    }
  }
}
