import Dashboard
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import TestSupport
import Testing

@testable import Reports

/// The measures of random stores, against a model that looks at every second of every workout and at every day; and what is
/// read again after a new sample.
@Suite("Measures against a model")
struct MeasuresModelTests {
  /// Whole seconds since the first midnight, in GMT.
  private typealias Second = Int

  private struct Workout {
    var start: Second
    var length: Int
    var pause: Range<Second>
    var isRun: Bool
    var effort: Double?
    var rates: [(time: Second, value: Double)] = []
    var powers: [(time: Second, value: Double)] = []
    var pieces: [(from: Second, to: Second, metres: Double)] = []

    var day: Int { start / 86_400 }
    var end: Second { start + length }
    var duration: Double { Double(length - pause.count) }

    /// What is valid in each second; a value lasts until the next one, at most `hold`.
    func held(_ points: [(time: Second, value: Double)], _ hold: Int) -> [Double?] {
      var held = [Double?](repeating: nil, count: length)
      for point in points {
        for second in point.time..<min(end, point.time + hold) { held[second - start] = point.value }
        // The next point replaces what it overlaps.
      }
      return held
    }

    /// The known rates of the seconds that are not paused.
    var activeRates: [Double] {
      zip(start..<end, held(rates, 60)).compactMap { pause.contains($0) ? nil : $1 }
    }

    /// The highest mean, also over a part that begins between two seconds: it never is the best.
    func best(_ points: [(time: Second, value: Double)], _ hold: Int, over seconds: Int) -> Double? {
      guard let first = points.first?.time, let last = points.last?.time else { return nil }
      let held = held(points, hold).map { $0 ?? 0 }
      let known = (first - start)..<(min(end, last + hold) - start)
      guard known.count >= seconds else { return nil }
      var sum = held[known.prefix(seconds)].reduce(0, +)
      var best = sum
      for next in known.dropFirst(seconds) {
        sum += held[next] - held[next - seconds]
        best = max(best, sum)
      }
      return best / Double(seconds)
    }

    /// What was covered during the pause does not count.
    var moving: [(from: Second, to: Second, metres: Double)] {
      pieces.filter { pause.isEmpty || $0.from < pause.lowerBound || $0.to > pause.upperBound }
    }

    /// The shortest time: it begins or ends where a piece does.
    func fastest(_ metres: Double) -> Double? {
      let moving = moving
      var way = [0.0]
      var clock = [0]
      for second in start..<end {
        let piece = moving.first { $0.from <= second && second < $0.to }
        way.append(way[way.count - 1] + (piece.map { $0.metres / Double($0.to - $0.from) } ?? 0))
        clock.append(clock[clock.count - 1] + (pause.contains(second) ? 0 : 1))
      }
      func time(_ distance: Double, first: Bool) -> Double? {
        guard distance >= -1e-6, distance <= way[length] + 1e-6 else { return nil }
        let index =
          first
          ? way.firstIndex { $0 >= distance - 1e-9 } ?? length : way.lastIndex { $0 <= distance + 1e-9 } ?? 0
        if abs(way[index] - distance) < 1e-6 { return Double(clock[index]) }
        let (low, high) = first ? (index - 1, index) : (index, index + 1)
        let part = (distance - way[low]) / (way[high] - way[low])
        return Double(clock[low]) + part * Double(clock[high] - clock[low])
      }
      let edges =
        pieces.flatMap { [$0.from - start, $0.to - start] } + [pause.lowerBound - start, pause.upperBound - start]
      return edges.filter { (0...length).contains($0) }.flatMap { edge in
        [
          time(way[edge] + metres, first: true).map { $0 - Double(clock[edge]) },
          time(way[edge] - metres, first: false).map { Double(clock[edge]) - $0 },
        ].compactMap(\.self)
      }.min()
    }
  }

  private struct Night {
    var bed: Second
    var up: Second
    /// Awake in between.
    var awake: Range<Second>?
    /// When each recording begins, and its intervals in milliseconds.
    var recordings: [(start: Second, intervals: [Int])] = []
  }

  /// What is found in a workout.
  private struct Found {
    var load: Double?
    var edwards: Double?
    var fastest: [Double?]
    var powers: [Double?]
    var rate: Double?
  }

  private struct Model {
    let first = Day(year: 2025, month: 2, day: 3) ?? Day(number: 0)
    let count: Int
    var workouts: [Workout] = []
    /// By the day on which it ends.
    var nights: [Int: Night] = [:]
    var rates: [(time: Second, value: Double)] = []
    var resting: [Int: Double] = [:]
    var steps: [Int: Double] = [:]
    var bleeding: Set<Int> = []
    var found: [Found] = []
    let isFemale: Bool
    let birthYear: Int

