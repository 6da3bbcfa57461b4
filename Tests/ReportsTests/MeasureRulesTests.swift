import Dashboard
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes
import Sharing
import TestSupport
import Testing

@testable import Reports

/// What counts once, which source counts, and what a measure says of itself, in stores written for one question each.
@Suite("Rules of measures")
struct MeasureRulesTests {
  private static let first = Day(year: 2026, month: 10, day: 1) ?? Day(number: 0)
  private static let types: [(String, SampleKind, String)] = [
    (TypeIdentifier.heartRate, .quantity, "count/min"),
    (TypeIdentifier.sleepAnalysis, .category, ""), (TypeIdentifier.workout, .workout, ""),
    (TypeIdentifier.workoutEffortScore, .quantity, "appleEffortScore"),
    (TypeIdentifier.menstrualFlow, .category, ""), ("HKCategoryTypeIdentifierOvulationTestResult", .category, ""),
    ("HKQuantityTypeIdentifierRestingHeartRate", .quantity, "count/min"),
    (TypeIdentifier.distanceWalkingRunning, .quantity, "m"), (TypeIdentifier.variabilitySDNN, .quantity, "ms"),
    (TypeIdentifier.vo2Max, .quantity, "mL/min·kg"), (TypeIdentifier.powers[0], .quantity, "W"),
    ("HKQuantityTypeIdentifierActiveEnergyBurned", .quantity, "kcal"),
  ]

  /// What is recorded; days are counted from the first.
  private struct Recording {
    var batch = SampleBatch()
    var facts = [
      "HKCharacteristicTypeIdentifierDateOfBirth": "1986-06-30",
      "HKCharacteristicTypeIdentifierBiologicalSex": "HKBiologicalSexMale",
    ]
    var limits = HeartRateLimits(resting: 55, maximum: 180)
    /// Whether the batch comes from the export, with its summaries.
    var isImported = false

    init(_ sources: String...) {
      batch.tables.types = ChunkedArray(types.map { SampleTypeUse(identifier: $0.0, kind: $0.1, unit: $0.2) })
      batch.tables.provenances = ChunkedArray(sources.map { Provenance(source: Source(name: $0)) })
    }

    private func record(_ type: String, _ source: Int, _ from: Date, _ to: Date, _ value: Double) -> SampleRecord {
      SampleRecord(
        type: Int32(types.firstIndex { $0.0 == type } ?? 0), provenance: Int32(source), start: from, end: to,
        value: value)
    }

    mutating func add(_ type: String, _ source: Int, _ from: Date, _ to: Date, _ value: Double) {
      batch.samples.append(record(type, source, from, to, value))
    }

    /// A heart rate every five seconds.
    mutating func rate(_ value: Double, _ source: Int, _ from: Date, seconds: Int) {
      for second in stride(from: 0, to: seconds, by: 5) {
        add(TypeIdentifier.heartRate, source, from + Double(second), from + Double(second), value)
      }
    }

    mutating func run(_ source: Int, _ from: Date, minutes: Double) {
      batch.workouts.append(
        WorkoutRecord(
          sample: record(TypeIdentifier.workout, source, from, from + minutes * 60, 37), duration: minutes * 60))
    }

