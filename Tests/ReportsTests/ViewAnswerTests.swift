import Dashboard
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import TestSupport
import Testing

@testable import Reports

/// The views of a random store, against a model that processes the samples one by one: across a clock change, a
/// journey, a pause, missing days and a change of goals.
@Suite("Views against a model")
struct ViewAnswerTests {
  private struct Sample {
    var type: String
    var start: Date
    var end: Date
    var value: Double
    var source: String
  }

  /// Two hundred days from October 2025 on in Berlin, some of them spent in New York.
  private struct Model {
    let first = Day(year: 2025, month: 10, day: 1) ?? Day(number: 0)
    let count = 200
    var samples: [Sample] = []
    var workouts: [(start: Date, duration: Double, activity: Int, rate: Double)] = []
    let journey: Range<Int>
    var goals: [Double] = []
    var paused: Set<Int> = []

    var last: Day { first + (count - 1) }
    var days: ClosedRange<Day> { first...last }
    var now: Date { midnight(count - 1).addingTimeInterval(72_000) }

    func source(_ store: Store) -> StoreSource {
      StoreSource(store: StoreConnection(path: store.path), now: now)
    }

    func zone(_ index: Int) -> TimeZone {
      (journey.contains(index) ? TimeZone(identifier: "America/New_York") : TimeZone(identifier: "Europe/Berlin"))
        ?? .gmt
    }

    /// The start of a day, in local time.
    func midnight(_ index: Int) -> Date {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone(index)
      let (year, month, day) = (first + index).fields
      return calendar.date(from: DateComponents(year: year, month: month, day: day)) ?? .distantPast
    }

    func span(_ day: Day) -> Range<Date> { midnight(day - first)..<midnight(day - first + 1) }

    init(_ random: inout SplitMix) {
      let start = Int.random(in: 20...150, using: &random)
      journey = start..<(start + Int.random(in: 3...20, using: &random))
      var goal = 400.0
      for index in 0..<count {
        if Int.random(in: 0..<40, using: &random) == 0 { goal = Double.random(in: 200...700, using: &random).rounded() }
        goals.append(goal)
        if index > 0,
          paused.contains(index - 1)
            ? Int.random(in: 0..<3, using: &random) > 0 : Int.random(in: 0..<40, using: &random) == 0
        {
          paused.insert(index)
        }
        addDay(index, &random)
      }
    }

    private mutating func addDay(_ index: Int, _ random: inout SplitMix) {
      let (start, end) = (midnight(index), midnight(index + 1))
      let length = Int(end.timeIntervalSince(start))
      // Days of arrival always have data, from which the change of time zone is known.
      guard
        [journey.lowerBound, journey.upperBound, 0, count - 1].contains(index)
          || Int.random(in: 0..<6, using: &random) > 0
      else { return }
      func add(_ type: String, _ from: Int, _ to: Int, _ value: Double, _ source: String = "Watch") {
        samples.append(
          Sample(
            type: type, start: start.addingTimeInterval(Double(from)), end: start.addingTimeInterval(Double(to)),
            value: value, source: source))
      }
      for _ in 0..<4 {
        let at = Int.random(in: 0..<length, using: &random)
        add(TypeIdentifier.heartRate, at, at, Double(Int.random(in: 48...170, using: &random)))
      }
      // One after another, the last across midnight; simultaneous sources are tested elsewhere.
      var at = 28_800
      // The day of the return has only 18 hours.
      while at < min(80_000, length - 4_000) {
        let to = at + Int.random(in: 60...1_800, using: &random)
        let source = Bool.random(using: &random) ? "Watch" : "Phone"
        add(TypeIdentifier.stepCount, at, to, Double(Int.random(in: 10...3_000, using: &random)), source)
        add(TypeIdentifier.activeEnergyBurned, at, to, Double(Int.random(in: 10...150, using: &random)))
        at = to + Int.random(in: 600...20_000, using: &random)
      }
      let late = length - Int.random(in: 0...600, using: &random)
      add(TypeIdentifier.stepCount, late, late + 600, 600)
      if Bool.random(using: &random) {
        add("HKQuantityTypeIdentifierRestingHeartRate", 30_000, 30_000, Double(Int.random(in: 48...66, using: &random)))
      }
      if index > 0, ![journey.lowerBound, journey.upperBound].contains(index) {
        let bed = Int.random(in: -5_400...3_600, using: &random)
        let wake = Int.random(in: 18_000...27_000, using: &random)
        let middle = (bed + wake) / 2 / 60 * 60
        add(TypeIdentifier.sleepAnalysis, bed / 60 * 60, middle, 3)
        add(TypeIdentifier.sleepAnalysis, middle, wake / 60 * 60, 5)
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        workouts.append(
          (
            start.addingTimeInterval(43_200), Double(Int.random(in: 600...5_000, using: &random)),
            [37, 13, 52].randomElement(using: &random) ?? 37, Double(Int.random(in: 90...170, using: &random))
          ))
      }
    }

