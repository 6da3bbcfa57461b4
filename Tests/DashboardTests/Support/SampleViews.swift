import FoundationEssentials
import HealthAnalysis
import HealthModel
import TestSupport

@testable import Dashboard

/// Made-up results of the queries of lists and charts, the same in every run.
enum SampleViews {
  static func loaded(_ query: any StoreQuery) -> LoadedQuery? {
    switch query {
    case let query as WorkoutsQuery: LoadedQuery(query, workouts(query.request))
    case let query as WorkoutOverviewQuery: LoadedQuery(query, overview(query.weekStart))
    case let query as WorkoutQuery: LoadedQuery(query, detail(query.row))
    case let query as ChartQuery: LoadedQuery(query, chart(query))
    case let query as HeartQuery: LoadedQuery(query, heart(query.day))
    case let query as SleepQuery: LoadedQuery(query, sleep(query.day))
    case let query as NightCourseQuery: LoadedQuery(query, course(query.day))
    case let query as SamplesQuery: LoadedQuery(query, samples(query.request))
    case let query as SampleQuery:
      LoadedQuery(
        query,
        samples(SampleListRequest(type: TypeIdentifier.stepCount, limit: 450)).first { $0.row == query.row }.map {
          SampleDetail(
            entry: $0, type: TypeIdentifier.stepCount, unit: "count",
            uuid: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
            provenance: Provenance(
              source: Source(name: "Robin's Apple Watch"), version: "26.1",
              device: Device(name: "Apple Watch", manufacturer: "Apple Inc.", hardwareVersion: "Watch7,5")),
            metadata: Metadata([Metadata.Entry(key: "HKTimeZone", value: .text("Europe/Berlin"))]))
        })
    case let query as SourcesQuery:
      LoadedQuery(
        query,
        SourceList(
          type: query.type,
          entries: [("Robin's Apple Watch", "Watch7,5", 51_234), ("Robin's iPhone", "iPhone17,1", 9_876)].map {
            SourceListEntry(
              name: $0, hardware: $1, isEnteredByHand: false, samples: $2, first: SampleDays.today - 400,
              last: SampleDays.today, position: nil)
          }))
    case let query as SourceOrderQuery: LoadedQuery(query, sourceOrder(query.type, query.names))
    case let query as SourceTimesQuery:
      LoadedQuery(
        query,
        SourceTimes(
          days: (SampleDays.today - 400)...SampleDays.today,
          counts: [
            SourceTimes.Key(name: "Robin's Apple Watch", hardware: "Watch7,5", isEnteredByHand: false):
              (0..<SourceTimes.parts).map { $0 < 30 ? 0 : 300 + $0 * 37 % 400 },
            SourceTimes.Key(name: "Robin's iPhone", hardware: "iPhone17,1", isEnteredByHand: false):
              (0..<SourceTimes.parts).map { 40 + $0 * 23 % 160 },
          ]))
    case let query as ScatterQuery: LoadedQuery(query, scatter(query))
    case let query as MeasuresQuery: LoadedQuery(query, measures(query.group))
    case let query as MeasureHistoryQuery: LoadedQuery(query, history(of: query.group, upTo: query.day))
    case let query as TrainingYearQuery: LoadedQuery(query, year(upTo: query.day))
    case let query as TypesQuery:
      LoadedQuery(
        query,
        [
          ("HKQuantityTypeIdentifierHeartRate", 51_234), (TypeIdentifier.stepCount, 20_000),
          (TypeIdentifier.sleepAnalysis, 4_000), ("HKCategoryTypeIdentifierHeadache", 3),
        ].map {
          TypeOverview(
            identifier: $0, unit: "count", count: $1, firstStart: SampleDays.midnight(SampleDays.today - 400),
            lastStart: SampleDays.now)
        })
    default: nil
    }
  }

