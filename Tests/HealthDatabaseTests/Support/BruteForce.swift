import Foundation
import HealthModel

@testable import HealthDatabase
@testable import HealthQueries

/// The definition of merged totals, days and summaries, minute by minute over arrays, without SQL and without the
/// engine's own merging. Every time is a whole minute.
struct BruteForce {
  struct Sample {
    var id: Int64
    var type: String
    var source: FakeSource
    var isEnteredByHand: Bool
    /// Minutes after `origin`, equal for an instant.
    var start: Int
    var end: Int
    var value: Double
    var zone: String?
  }

  /// Midnight in UTC, some days before the first sample.
  let origin: Date
  let firstDay: Day
  let dayCount: Int
  let home: String
  var samples: [Sample] = []
  /// The user's source order, by type.
  var order: [String: [FakeSource]] = [:]

  init(firstDay: Day, dayCount: Int, home: String) {
    self.firstDay = firstDay
    self.dayCount = dayCount
    self.home = home
    origin = Date(timeIntervalSince1970: Double(firstDay.number) * 86_400)
  }

  var length: Int { dayCount * 1_440 }

  func date(_ minute: Int) -> Date { origin.addingTimeInterval(Double(minute) * 60) }

  // MARK: - Days

  /// The minute at which each day begins, with one entry more than there are days.
  func dayStarts() -> [Int] { days().map(\.start) }

  /// The minute at which each day begins, and the zone in which it is lived.
  private func days() -> [(start: Int, zone: String)] {
    var first: [Int: (end: Int, zone: String)] = [:]
    // What programs name holds for its day alone, if two samples say so.
    var claims: [Int: [String: Int]] = [:]
    for sample in samples {
      guard let zone = sample.zone else { continue }
      let day = Self.civilDay(date(sample.end), zone)
      if sample.source == .app {
        if zone.contains("/"), !zone.hasPrefix("Etc/") { claims[day, default: [:]][zone, default: 0] += 1 }
        continue
      }
      if let known = first[day], (known.end, known.zone) <= (sample.end, zone) { continue }
      first[day] = (sample.end, zone)
    }
    var zone = home
    // Zones named before the first day of the model also apply in it.
    for day in first.keys.sorted() where day < firstDay.number { zone = first[day]?.zone ?? zone }
    var days: [(start: Int, zone: String)] = []
    for offset in 0...dayCount + 1 {
      let day = firstDay.number + offset
      zone = first[day]?.zone ?? zone
      let claimed = first[day] == nil ? claims[day]?.filter { $0.value >= 2 } ?? [:] : [:]
      let own = claimed.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key ?? zone
      days.append((Self.midnight(day, own, origin: origin), own))
    }
    // An instant belongs to the latest day that has begun.
    return (0...dayCount).map { (min(days[$0].start, days[$0 + 1].start), days[$0].zone) }
  }