    init(_ random: inout SplitMix) {
      count = Int.random(in: 60...110, using: &random)
      isFemale = Bool.random(using: &random)
      birthYear = Int.random(in: 1950...1999, using: &random)
      var bleedsUntil = Int.random(in: 0...5, using: &random)
      for day in 0..<count {
        if day == 0 || Int.random(in: 0..<8, using: &random) > 0 {
          steps[day] = Double.random(in: 100...9_000, using: &random)
        }
        if Int.random(in: 0..<4, using: &random) > 0 {
          resting[day] = Double.random(in: 45...70, using: &random).rounded()
        }
        if day <= bleedsUntil { bleeding.insert(day) }
        if day == bleedsUntil + 20 { bleedsUntil += Int.random(in: 24...34, using: &random) }
        addNight(day, &random)
        var free = day * 86_400 + 8 * 3_600
        for _ in 0..<Int.random(in: -2...2, using: &random).magnitude where Bool.random(using: &random) {
          free += Int.random(in: 1...7_000, using: &random)
          addWorkout(free, &random)
          free = workouts[workouts.count - 1].end + 200
        }
      }
      found = workouts.map { workout in
        Found(
          load: load(workout), edwards: edwards(workout),
          fastest: WorkoutRecords.distances.map { workout.isRun ? workout.fastest($0) : nil },
          powers: WorkoutRecords.durations.map { workout.best(workout.powers, 10, over: Int($0)) },
          rate: workout.activeRates.count >= 1_200 ? workout.best(workout.rates, 60, over: 1_200) : nil)
      }
    }

    /// The workouts of a day with what is found in them.
    func ofDay(_ day: Int) -> [(workout: Workout, found: Found)] {
      zip(workouts, found).filter { $0.0.day == day }.map { ($0, $1) }
    }

    private mutating func addNight(_ day: Int, _ random: inout SplitMix) {
      guard day > 0, Int.random(in: 0..<6, using: &random) > 0 else { return }
      let bed = day * 86_400 + Int.random(in: -7_200...3_600, using: &random)
      let up = bed + Int.random(in: 4...6, using: &random) * 3_600 + Int.random(in: 0..<3_600, using: &random)
      var night = Night(bed: bed, up: up)
      if Bool.random(using: &random) {
        let start = Int.random(in: (bed + 600)..<(up - 3_000), using: &random)
        night.awake = start..<(start + Int.random(in: 60...2_000, using: &random))
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let base = Int.random(in: 700...1_000, using: &random)
        night.recordings.append(
          (
            Int.random(in: bed..<(up - 200), using: &random),
            (0..<Int.random(in: 25...60, using: &random)).map { _ in base + Int.random(in: -60...60, using: &random) }
          ))
      }
      night.recordings.sort { $0.start < $1.start }
      nights[day] = night
      var second = bed
      while second < up {
        rates.append((second, Double(Int.random(in: 44...70, using: &random))))
        second += Int.random(in: 200...2_000, using: &random)
      }
    }

    private mutating func addWorkout(_ start: Second, _ random: inout SplitMix) {
      let length = Int.random(in: 300...2_600, using: &random)
      let pause = start + Int.random(in: 1..<length, using: &random)
      var workout = Workout(
        start: start, length: length,
        pause: pause..<min(start + length, pause + Int.random(in: 0...200, using: &random)),
        isRun: Bool.random(using: &random),
        effort: Bool.random(using: &random) ? Double(Int.random(in: 1...10, using: &random)) : nil)
      let sparse = Int.random(in: 1...160, using: &random)
      var second = start + Int.random(in: 0...60, using: &random)
      while second < workout.end {
        workout.rates.append((second, Double(Int.random(in: 90...205, using: &random))))
        second += Int.random(in: 1...sparse, using: &random)
      }
      rates += workout.rates
      second = start
      while second < workout.end {
        if workout.isRun {
          let end = min(workout.end, second + Int.random(in: 20...300, using: &random))
          if Int.random(in: 0..<9, using: &random) > 0 {
            workout.pieces.append((second, end, Double(end - second) * Double.random(in: 1...5, using: &random)))
          }
          second = end
        } else {
          workout.powers.append((second, Double(Int.random(in: 80...500, using: &random))))
          second += Int.random(in: 1...25, using: &random)
        }
      }
      workouts.append(workout)
    }