  /// The answers of an empty store.
  static func nothing(_ query: any StoreQuery) -> LoadedQuery? {
    switch query {
    case let query as WorkoutsQuery: return LoadedQuery(query, [])
    case let query as WorkoutOverviewQuery:
      return LoadedQuery(query, WorkoutOverview(history: history, weekStart: query.weekStart))
    case let query as WorkoutQuery: return LoadedQuery(query, nil)
    case let query as ChartQuery:
      let bars = query.period.buckets(query.days, weekStart: query.weekStart).map { ChartSeries.Bar(days: $0) }
      return LoadedQuery(
        query, ChartSeries(type: query.type, days: query.days, bars: bars, summary: ChartSeries.Summary()))
    case let query as HeartQuery:
      return LoadedQuery(
        query,
        HeartDay(
          day: query.day, hours: (0..<24).map { HeartDay.Hour(hour: $0, values: nil) },
          ranges: Array(repeating: nil, count: HeartDay.days), measures: [:]))
    case let query as SleepQuery:
      return LoadedQuery(query, SleepDays(days: (query.day - 27)...query.day, nights: []))
    case let query as NightCourseQuery: return LoadedQuery(query, NightCourse(heartRate: [], breathing: []))
    case let query as SamplesQuery: return LoadedQuery(query, [])
    case let query as SampleQuery: return LoadedQuery(query, nil)
    case let query as SourcesQuery: return LoadedQuery(query, SourceList(type: query.type, entries: []))
    case let query as TypesQuery: return LoadedQuery(query, [])
    case let query as SourceOrderQuery:
      return LoadedQuery(query, SourceOrderEffect(type: query.type, names: query.names))
    case let query as SourceTimesQuery: return LoadedQuery(query, SourceTimes())
    case let query as MeasuresQuery:
      return LoadedQuery(
        query,
        MeasureName.allCases.filter { $0.group == query.group }.map {
          NamedMeasure($0, .failure(.tooFew(.day, needed: 28, has: 0)))
        })
    case let query as ScatterQuery:
      return LoadedQuery(query, Scatter(x: query.x, y: query.y, days: query.days, points: []))
    default: return nil
    }
  }

  private static let history = HeartRateHistory(
    sex: .male, chosen: HeartRateLimits(resting: 58, maximum: 180))

  private static func history(of group: MeasureGroup, upTo day: Day) -> MeasureHistory {
    let values = (0..<30).map { index -> Double? in
      if index % 11 == 4 { return nil }
      return 50 + Double(index * 7 % 13)
    }
    let names = MeasureName.allCases.filter { $0.group == group }
    return MeasureHistory(
      days: (day - 29)...day, values: Dictionary(uniqueKeysWithValues: names.map { ($0, values) }))
  }

  private static func year(upTo day: Day) -> TrainingYear {
    let forms = (0..<364).map { index -> TrainingForm? in
      index < 42 ? nil : TrainingForm(fitness: 50, fatigue: 45, form: Double(index * 11 % 90) / 3 - 12)
    }
    let weeks = (0..<52).map { week -> (first: Day, zones: [Double]) in
      let zones = (0..<5).map { Double((week * 7 + $0 * 13) % 40 * 120) }
      return (day - 7 * (51 - week), week % 9 == 5 ? [] : zones)
    }
    return TrainingYear(days: (day - 363)...day, forms: forms, weeks: weeks)
  }

  /// Every third without a value.
  private static func measures(_ group: MeasureGroup) -> [NamedMeasure] {
    MeasureName.allCases.filter { $0.group == group }.enumerated().map { index, name in
      index % 3 == 2
        ? NamedMeasure(name, .failure(.tooFew(.night, needed: 28, has: 9)))
        : NamedMeasure(
          name, .success(Measured(Double(40 + index * 7), .form)), note: index == 0 ? "within 38 to 51" : "")
    }
  }

  // MARK: - Workouts

  private static let kinds = [37, 52, 13, 46, 50, 37, 37, 52]