    /// The mean resting rate of a day.
    func resting(_ day: Day) -> Double? {
      guard days.contains(day) else { return nil }
      let own = values("HKQuantityTypeIdentifierRestingHeartRate", span(day))
      return own.isEmpty ? nil : own.reduce(0, +) / Double(own.count)
    }

    func values(_ type: String, _ span: Range<Date>) -> [Double] {
      samples.filter { $0.type == type && span.contains($0.start) }.map(\.value)
    }

    /// The mean of the means of the quarter hours with samples.
    func meanOverTime(_ type: String, _ span: Range<Date>) -> Double? {
      var quarters: [Int: [Double]] = [:]
      for sample in samples where sample.type == type && span.contains(sample.start) {
        quarters[Int(sample.start.timeIntervalSinceReferenceDate / 900), default: []].append(sample.value)
      }
      let means = quarters.values.map { $0.reduce(0, +) / Double($0.count) }
      return means.isEmpty ? nil : means.reduce(0, +) / Double(means.count)
    }

    /// A cumulative sample counts in proportion to its overlap.
    func sum(_ type: String, _ span: Range<Date>) -> Double? {
      var sum: Double?
      for sample in samples where sample.type == type && sample.start < span.upperBound && sample.end > span.lowerBound
      {
        let part = min(sample.end, span.upperBound).timeIntervalSince(max(sample.start, span.lowerBound))
        sum = (sum ?? 0) + sample.value * part / sample.end.timeIntervalSince(sample.start)
      }
      return sum
    }
  }