    // MARK: - What is expected

    func age(_ day: Int) -> Int { (first + day).fields.year - birthYear - ((first + day).fields.month < 6 ? 1 : 0) }

    func limits(_ day: Int) -> (resting: Double?, maximum: Double) {
      let known = (max(0, day - 27)...day).compactMap { resting[$0] }.sorted()
      let middle = known.count / 2
      let median =
        known.isEmpty ? nil : known.count.isMultiple(of: 2) ? (known[middle - 1] + known[middle]) / 2 : known[middle]
      var highest: [Int: Double] = [:]
      for rate in rates where rate.time / 86_400 <= day && rate.value <= 220 {
        highest[rate.time / 86_400] = max(highest[rate.time / 86_400] ?? 0, rate.value)
      }
      let sorted = highest.values.sorted(by: >)
      return (median, max(208 - 0.7 * Double(age(day)), sorted.count > 1 ? sorted[1] : 0))
    }

    func load(_ workout: Workout) -> Double? {
      let (known, limits) = (workout.activeRates, limits(workout.day))
      guard let low = limits.resting, limits.maximum - low >= 20, !known.isEmpty,
        Double(known.count) >= workout.duration / 2
      else { return nil }
      var sum = 0.0
      for rate in known {
        let x = min(1, max(0, (rate - low) / (limits.maximum - low)))
        let weight: Double = isFemale ? 0.86 * exp(1.67 * x) : 0.64 * exp(1.92 * x)
        sum += x * weight / 60
      }
      return sum
    }

    func sum(_ values: [Double?]) -> Double? {
      values.isEmpty || values.contains(nil) ? nil : values.compactMap(\.self).reduce(0, +)
    }

    func edwards(_ workout: Workout) -> Double? {
      let (known, maximum) = (workout.activeRates, limits(workout.day).maximum)
      guard !known.isEmpty, Double(known.count) >= workout.duration / 2 else { return nil }
      let parts: [Double] = [0.5, 0.6, 0.7, 0.8, 0.9]
      var points = 0
      for rate in known { points += parts.count { rate >= $0 * maximum } }
      return Double(points) / 60
    }

    func training(_ day: Int) -> [MeasureName: Double?] {
      let own = ofDay(day)
      var found: [MeasureName: Double?] = [
        .trainingLoad: sum(own.map(\.found.load)), .edwardsLoad: sum(own.map(\.found.edwards)),
        .sessionRPE: sum(own.map { entry in entry.workout.effort.map { $0 * entry.workout.duration / 60 } }),
      ]
      let (restingRate, maximum) = limits(day)
      found[.restingRate] = .some(restingRate)
      found[.maximumRate] = .some(maximum)
      // From the first day of the store on; nothing is known before the first workout.
      let isTrained = workouts.contains { $0.day <= day }
      let known = (0...day).map { other in
        let loads = ofDay(other).map(\.found.load)
        return (
          load: loads.compactMap(\.self).reduce(0, +), unknown: loads.count { $0 == nil }, isTrained: !loads.isEmpty
        )
      }
      func isKnown(_ days: Int) -> Bool {
        let last = known.suffix(days)
        return isTrained && day + 1 >= days
          && Double(last.reduce(0) { $0 + $1.unknown }) <= 0.25 * Double(last.count { $0.load > 0 || $0.unknown > 0 })
      }
      func weighted(_ days: Double, upTo last: Int) -> Double {
        zip(0..., known.prefix(last + 1)).reduce(0) { sum, entry in
          sum + entry.1.load * (1 - exp(-1 / days)) * exp(-Double(last - entry.0) / days)
        }
      }
      let hasForm = isKnown(42)
      found[.fitness] = .some(hasForm ? weighted(42, upTo: day) : nil)
      found[.fatigue] = .some(hasForm ? weighted(7, upTo: day) : nil)
      found[.form] = .some(hasForm ? weighted(42, upTo: day - 1) - weighted(7, upTo: day - 1) : nil)
      let (week, month) = (known.suffix(7).map(\.load), known.suffix(28).map(\.load).reduce(0, +) / 28)
      let mean = week.reduce(0, +) / 7
      found[.weekAgainstMonth] = .some(isKnown(28) && month > 0 ? mean / month : nil)
      let deviation = (week.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 6).squareRoot()
      let isWeekKnown = isTrained && day >= 6 && known.suffix(7).allSatisfy { $0.unknown == 0 } && deviation > 1e-9
      found[.monotony] = .some(isWeekKnown ? mean / deviation : nil)
      found[.strain] = .some(isWeekKnown ? mean * 7 * mean / deviation : nil)
      return found
    }