  private static let all: [WorkoutSummary] = (0..<174).map { index in
    let day = SampleDays.today - index * 2
    let start = SampleDays.midnight(day) + Double(25_200 + index % 5 * 3_661)
    let duration = Double(1_200 + index * 977 % 4_800)
    let activity = kinds[index % kinds.count]
    var workout = WorkoutSummary(
      row: Int64(1_000 - index), activity: activity, start: start, end: start + duration + Double(index % 3 * 60),
      duration: duration, energy: duration / 8, distance: activity == 50 ? nil : duration * 2.7,
      heartRate: index % 11 == 3 ? nil : Double(108 + index * 13 % 50), cursor: ListCursor(key: 0, row: 0))
    workout.day = day
    workout.minuteOfDay = (25_200 + index % 5 * 3_661) / 60
    return workout
  }

  static func workouts(_ request: WorkoutRequest) -> [WorkoutSummary] {
    func key(_ workout: WorkoutSummary) -> Double {
      switch request.order {
      case .date: workout.start.timeIntervalSinceReferenceDate
      case .duration: workout.duration
      case .energy: workout.energy ?? -1
      case .distance: workout.distance ?? -1
      case .heartRate: workout.heartRate ?? -1
      }
    }
    let sorted = all.filter { request.activities?.contains($0.activity) ?? true }.map { workout in
      var workout = workout
      workout.cursor = ListCursor(key: key(workout), row: workout.row)
      return workout
    }.sorted { left, right in
      let isBefore = (left.cursor.key, left.row) < (right.cursor.key, right.row)
      return request.isDescending ? !isBefore && left.row != right.row : isBefore
    }
    guard let after = request.after else { return Array(sorted.prefix(request.limit)) }
    return Array(sorted.drop { $0.row != after.row }.dropFirst().prefix(request.limit))
  }

  private static func overview(_ weekStart: Int) -> WorkoutOverview {
    var overview = WorkoutOverview(history: history, weekStart: weekStart)
    for workout in all { overview.add(workout) }
    overview.finish()
    return overview
  }

  private static func detail(_ row: Int64) -> WorkoutDetail? {
    guard let summary = all.first(where: { $0.row == row }) else { return nil }
    var detail = StoredWorkout(
      summary: summary, source: "Robin's Apple Watch", device: "Apple Watch",
      metadata: Metadata([
        Metadata.Entry(key: "HKIndoorWorkout", value: .flag(false)),
        Metadata.Entry(key: "HKAverageMETs", value: .quantity(9.4, unit: "kcal/hr·kg")),
      ]), time: WorkoutTime(start: summary.start, end: summary.end, events: []))
    let minutes = Int(summary.duration / 60)
    detail.rates = (0..<(minutes * 6)).map { (index: Int) -> HeartRatePoint in
      let part = Double(index) / Double(minutes * 6)
      let rate: Double = 96 + 62 * part * (2 - part) + Double(index * 7 % 9)
      return HeartRatePoint(time: summary.start + Double(index * 10), rate: rate)
    }
    let start = summary.start.timeIntervalSinceReferenceDate
    detail.distances = (0..<minutes).map { (minute: Int) -> SourceMerger.Piece in
      let (from, to) = (start + Double(minute * 60), start + Double(minute * 60 + 60))
      return SourceMerger.Piece(start: from, end: to, value: 150 + Double(minute * 11 % 40))
    }
    detail.routes = 1
    detail.routePoints = 600
    detail.track = WorkoutTrack(count: 600)
    for index in 0..<600 {
      let (part, turn) = (Double(index) / 600, Double(index) / 600 * 2 * .pi)
      let out = 0.008 * (1 + 0.3 * sine(2 * turn) + 0.15 * sine(5 * turn + 1))
      var point = RoutePoint(
        date: summary.start + part * summary.duration, latitude: 50 + out * sine(turn),
        longitude: 8 + 1.5 * out * sine(turn + .pi / 2))
      point.altitude = 120 + 30 * sine(turn + 2) + 6 * sine(7 * turn)
      point.verticalAccuracy = 2
      detail.track.add(point)
    }
    detail.events = [
      WorkoutEventRecord(type: 1, start: summary.start + 600, end: summary.start + 600),
      WorkoutEventRecord(type: 2, start: summary.start + 660, end: summary.start + 660),
      WorkoutEventRecord(type: 7, start: summary.start, end: summary.start + 350),
    ]
    detail.statistics = [
      WorkoutStatisticsRecord(
        type: TypeIdentifier.activeEnergyBurned, unit: "Cal", start: summary.start, end: summary.end,
        sum: summary.energy),
      WorkoutStatisticsRecord(
        type: "HKQuantityTypeIdentifierHeartRate", unit: "count/min", start: summary.start, end: summary.end,
        average: 142.2, minimum: 96, maximum: 163),
    ]
    detail.summary.rates = HeartRateTimes(detail.rates, in: detail.time)
    return WorkoutDetail(detail, profile: history.profile(on: summary.day))
  }

