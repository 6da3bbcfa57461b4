import Foundation
import HealthAnalysis
import HealthModel
import TestSupport
import Testing

@Suite("Training load")
struct TrainingLoadTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  /// Rates every `step` seconds, without pauses.
  private static func times(_ rates: [Double], every step: Double = 10) -> HeartRateTimes {
    HeartRateTimes(
      rates.enumerated().map { HeartRatePoint(time: start + Double($0) * step, rate: $1) },
      in: WorkoutTime(start: start, end: start + Double(rates.count) * step, events: []))
  }

  private static func load(_ measure: Measure<ClosedRange<Double>>) throws -> ClosedRange<Double> {
    try measure.get().value
  }

  @Test("Banister's impulse of an even effort is that of the published formula, by sex")
  func banister() throws {
    // Half an hour at 130, from 40 to 200: 30 x 0.5625 x 0.64 x e^(1.92 x 0.5625) = 31.80 for men, and
    // 30 x 0.5625 x 0.86 x e^(1.67 x 0.5625) = 37.13 for women.
    let times = Self.times(Array(repeating: 130, count: 180))
    let man = try Self.load(TrainingLoad.banister(times, duration: 1_800, .init(sex: .male, resting: 40, maximum: 200)))
    #expect(abs(man.lowerBound - 31.80) < 0.01 && man.lowerBound == man.upperBound)
    let woman = try Self.load(
      TrainingLoad.banister(times, duration: 1_800, .init(sex: .female, resting: 40, maximum: 200)))
    #expect(abs(woman.lowerBound - 37.13) < 0.01 && woman.lowerBound == woman.upperBound)
    let both = try Self.load(
      TrainingLoad.banister(times, duration: 1_800, .init(sex: .unknown, resting: 40, maximum: 200)))
    #expect(both == man.lowerBound...woman.lowerBound)
  }

  @Test("a stored duration of any size has a reason that can be written", arguments: [1e300, .infinity, .nan])
  func hugeDuration(duration: Double) {
    let load = TrainingLoad.banister(
      Self.times([150, 150]), duration: duration, .init(sex: .male, resting: 40, maximum: 200))
    #expect((try? load.get()) == nil)
    if case .failure(let reason) = load { #expect(!"\(reason)".isEmpty) }
    #expect(!"\(MissingReason.uncovered(known: 60, whole: duration))".isEmpty)
  }

  @Test(
    "no moment of overlapping workouts counts twice, and only other recordings are left out",
    arguments: 1...50 as ClosedRange<UInt64>)
  func counted(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let workouts = (1...Int64.random(in: 1...9, using: &random)).map { row in
      let start = Self.start + Double(Int.random(in: 0...300, using: &random) * 60)
      let minutes = Double(Int.random(in: 1...120, using: &random))
      var workout = WorkoutSummary(
        row: row, activity: 37, start: start, end: start + minutes * 60, duration: minutes * 60,
        cursor: ListCursor(key: 0, row: row))
      workout.sourceRank = Int.random(in: 0...2, using: &random)
      return workout
    }
    let counted = TrainingLoad.counted(workouts)
    let instants = (0..<420).map { Self.start + Double($0) * 60 + 30 }
    func lies(_ instant: Date, in workout: WorkoutSummary) -> Bool { (workout.start..<workout.end).contains(instant) }
    for instant in instants {
      let count = counted.count { workout, others in
        lies(instant, in: workout) && !others.contains { $0.contains(instant) }
      }
      // Once where any of the counted workouts is.
      #expect(count == (counted.contains { lies(instant, in: $0.workout) } ? 1 : 0))
    }
    for workout in workouts where !counted.contains(where: { $0.workout.row == workout.row }) {
      let own = instants.filter { lies($0, in: workout) }
      let common = own.filter { instant in counted.contains { lies(instant, in: $0.workout) } }
      #expect(common.count * 2 > own.count)
    }
    let first = try #require(
      workouts.min { ($0.sourceRank, $1.duration, $0.row) < ($1.sourceRank, $0.duration, $1.row) })
    #expect(counted.contains { $0.workout.row == first.row && $0.others.isEmpty })
  }

  @Test("intervals load more than an even effort with the same mean")
  func intervals() throws {
    let profile = HeartRateProfile(sex: .male, resting: 60, maximum: 190)
    let rates = (0..<360).map { $0 / 18 % 2 == 0 ? 110.0 : 180.0 }
    let times = Self.times(rates)
    let mean = try #require(times.mean)
    #expect(abs(mean - 145) < 1e-9)
    let integrated = try Self.load(TrainingLoad.banister(times, duration: 3_600, profile)).lowerBound
    let even = try Self.load(TrainingLoad.banister(mean: mean, duration: 3_600, profile)).lowerBound
    #expect(integrated > 1.1 * even)
  }

  @Test("the impulse is the sum over every second with a rate", arguments: 1...30 as ClosedRange<UInt64>)
  func integral(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let length = Int.random(in: 600...3_000, using: &random)
    var points: [(second: Int, rate: Double)] = []
    var second = 0
    while second < length {
      points.append((second, Double.random(in: 40...210, using: &random)))
      second += Int.random(in: 1...90, using: &random)
    }
    let (pause, resume) = (length / 3, length / 3 + Int.random(in: 0...120, using: &random))
    let events = [(1, pause), (2, resume)].map { type, second in
      WorkoutEventRecord(type: type, start: Self.start + Double(second), end: Self.start + Double(second))
    }
    let times = HeartRateTimes(
      points.map { HeartRatePoint(time: Self.start + Double($0.second), rate: $0.rate) },
      in: WorkoutTime(start: Self.start, end: Self.start + Double(length), events: events))
    var model = 0.0
    var (sum, known) = (0.0, 0)
    for second in 0..<length where !(pause..<resume).contains(second) {
      guard let last = points.last(where: { $0.second <= second }), second - last.second < 60 else { continue }
      let part = min(1, max(0, (last.rate - 55) / 130))
      model += part * 0.64 * exp(1.92 * part) / 60
      (sum, known) = (sum + last.rate, known + 1)
    }
    let profile = HeartRateProfile(sex: .male, resting: 55, maximum: 185)
    let found = try TrainingLoad.banister(times, duration: Double(length - (resume - pause)), profile).get()
    #expect(abs(found.value.lowerBound - model) < 1e-6 * max(1, model))
    #expect(abs((times.mean ?? 0) - sum / Double(known)) < 1e-9)
    #expect(abs((found.coverage?.known ?? 0) - Double(known) / 60) < 1e-9)
  }

  @Test("what is unknown is named and not guessed")
  func missing() {
    let times = Self.times(Array(repeating: 150, count: 270))
    func reason(_ measure: Measure<ClosedRange<Double>>) -> MissingReason? {
      if case .failure(let reason) = measure { reason } else { nil }
    }
    #expect(reason(TrainingLoad.banister(times, duration: 2_700, HeartRateProfile())) == .unknown(.resting))
    let noMaximum = HeartRateProfile(resting: .success(Measured(60, .restingChosen)), maximum: .failure(.unknown(.age)))
    #expect(reason(TrainingLoad.banister(times, duration: 2_700, noMaximum)) == .unknown(.age))
    let profile = HeartRateProfile(sex: .male, resting: 60, maximum: 190)
    #expect(reason(TrainingLoad.banister(HeartRateTimes(), duration: 2_700, profile)) == .unknown(.rates))
    let few = reason(TrainingLoad.banister(times, duration: 9_000, profile))
    #expect(few?.description == "the heart rate is known for 45 of 150 minutes")
    for rate in [Double.nan, .infinity] {
      #expect(reason(TrainingLoad.banister(mean: rate, duration: 60, profile)) == .unknown(.rates))
    }
    #expect(reason(TrainingLoad.banister(mean: 100, duration: 60, .init(sex: .male, resting: 60, maximum: 70))) != nil)
  }

  @Test("a workout without stored statistics has the load of its samples, one without samples that of its mean")
  func sources() throws {
    let profile = HeartRateProfile(sex: .male, resting: 60, maximum: 190)
    var workout = WorkoutSummary(
      row: 1, activity: 37, start: Self.start, end: Self.start + 2_700, duration: 2_700,
      cursor: ListCursor(key: 0, row: 1))
    #expect(TrainingLoad.banister(workout, profile) == .failure(.unknown(.rates)))
    workout.rates = Self.times(Array(repeating: 150, count: 270))
    #expect(try TrainingLoad.banister(workout, profile).get().formula == .banister)
    workout.rates = HeartRateTimes()
    workout.heartRate = 150
    let mean = try TrainingLoad.banister(workout, profile).get()
    #expect(mean.formula == .banisterMean && abs(mean.value.lowerBound - 75.33) < 0.01)
    // Samples that cover little, and nothing else: the mean is only theirs.
    workout.rates = Self.times(Array(repeating: 150, count: 20))
    workout.heartRate = workout.rates.mean
    #expect(TrainingLoad.banister(workout, profile) == .failure(.uncovered(known: 200, whole: 2_700)))
  }

  @Test("Edwards' load counts the minutes of each tenth of the maximum rate from the fifth on, times 1 to 5")
  func edwards() throws {
    // Ten minutes in each zone, and ten below all: 10 x (1 + 2 + 3 + 4 + 5).
    let rates = [90.0, 100, 125, 150, 175, 200].flatMap { rate in [Double](repeating: rate, count: 60) }
    let load = try TrainingLoad.edwards(
      Self.times(rates), duration: 3_600, HeartRateProfile(sex: .male, resting: 60, maximum: 200)
    ).get().value
    #expect(load.minutes.allSatisfy { abs($0 - 10) < 1e-9 } && abs(load.load - 150) < 1e-9)
  }

  @Test("the session RPE is effort times minutes")
  func session() throws {
    #expect(try TrainingLoad.session(effort: 5, duration: 1_800).get().value == 150)
    #expect(TrainingLoad.session(effort: nil, duration: 1_800) == .failure(.unknown(.effort)))
    for effort in [-1, 11, Double.nan] {
      #expect((try? TrainingLoad.session(effort: effort, duration: 1_800).get()) == nil)
    }
  }
}