    func rMSSD(_ night: Int) -> Double? {
      let values =
        nights[night]?.recordings.compactMap { _, intervals -> Double? in
          let differences = zip(intervals, intervals.dropFirst()).map { Double($1 - $0) }
          return differences.count < 30
            ? nil : (differences.reduce(0) { $0 + $1 * $1 } / Double(differences.count)).squareRoot()
        } ?? []
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    func recovery(_ day: Int) -> [MeasureName: Double?] {
      var found: [MeasureName: Double?] = [.nightRMSSD: rMSSD(day)]
      let logs = (0..<60).map { rMSSD(day - $0).map { log($0) } }
      let week = logs.prefix(7).compactMap(\.self)
      let hasWeek = week.count >= 3 && logs.compactMap(\.self).count >= 14
      found[.variabilityRMSSD] = .some(hasWeek ? exp(week.reduce(0, +) / Double(week.count)) : nil)
      let night = nights[day]
      found[.sleepInterruptions] = .some(night.map { $0.awake == nil ? 0 : 1 })
      found[.sleepEfficiency] = .some(
        night.map { 100 - 100 * Double($0.awake?.count ?? 0) / Double($0.up - $0.bed) })
      let starts = bleeding.filter { day in !((day - 10)..<day).contains(where: bleeding.contains) && day <= day }
        .sorted()
        .filter { $0 <= day }
      let lengths = zip(starts, starts.dropFirst()).map { Double($1 - $0) }.filter { (15...90).contains($0) }
      found[.cycleLength] = .some(lengths.count < 3 ? nil : lengths.reduce(0, +) / Double(lengths.count))
      return found
    }

    func records(_ day: Int) -> [MeasureName: Double?] {
      let past = zip(workouts, self.found).filter { $0.0.day <= day }
      var found: [MeasureName: Double?] = [:]
      for (index, name) in MeasureName.fastest.enumerated() {
        found[name] = .some(past.compactMap { $0.1.fastest[index] }.min())
      }
      for (index, name) in MeasureName.power.enumerated() {
        found[name] = .some(past.compactMap { $0.1.powers[index] }.max())
      }
      found[.best20MinuteRate] = .some(past.compactMap(\.1.rate).max())
      found[.longestDistance] = .some(
        past.filter(\.0.isRun).map { $0.0.moving.reduce(0) { $0 + $1.metres } }.filter { $0 > 0 }.max())
      found[.longestDuration] = .some(past.map(\.0.duration).max())
      return found
    }

    func expected(_ group: MeasureGroup, _ day: Int) -> [MeasureName: Double?] {
      switch group {
      case .training: training(day)
      case .recovery: recovery(day)
      case .records: records(day)
      }
    }
  }

  // MARK: - The store

  private static let types: [(String, SampleKind, String)] = [
    (TypeIdentifier.stepCount, .quantity, "count"), (TypeIdentifier.heartRate, .quantity, "count/min"),
    ("HKQuantityTypeIdentifierRestingHeartRate", .quantity, "count/min"),
    (TypeIdentifier.sleepAnalysis, .category, ""), (TypeIdentifier.workout, .workout, ""),
    (TypeIdentifier.distanceWalkingRunning, .quantity, "m"),
    (TypeIdentifier.workoutEffortScore, .quantity, "appleEffortScore"), (TypeIdentifier.powers[0], .quantity, "W"),
    (TypeIdentifier.menstrualFlow, .category, ""), (TypeIdentifier.heartbeatSeries, .other, ""),
    (TypeIdentifier.activeEnergyBurned, .quantity, "kcal"),
  ]

  private static var emptyBatch: SampleBatch {
    var batch = SampleBatch()
    batch.tables.types = ChunkedArray(types.map { SampleTypeUse(identifier: $0.0, kind: $0.1, unit: $0.2) })
    batch.tables.provenances = [Provenance(source: Source(name: "Watch"))]
    return batch
  }

  private static func sample(_ model: Model, _ type: Int32, _ from: Second, _ to: Second, _ value: Double)
    -> SampleRecord
  {
    let midnight = Date(timeIntervalSince1970: Double(model.first.number) * 86_400)
    return SampleRecord(
      type: type, provenance: 0, start: midnight + Double(from), end: midnight + Double(to), value: value)
  }