  private static func store(_ model: Model, at path: String) throws -> Store {
    let store = try StoreConnection(path: path).writing(homeZone: "Europe/Berlin")
    var batch = SampleBatch()
    let types = Set(model.samples.map(\.type)).sorted()
    batch.tables.types = ChunkedArray(
      types.map { type in
        QuantityTypeCatalog.entry(for: type).map {
          SampleTypeUse(identifier: type, kind: .quantity, unit: $0.unit.unitString)
        } ?? SampleTypeUse(identifier: type, kind: .category)
      } + [SampleTypeUse(identifier: TypeIdentifier.workout, kind: .workout)])
    batch.tables.provenances = [
      Provenance(source: Source(name: "Watch")), Provenance(source: Source(name: "Phone")),
    ]
    batch.tables.metadata = ChunkedArray(
      [model.zone(model.journey.lowerBound), model.zone(0)].map {
        Metadata([Metadata.Entry(key: "HKTimeZone", value: .text($0.identifier))])
      })
    // At noon of the first day there, and of the first day back.
    let marks = [
      (model.midnight(model.journey.lowerBound) + 43_200, 0), (model.midnight(model.journey.upperBound) + 43_200, 1),
    ]
    for sample in model.samples {
      batch.samples.append(
        SampleRecord(
          type: Int32(types.firstIndex(of: sample.type) ?? 0), provenance: sample.source == "Watch" ? 0 : 1,
          start: sample.start, end: sample.end, value: sample.value))
    }
    for (date, metadata) in marks {
      batch.samples.append(
        SampleRecord(
          type: Int32(types.firstIndex(of: "HKQuantityTypeIdentifierRestingHeartRate") ?? 0), provenance: 0,
          metadata: Int32(metadata), start: date, end: date, value: 60))
    }
    for workout in model.workouts {
      let end = workout.start.addingTimeInterval(workout.duration)
      var record = WorkoutRecord(
        sample: SampleRecord(
          type: Int32(types.count), provenance: 0, start: workout.start, end: end, value: Double(workout.activity)),
        duration: workout.duration)
      var rate = WorkoutStatisticsRecord(
        type: TypeIdentifier.heartRate, unit: "count/min", start: workout.start, end: end)
      rate.average = workout.rate
      record.statistics = [rate]
      batch.workouts.append(record)
    }
    // The loads of workouts need the age and the sex.
    let session = ImportSession(store: store, options: ImportOptions(now: model.now, systemZone: "GMT"))
    _ = try session.begin(
      ImportHeader(
        path: "export.zip",
        characteristics: [
          "HKCharacteristicTypeIdentifierDateOfBirth": "1985-06-30",
          "HKCharacteristicTypeIdentifierBiologicalSex": "HKBiologicalSexFemale",
        ]))
    try session.finish(complete: true)
    try store.save(batch)
    for index in 0..<model.count where index == 0 || model.goals[index] != model.goals[index - 1] {
      try store.setGoal(model.goals[index], for: .move, from: model.first + index)
    }
    for index in model.paused.sorted() {
      try store.change(.pause((model.first + index)...(model.first + index)), title: "pause")
    }
    return store
  }

  private static func isClose(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return abs(one - other) <= 1e-6 * max(1, abs(other))
  }

