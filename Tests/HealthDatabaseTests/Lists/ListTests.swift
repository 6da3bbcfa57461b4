import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

/// The queries behind lists and charts, compared with the samples themselves.
@Suite("Lists and totals")
struct ListTests {
  /// An instant after 2026-11-20 00:00:00 UTC.
  private func at(_ hours: Double, _ days: Double = 0) -> Date {
    Date(timeIntervalSince1970: 1_795_132_800 + days * 86_400 + hours * 3_600)
  }

  private struct Model {
    var activity: Int
    var start: Date
    var duration: Double
    var energy: Double?
    var distance: Double?
    var heartRate: Double?
  }

  /// Random workouts, some with equal starts and durations.
  private func workouts(_ random: inout SplitMix, _ store: Store) throws -> [Model] {
    var batch = SampleBatch()
    batch.tables.types = [SampleTypeUse(identifier: TypeIdentifier.workout, kind: .workout)]
    batch.tables.provenances = [Provenance(source: Source(name: "Watch"))]
    var models: [Model] = []
    for _ in 0..<150 {
      let start = at(Double(Int.random(in: -400...0, using: &random)))
      let model = Model(
        activity: [13, 37, 46].randomElement(using: &random) ?? 13, start: start,
        duration: Double(Int.random(in: 1...40, using: &random) * 60),
        energy: Bool.random(using: &random) ? Double(Int.random(in: 1...9, using: &random) * 50) : nil,
        distance: Bool.random(using: &random) ? Double(Int.random(in: 1...9, using: &random) * 1_000) : nil,
        heartRate: Bool.random(using: &random) ? Double(Int.random(in: 90...170, using: &random)) : nil)
      var record = WorkoutRecord(
        sample: SampleRecord(
          type: 0, provenance: 0, start: start, end: start + model.duration + 60, value: Double(model.activity)),
        duration: model.duration)
      func add(_ type: String, _ unit: String, sum: Double? = nil, average: Double? = nil) {
        record.statistics.append(
          WorkoutStatisticsRecord(
            type: type, unit: unit, start: start, end: start + model.duration, sum: sum, average: average))
      }
      if let energy = model.energy { add(TypeIdentifier.activeEnergyBurned, "kJ", sum: energy * 4.184) }
      if let distance = model.distance {
        // A workout with two kinds of distance.
        add("HKQuantityTypeIdentifierDistanceCycling", "km", sum: distance / 2_000)
        add("HKQuantityTypeIdentifierDistanceSwimming", "m", sum: distance / 2)
      }
      if let rate = model.heartRate { add("HKQuantityTypeIdentifierHeartRate", "count/min", average: rate) }
      batch.workouts.append(record)
      models.append(model)
    }
    try store.save(batch)
    return models
  }