  private static func calendar(_ zone: String) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return calendar
  }

  private static func civilDay(_ date: Date, _ zone: String) -> Int {
    let fields = calendar(zone).dateComponents([.year, .month, .day], from: date)
    return Day(year: fields.year ?? 0, month: fields.month ?? 0, day: fields.day ?? 0)?.number ?? 0
  }

  private static func midnight(_ day: Int, _ zone: String, origin: Date) -> Int {
    let fields = Day(number: day).fields
    let calendar = calendar(zone)
    let noon = DateComponents(year: fields.year, month: fields.month, day: fields.day, hour: 12)
    let start = calendar.startOfDay(for: calendar.date(from: noon) ?? origin)
    return Int(start.timeIntervalSince(origin) / 60)
  }

  // MARK: - Merging

  private struct Lane {
    var isEnteredByHand: Bool
    var source: FakeSource
    var samples: [Sample]
  }

  /// The lanes of a type, in order of precedence.
  private func lanes(_ type: String) -> [Lane] {
    let ofType = samples.filter { $0.type == type && !$0.value.isNaN }
    var lanes: [Lane] = []
    for source in FakeSource.allCases {
      for isEnteredByHand in [true, false] {
        let own = ofType.filter { $0.source == source && $0.isEnteredByHand == isEnteredByHand }
        if !own.isEmpty { lanes.append(Lane(isEnteredByHand: isEnteredByHand, source: source, samples: own)) }
      }
    }
    func rank(_ lane: Lane) -> [Int] {
      let userPosition = order[type]?.firstIndex(of: lane.source) ?? .max
      let sourceClass = [FakeSource.watch: 1, .secondWatch: 1, .phone: 2, .app: 3][lane.source] ?? 9
      let firstStart = lane.samples.map(\.start).min() ?? 0
      // Remaining ties are broken by name.
      let names = FakeSource.allCases.map(\.provenance.source.name).sorted()
      let place = names.firstIndex(of: lane.source.provenance.source.name) ?? 0
      return lane.isEnteredByHand
        ? [0, 0, 0, -firstStart, place]
        : [1, userPosition, sourceClass, -firstStart, place]
    }
    return lanes.sorted { rank($0).lexicographicallyPrecedes(rank($1)) }
  }

  /// The amount that counts in each minute, ready to be added up.
  struct Amounts {
    /// The amount that counts before each minute.
    private var before: [Double]

    init(_ amounts: [Double]) {
      before = [0]
      before.reserveCapacity(amounts.count + 1)
      var sum = 0.0
      for amount in amounts {
        sum += amount
        before.append(sum)
      }
    }

    func sum(_ range: Range<Int>) -> Double { before[range.upperBound] - before[range.lowerBound] }
  }

  func merged(_ type: String) -> Amounts {
    var amounts = [Double](repeating: 0, count: length)
    var covered = [Bool](repeating: false, count: length)
    for lane in lanes(type) {
      var covers: [Int] = []
      for sample in lane.samples {
        if sample.start == sample.end {
          if !covered[sample.start] { amounts[sample.start] += sample.value }
          continue
        }
        let rate = sample.value / Double(sample.end - sample.start)
        for minute in sample.start..<sample.end {
          covers.append(minute)
          if !covered[minute] { amounts[minute] += rate }
        }
      }
      // A gap of at most two minutes to the next sample is covered too.
      for sample in lane.samples {
        guard let next = lane.samples.filter({ $0.start > sample.end }).map(\.start).min(), next - sample.end <= 2
        else {
          continue
        }
        covers += sample.end..<next
      }
      for minute in covers { covered[minute] = true }
    }
    return Amounts(amounts)
  }

  // MARK: - Summaries

  struct Expected {
    var interval: Range<Date>
    var values: RecordedRings
    var hours: [HourActivity]
  }

  func expected() -> [Expected] {
    let days = days()
    let starts = days.map(\.start)
    let energy = merged(RingType.activeEnergy)
    let moveTime = merged(RingType.moveTime)
    let exercise = merged(RingType.exerciseTime)
    let steps = merged(RingType.stepCount)
    return (0..<dayCount).map { index in
      let low = max(0, min(length, starts[index]))
      let high = max(low, min(length, starts[index + 1]))
      let stands = samples.filter { $0.type == RingType.standHour && $0.start >= low && $0.start < high }
      let stood = Set(stands.filter { $0.value == 0 }.map { ($0.start - low) / 60 })
      let own = samples.filter { RingType.all.contains($0.type) && $0.start >= low && $0.start < high }
      let sums = [RingType.activeEnergy: energy, RingType.moveTime: moveTime, RingType.exerciseTime: exercise]
      let counted = RingType.all.filter { type in
        own.contains { $0.type == type && !$0.value.isNaN } || (sums[type]?.sum(low..<high) ?? 0) > 1e-6
      }
      // What a source has ever written is 0 on the days on which it has written anything that counts.
      let writers = own.filter { counted.contains($0.type) && !$0.isEnteredByHand }.map(\.source)
      func isRecorded(_ type: String) -> Bool {
        counted.contains(type)
          || samples.contains { $0.type == type && !$0.isEnteredByHand && writers.contains($0.source) }
      }
      let minutes = exercise.sum(low..<high)
      let hours = stride(from: low, to: high, by: 60).map { start in
        let range = start..<min(start + 60, high)
        let worn = stands.filter { ($0.start - low) / 60 == (start - low) / 60 }
        return HourActivity(
          start: date(start), hour: Self.calendar(days[index].zone).component(.hour, from: date(start)),
          move: energy.sum(range), exercise: exercise.sum(range),
          stood: worn.isEmpty ? nil : worn.contains { $0.value == 0 }, steps: steps.sum(range))
      }
      return Expected(
        interval: date(starts[index])..<date(max(starts[index], starts[index + 1])),
        values: RecordedRings(
          move: isRecorded(RingType.activeEnergy) ? energy.sum(low..<high) : nil,
          exercise: isRecorded(RingType.exerciseTime) ? (minutes + 0.5 + 1e-9).rounded(.down) : nil,
          stand: isRecorded(RingType.standHour) ? Double(stood.count) : nil),
        hours: hours)
    }
  }
}