  /// By its series: the same digits with every C library.
  private static func sine(_ angle: Double) -> Double {
    let x = angle - (angle / (2 * .pi)).rounded() * 2 * .pi
    var (term, sum) = (x, x)
    for step in 1...12 {
      term *= -x * x / Double(2 * step * (2 * step + 1))
      sum += term
    }
    return sum
  }

  // MARK: - Samples

  static func samples(_ request: SampleListRequest) -> [SampleListEntry] {
    let all = (0..<450).map { index in
      let start = SampleDays.now - Double(index * 601)
      var entry = SampleListEntry(
        row: Int64(2_000 - index), start: start, end: start + Double(60 + index % 7 * 20),
        value: Double(12 + index * 37 % 90), source: index % 5 == 0 ? "Robin's iPhone" : "Robin's Apple Watch",
        cursor: ListCursor(key: 0, row: Int64(2_000 - index)))
      entry.day = Day(number: Int((start.timeIntervalSince1970 / 86_400).rounded(.down)))
      entry.secondOfDay = Int(start.timeIntervalSince1970) % 86_400
      return entry
    }.filter { entry in
      (request.days?.contains(entry.day) ?? true) && (request.source.map { $0 == entry.source } ?? true)
    }
    func isBefore(_ left: SampleListEntry, _ right: SampleListEntry) -> Bool {
      request.order == .value ? (left.value, left.row) < (right.value, right.row) : left.row < right.row
    }
    let sorted = all.sorted { request.isDescending ? isBefore($1, $0) : isBefore($0, $1) }
    guard let after = request.after else { return Array(sorted.prefix(request.limit)) }
    return Array(sorted.drop { $0.row != after.row }.dropFirst().prefix(request.limit))
  }

  // MARK: - Charts

  private static func statistics(_ day: Day, _ hour: Int = 0, isCumulative: Bool) -> BucketStatistics {
    var values = BucketStatistics()
    let seed = ((day.number * 31 + hour * 17) % 97 + 97) % 97
    values.count = 12 + seed % 20
    if isCumulative {
      values.sum = Double(4_000 + seed * 91)
    } else {
      values.minimum = Double(48 + seed % 13)
      values.average = Double(66 + seed % 11)
      values.maximum = Double(92 + seed)
    }
    return values
  }

  private static func chart(_ request: ChartQuery) -> ChartSeries {
    let isCumulative = QuantityTypeCatalog.entry(for: request.type)?.aggregation == .cumulative
    func bars(_ days: ClosedRange<Day>) -> [ChartSeries.Bar] {
      guard request.period != .day else {
        return (0..<24).map { hour in
          ChartSeries.Bar(
            days: days, hour: hour,
            values: hour < 6 ? nil : statistics(days.lowerBound, hour, isCumulative: isCumulative))
        }
      }
      return request.period.buckets(days, weekStart: request.weekStart).map { bucket in
        ChartSeries.Bar(
          days: bucket,
          values: bucket.lowerBound > SampleDays.today
            ? nil : statistics(bucket.lowerBound, isCumulative: isCumulative))
      }
    }
    func summary(_ bars: [ChartSeries.Bar]) -> ChartSeries.Summary {
      ChartSeries.Summary(days: bars.map(\.values), isCumulative: isCumulative)
    }
    let own = bars(request.days)
    let before = request.period.daysBefore(request.days, weekStart: request.weekStart).map { days in
      ChartSeries.Earlier(days: days, bars: bars(days), summary: summary(bars(days)))
    }
    return ChartSeries(type: request.type, days: request.days, bars: own, summary: summary(own), before: before)
  }

