import Dashboard
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import TestSupport
import Testing

@testable import Reports

/// The measures of a store: numbers where there are enough data, and reasons everywhere else.
@Suite("Measures of a store")
struct MeasuresQueryTests {
  private static let first = Day(year: 2026, month: 6, day: 1) ?? Day(number: 0)
  private static let days = 120
  private static var last: Day { first + (days - 1) }

  private static func at(_ day: Int, _ hours: Double) -> Date {
    Date(timeIntervalSince1970: Double(first.number + day) * 86_400 + hours * 3_600)
  }

  /// What a person records.
  private struct Person {
    var wearsWatch = false
    var runs = false
    /// Also effort, power and cycles.
    var logs = false
    var recordsBeats = false
    var facts: [String: String] = [:]
  }

  private static func store(_ person: Person, at path: String) throws -> StoreSource {
    let connection = StoreConnection(path: path)
    let store = try connection.writing(homeZone: "GMT")
    var random = SplitMix(seed: 1)
    let session = ImportSession(store: store, options: ImportOptions(now: at(days, 0), systemZone: "GMT"))
    _ = try session.begin(ImportHeader(path: "export.zip", characteristics: person.facts))
    try session.finish(complete: true)
    var batch = SampleBatch()
    let types: [(String, SampleKind, String)] = [
      (TypeIdentifier.stepCount, .quantity, "count"), (TypeIdentifier.heartRate, .quantity, "count/min"),
      ("HKQuantityTypeIdentifierRestingHeartRate", .quantity, "count/min"),
      ("HKQuantityTypeIdentifierRespiratoryRate", .quantity, "count/min"),
      ("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", .quantity, "ms"),
      (TypeIdentifier.sleepAnalysis, .category, ""), (TypeIdentifier.workout, .workout, ""),
      (TypeIdentifier.distanceWalkingRunning, .quantity, "m"),
      ("HKQuantityTypeIdentifierWorkoutEffortScore", .quantity, "appleEffortScore"),
      ("HKQuantityTypeIdentifierCyclingPower", .quantity, "W"),
      ("HKCategoryTypeIdentifierMenstrualFlow", .category, ""), (TypeIdentifier.heartbeatSeries, .other, ""),
    ]
    batch.tables.types = ChunkedArray(types.map { SampleTypeUse(identifier: $0.0, kind: $0.1, unit: $0.2) })
    batch.tables.provenances = [Provenance(source: Source(name: person.wearsWatch ? "Watch" : "iPhone"))]
    func add(_ type: Int32, _ day: Int, _ from: Double, _ to: Double, _ value: Double) {
      batch.samples.append(
        SampleRecord(type: type, provenance: 0, start: at(day, from), end: at(day, to), value: value))
    }
    for day in 0..<days {
      add(0, day, 10, 11, 4_000)
      guard person.wearsWatch else { continue }
      // Asleep from 23:00 to 7:00, an hour later before free days, with a rate measured every ten minutes.
      let shift = (first + day).isoWeekday >= 6 ? 1.0 : 0
      if day > 0 {
        add(5, day, -1 + shift, 3 + shift, 3)
        add(5, day, 3 + shift, 3.25 + shift, 2)
        add(5, day, 3.25 + shift, 7 + shift, 5)
        for step in 0..<48 {
          let hour = -1 + shift + Double(step) / 6
          add(1, day, hour, hour, 54 + Double(Int.random(in: -3...3, using: &random)))
          if step.isMultiple(of: 6) { add(3, day, hour, hour, 14 + Double.random(in: -0.6...0.6, using: &random)) }
        }
        if person.recordsBeats {
          for hour in [1.0, 4, 15] { batch.withData.append(beats(day, hour)) }
        } else {
          add(4, day, 4, 4, 50 + Double.random(in: -5...5, using: &random))
        }
      }
      add(2, day, 12, 12, 52)
      if person.logs {
        if day % 28 < 4 { add(10, day, 9, 9, 3) }
      }
      guard person.runs, day.isMultiple(of: 3) else { continue }
      if person.logs {
        add(8, day, 17, 17.5, 7)
        for second in 0..<1_800 {
          let hour = 17 + Double(second) / 3_600
          add(9, day, hour, hour, (600..<660).contains(second) ? 300 : 200)
        }
      }
      // Half an hour at 6 minutes a kilometre, the third of them a minute faster, and a minute more of heart rates.
      let (start, end) = (at(day, 17), at(day, 17.5))
      batch.workouts.append(
        WorkoutRecord(
          sample: SampleRecord(type: 6, provenance: 0, start: start, end: end, value: 37), duration: 1_800))
      for second in stride(from: 0, through: 1_920, by: 5) {
        let hour = 17 + Double(second) / 3_600
        add(1, day, hour, hour, second <= 1_800 ? 150 : 150 - Double(second - 1_800) / 2)
      }
      for (index, seconds) in [360.0, 360, 300, 360, 360, 60].enumerated() {
        let from = [0.0, 360, 720, 1_020, 1_380, 1_740][index]
        add(7, day, 17 + from / 3_600, 17 + (from + seconds) / 3_600, index == 5 ? 100 : 1_000)
      }
    }
    try store.save(batch)
    return StoreSource(store: connection, now: at(days - 1, 20))
  }