  @Test(
    "the pages of every sort order form the complete list, with each workout once", arguments: [1, 2, 3] as [UInt64])
  func pages(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let test = try TestStore()
    let models = try workouts(&random, test.store)
    for order in WorkoutOrder.allCases {
      for isDescending in [true, false] {
        let activities: Set<Int>? = Bool.random(using: &random) ? nil : [13, 46]
        var request = WorkoutRequest(
          activities: activities, order: order, isDescending: isDescending,
          limit: Int.random(in: 1...60, using: &random))
        var found: [WorkoutSummary] = []
        while true {
          let page = try test.store.workouts(request)
          found += page
          guard page.count == request.limit, let last = page.last else { break }
          request.after = last.cursor
        }
        let expected = models.filter { activities?.contains($0.activity) ?? true }
        #expect(found.count == expected.count && Set(found.map(\.row)).count == found.count)
        func key(_ workout: WorkoutSummary) -> Double {
          switch order {
          case .date: workout.start.timeIntervalSinceReferenceDate
          case .duration: workout.duration
          case .energy: workout.energy ?? -1
          case .distance: workout.distance ?? -1
          case .heartRate: workout.heartRate ?? -1
          }
        }
        let keys = found.map(key)
        #expect(zip(keys, keys.dropFirst()).allSatisfy { isDescending ? $0 >= $1 : $0 <= $1 }, "\(order)")
        // The same statistics, in the units of lists.
        func sum(_ value: (Model) -> Double?) -> Double { expected.reduce(0) { $0 + (value($1) ?? 0) } }
        #expect(abs(found.reduce(0) { $0 + ($1.energy ?? 0) } - sum(\.energy)) < 1e-6)
        #expect(abs(found.reduce(0) { $0 + ($1.distance ?? 0) } - sum(\.distance)) < 1e-6)
        #expect(found.reduce(0) { $0 + $1.duration } == sum(\.duration))
        #expect(found.count { $0.heartRate != nil } == expected.count { $0.heartRate != nil })
      }
    }
    var all: [WorkoutSummary] = []
    try test.store.forEachWorkout { all.append($0) }
    #expect(all.map(\.activity).sorted() == models.map(\.activity).sorted())
    var late: [WorkoutSummary] = []
    try test.store.forEachWorkout(in: at(-200)..<Date.distantFuture, readsRates: true) { late.append($0) }
    #expect(late.count == models.count { $0.start >= at(-200) } && late.count < all.count)
  }

  @Test("series of heartbeats are passed on by their start, whole, and without damaged pieces")
  func heartbeats() throws {
    let test = try TestStore()
    var batch = SampleBatch()
    batch.tables.types = [SampleTypeUse(identifier: TypeIdentifier.heartbeatSeries, kind: .other)]
    batch.tables.provenances = [Provenance(source: Source(name: "Watch"))]
    func beats(_ count: Int) -> [Heartbeat] {
      (0..<count).map { Heartbeat(time: Double($0), followsGap: $0.isMultiple(of: 100)) }
    }
    // The longest has several pieces.
    for (hours, count) in [(1.0, 60), (2, 0), (9, 60), (3, 5_000)] {
      batch.withData.append(
        DataRecord(
          sample: SampleRecord(type: 0, provenance: 0, start: at(hours), end: at(hours) + 60, value: Double(count)),
          data: Heartbeat.data(beats(count))))
    }
    try test.store.save(batch)
    func found(_ from: Double, _ to: Double) throws -> [Date: [Heartbeat]] {
      var found: [Date: [Heartbeat]] = [:]
      var last = Date.distantPast
      try test.store.forEachHeartbeatSeries(from: at(from), to: at(to)) { start, beats in
        #expect(start >= last)
        (found[start], last) = (beats, start)
      }
      return found
    }
    #expect(try found(1, 9) == [at(1): beats(60), at(2): [], at(3): beats(5_000)])
    #expect(try found(1.5, 2) == [:])
    try test.damage("UPDATE sample_data SET content = x'00' WHERE id IN (SELECT max(id) FROM sample_data)")
    #expect(try found(3, 4)[at(3)]?.count == 4_096)
  }