  @Test("charts, nights, heart rates, workouts, sources, streaks and trends", arguments: 1...6 as ClosedRange<UInt64>)
  func agree(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var model = Model(&random)
    let folder = FileManager.default.temporaryDirectory.appending(path: "views-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try Self.store(model, at: folder + "/health.sqlite")
    for date in [model.midnight(model.journey.lowerBound), model.midnight(model.journey.upperBound)] {
      let noon = date + 43_200
      model.samples.append(
        Sample(
          type: "HKQuantityTypeIdentifierRestingHeartRate", start: noon, end: noon, value: 60, source: "Watch"))
    }
    #expect(try store.intervals(of: model.days).map(\.interval) == model.days.map(model.span))
    try checkCharts(model, store, &random)
    try checkHeartAndSleep(model, store, &random)
    try checkLists(model, store)
    try checkHistory(model, store)
  }

  private func checkCharts(_ model: Model, _ store: Store, _ random: inout SplitMix) throws {
    for period in ChartPeriod.allCases {
      for type in [TypeIdentifier.stepCount, TypeIdentifier.heartRate] {
        let day = model.first + Int.random(in: 40..<model.count, using: &random)
        let all = period.days(of: day, weekStart: 1, known: model.days)
        let days = max(all.lowerBound, model.first)...min(all.upperBound, model.last)
        let series = try ChartQuery(type: type, period: period, days: days, weekStart: 1)
          .run(in: model.source(store))
        for bar in series.bars {
          var span = model.span(bar.days.lowerBound).lowerBound..<model.span(bar.days.upperBound).upperBound
          if let hour = bar.hour {
            // The second of two hours with the same name is identified by its position.
            let place = series.bars.firstIndex(of: bar) ?? hour
            let start = span.lowerBound.addingTimeInterval(Double(place) * 3_600)
            span = start..<min(span.upperBound, start.addingTimeInterval(3_600))
          }
          if type == TypeIdentifier.stepCount {
            #expect(Self.isClose(bar.values?.sum, model.sum(type, span)), "\(period) \(bar.days) \(bar.hour ?? -1)")
          } else {
            let values = model.values(type, span)
            #expect(bar.values?.minimum == values.min() && bar.values?.maximum == values.max(), "\(period) \(bar.days)")
            #expect(Self.isClose(bar.values?.average, model.meanOverTime(type, span)))
          }
        }
      }
    }
    let days = (model.last - 90)...model.last
    let scatter = try ScatterQuery(
      x: TypeIdentifier.stepCount, y: "HKQuantityTypeIdentifierRestingHeartRate", days: days
    ).run(in: model.source(store))
    let expected = days.compactMap { day -> Day? in
      let resting = model.values("HKQuantityTypeIdentifierRestingHeartRate", model.span(day))
      return model.sum(TypeIdentifier.stepCount, model.span(day)) != nil && !resting.isEmpty ? day : nil
    }
    #expect(scatter.points.map(\.day) == expected)
    #expect(scatter.points.allSatisfy { Self.isClose($0.x, model.sum(TypeIdentifier.stepCount, model.span($0.day))) })
    // The second type two days after the first.
    let later = try ScatterQuery(
      x: TypeIdentifier.stepCount, y: "HKQuantityTypeIdentifierRestingHeartRate", days: days, lag: 2
    ).run(in: model.source(store))
    #expect(
      later.points.map(\.day)
        == days.filter { day in
          model.sum(TypeIdentifier.stepCount, model.span(day)) != nil
            && !model.values("HKQuantityTypeIdentifierRestingHeartRate", model.span(day + 2)).isEmpty
        })
    if let rank = try? later.rank.get().value { #expect(rank.lag == 2 && rank.count == later.points.count) }
  }

  private func checkHeartAndSleep(_ model: Model, _ store: Store, _ random: inout SplitMix) throws {
    let day = model.first + Int.random(in: 60..<model.count, using: &random)
    let heart = try HeartQuery(day).run(in: model.source(store))
    for (index, range) in heart.ranges.enumerated() {
      let values = model.values(TypeIdentifier.heartRate, model.span(day - (HeartDay.days - 1 - index)))
      #expect(range?.minimum == values.min() && range?.maximum == values.max())
      let span = model.span(day - (HeartDay.days - 1 - index))
      #expect(Self.isClose(range?.average, model.meanOverTime(TypeIdentifier.heartRate, span)))
    }
    #expect(heart.hours.count == Int(model.span(day).upperBound.timeIntervalSince(model.span(day).lowerBound) / 3_600))
    let sleep = try SleepQuery(upTo: day).run(in: model.source(store))
    for night in (day - (SleepDays.nights - 1))...day {
      // Those that end between midnight and the evening of the day.
      let spans = model.samples.filter {
        $0.type == TypeIdentifier.sleepAnalysis && $0.end > model.span(night).lowerBound
          && $0.end < model.span(night).lowerBound + 43_200
      }
      guard let first = spans.map(\.start).min() else {
        #expect(sleep.nights[night] == nil, "\(night)")
        continue
      }
      // The first half may end before midnight.
      let whole = model.samples.filter {
        $0.type == TypeIdentifier.sleepAnalysis && ($0.end == first || spans.map(\.start).contains($0.start))
      }
      let asleep = whole.reduce(0) { $0 + $1.end.timeIntervalSince($1.start) }
      #expect(Self.isClose(sleep.nights[night]?.night.asleep, asleep), "\(night)")
    }
  }

  private func checkLists(_ model: Model, _ store: Store) throws {
    let overview = try WorkoutOverviewQuery(weekStart: 1).run(in: model.source(store))
    #expect(overview.all.count == model.workouts.count)
    var weeks: [Day: Double] = [:]
    for workout in model.workouts {
      guard let day = model.days.first(where: { model.span($0).contains(workout.start) }) else { continue }
      let resting = (0..<28).compactMap { model.resting(day - $0) }.sorted()
      weeks[day.week(startingOn: 1).lowerBound, default: 0] += 0
      guard !resting.isEmpty else { continue }
      let low = (resting[(resting.count - 1) / 2] + resting[resting.count / 2]) / 2
      let age = day >= Day(year: 2026, month: 6, day: 30) ?? day ? 41 : 40
      // Four rates a day cover too little of a workout: its load is that of its mean.
      let part = min(1, max(0, (workout.rate - low) / (208 - 0.7 * Double(age) - low)))
      weeks[day.week(startingOn: 1).lowerBound, default: 0] += workout.duration / 60 * part * 0.86 * exp(1.67 * part)
    }
    #expect(overview.weeks.count == weeks.count)
    for (week, totals) in overview.weeks {
      #expect(
        Self.isClose(totals.load.lowerBound, weeks[week]) && totals.load.lowerBound == totals.load.upperBound,
        "\(week): \(totals.load), \(weeks[week] ?? -1)")
    }
    let steps = model.samples.filter { $0.type == TypeIdentifier.stepCount }
    let sources = try store.sources(ofType: TypeIdentifier.stepCount)
    #expect(sources.entries.map(\.name) == ["Watch", "Phone"])
    for entry in sources.entries {
      let own = steps.filter { $0.source == entry.name }
      #expect(entry.samples == own.count)
      #expect(own.map(\.start).min().map { model.span(entry.first).contains($0) } == true)
      #expect(own.map(\.start).max().map { model.span(entry.last).contains($0) } == true)
      #expect(try store.sourceTimes(ofType: TypeIdentifier.stepCount)[entry]?.reduce(0, +) == own.count)
    }
    var request = SampleListRequest(type: TypeIdentifier.stepCount, order: .value, source: "Phone", limit: 37)
    var listed: [SampleListEntry] = []
    while listed.count <= steps.count {
      let page = try store.samples(request)
      listed += page
      guard page.count == 37 else { break }
      request.after = page.last?.cursor
    }
    let own = steps.filter { $0.source == "Phone" }
    #expect(listed.map(\.value) == own.map(\.value).sorted(by: >))
    #expect(listed.allSatisfy { model.span($0.day).contains($0.start) })
  }