  /// A minute of intervals that alternate: by 40 ms at one, by 60 ms at four, and by 200 ms in the afternoon.
  private static func beats(_ day: Int, _ hour: Double) -> DataRecord {
    let step = hour == 1 ? 0.04 : hour == 4 ? 0.06 : 0.15
    var time = 0.0
    let beats = (0..<60).map { index in
      defer { time += index.isMultiple(of: 2) ? 1 : 1 + step }
      return Heartbeat(time: time, followsGap: false)
    }
    return DataRecord(
      sample: SampleRecord(type: 11, provenance: 0, start: at(day, hour), end: at(day, hour) + 62, value: 60),
      data: Heartbeat.data(beats))
  }

  private static func all(_ person: Person) throws -> [MeasureName: NamedMeasure] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("measures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = try store(person, at: folder.path + "/health.sqlite")
    var found: [MeasureName: NamedMeasure] = [:]
    for group in MeasureGroup.allCases {
      let measures = try MeasuresQuery(group, on: last, weekStart: 1).run(in: source)
      #expect(Set(measures.map(\.name)) == Set(MeasureName.allCases.filter { $0.group == group }))
      for measure in measures { found[measure.name] = measure }
    }
    return found
  }

  private static func known(_ measures: [MeasureName: NamedMeasure]) -> Set<MeasureName> {
    Set(measures.values.filter { (try? $0.measure.get()) != nil }.map(\.name))
  }

  private static let facts = [
    "HKCharacteristicTypeIdentifierDateOfBirth": "1986-06-30",
    "HKCharacteristicTypeIdentifierBiologicalSex": "HKBiologicalSexMale",
  ]