  @Test("workouts without stored statistics have the mean heart rate of their samples, also in the order of the list")
  func measuredRates() throws {
    let test = try TestStore()
    var batch = SampleBatch()
    batch.tables.types = [
      SampleTypeUse(identifier: TypeIdentifier.workout, kind: .workout),
      SampleTypeUse(identifier: TypeIdentifier.heartRate, kind: .quantity, unit: "count/min"),
    ]
    batch.tables.provenances = [Provenance(source: Source(name: "Watch"))]
    for (index, rate) in [140.0, 120, 160, 130].enumerated() {
      let start = at(Double(index * 2))
      var record = WorkoutRecord(
        sample: SampleRecord(type: 0, provenance: 0, start: start, end: start + 600, value: 37), duration: 600)
      if index == 3 {
        var statistics = WorkoutStatisticsRecord(
          type: TypeIdentifier.heartRate, unit: "count/min", start: start, end: start + 600)
        statistics.average = 150
        record.statistics = [statistics]
      }
      batch.workouts.append(record)
      // Twelve measurements in the first minute at 100, then one per minute: their plain mean is much lower.
      for second in stride(from: 0, to: 60, by: 5) {
        batch.samples.append(
          SampleRecord(
            type: 1, provenance: 0, start: start + Double(second), end: start + Double(second), value: 100))
      }
      for minute in 1..<10 {
        let instant = start + Double(minute * 60)
        batch.samples.append(SampleRecord(type: 1, provenance: 0, start: instant, end: instant, value: rate))
      }
    }
    // A rate that lasts for hours belongs to no workout that begins during it.
    batch.samples.append(SampleRecord(type: 1, provenance: 0, start: at(-3), end: at(20), value: 40))
    try test.store.save(batch)
    let means: [Double] = [160, 140, 120].map { ($0 * 9 + 100) / 10 }
    let found = try test.store.workouts(WorkoutRequest(order: .heartRate))
    for (workout, expected) in zip(found, [means[0], 150, means[1], means[2]]) {
      #expect(abs((workout.heartRate ?? 0) - expected) < 1e-9)
      #expect(workout.rates.duration == 600)
    }
    var all: [Double?] = []
    try test.store.forEachWorkout { all.append($0.heartRate) }
    #expect(all.compactMap(\.self).sorted() == found.compactMap(\.heartRate).sorted() && all.count == 4)
    for (viewed, listed) in zip(try viewedRates(test), found.compactMap(\.heartRate).sorted()) {
      #expect(abs(viewed - listed) < 1e-9)
    }
    let request = WorkoutRequest(order: .heartRate, limit: 1)
    let second = try test.store.workouts(
      WorkoutRequest(order: .heartRate, after: try test.store.workouts(request).last?.cursor, limit: 1))
    #expect(second.first?.row == found[1].row)
  }

  @Test(
    "the order by heart rate is that of the shown rates, also where another source measures beside it and in pauses")
  func rankedOrder() throws {
    let test = try TestStore()
    var batch = SampleBatch()
    batch.tables.types = [
      SampleTypeUse(identifier: TypeIdentifier.workout, kind: .workout),
      SampleTypeUse(identifier: TypeIdentifier.heartRate, kind: .quantity, unit: "count/min"),
    ]
    batch.tables.provenances = [Provenance(source: Source(name: "Watch")), Provenance(source: Source(name: "Strap"))]
    for (index, rate) in [120.0, 140, 130].enumerated() {
      let start = at(Double(index * 2))
      var record = WorkoutRecord(
        sample: SampleRecord(type: 0, provenance: 0, start: start, end: start + 1_200, value: 37), duration: 600)
      record.events = [
        WorkoutEventRecord(type: 1, start: start + 600, end: start + 600),
        WorkoutEventRecord(type: 2, start: start + 1_200, end: start + 1_200),
      ]
      batch.workouts.append(record)
      for second in stride(from: 0, to: 1_200, by: 5) {
        let instant = start + Double(second)
        // The strap measures the lower rates, the higher the watch's, and everybody rests the last ten minutes.
        batch.samples.append(
          SampleRecord(
            type: 1, provenance: 0, start: instant, end: instant, value: second < 600 ? rate : 200 - rate))
        batch.samples.append(
          SampleRecord(type: 1, provenance: 1, start: instant + 1, end: instant + 1, value: 300 - 2 * rate))
      }
    }
    try test.store.save(batch)
    for isDescending in [true, false] {
      let found = try test.store.workouts(WorkoutRequest(order: .heartRate, isDescending: isDescending))
      #expect(found.compactMap(\.heartRate) == (isDescending ? [140, 130, 120] : [120, 130, 140]))
    }
  }