    /// Passes on a source of the store, seen in the evening of a day.
    func read<Result>(on day: Int, in zone: String = "GMT", _ body: (StoreSource) throws -> Result) throws -> Result {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("measures-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let connection = StoreConnection(path: folder.path + "/health.sqlite")
      let store = try connection.writing(homeZone: zone)
      let session = ImportSession(store: store, options: ImportOptions(now: at(day + 1, 0), systemZone: zone))
      _ = try session.begin(
        ImportHeader(path: "export.zip", exportDate: isImported ? at(day + 1, 0) : nil, characteristics: facts))
      if isImported { _ = try session.receive(batch) }
      try session.finish(complete: true)
      if !isImported { try store.save(batch) }
      return try body(StoreSource(store: connection, now: at(day, 20), heartRateLimits: limits))
    }

    func nights(_ days: ClosedRange<Day>, in zone: String) throws -> [SleepDays.Night] {
      try read(on: days.upperBound - first, in: zone) { try $0.reading().nights(days) }
    }

    /// - Returns: the measures of a day, and the workouts of the store.
    func measures(on day: Int, in zone: String = "GMT") throws -> (
      named: [MeasureName: NamedMeasure], workouts: [WorkoutSummary], overview: WorkoutOverview
    ) {
      try read(on: day, in: zone) { source in
        let all = try MeasureGroup.allCases.flatMap {
          try MeasuresQuery($0, on: first + day, weekStart: 1).run(in: source)
        }
        return (
          Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) }), try source.reading().workouts(WorkoutRequest()),
          try WorkoutOverviewQuery(weekStart: 1).run(in: source)
        )
      }
    }
  }

  private static func at(_ day: Int, _ hours: Double) -> Date {
    Date(timeIntervalSince1970: Double(first.number + day) * 86_400 + hours * 3_600)
  }

  private static func load(_ minutes: Double, _ rate: Double) -> Double {
    let part = (rate - 55) / 125
    return minutes * part * 0.64 * exp(1.92 * part)
  }

  // MARK: - Workouts

  @Test("of overlapping workouts each moment counts once, in loads, zones, minutes of the week and effort")
  func overlappingWorkouts() throws {
    var recording = Recording("Watch", "Strava")
    let start = Self.at(40, 17)
    recording.rate(150, 0, start, seconds: 4_800)
    recording.run(0, start, minutes: 60)
    // The same run, and one that begins before the first ends.
    recording.run(1, start + 60, minutes: 58)
    recording.run(1, start + 50 * 60, minutes: 30)
    recording.add(TypeIdentifier.workoutEffortScore, 0, start, start + 1, 6)
    recording.add(TypeIdentifier.workoutEffortScore, 0, start + 65 * 60, start + 66 * 60, 3)
    let found = try recording.measures(on: 40)
    func value(_ name: MeasureName) throws -> Double { try #require(try found.named[name]?.measure.get().value) }
    #expect(abs(try value(.trainingLoad) - Self.load(80, 150)) < 1e-6)
    #expect(try value(.edwardsLoad) == 4 * 80)
    #expect(try value(.weekBalance) == 2 * 80)
    #expect(try value(.sessionRPE) == 6 * 60 + 3 * 20)
    #expect(found.overview.all.count == 2 && found.overview.all.duration == 4_800)
    #expect(found.overview.all.recordings == 3 && found.workouts.count == 3)
    #expect(abs(found.overview.all.load.lowerBound - Self.load(80, 150)) < 1e-6)
  }

  @Test("of two sources of heart rates the one that ranks higher counts, and the other in its gaps")
  func rankedRates() throws {
    var recording = Recording("Watch", "Polar")
    let start = Self.at(40, 17)
    recording.run(0, start, minutes: 30)
    // The watch measures for twenty minutes, the strap for all thirty.
    recording.rate(140, 0, start, seconds: 1_200)
    recording.rate(160, 1, start + 2, seconds: 1_798)
    let found = try recording.measures(on: 40)
    let workout = try #require(found.workouts.first)
    #expect(workout.rates.entries.map(\.rate) == [140, 160])
    // From the first rate of the strap after the last of the watch.
    #expect(workout.rates.entries.map(\.seconds) == [1_197, 603])
    let load = try #require(try found.named[.trainingLoad]?.measure.get().value)
    #expect(abs(load - Self.load(1_197.0 / 60, 140) - Self.load(603.0 / 60, 160)) < 1e-6)
    #expect(try found.named[.best20MinuteRate]?.measure.get().value ?? 0 < 151)
  }

  @Test("a missing date of birth, and a sex without formula, are the reasons that are given")
  func missingFacts() throws {
    var recording = Recording("Watch")
    recording.limits = HeartRateLimits(resting: 55)
    recording.run(0, Self.at(40, 17), minutes: 30)
    recording.rate(150, 0, Self.at(40, 17), seconds: 1_800)
    recording.facts["HKCharacteristicTypeIdentifierDateOfBirth"] = nil
    #expect(try recording.measures(on: 40).named[.weekBalance]?.measure == .failure(.unknown(.age)))
    recording.limits.maximum = 180
    recording.facts["HKCharacteristicTypeIdentifierBiologicalSex"] = "HKBiologicalSexOther"
    let load = try #require(try recording.measures(on: 40).named[.trainingLoad])
    #expect(
      load.remark(.english) == "63 by the formula for men, 70 by that for women, and the sex is set to neither")
  }

  @Test("a load of a part of a workout says so")
  func partlyMeasured() throws {
    var recording = Recording("Watch")
    recording.run(0, Self.at(40, 17), minutes: 60)
    recording.rate(150, 0, Self.at(40, 17), seconds: 36 * 60 + 10)
    let found = try recording.measures(on: 40).named
    #expect(found[.trainingLoad]?.remark(.english) == "from 37 of 60 minutes")
    #expect(found[.edwardsLoad]?.remark(.english).hasSuffix("min by zone, from 37 of 60 minutes") == true)
  }

  // MARK: - Nights

  @Test("the change of the clocks in a night is known, and no other night has one")
  func changeOfNight() throws {
    var recording = Recording("Watch")
    for day in 20..<28 {
      recording.add(TypeIdentifier.sleepAnalysis, 0, Self.at(day, -2), Self.at(day, 5), 3)
    }
    let nights = try recording.nights((Self.first + 20)...(Self.first + 27), in: "Europe/Berlin")
    #expect(nights.count == 8)
    for night in nights {
      // On 25 October, day 24, at 1:00 UTC.
      let isChange = night.night.day == Self.first + 24
      #expect(
        night.change == (isChange ? SleepDays.Night.ClockChange(instant: Self.at(24, 1), minutes: -60) : nil))
    }
  }

  @Test("the midsleep of a night with a clock change is the local time of its middle")
  func clockChange() throws {
    var recording = Recording("Watch")
    // The clocks of Berlin go back on 25 October, day 24: every night has its middle at half past two, the first of two then.
    for day in 10..<38 {
      let middle = Self.at(day, day <= 24 ? 0.5 : 1.5)
      recording.add(TypeIdentifier.sleepAnalysis, 0, middle - 3.5 * 3_600, middle + 3.5 * 3_600, 3)
    }
    let midsleep = try #require(try recording.measures(on: 37, in: "Europe/Berlin").named[.midsleep])
    #expect(try midsleep.measure.get().value == 150 && midsleep.remark(.english) == "\u{B1}0 min")
  }

  @Test("the heart rate of a night is measured from falling asleep to waking up, and not while awake in bed")
  func sleepingRate() throws {
    var recording = Recording("Watch", "iPhone")
    for day in 1...30 {
      recording.add(TypeIdentifier.sleepAnalysis, 1, Self.at(day, -2), Self.at(day, 7), 0)
      recording.add(TypeIdentifier.sleepAnalysis, 0, Self.at(day, -1), Self.at(day, 6), 3)
      for quarter in 0..<36 {
        let hour = -2 + Double(quarter) / 4
        recording.add(
          TypeIdentifier.heartRate, 0, Self.at(day, hour), Self.at(day, hour), (-1..<6).contains(hour) ? 50 : 80)
      }
    }
    let rate = try #require(try recording.measures(on: 30).named[.nightHeartRate]?.measure.get())
    #expect(rate.value == 50)
    let inputs = Dictionary(rate.inputs.map { ($0.name, $0.value) }) { first, _ in first }
    #expect(inputs["fell asleep"] == -60 && inputs["woke up"] == 360)
    #expect(inputs["median"] == 50 && inputs["deviation"] == 1)
  }

  @Test("a nap belongs neither to the sleep of the night nor to its efficiency")
  func naps() throws {
    var recording = Recording("Watch")
    for day in 1...30 {
      recording.add(TypeIdentifier.sleepAnalysis, 0, Self.at(day, -1), Self.at(day, 6), 3)
      recording.add(TypeIdentifier.sleepAnalysis, 0, Self.at(day, 13), Self.at(day, 14), 3)
    }
    let found = try recording.measures(on: 30).named
    #expect(try found[.nightSleep]?.measure.get().value == 7 * 3_600)
    #expect(try found[.sleepEfficiency]?.measure.get().value == 100)
    #expect(try found[.sleepDebt]?.measure.get().value == 0)
  }

  @Test("in each quarter hour of a night the highest-ranked source that measured in it counts")
  func rankedNight() throws {
    var recording = Recording("Watch", "Ring")
    for day in 1...30 {
      recording.add(TypeIdentifier.sleepAnalysis, 0, Self.at(day, 0), Self.at(day, 6), 3)
      for minute in stride(from: 0, to: 360, by: 5) {
        let instant = Self.at(day, Double(minute) / 60)
        // The watch is taken off for the last two hours; the ring measures all the night, between the two.
        if minute < 240 { recording.add(TypeIdentifier.heartRate, 0, instant, instant, 50) }
        recording.add(TypeIdentifier.heartRate, 1, instant + 100, instant + 100, 80)
      }
    }
    let rate = try #require(try recording.measures(on: 30).named[.nightHeartRate]?.measure.get().value)
    #expect(abs(rate - (50 * 16 + 80 * 8) / 24) < 1e-9)
  }

  @Test(
    "the means of spans are those of a model which groups by quarter hours", arguments: 1...10 as ClosedRange<UInt64>)
  func rankedMeans(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var recording = Recording("Watch", "Ring", "Strap")
    let start = Self.at(40, 0)
    var known: [Int: [(source: Int, value: Double)]] = [:]
    for second in Set((0..<200).map { _ in Int.random(in: 0..<36_000, using: &random) }).sorted() {
      let (source, value) = (Int.random(in: 0...2, using: &random), Double.random(in: 40...90, using: &random))
      recording.add(TypeIdentifier.heartRate, source, start + Double(second), start + Double(second), value)
      known[second, default: []].append((source, value))
    }
    let edges = (0..<8).map { _ in Int.random(in: 0...36_000, using: &random) }.sorted()
    try recording.read(on: 41) { source in
      let store = try source.reading()
      let ranks = try store.sources(ofType: TypeIdentifier.heartRate).names
      let spans = zip(edges, edges.dropFirst()).map { $0..<$1 }
      let found = try store.rankedMeans(
        TypeIdentifier.heartRate, in: spans.map { start + Double($0.lowerBound)..<start + Double($0.upperBound) })
      // What screens and charts show of hours and days follows the same rule.
      let shown = try store.statisticsOverTime(
        TypeIdentifier.heartRate, over: spans.map { start + Double($0.lowerBound)..<start + Double($0.upperBound) })
      for (mean, shown) in zip(found, shown) {
        #expect((mean == nil) == (shown == nil) && abs((mean ?? 0) - (shown?.average ?? 0)) < 1e-9)
      }
      for (span, mean) in zip(spans, found) {
        var quarters: [Int: [(rank: Int, value: Double)]] = [:]
        for (second, values) in known where span.contains(second) {
          for (source, value) in values {
            let rank = ranks.firstIndex(of: ["Watch", "Ring", "Strap"][source]) ?? 9
            quarters[second / 900, default: []].append((rank, value))
          }
        }
        let means = quarters.values.map { quarter -> Double in
          let own = quarter.filter { $0.rank == quarter.map(\.rank).min() }
          return own.reduce(0) { $0 + $1.value } / Double(own.count)
        }
        let expected = means.isEmpty ? nil : means.reduce(0, +) / Double(means.count)
        #expect((mean == nil) == (expected == nil) && abs((mean ?? 0) - (expected ?? 0)) < 1e-9)
      }
    }
  }

  // MARK: - Cycles

  @Test("the running cycle, the lengths and the logged tests are named")
  func cycles() throws {
    var recording = Recording("Watch")
    for start in [0, 28, 57, 84] {
      for day in start..<start + 4 {
        recording.add(TypeIdentifier.menstrualFlow, 0, Self.at(day, 9), Self.at(day, 10), 3)
      }
    }
    recording.add("HKCategoryTypeIdentifierOvulationTestResult", 0, Self.at(97, 9), Self.at(97, 9), 2)
    let cycle = try #require(try recording.measures(on: 100).named[.cycleLength]?.measure.get())
    #expect(cycle.value == 28)
    #expect(cycle.inputs.filter { $0.name == "cycle" }.map(\.value) == [28, 29, 27])
    #expect(
      cycle.inputs.filter { $0.name == "cycle" }.map(\.origin) == [
        "from 2026-10-01", "from 2026-10-29", "from 2026-11-27",
      ])
    #expect(cycle.inputs.first { $0.name == "day of the running cycle" }?.value == 17)
    #expect(cycle.inputs.first { $0.name == "ovulation test, positive" }?.origin == "2027-01-06")
  }

  // MARK: - Explanations

  /// The numbers that an explanation names, by name.
  @Test("the best power of a ride may lie after midnight")
  func powerAfterMidnight() throws {
    var recording = Recording("Watch")
    for (day, hours, power) in [(2, 10.0, 200.0), (5, 23.0, 150), (6, 0, 400)] {
      let start = Self.at(day, hours)
      for second in 0..<3_600 {
        recording.add(
          TypeIdentifier.powers[0], 0, start + Double(second), start + Double(second + 1), power)
      }
    }
    recording.run(0, Self.at(2, 10), minutes: 60)
    recording.run(0, Self.at(5, 23), minutes: 120)
    let named = try recording.measures(on: 8).named
    for name in MeasureName.power { #expect(try named[name]?.measure.get().value == 400, "\(name)") }
  }

  private static func inputs(_ measure: NamedMeasure?) throws -> [String: Double] {
    Dictionary(try #require(try measure?.measure.get().inputs).map { ($0.name, $0.value) }) { first, _ in first }
  }

  @Test("a measure names the numbers from which it can be computed again")
  func explanations() throws {
    var recording = Recording("Watch")
    recording.limits = HeartRateLimits(maximum: 180)
    for day in 0...60 {
      recording.add(
        "HKQuantityTypeIdentifierRestingHeartRate", 0, Self.at(day, 12), Self.at(day, 12), day == 60 ? 57 : 55)
      guard day.isMultiple(of: 4) else { continue }
      recording.run(0, Self.at(day, 17), minutes: Double(20 + day))
      recording.rate(150, 0, Self.at(day, 17), seconds: (20 + day) * 60)
      recording.add(TypeIdentifier.distanceWalkingRunning, 0, Self.at(day, 17), Self.at(day, 17.25), 2_000)
    }
    let found = try recording.measures(on: 60).named
    func value(_ name: MeasureName) throws -> Double { try #require(try found[name]?.measure.get().value) }
    for (name, days) in [("fitness", 42.0), ("fatigue", 7)] {
      let measure = try #require(MeasureName(rawValue: name))
      let inputs = try Self.inputs(found[measure])
      let (before, load) = (try #require(inputs["\(name) of the day before"]), try #require(inputs["load of the day"]))
      #expect(abs(before + (load - before) * (1 - exp(-1 / days)) - (try value(measure))) < 1e-9)
      #expect(abs(load - Self.load(80, 150)) < 1e-6)
    }
    let form = try Self.inputs(found[.form])
    #expect(
      form["fitness of the day before"].flatMap { fitness in form["fatigue of the day before"].map { fitness - $0 } }
        == (try value(.form)))
    let band = try #require(try found[.weekAgainstMonth]?.measure.get().inputs)
    #expect(band.count { $0.name == "load" } == 28 && band.first { $0.origin == "2026-11-30" }?.value != nil)
    #expect(try found[.monotony]?.measure.get().inputs.count { $0.name == "load" } == 7)
    let resting = try #require(try found[.restingRate]?.measure.get().inputs)
    #expect(resting.count == 28 && resting.last?.value == 57 && resting.last?.origin == "2026-11-30")
    let balance = try Self.inputs(found[.weekBalance])
    #expect(balance["moderate"] == 0 && balance["vigorous"] == 80 && balance["resting heart rate"] == 55)
    let record = try #require(try found[.fastest1km]?.measure.get().inputs.first { $0.name == "workout" })
    #expect(record.origin == "running, 2026-10-01 17:00")
    #expect(found[.fastest1km]?.explanation(Self.first + 60, .english).contains("running, 2026-10-01 17:00") == true)
  }

  @Test("the nights and the values that entered a measure are named, and give it again")
  func nightInputs() throws {
    var recording = Recording("Watch")
    for day in 1...60 {
      let (late, long) = (Double(day % 5) / 4, Double(day % 3) / 2)
      recording.add(TypeIdentifier.sleepAnalysis, 0, Self.at(day, late), Self.at(day, late + 6 + long), 3)
      recording.add(TypeIdentifier.variabilitySDNN, 0, Self.at(day, 8), Self.at(day, 8), Double(40 + day % 11))
      if day.isMultiple(of: 10) {
        recording.add(TypeIdentifier.vo2Max, 0, Self.at(day, 9), Self.at(day, 9), Double(40 + day % 7))
      }
    }
    let found = try recording.measures(on: 60).named
    func inputs(_ name: MeasureName, _ input: String) throws -> [Double] {
      try #require(try found[name]?.measure.get().inputs.filter { $0.name == input }.map(\.value))
    }
    func value(_ name: MeasureName) throws -> Double { try #require(try found[name]?.measure.get().value) }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    let middles = try inputs(.midsleep, "midsleep")
    #expect(try middles.count == 28 && abs(mean(middles) - value(.midsleep)) < 1e-9)
    let free = mean(try inputs(.socialJetLag, "midsleep before a free day"))
    let work = mean(try inputs(.socialJetLag, "midsleep before a work day"))
    #expect(try abs(free - work - value(.socialJetLag)) < 1e-9)
    let need = mean(try inputs(.sleepDebt, "sleep before a free day"))
    let nights = try inputs(.sleepDebt, "sleep")
    #expect(try nights.count == 14 && abs(14 * need - nights.reduce(0, +) - value(.sleepDebt)) < 1e-6)
    let same = try inputs(.sleepRegularity, "same as 24 hours later").reduce(0, +)
    let compared = try inputs(.sleepRegularity, "compared")
    #expect(compared == Array(repeating: 24, count: 27))
    #expect(try abs(-100 + 200 * same / compared.reduce(0, +) - value(.sleepRegularity)) < 1e-9)
    let sdnn = try inputs(.variability, "SDNN")
    let week = exp(mean(sdnn.suffix(7).map { log($0) }))
    #expect(try sdnn.count == 60 && abs(week - value(.variability)) < 1e-9)
    let fitness = try inputs(.cardioFitnessChange, "VO2max")
    #expect(fitness == [43, 46, 42, 45, 41, 44])
    #expect(try inputs(.cardioFitnessChange, "pairs") == [15])
    let text = try #require(found[.cardioFitnessChange]?.explanation(Self.first + 60, .english))
    #expect(text.contains("VO2max") && text.contains("2026-11-30"))
  }

  @Test("a fitness of few days, or of workouts measured in part or not at all, says so")
  func partialForm() throws {
    var recording = Recording("Watch")
    for day in 0...60 {
      recording.run(0, Self.at(day, 17), minutes: 60)
      // Of the workout of day 50 forty minutes are known, of that of day 55 nothing.
      let minutes = day == 50 ? 40 : day == 55 ? 0 : 60
      recording.rate(150, 0, Self.at(day, 17), seconds: minutes * 60)
      recording.add(TypeIdentifier.heartRate, 0, Self.at(day, 12), Self.at(day, 12), 60)
      recording.add("HKQuantityTypeIdentifierActiveEnergyBurned", 0, Self.at(day, 12), Self.at(day, 12), 10)
    }
    let found = try recording.measures(on: 60).named
    let lacking = "1 workout without a load, 1 workout measured in part"
    #expect(found[.fitness]?.remark(.english) == "from 61 of 126 days, " + lacking)
    #expect(found[.form]?.remark(.english) == "from 61 of 126 days, " + lacking)
    #expect(found[.fatigue]?.remark(.english) == lacking)
    #expect(found[.weekAgainstMonth]?.remark(.english).hasSuffix(", " + lacking) == true)
  }

  @Test("a day after today has not come yet: no page says that data are missing, and no measure is predicted")
  func dayToCome() throws {
    var recording = Recording("Watch")
    recording.run(0, Self.at(40, 17), minutes: 60)
    let page = DayPage(
      day: Self.first + 41, today: Self.first + 40, week: Self.first...Self.first, summaries: [],
      activity: DayActivity(day: Self.first + 41, steps: 0, distance: 0, flights: 0, hours: []))
    for text in [try #require(page.plain), page.sentences, page.markdown] {
      #expect(text.contains("This day has not come yet.") && !text.contains("o data"))
    }
  }

  private static func report(_ source: StoreSource, of day: Int, today: Int) throws -> ReportSource {
    ReportSource(
      store: try source.reading(), day: first + day, today: first + today, now: source.now, known: nil,
      formatting: .english, weekStart: 1, heartRateLimits: HeartRateLimits(), ownRing: nil,
      friendReader: FriendReader(nil))
  }

  @Test("a ring whose hours do not add up to Apple's number says so, and the last workout before a day that has none")
  func contradictions() throws {
    var recording = Recording("Watch")
    recording.isImported = true
    recording.run(0, Self.at(8, 17), minutes: 60)
    for day in [9, 10] {
      recording.add("HKQuantityTypeIdentifierActiveEnergyBurned", 0, Self.at(day, 10), Self.at(day, 11), 256.5)
    }
    recording.batch.appleSummaries = [
      AppleSummaryRecord(
        day: Self.first + 10, energy: 106, energyGoal: 400, exercise: 0, exerciseGoal: 30, stand: 0, standGoal: 12)
    ]
    try recording.read(on: 11) { source in
      let text = try #require(try RingReport(.move, Self.report(source, of: 10, today: 11)).plain)
      #expect(
        text.contains("106/400") && text.contains("The samples add up to 256 kcal, Apple counted 106: "), "\(text)")
      let computed = try #require(try RingReport(.move, Self.report(source, of: 9, today: 11)).plain)
      #expect(computed.contains("256") && !computed.contains("add up"))
      let future = try #require(try RingReport(.move, Self.report(source, of: 12, today: 11)).plain)
      #expect(future.contains("This day has not come yet."))
      let earlier = try #require(try WorkoutReport(Self.report(source, of: 10, today: 11)).plain)
      #expect(
        earlier.hasPrefix(
          "No workout on Sunday 11 October 2026; the last one before it:\n\nRunning, Friday 9 October 2026, 17:00"))
      #expect(try WorkoutReport(Self.report(source, of: 8, today: 11)).plain?.hasPrefix("Running, ") == true)
      #expect(try WorkoutReport(Self.report(source, of: 11, today: 11)).plain?.hasPrefix("Running, ") == true)
    }
  }

  @Test("a measure is drawn, compared and exported like a type")
  func charts() throws {
    var recording = Recording("Watch")
    for day in 0..<60 {
      recording.add(
        "HKQuantityTypeIdentifierRestingHeartRate", 0, Self.at(day, 12), Self.at(day, 12), Double(50 + day % 7))
      guard day.isMultiple(of: 3) else { continue }
      recording.run(0, Self.at(day, 17), minutes: Double(20 + day % 7))
      recording.rate(150, 0, Self.at(day, 17), seconds: (20 + day % 7) * 60)
    }
    try recording.read(on: 59) { source in
      let days = (Self.first + 53)...(Self.first + 59)
      func values(_ name: MeasureName) throws -> [Double?] {
        try MeasuresQuery.measures(of: name.group, on: days, weekStart: 1, in: source)
          .map { measures in try? measures.first { $0.name == name }?.measure.get().value }
      }
      let fitness = try ChartQuery(type: "fitness", period: .week, days: days, weekStart: 1).run(in: source)
      #expect(fitness.bars.map { $0.values?.average } == (try values(.fitness)) && !fitness.isCumulative)
      // Loads are amounts of a day, and the days of rest have none.
      let load = try ChartQuery(type: "trainingLoad", period: .week, days: days, weekStart: 1).run(in: source)
      #expect(load.bars.map { $0.values?.sum } == (try values(.trainingLoad)) && load.isCumulative)
      #expect(abs(load.summary.sum - (try values(.trainingLoad)).compactMap(\.self).reduce(0, +)) < 1e-9)
      let scatter = try ScatterQuery(
        x: "trainingLoad", y: "HKQuantityTypeIdentifierRestingHeartRate", days: Self.first...Self.first + 59
      ).run(in: source)
      // The longer the run, the higher the rate of the day.
      #expect(scatter.points.count == 20)
      #expect(try scatter.rank.get().value.coefficient == 1)
      #expect(ChartWords(series: fitness, formatting: .english).title == "Fitness")
      var text = ""
      try MeasureSeries(measure: .fitness, source: source, weekStart: 1, format: .csv).run(days) { text += $0 }
      #expect(text.split(separator: "\r\n").count == 8 && text.hasPrefix("date,value,unit,note\r\n2026-11-23,"))
    }
  }

  @Test("the page of a day says whether its night was as usual, with rings and without")
  func dayPage() throws {
    var recording = Recording("Watch")
    for day in 1...40 {
      recording.add(TypeIdentifier.sleepAnalysis, 0, Self.at(day, -1), Self.at(day, 6), 3)
      for hour in -1..<6 {
        recording.add(
          TypeIdentifier.heartRate, 0, Self.at(day, Double(hour)), Self.at(day, Double(hour)), day == 40 ? 51 : 50)
      }
    }
    let day = Self.first + 40
    let state = try #require(NightState(Array(try recording.measures(on: 40).named.values)))
    var page = DayPage(
      day: day, today: day, week: day...day, summaries: [],
      activity: DayActivity(day: day, steps: 0, distance: 0, flights: 0, hours: []))
    #expect(page.plain?.contains("Recovered") == false)
    page.night = state
    for text in [try #require(page.plain), page.sentences, page.markdown] {
      #expect(text.contains("Recovered as usual: 2 of 2 vitals in their range."))
    }
    let json = try Output.json(page.json)
    #expect(json.contains(#""night":{"known":2,"outside":[],"usual":true}"#), "\(json)")
  }

  @Test("a chosen limit is not explained as a median")
  func chosenLimits() throws {
    var recording = Recording("Watch")
    recording.add(TypeIdentifier.heartRate, 0, Self.at(40, 12), Self.at(40, 12), 60)
    let found = try recording.measures(on: 40).named
    let text = try #require(found[.restingRate]?.explanation(Self.first + 40, .english))
    #expect(text.contains("Chosen in the configuration.") && !text.contains("median"))
  }
}