  @Test("a phone alone has no measure, and a reason for each")
  func phone() throws {
    let measures = try Self.all(Person())
    #expect(Self.known(measures).isEmpty)
    #expect(
      measures.values.allSatisfy { measure in
        if case .failure(let reason) = measure.measure { !reason.description.isEmpty } else { false }
      })
    // The age alone gives the maximum heart rate that is expected at it.
    #expect(Self.known(try Self.all(Person(facts: Self.facts))) == [.maximumRate])
  }

  @Test("a watch without workouts has nights and a resting rate, and no load")
  func watch() throws {
    let measures = try Self.all(Person(wearsWatch: true, facts: Self.facts))
    #expect(
      Self.known(measures) == [
        .restingRate, .maximumRate, .nightHeartRate, .nightRespiratoryRate, .nightSleep, .variability,
        .sleepRegularity, .midsleep, .socialJetLag, .sleepDebt, .sleepEfficiency, .sleepInterruptions,
      ])
    #expect(measures[.socialJetLag].flatMap { try? $0.measure.get().value } == 60)
    #expect(measures[.sleepInterruptions].flatMap { try? $0.measure.get().value } == 1)
    let efficiency = try #require(try measures[.sleepEfficiency]?.measure.get().value)
    #expect(abs(efficiency - 100 * 7.75 / 8) < 1e-9)
    #expect(abs(try #require(try measures[.nightHeartRate]?.measure.get().value) - 54) < 2)
    #expect(measures[.form]?.measure == .failure(.undefined("there was no workout in the last 1,000 days")))
  }

  @Test("a runner has a load, a form, a recovery and records")
  func runner() throws {
    let measures = try Self.all(Person(wearsWatch: true, runs: true, facts: Self.facts))
    // The last day is one of rest: 119 is not a multiple of 3, but 117 is.
    #expect(measures[.trainingLoad]?.measure == .failure(.undefined("there was no workout on this day")))
    let part = (150.0 - 52) / (208 - 0.7 * 40 - 52)
    let load = 30 * part * 0.64 * exp(1.92 * part)
    let fitness = try #require(try measures[.fitness]?.measure.get())
    #expect(fitness.value > 0.8 * load / 3 && fitness.value < 1.1 * load / 3)
    #expect(try #require(try measures[.form]?.measure.get().value) < 5)
    #expect(measures[.weekAgainstMonth]?.note == "steady")
    #expect(try measures[.fastest1km]?.measure.get().value == 300)
    #expect(abs(try #require(try measures[.fastest5km]?.measure.get().value) - 1_740) < 1e-6)
    #expect(measures[.fastest1km]?.remark(.english) == "on 1 June 2026")
    #expect(measures[.fastest1km]?.remark(.plain) == "on 2026-06-01")
    #expect(measures[.restingRate]?.remark(.english) == "median of 28 of 28 days")
    #expect((try? measures[.fastest10km]?.measure.get()) == nil)
    #expect(try measures[.best20MinuteRate]?.measure.get().value == 150)
    #expect(try measures[.longestDuration]?.measure.get().value == 1_800)
    let text = try #require(measures[.form]?.explanation(Self.last, .english))
    #expect(text.hasPrefix("Form on 2026-09-28: ") && text.contains("Banister, Calvert"))
    #expect(
      measures[.fastest10km]?.explanation(Self.last, .english)
        == "Fastest 10 km on 2026-09-28: none, because no workout up to this day has it.\n"
        + MeasureName.fastest10km.rule + "\n")
  }

  @Test("effort, power and cycles are measured where they are stored")
  func logs() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("measures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let person = Person(wearsWatch: true, runs: true, logs: true, facts: Self.facts)
    let source = try Self.store(person, at: folder.path + "/health.sqlite")
    // 117 is a multiple of 3.
    let measures = try MeasureGroup.allCases.flatMap {
      try MeasuresQuery($0, on: Self.first + 117, weekStart: 1).run(in: source)
    }
    func value(_ name: MeasureName) -> Double? {
      (try? measures.first { $0.name == name }?.measure.get())?.value
    }
    // 150 of at most 180 bpm is in the fourth zone, all the time.
    #expect(abs((value(.edwardsLoad) ?? 0) - 120) < 1 && value(.sessionRPE) == 210)
    #expect(value(.cycleLength) == 28)
    #expect(value(.power5Seconds) == 300 && value(.power1Minute) == 300 && value(.power1Hour) == nil)
    #expect(abs((value(.power5Minutes) ?? 0) - 220) < 1e-6 && abs((value(.power20Minutes) ?? 0) - 205) < 1e-6)
  }

  @Test("beats in the night have an rMSSD, SDNN has a week of its own, and neither stands in for the other")
  func beats() throws {
    let measures = try Self.all(Person(wearsWatch: true, recordsBeats: true, facts: Self.facts))
    let night = try #require(try measures[.nightRMSSD]?.measure.get())
    // The recording of the afternoon does not belong to a night.
    #expect(abs(night.value - 50) < 1e-6 && night.coverage?.description == "2 of 2 recordings")
    #expect(abs(try #require(try measures[.variabilityRMSSD]?.measure.get().value) - 50) < 1e-6)
    #expect(measures[.variability]?.measure == .failure(.tooFew(.day, needed: 14, has: 0)))
    let other = try Self.all(Person(wearsWatch: true, facts: Self.facts))
    #expect(other[.nightRMSSD]?.measure == .failure(.undefined("no beats were recorded in this night")))
    #expect(other[.variabilityRMSSD]?.measure == .failure(.tooFew(.day, needed: 14, has: 0)))
    #expect((try? other[.variability]?.measure.get()) != nil)
  }

  @Test("many days at once have the measures of each of them", arguments: MeasureGroup.allCases)
  func manyDays(_ group: MeasureGroup) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("measures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let person = Person(wearsWatch: true, runs: true, logs: true, recordsBeats: true, facts: Self.facts)
    let source = try Self.store(person, at: folder.path + "/health.sqlite")
    let days = (Self.first - 3)...Self.last
    let found = try MeasuresQuery.measures(of: group, on: days, weekStart: 7, in: source)
    #expect(found.count == days.count)
    for (day, measures) in zip(days, found) where day - Self.first < 5 || (day - Self.first).isMultiple(of: 7) {
      let own = try MeasuresQuery(group, on: day, weekStart: 7).run(in: source)
      for (one, other) in zip(own, measures) {
        #expect(one.name == other.name && one.note == other.note && one.day == other.day, "\(one.name) on \(day)")
        switch (one.measure, other.measure) {
        case (.success(let one), .success(let other)):
          #expect(abs(one.value - other.value) <= 1e-9 * max(1, abs(one.value)))
          #expect(one.coverage == other.coverage)
        case (.failure(let one), .failure(let other)): #expect(one == other)
        default: Issue.record("\(one.name) on \(day): \(one.measure), \(other.measure)")
        }
      }
    }
  }

  @Test("a new sample of another type leaves the measures of a group as they are")
  func otherTypes() {
    for group in MeasureGroup.allCases {
      #expect(MeasuresQuery(group, on: Self.last, weekStart: 1).types?.contains(TypeIdentifier.stepCount) == false)
    }
    let recovery = MeasuresQuery(.recovery, on: Self.last, weekStart: 1).types
    #expect(recovery?.contains(TypeIdentifier.heartbeatSeries) == true)
    #expect(MeasureHistoryQuery(.recovery, upTo: Self.last, weekStart: 1).types == recovery)
  }

  @Test("numbers in a remark follow the locale, and the last day is that of the last sample")
  func remarks() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("measures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = try Self.store(Person(wearsWatch: true, facts: Self.facts), at: folder.path + "/health.sqlite")
    let measures = try MeasuresQuery(.recovery, on: Self.last, weekStart: 1).run(in: source)
    let rate = try #require(measures.first { $0.name == .nightHeartRate })
    var german = Formatting.english
    german.setSeparators(".", ",")
    let band = try #require(rate.band)
    let (low, high) = (german.number(band.lowerBound, 1), german.number(band.upperBound, 1))
    #expect(rate.remark(german).hasSuffix(" \(low) to \(high)") && low.contains(","))
    #expect(rate.remark(.english) == rate.remark(german).replacing(",", with: "."))
    // A day later only the heart rate of a night is known: no steps, no rings.
    var batch = SampleBatch()
    batch.tables.types = [SampleTypeUse(identifier: TypeIdentifier.heartRate, kind: .quantity, unit: "count/min")]
    batch.tables.provenances = [Provenance(source: Source(name: "Watch"))]
    let time = Self.at(Self.days, 5)
    batch.samples.append(SampleRecord(type: 0, provenance: 0, start: time, end: time, value: 55))
    try source.store.writing().save(batch)
    let reading = try source.reading()
    #expect(try reading.days(of: .recovery, upTo: Self.last + 3)?.upperBound == Self.last + 1)
    #expect(try reading.days(of: .recovery, upTo: Self.last - 3)?.upperBound == Self.last - 3)
  }

  @Test("without a sex no load is guessed, and the reason names the result of either formula")
  func noSex() throws {
    func all(_ sex: String?) throws -> [MeasureName: NamedMeasure] {
      var facts = Self.facts
      facts["HKCharacteristicTypeIdentifierBiologicalSex"] = sex
      return try Self.all(Person(wearsWatch: true, runs: true, facts: facts))
    }
    let (men, women) = (try all("HKBiologicalSexMale"), try all("HKBiologicalSexFemale"))
    let neither = try all(nil)
    for name in [MeasureName.fitness, .fatigue, .form, .strain] {
      let (one, other) = (try #require(men[name]?.measure.get().value), try #require(women[name]?.measure.get().value))
      #expect(one != other && neither[name]?.measure == .failure(.bySex(men: one, women: other)), "\(name)")
    }
    #expect(
      MissingReason.bySex(men: 80.4, women: 1.237).description
        == "80 by the formula for men, 1.24 by that for women, and the sex is set to neither")
    // Where both agree there is nothing to choose; limits, minutes and records do not depend on it.
    #expect(neither[.trainingLoad]?.measure == men[.trainingLoad]?.measure)
    #expect(Self.known(neither).isSuperset(of: [.maximumRate, .restingRate, .fastest1km]))
  }

  @Test("a night begins at 18:00 by the clock, also where it changes between then and midnight")
  func clockInTheEvening() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "nights-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try StoreConnection(path: folder + "/health.sqlite").writing(homeZone: "America/Nuuk")
    var batch = SampleBatch()
    batch.tables.types = ChunkedArray([
      SampleTypeUse(identifier: TypeIdentifier.sleepAnalysis, kind: .category, unit: "")
    ])
    batch.tables.provenances = [Provenance(source: Source(name: "Watch"))]
    // On 28 March the clocks change an hour before midnight. This is from 17:15 to 17:45.
    let start = try Date("2026-03-28T19:15:00Z", strategy: .iso8601)
    batch.samples.append(SampleRecord(type: 0, provenance: 0, start: start, end: start + 1_800, value: 1))
    try store.save(batch)
    let day = try #require(Day("2026-03-28"))
    #expect(try store.amounts(TypeIdentifier.sleepAnalysis, day...day + 1) == [1_800, nil])
    #expect(try store.nights(day...day + 1).map(\.night.day) == [day])
  }
}