  private static func scatter(_ request: ScatterQuery) -> Scatter {
    Scatter(
      x: request.x, y: request.y, days: request.days,
      points: request.days.filter { $0 <= SampleDays.today }.map { day in
        let steps = Double(4_000 + (day.number * 31 % 97) * 91)
        return Scatter.Point(day: day, x: steps, y: 66 - steps / 1_300 + Double(day.number * 7 % 5))
      })
  }

  private static func sourceOrder(_ type: String, _ names: [String]) -> SourceOrderEffect {
    var effect = SourceOrderEffect(type: type, names: names)
    for day in (SampleDays.today - 40)...SampleDays.today {
      let before = Double(430 + day.number * 37 % 240)
      let after = day.number % 3 == 0 ? before : before - Double(day.number * 13 % 50)
      effect.add(
        day, before: before, after: after, shown: RingValue(value: before, goal: 500, goalIsDefault: false),
        rounds: false)
    }
    return effect
  }

  // MARK: - Heart and sleep

  private static func heart(_ day: Day) -> HeartDay {
    HeartDay(
      day: day,
      hours: (0..<24).map { hour in
        HeartDay.Hour(
          hour: hour,
          values: day == SampleDays.today && hour > 18 ? nil : statistics(day, hour, isCumulative: false))
      },
      ranges: (0..<HeartDay.days).map { statistics(day - (27 - $0), isCumulative: false) },
      measures: [
        .resting: (0..<28).map { Double(54 + $0 * 5 % 7) }, .walking: (0..<28).map { $0 % 4 == 0 ? nil : 98 },
        .variability: (0..<28).map { Double(40 + $0 * 11 % 23) }, .fitness: (0..<28).map { $0 == 20 ? 43.26 : nil },
      ],
      events: [HeartDay.Event(kind: .high, day: day - 3, minuteOfDay: 1_301)])
  }

  /// A rate in each part of the night, and a breathing rate in every other.
  private static func course(_ day: Day) -> NightCourse {
    func value(_ value: Double) -> BucketStatistics {
      var statistics = BucketStatistics()
      (statistics.count, statistics.average) = (1, value)
      return statistics
    }
    return NightCourse(
      heartRate: (0..<30).map { value(Double(50 + ($0 * 7 + day.number) % 9)) },
      breathing: (0..<30).map { $0.isMultiple(of: 2) ? value(Double(13 + $0 % 4)) : nil })
  }

  private static func sleep(_ day: Day) -> SleepDays {
    let days = (day - (SleepDays.nights - 1))...day
    return SleepDays(
      days: days,
      nights: days.filter { $0.number % 9 != 4 }.compactMap { day in
        let bed = -75 + day.number * 7 % 60
        let stages: [SleepStage] = [.core, .deep, .core, .rem, .core, .awake, .core, .deep, .rem, .core, .rem]
        var from = bed
        let spans = stages.enumerated().map { index, stage in
          let start = from
          from += 20 + (index * 13 + day.number) % 45
          return SleepSpan(
            start: SampleDays.midnight(day) + Double(start * 60), end: SampleDays.midnight(day) + Double(from * 60),
            stage: stage, source: "Watch")
        }
        return SleepNight(day: day, spans: spans).map { night in
          func minutes(_ date: Date) -> Double { date.timeIntervalSince(SampleDays.midnight(day)) / 60 }
          return SleepDays.Night(
            night: night, bedtime: minutes(night.bedtime), wakeUp: minutes(night.wakeUp),
            bands: night.spans.map { SleepDays.Band(start: minutes($0.start), end: minutes($0.end), stage: $0.stage) })
        }
      })
  }
}