  private static func fill(_ store: Store, _ model: Model) throws {
    let session = ImportSession(
      store: store,
      options: ImportOptions(
        now: Date(timeIntervalSince1970: Double((model.first + model.count).number) * 86_400), systemZone: "GMT"))
    _ = try session.begin(
      ImportHeader(
        path: "export.zip",
        characteristics: [
          "HKCharacteristicTypeIdentifierDateOfBirth": "\(model.birthYear)-06-01",
          "HKCharacteristicTypeIdentifierBiologicalSex": model.isFemale
            ? "HKBiologicalSexFemale" : "HKBiologicalSexMale",
        ]))
    try session.finish(complete: true)
    var batch = emptyBatch
    func add(_ type: Int32, _ from: Second, _ to: Second, _ value: Double) {
      batch.samples.append(sample(model, type, from, to, value))
    }
    for day in 0..<model.count { add(10, day * 86_400 + 36_000, day * 86_400 + 36_600, 20) }
    for (day, steps) in model.steps { add(0, day * 86_400 + 36_000, day * 86_400 + 36_600, steps) }
    for (time, value) in model.rates { add(1, time, time, value) }
    for (day, value) in model.resting { add(2, day * 86_400 + 43_200, day * 86_400 + 43_200, value) }
    for day in model.bleeding { add(8, day * 86_400 + 32_400, day * 86_400 + 32_400, 3) }
    for night in model.nights.values {
      if let awake = night.awake {
        add(3, night.bed, awake.lowerBound, 3)
        add(3, awake.lowerBound, awake.upperBound, 2)
        add(3, awake.upperBound, night.up, 5)
      } else {
        add(3, night.bed, night.up, 4)
      }
      for (start, intervals) in night.recordings {
        var time = 0
        let beats = ([0] + intervals).map { interval in
          time += interval
          return Heartbeat(time: Double(time) / 1_000, followsGap: false)
        }
        batch.withData.append(
          DataRecord(sample: sample(model, 9, start, start + time / 1_000 + 1, 60), data: Heartbeat.data(beats)))
      }
    }
    for workout in model.workouts {
      var record = WorkoutRecord(
        sample: sample(model, 4, workout.start, workout.end, workout.isRun ? 37 : 13), duration: workout.duration)
      record.events = [(1, workout.pause.lowerBound), (2, workout.pause.upperBound)].map { type, second in
        let date = sample(model, 4, second, second, 0).start
        return WorkoutEventRecord(type: type, start: date, end: date)
      }
      batch.workouts.append(record)
      if let effort = workout.effort { add(6, workout.start, workout.end, effort) }
      for (time, value) in workout.powers { add(7, time, time, value) }
      for piece in workout.pieces { add(5, piece.from, piece.to, piece.metres) }
    }
    try store.save(batch)
  }

  private static func withStore(_ model: Model, _ body: (StoreConnection, Store) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("measures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let connection = StoreConnection(path: folder.path + "/health.sqlite")
    let store = try connection.writing(homeZone: "GMT")
    try fill(store, model)
    try body(connection, store)
  }

  private static func source(_ connection: StoreConnection, _ model: Model, _ memory: DayMemory? = nil) -> StoreSource {
    StoreSource(
      store: connection, now: Date(timeIntervalSince1970: Double((model.first + model.count).number) * 86_400 - 600),
      memory: memory)
  }

  // MARK: - Tests

  @Test("every measure is that of the model", arguments: 1...6 as ClosedRange<UInt64>)
  func model(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let model = Model(&random)
    try Self.withStore(model) { connection, _ in
      let source = Self.source(connection, model)
      var known = 0
      for _ in 0..<8 {
        let day = Int.random(in: 0..<model.count, using: &random)
        for group in MeasureGroup.allCases {
          let found = try MeasuresQuery(group, on: model.first + day, weekStart: 1).run(in: source)
          for (name, expected) in model.expected(group, day) {
            let value = (try? found.first { $0.name == name }?.measure.get())?.value
            let isSame =
              if let value, let expected { abs(value - expected) <= 1e-6 * max(1, abs(expected)) } else {
                value == nil && expected == nil
              }
            #expect(
              isSame,
              "\(name) on day \(day), seed \(seed): \(String(describing: value)), expected \(String(describing: expected))"
            )
            known += value == nil ? 0 : 1
          }
        }
      }
      #expect(known > 60)
    }
  }