  @Test("a day with a workout has a mean over time, not of its samples", arguments: 1...5 as ClosedRange<UInt64>)
  func meanOverTime(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let test = try TestStore()
    var batch = SampleBatch()
    let oxygen = "HKQuantityTypeIdentifierOxygenSaturation"
    batch.tables.types = [
      SampleTypeUse(identifier: TypeIdentifier.heartRate, kind: .quantity, unit: "count/min"),
      SampleTypeUse(identifier: oxygen, kind: .quantity, unit: "%"),
    ]
    batch.tables.provenances = [Provenance(source: Source(name: "Watch"))]
    var model: [Int: [Double]] = [:]
    var values: [Double] = []
    func add(_ second: Int, _ value: Double) {
      let instant = at(0) + Double(second)
      for type: Int32 in 0...1 {
        batch.samples.append(SampleRecord(type: type, provenance: 0, start: instant, end: instant, value: value))
      }
      model[second / 900, default: []].append(value)
      values.append(value)
    }
    // Every five minutes at rest, with gaps, and every four seconds during an hour of exercise.
    for second in stride(from: 0, to: 86_400, by: 300) where !(36_000..<39_600).contains(second) {
      if Int.random(in: 0..<5, using: &random) > 0 { add(second, Double(Int.random(in: 55...80, using: &random))) }
    }
    for second in stride(from: 36_000, to: 39_600, by: 4) {
      add(second, Double(Int.random(in: 130...160, using: &random)))
    }
    try test.store.save(batch)
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    let day = at(0)..<at(24)
    let rates = try #require(try test.store.statisticsOverTime(TypeIdentifier.heartRate, over: [day])[0])
    #expect(abs((rates.average ?? 0) - mean(model.values.map(mean))) < 1e-9)
    #expect(rates.measuredQuarters == model.count && rates.count == values.count)
    #expect(abs((rates.average ?? 0) - 70) < 4 && mean(values) > 110)
    // HealthKit's averages are as they were, and a type that it does not weight by time has no other.
    #expect(
      abs((try test.store.statistics(TypeIdentifier.heartRate, over: [day])[0]?.average ?? 0) - mean(values)) < 1e-9)
    #expect(abs((try test.store.statisticsOverTime(oxygen, over: [day])[0]?.average ?? 0) - mean(values)) < 1e-9)
    // Hours, and a span between quarter hours.
    let hours = try test.store.statisticsOverTime(
      TypeIdentifier.heartRate, over: (0..<24).map { at(Double($0))..<at(Double($0 + 1)) })
    for (hour, found) in hours.enumerated() {
      let quarters = (hour * 4..<hour * 4 + 4).compactMap { model[$0] }
      #expect(abs((found?.average ?? 0) - (quarters.isEmpty ? 0 : mean(quarters.map(mean)))) < 1e-9)
    }
    #expect(try test.store.statisticsOverTime(TypeIdentifier.heartRate, over: [at(30)..<at(40)]) == [nil])
  }

  /// The heart rates of workouts as a program without our functions reads them from the views.
  private func viewedRates(_ test: TestStore) throws -> [Double] {
    let views = try test.store.plainViews()
    let queue = try DatabaseQueue(path: test.path, configuration: Configuration())
    return try queue.writeWithoutTransaction { db in
      try db.execute(sql: views)
      return try Double.fetchAll(db, sql: "SELECT heart_rate FROM temp.workout ORDER BY heart_rate")
    }
  }

  @Test("a workout is returned with its heart rates, distance and pauses, and an invalid row with nothing")
  func detail() throws {
    let test = try TestStore()
    let start = at(8)
    var batch = SampleBatch()
    batch.tables.types = [
      SampleTypeUse(identifier: TypeIdentifier.workout, kind: .workout),
      SampleTypeUse(identifier: "HKQuantityTypeIdentifierHeartRate", kind: .quantity, unit: "count/min"),
      SampleTypeUse(identifier: TypeIdentifier.distanceWalkingRunning, kind: .quantity, unit: "m"),
    ]
    batch.tables.provenances = [
      Provenance(source: Source(name: "Watch"), device: Device(name: "Apple Watch", model: "Watch")),
      Provenance(source: Source(name: "iPhone"), device: Device(model: "iPhone")),
    ]
    var record = WorkoutRecord(
      sample: SampleRecord(type: 0, provenance: 0, start: start, end: start + 600, value: 37), duration: 540)
    record.events = [
      WorkoutEventRecord(type: 1, start: start + 100, end: start + 100),
      WorkoutEventRecord(type: 2, start: start + 160, end: start + 160),
    ]
    batch.workouts = [record]
    for second in stride(from: -60, through: 660, by: 60) {
      batch.samples.append(
        SampleRecord(
          type: 1, provenance: 0, start: start + Double(second), end: start + Double(second),
          value: 120 + Double(second) / 60))
    }
    // A sample that began before counts in proportion; the phone's does not count besides the watch's.
    batch.samples.append(SampleRecord(type: 2, provenance: 0, start: start - 60, end: start + 60, value: 200))
    batch.samples.append(SampleRecord(type: 2, provenance: 0, start: start + 60, end: start + 600, value: 900))
    batch.samples.append(SampleRecord(type: 2, provenance: 1, start: start + 60, end: start + 540, value: 5_000))
    try test.store.save(batch)
    let row = try #require(try test.store.workouts(WorkoutRequest()).first?.row)
    let detail = try #require(try test.store.workout(row: row))
    #expect(detail.rates.map(\.rate) == (0...10).map { 120 + Double($0) })
    #expect(abs(detail.distances.reduce(0) { $0 + $1.value } - 1_000) < 1e-6)
    #expect(detail.time.duration == 540 && detail.events.count == 2)
    // From 100 to 160 the workout is paused: the rate 121 counts for 40 seconds, and 122 for 20.
    #expect(detail.summary.rates.duration == 540)
    let seconds: [Double] = [60, 40, 20] + [Double](repeating: 60, count: 7)
    let mean = zip(120..., seconds).reduce(0) { $0 + Double($1.0) * $1.1 } / 540
    #expect(abs((detail.summary.heartRate ?? 0) - mean) < 1e-9)
    #expect(try viewedRates(test).count == 1 && abs(viewedRates(test)[0] - mean) < 1e-9)
    #expect(try test.store.workouts(WorkoutRequest()).first?.rates == detail.summary.rates)
    #expect(detail.source == "Watch" && detail.device == "Apple Watch")
    #expect(try test.store.workout(row: row + 1_000) == nil)
  }

  @Test(
    "pages of samples contain all of them in order, and sources are ordered by rank", arguments: [1, 2] as [UInt64])
  func samples(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let test = try TestStore()
    var batch = SampleBatch()
    batch.tables.types = [SampleTypeUse(identifier: TypeIdentifier.stepCount, kind: .quantity, unit: "count")]
    batch.tables.provenances = [
      Provenance(source: Source(name: "App")),
      Provenance(source: Source(name: "iPhone"), device: Device(model: "iPhone")),
      Provenance(source: Source(name: "Watch"), device: Device(model: "Watch")),
    ]
    for _ in 0..<300 {
      let start = at(Double(Int.random(in: -200...0, using: &random)))
      batch.samples.append(
        SampleRecord(
          type: 0, provenance: Int32(Int.random(in: 0...2, using: &random)), start: start, end: start + 60,
          value: Double(Int.random(in: 1...20, using: &random))))
    }
    try test.store.save(batch)
    for order in SampleListRequest.Order.allCases {
      for isDescending in [true, false] {
        let source = [nil, "App", "Watch"].randomElement(using: &random) ?? nil
        let today = try test.store.day(at: at(0))
        let days = Bool.random(using: &random) ? nil : (today - 5)...(today - 1)
        var request = SampleListRequest(
          type: TypeIdentifier.stepCount, days: days, order: order, isDescending: isDescending, source: source,
          limit: Int.random(in: 1...70, using: &random))
        var found: [SampleListEntry] = []
        while true {
          let page = try test.store.samples(request)
          found += page
          guard page.count == request.limit, let last = page.last else { break }
          request.after = last.cursor
        }
        let interval = try days.map { days in
          let all = try test.store.intervals(of: days)
          return (all.first?.interval.lowerBound ?? .distantPast)..<(all.last?.interval.upperBound ?? .distantFuture)
        }
        let names = ["App", "iPhone", "Watch"]
        let expected = batch.samples.filter { sample in
          (source.map { names[Int(sample.provenance)] == $0 } ?? true) && (interval?.contains(sample.start) ?? true)
        }
        #expect(found.count == expected.count && Set(found.map(\.row)).count == found.count)
        #expect(found.reduce(0) { $0 + $1.value } == expected.reduce(0) { $0 + $1.value })
        let keys = found.map { order == .date ? $0.start.timeIntervalSinceReferenceDate : $0.value }
        #expect(zip(keys, keys.dropFirst()).allSatisfy { isDescending ? $0 >= $1 : $0 <= $1 })
      }
    }
    let sources = try test.store.sources(ofType: TypeIdentifier.stepCount)
    #expect(sources.entries.map(\.name) == ["Watch", "iPhone", "App"])
    for (index, name) in ["App", "iPhone", "Watch"].enumerated() {
      let own = batch.samples.filter { $0.provenance == index }
      let entry = try #require(sources.entries.first { $0.name == name })
      #expect(entry.samples == own.count)
      #expect(try entry.last == test.store.day(at: own.map(\.start).max() ?? .distantPast))
      #expect(try entry.first == test.store.day(at: own.map(\.start).min() ?? .distantPast))
    }
    let row = try #require(try test.store.samples(SampleListRequest(type: TypeIdentifier.stepCount)).first?.row)
    #expect(try test.store.sample(row: row)?.unit == "count")
    #expect(try test.store.sample(row: row + 5_000) == nil)
  }

  @Test("statistics of intervals equal those of the samples in them", arguments: [1, 2, 3, 4] as [UInt64])
  func statistics(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let test = try TestStore()
    var batch = SampleBatch()
    batch.tables.types = [
      SampleTypeUse(identifier: "HKQuantityTypeIdentifierHeartRate", kind: .quantity, unit: "count/min"),
      SampleTypeUse(identifier: TypeIdentifier.stepCount, kind: .quantity, unit: "count"),
    ]
    batch.tables.provenances = [Provenance(source: Source(name: "Watch"))]
    // Enough for totals to be stored in half of the rounds.
    let count = seed.isMultiple(of: 2) ? 6_000 : 700
    for _ in 0..<count {
      let start = at(0) + Double(Int.random(in: 0..<(40 * 86_400), using: &random))
      batch.samples.append(
        SampleRecord(
          type: Int32(Int.random(in: 0...1, using: &random)), provenance: 0, start: start, end: start,
          value: Double(Int.random(in: 40...190, using: &random))))
    }
    try test.store.save(batch)
    let spans = (0..<44).map { at(0, Double($0 - 2))..<at(0, Double($0 - 1)) }
    let rates = try test.store.statistics("HKQuantityTypeIdentifierHeartRate", over: spans)
    let steps = try test.store.statistics(TypeIdentifier.stepCount, over: spans)
    for (index, span) in spans.enumerated() {
      func values(_ type: Int32) -> [Double] {
        batch.samples.filter { $0.type == type && span.contains($0.start) }.map(\.value)
      }
      let (own, counted) = (values(0), values(1))
      #expect(rates[index]?.minimum == own.min() && rates[index]?.maximum == own.max())
      #expect(abs((rates[index]?.average ?? 0) - (own.isEmpty ? 0 : own.reduce(0, +) / Double(own.count))) < 1e-9)
      #expect(abs((steps[index]?.sum ?? 0) - counted.reduce(0, +)) < 1e-9)
    }
    #expect(try test.store.statistics("HKQuantityTypeIdentifierBodyMass", over: spans).allSatisfy { $0 == nil })
  }
}