  private func checkHistory(_ model: Model, _ store: Store) throws {
    let energy = model.days.map { model.sum(TypeIdentifier.activeEnergyBurned, model.span($0)) }
    // Only Move, today open: a paused day is skipped.
    var (streak, longest, closed) = (0, 0, 0)
    for index in 0..<model.count where !model.paused.contains(index) {
      let isClosed = energy[index].map { $0 >= model.goals[index] } ?? false
      if isClosed {
        streak += 1
        closed += 1
      } else if index < model.count - 1 {
        streak = 0
      }
      longest = max(longest, streak)
    }
    let report = try StreaksQuery(today: model.last, weekStart: 1).run(in: model.source(store))
    let move = try #require(report.lines.first { $0.ring == .move })
    #expect(move.current.days == streak && move.longest.days == longest && move.days.closed == closed)
    #expect(Self.isClose(move.total, energy.compactMap(\.self).reduce(0, +)))
    let best = energy.enumerated().max { ($0.element ?? 0, -$0.offset) < ($1.element ?? 0, -$1.offset) }
    #expect(move.best?.day == best.map { model.first + $0.offset })

    func means(_ values: [Double?]) -> [Double?] {
      [90, values.count].map { count in
        let known = values.suffix(count).compactMap(\.self)
        return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
      }
    }
    let trends = try TrendsQuery(today: model.last).run(in: model.source(store))
    let kept = energy.enumerated().map { model.paused.contains($0.offset) ? nil : $0.element }.dropLast()
    let moveTrend = try #require(trends.trends.first { $0.metric == .move })
    #expect(
      Self.isClose(moveTrend.recent, means(Array(kept))[0]) && Self.isClose(moveTrend.usual, means(Array(kept))[1]))
    let steps = model.days.dropLast().map { model.sum(TypeIdentifier.stepCount, model.span($0)) }
    let stepTrend = try #require(trends.trends.first { $0.metric == .steps })
    #expect(Self.isClose(stepTrend.recent, means(steps)[0]) && Self.isClose(stepTrend.usual, means(steps)[1]))
  }
}