  @Test(
    "zones by week and the correlation of two types are those of the model", arguments: 1...3 as ClosedRange<UInt64>)
  func weeksAndRanks(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let model = Model(&random)
    try Self.withStore(model) { connection, _ in
      let source = Self.source(connection, model)
      let year = try TrainingYearQuery(upTo: model.first + (model.count - 1), weekStart: 1).run(in: source)
      // The first day is a Monday.
      for week in year.weeks where week.first >= model.first {
        var seconds = [0.0, 0, 0, 0, 0]
        for workout in model.workouts where workout.day / 7 == (week.first - model.first) / 7 {
          let limits = model.limits(workout.day)
          guard let low = limits.resting, limits.maximum - low >= 20 else { continue }
          for rate in workout.activeRates {
            seconds[[0.6, 0.7, 0.8, 0.9].count { rate >= low + $0 * (limits.maximum - low) }] += 1
          }
        }
        let shown = week.zones.isEmpty ? [0, 0, 0, 0, 0] : week.zones
        #expect(zip(shown, seconds).allSatisfy { abs($0 - $1) < 1e-6 }, "\(week.first), seed \(seed)")
      }
      let lag = Int.random(in: -2...2, using: &random)
      let pairs = (0..<model.count).compactMap { day in
        model.steps[day].flatMap { x in model.resting[day + lag].map { (x, $0) } }
      }
      func ranks(_ values: [Double]) -> [Double] {
        values.map { value in Double(values.count { $0 < value }) + Double(values.count { $0 == value } + 1) / 2 }
      }
      let (x, y) = (ranks(pairs.map(\.0)), ranks(pairs.map(\.1)))
      let middle = Double(pairs.count + 1) / 2
      func product(_ x: [Double], _ y: [Double]) -> Double {
        zip(x, y).reduce(0) { $0 + ($1.0 - middle) * ($1.1 - middle) }
      }
      let scatter = try ScatterQuery(
        x: TypeIdentifier.stepCount, y: "HKQuantityTypeIdentifierRestingHeartRate",
        days: model.first...(model.first + (model.count - 1)), lag: lag
      ).run(in: source)
      let rank = try scatter.rank.get().value
      #expect(rank.count == pairs.count)
      #expect(abs(rank.coefficient - product(x, y) / (product(x, x) * product(y, y)).squareRoot()) < 1e-9)
    }
  }

  @Test("a new sample has only the days read again that depend on it", arguments: 1...4 as ClosedRange<UInt64>)
  func memory(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let model = Model(&random)
    try Self.withStore(model) { connection, store in
      let memory = DayMemory()
      let source = Self.source(connection, model, memory)
      let last = model.first + (model.count - 1)
      func read() throws -> [[NamedMeasure]] {
        try MeasureGroup.allCases.flatMap {
          try MeasuresQuery.measures(of: $0, on: (last - 29)...last, weekStart: 1, in: source)
        }
      }
      _ = try read()
      let everything = memory.readDays
      #expect(everything > 1_000)
      _ = try read()
      #expect(memory.readDays == everything, "without a change nothing is read")
      var latest = try store.latestChange()
      for round in 0..<6 {
        // A measurement at rest today, then others anywhere, in workouts and nights too.
        let workout = model.workouts.randomElement(using: &random)
        let second =
          round == 0
          ? (model.count - 1) * 86_400 + 43_000
          : Bool.random(using: &random)
            ? workout.map { $0.start + 7 } ?? 0 : Int.random(in: 0..<model.count * 86_400, using: &random)
        var batch = Self.emptyBatch
        let type: Int32 = round == 0 ? 1 : [1, 2, 5, 6, 7, 8].randomElement(using: &random) ?? 1
        let value = type == 8 ? 3 : type == 1 ? 199 : 9.0
        batch.samples.append(Self.sample(model, type, second, second + (type == 5 ? 20 : 0), value))
        try store.save(batch)
        let change = try store.loggedChanges(after: latest)
        latest = change.latest
        memory.forget(days: change.days, types: change.types)
        let before = memory.readDays
        let found = try read()
        let again = memory.readDays - before
        // Nothing depends on a sample outside of workouts and nights; a workout has several values.
        #expect(
          round > 0 ? again * 20 <= everything : (1...12).contains(again),
          "\(again) of \(everything) values of days read after a sample of \(Self.types[Int(type)].0)")
        let fresh = try MeasureGroup.allCases.flatMap {
          try MeasuresQuery.measures(of: $0, on: (last - 29)...last, weekStart: 1, in: Self.source(connection, model))
        }
        #expect(found == fresh, "round \(round), seed \(seed)")
      }
    }
  }
}
