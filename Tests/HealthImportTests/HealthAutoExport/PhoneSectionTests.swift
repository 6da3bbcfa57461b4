import Foundation
import HealthModel
import Testing

@testable import ForeignFormats
@testable import HealthImport

/// Invented payloads of all sections, in the layout that the app documents.
@Suite("Sections of Health Auto Export")
struct PhoneSectionTests {
  private func read(_ section: String, _ elements: String) throws -> (MemorySink, FeedReport) {
    let sink = MemorySink()
    let json = #"{"data":{"\#(section)":[\#(elements)]}}"#
    let report = try HealthAutoExportImporter(JSONInput(bytes: Array(json.utf8))).run(into: sink)
    #expect(report.received == report.stored + report.alreadyPresent + report.skipped)
    return (sink, report)
  }

  private func row(_ metric: String, _ units: String, _ rows: String) throws -> (MemorySink, FeedReport) {
    try read("metrics", #"{"name":"\#(metric)","units":"\#(units)","data":[\#(rows)]}"#)
  }

  private static let dates = #""start":"2026-11-19 08:00:00 +0100","end":"2026-11-19 09:00:00 +0100""#

  @Test(
    "symptoms and events of a cycle are categories with their values",
    arguments: [
      ("symptoms", "Headache", #""severity":"Moderate""#, "Headache", 3.0),
      ("symptoms", "Chest Tightness or Pain", #""severity":"Not Present""#, "ChestTightnessOrPain", 1),
      ("symptoms", "Mood Changes", #""severity":"Present""#, "MoodChanges", 0),
      ("symptoms", "Cough", #""severity":"Unspecified""#, "Coughing", 0),
      ("cycleTracking", "Menstrual Flow", #""value":"Heavy","isCycleStart":true"#, "MenstrualFlow", 4),
      ("cycleTracking", "Spotting", #""value":"x""#, "IntermenstrualBleeding", 0),
      ("cycleTracking", "Ovulation Test", #""value":"Negative""#, "OvulationTestResult", 1),
    ])
  func categories(section: String, name: String, fields: String, type: String, value: Double) throws {
    let (sink, report) = try read(
      section, #"{\#(Self.dates),"name":"\#(name)",\#(fields),"userEntered":true,"source":"Kim’s iPhone"}"#)
    #expect(report.skipped == 0, "\(report)")
    let sample = try #require(sink.samples.first)
    #expect(sample.type == "HKCategoryTypeIdentifier" + type && sample.kind == .category && sample.value == value)
    #expect(sample.end.timeIntervalSince(sample.start) == 3_600)
    #expect(sample.provenance.source.name == "Kim’s iPhone")
    #expect(sample.metadata.contains(Metadata.Entry(key: MetadataKey.wasUserEntered, value: .flag(true))))
    #expect(sample.metadata.contains { $0.key == "HKMenstrualCycleStart" } == (type == "MenstrualFlow"))
  }

  @Test("a symptom in another language is kept by its name, with the word for its severity")
  func foreignSymptom() throws {
    let (sink, report) = try read("symptoms", #"{\#(Self.dates),"name":"Kopfschmerzen","severity":"Mäßig"}"#)
    #expect(report.stored == 1 && report.skipped == 0)
    let sample = try #require(sink.samples.first)
    #expect(sample.type == "Kopfschmerzen" && sample.kind == .other)
    #expect(sample.metadata.contains(Metadata.Entry(key: MetadataKey.unknownValue, value: .text("Mäßig"))))
  }

  @Test("a value that is in no catalog is kept as the word that it came with, whatever the type")
  func unknownValue() throws {
    let (sink, report) = try read(
      "symptoms",
      #"{\#(Self.dates),"name":"Headache","severity":"Unbearable"},{\#(Self.dates),"name":"Headache","severity":"Mild"}"#
    )
    #expect(report.stored == 2 && report.skipped == 0, "\(report)")
    let sample = try #require(sink.samples.first)
    #expect(sample.type == "HKCategoryTypeIdentifierHeadache" && sample.kind == .category && sample.value == nil)
    #expect(sample.metadata.contains(Metadata.Entry(key: MetadataKey.unknownValue, value: .text("Unbearable"))))
    #expect(sink.samples.last?.value == 2)
  }

  @Test("a state of mind has its kind, valence, labels and associations")
  func stateOfMind() throws {
    let uuid = UUID()
    let (sink, report) = try read(
      "stateOfMind",
      #"{"id":"\#(uuid)",\#(Self.dates),"kind":"daily_mood","valence":-0.25,"valenceClassification":3,"labels":["Anxious","Hopeful","Later"],"associations":["Self Care","Work"],"metadata":{}},{"kind":"daily_mood","valence":4,\#(Self.dates)},{"kind":"x","valence":0}"#
    )
    #expect(report.skipCounts == ["badValue": 2])
    let sample = try #require(sink.samples.first)
    #expect(sample.type == TypeIdentifier.stateOfMind)
    let content: StateOfMindContent = try #require(Metadata(sample.metadata).content())
    #expect(content == StateOfMindContent(kind: 2, valence: -0.25, labels: [4, 35], associations: [13, 17]))
  }

  @Test("doses of medications, taken and skipped")
  func doses() throws {
    let (sink, report) = try read(
      "medications",
      #"{"displayText":"Ibuprofen 400 mg","start":"2026-11-19 08:00:00 +0100","scheduledDate":"2026-11-19 07:30:00 +0100","form":"Tablet","status":"Taken","dosage":2,"isArchived":false,"codings":[{"code":"1","system":"s"}]},{"displayText":"Vitamin D","start":"2026-11-19 08:00:00 +0100","status":"Skipped"},{"displayText":"X","start":"2026-11-19 08:00:00 +0100","status":"Unspecified"}"#
    )
    #expect(report.stored == 2 && report.skipCounts == ["badValue": 1])
    let doses: [DoseContent] = sink.samples.compactMap { Metadata($0.metadata).content() }
    #expect(doses.map(\.medication) == ["Ibuprofen 400 mg", "Vitamin D"])
    #expect(doses.map(\.logStatus) == [4, 5] && doses.map(\.scheduleType) == [2, 1])
    #expect(doses.first?.quantity == 2)
  }

  @Test("an electrocardiogram has its classification and its voltages in microvolts")
  func electrocardiogram() throws {
    let (sink, report) = try read(
      "ecg",
      #"{\#(Self.dates),"classification":"Sinus Rhythm","averageHeartRate":64,"samplingFrequency":512,"numberOfVoltageMeasurements":2,"voltageMeasurements":[{"date":"2026-11-19 08:00:00 +0100","voltage":0.00012,"units":"V"},{"voltage":-5,"units":"mcV"},null],"source":"Watch"}"#
    )
    #expect(report.stored == 1)
    let record = try #require(sink.withData.first)
    let content: ElectrocardiogramContent = try #require(Metadata(record.sample.metadata).content())
    #expect(content.classification == 1 && content.averageHeartRate == 64 && content.samplingFrequency == 512)
    #expect(content.count == 2)
    var (found, expected): ([UInt8], [UInt8]) = ([], [])
    try record.data.forEachPiece { found += $0 }
    try ElectrocardiogramContent.data([120, -5]).forEachPiece { expected += $0 }
    #expect(found == expected)
  }

  private static let variation =
    #","heartRateVariation":[{"hrv":41.5,"units":"ms","timestamp":{"start":"2026-11-19 08:00:00 +0100"}}]"#

  @Test("heart rate notifications are high, low or irregular, with their threshold and what was measured")
  func notifications() throws {
    func event(_ threshold: String, _ rate: Int) -> String {
      #"{\#(Self.dates)\#(threshold),"heartRate":[{"hr":\#(rate),"units":"bpm","timestamp":{"start":"2026-11-19 08:00:00 +0100","interval":{"duration":1,"units":"s"}}}]}"#
    }
    let (sink, report) = try read(
      "heartRateNotifications",
      [event(#","threshold":120"#, 131), event(#","threshold":40"#, 37), event(Self.variation, 90)]
        .joined(separator: ","))
    #expect(report.stored == 7)
    #expect(sink.samples.filter { $0.type == TypeIdentifier.heartRate }.map(\.value) == [131, 37, 90])
    let variability = sink.samples.filter { $0.type.hasSuffix("HeartRateVariabilitySDNN") }
    #expect(variability.map(\.value) == [41.5] && variability.first?.unit == "ms")
    #expect(
      sink.samples.filter { $0.type.hasSuffix("Event") }.map(\.type)
        == ["HighHeartRateEvent", "LowHeartRateEvent", "IrregularHeartRhythmEvent"].map {
          "HKCategoryTypeIdentifier" + $0
        })
    #expect(
      sink.samples[0].metadata.contains(
        Metadata.Entry(key: "HKHeartRateEventThreshold", value: .quantity(120, unit: "count/min"))))
  }

  @Test("a threshold is read as the app prints it, and one that cannot be read does not make another notification")
  func thresholds() throws {
    for (threshold, type) in [
      (#""120""#, "HighHeartRateEvent"), (#"{"qty":40,"units":"bpm"}"#, "LowHeartRateEvent"),
      ("null", "IrregularHeartRhythmEvent"), (#""high""#, nil), ("{}", nil), ("true", nil), ("1e999", nil), ("[]", nil),
    ] as [(String, String?)] {
      let (sink, report) = try read("heartRateNotifications", #"{\#(Self.dates),"threshold":\#(threshold)}"#)
      #expect(sink.samples.map(\.type) == type.map { ["HKCategoryTypeIdentifier" + $0] } ?? [], "\(threshold)")
      #expect(report.skipCounts == (type == nil ? ["badValue": 1] : [:]), "\(threshold)")
    }
  }

  @Test("totals and heart rates that no workout has are skipped and counted, and recovery is after the workout")
  func impossibleWorkouts() throws {
    func rate(_ time: String, _ value: Int) -> String {
      #"{"date":"2026-11-19 \#(time) +0100","Min":\#(value),"Avg":\#(value),"Max":\#(value),"units":"bpm"}"#
    }
    let (sink, report) = try read(
      "workouts",
      #"""
      {"name":"Run",\#(Self.dates),"distance":{"qty":-3,"units":"km"},"activeEnergyBurned":{"qty":1e300,"units":"kcal"},
       "stepCount":{"qty":7,"units":"furlong"},"flightsClimbed":{"qty":2,"units":"count"},
       "heartRateData":[\#(rate("08:10:00", 110)),\#(rate("08:20:00", 130)),\#(rate("08:30:00", 99999999)),7],
       "heartRateRecovery":[\#(rate("09:00:00", 150)),\#(rate("09:01:00", 120))]}
      """#)
    #expect(report.skipCounts == ["valueOutOfRange": 3, "incompatibleUnit": 1, "badValue": 1])
    let statistics = try #require(sink.workouts.first).record.statistics
    #expect(statistics.map(\.type) == ["HKQuantityTypeIdentifierFlightsClimbed", TypeIdentifier.heartRate])
    #expect(statistics.last?.average == 120 && statistics.last?.maximum == 130)
    #expect(sink.samples.map(\.value) == [110, 130, 150, 120])
  }

  @Test("a workout has its identity, route, heart rates, totals and weather")
  func workout() throws {
    let uuid = UUID()
    let (sink, report) = try read(
      "workouts",
      #"""
      {"id":"\#(uuid)","name":"Outdoor Run",\#(Self.dates),"duration":3600,"location":"Outdoor","isIndoor":false,
       "distance":{"qty":6.5,"units":"mi"},"stepCount":[{"date":"2026-11-19 08:00:00 +0100","qty":100,"units":"count"},
       {"date":"2026-11-19 08:01:00 +0100","qty":150.5,"units":"count"},{"qty":1}],
       "elevationUp":{"qty":100,"units":"ft"},"temperature":{"qty":50,"units":"degF"},"humidity":{"qty":80,"units":"%"},
       "intensity":{"qty":8.5,"units":"MET"},"maxSpeed":{"qty":36,"units":"kmph"},
       "heartRateData":[{"date":"2026-11-19 08:00:00 +0100","Min":100,"Avg":110,"Max":120,"units":"bpm","source":"Watch"},
       {"date":"2026-11-19 08:10:00 +0100","Min":120,"Avg":130,"Max":150,"units":"bpm"}],
       "route":[{"latitude":52.5,"longitude":13.4,"altitude":40,"timestamp":"2026-11-19 08:01:00 +0100","speed":3},
       {"lat":52.6,"lon":13.5,"timestamp":"2026-11-19 08:00:00 +0100"},{"latitude":95,"longitude":0,"timestamp":"2026-11-19 08:02:00 +0100"}]}
      """#)
    #expect(report.stored == 3 && report.skipped == 0)
    let workout = try #require(sink.workouts.first)
    #expect(workout.record.sample.uuid == uuid)
    let statistics = Dictionary(uniqueKeysWithValues: workout.record.statistics.map { ($0.type, $0) })
    #expect(statistics[TypeIdentifier.distanceWalkingRunning]?.sum == 6.5)
    #expect(statistics[TypeIdentifier.stepCount]?.sum == 250.5)
    let rates = try #require(statistics[TypeIdentifier.heartRate])
    #expect(rates.average == 120 && rates.minimum == 100 && rates.maximum == 150)
    let points = try #require(workout.record.routes.first).points.points
    #expect(points.map(\.latitude) == [52.6, 52.5] && points.map(\.speed) == [-1, 3])
    func quantity(_ key: String) -> Double? {
      guard case .quantity(let value, _)? = workout.sample.metadata.first(where: { $0.key == key })?.value else {
        return nil
      }
      return (value * 100).rounded() / 100
    }
    #expect(quantity("HKElevationAscended") == 30.48 && quantity("HKWeatherTemperature") == 10)
    #expect(quantity("HKWeatherHumidity") == 0.8 && quantity("HKAverageMETs") == 8.5)
    #expect(quantity("HKMaximumSpeed") == 10)
    #expect(sink.samples.map(\.type) == [TypeIdentifier.heartRate, TypeIdentifier.heartRate])
  }

  @Test("a night's sums become one sample a stage, marked as derived")
  func nightSums() throws {
    let (sink, report) = try row(
      "sleep_analysis", "hr",
      #"{"date":"2026-11-19","totalSleep":7,"asleep":0,"core":4,"deep":1,"rem":2,"awake":0.5,"sleepStart":"2026-11-18 23:00:00 +0100","sleepEnd":"2026-11-19 06:30:00 +0100","inBed":8,"inBedStart":"2026-11-18 22:45:00 +0100","inBedEnd":"2026-11-19 06:45:00 +0100"},{"date":"2026-11-20","core":40,"sleepStart":"2026-11-19 23:00:00 +0100","sleepEnd":"2026-11-20 06:30:00 +0100"}"#
    )
    func hours(_ value: Double, _ samples: [MemorySink.Sample]) -> Double {
      samples.filter { $0.value == value }.reduce(0) { $0 + $1.end.timeIntervalSince($1.start) } / 3_600
    }
    let first = sink.samples.filter { $0.start < Date(timeIntervalSince1970: 1_795_075_200) }
    #expect([0, 4, 3, 5, 2].map { hours($0, first) } == [8, 1, 4, 2, 0.5])
    #expect(hours(1, sink.samples) == 7.5, "more than fits is only asleep")
    #expect(sink.samples.allSatisfy { $0.metadata.contains(.derived) } && report.derived == sink.samples.count)
  }

  @Test("metrics of the app's own names, and units as it prints them")
  func names() throws {
    for (name, unit, value, type, expected) in [
      ("downhill_snow_sports", "km", 2.0, "DistanceDownhillSnowSports", 2_000.0),
      ("wheelchair_push_count", "count", 3, "PushCount", 3),
      ("swim_stroke_count", "count", 3, "SwimmingStrokeCount", 3),
      ("walking_heart_rate", "bpm", 90, "WalkingHeartRateAverage", 90),
      ("forced_expiratory_volume", "L", 3, "ForcedExpiratoryVolume1", 3),
      ("under_water_temperature", "degC", 20, "WaterTemperature", 20),
      ("environmental_audio", "dBASPL", 60, "EnvironmentalAudioExposure", 60),
      ("headphone_audio", "dBASPL", 70, "HeadphoneAudioExposure", 70),
      ("breathing_disturbances", "count", 1.5, "AppleSleepingBreathingDisturbances", 1.5),
      ("monosaturated_fat", "g", 5, "DietaryFatMonounsaturated", 5),
      ("number_of_time_fallen", "count", 1, "NumberOfTimesFallen", 1),
      ("blood_glucose", "mmol/L", 5, "BloodGlucose", 90.1), ("cycling_power", "watts", 200, "CyclingPower", 200),
    ] {
      let (sink, report) = try row(name, unit, #"{"date":"2026-11-19 08:04:00 +0100","qty":\#(value)}"#)
      #expect(report.skipCounts == [:], "\(name)")
      #expect(sink.samples.first?.type == "HKQuantityTypeIdentifier" + type, "\(name)")
      #expect(((sink.samples.first?.value ?? 0) * 10).rounded() / 10 == expected, "\(name)")
    }
    let (sink, _) = try row(
      "sexual_activity", "times",
      #"{"date":"2026-11-19 08:04:00 +0100","Unspecified":0,"Protection Used":1,"Protection Not Used":0}"#)
    #expect(sink.samples.map(\.type) == ["HKCategoryTypeIdentifierSexualActivity"])
    #expect(
      sink.samples[0].metadata.contains(Metadata.Entry(key: "HKSexualActivityProtectionUsed", value: .flag(true))))
  }

  @Test("a metric that is in no catalog is kept by its name, in its unit")
  func unknownMetric() throws {
    let (sink, report) = try row("tea_drunk", "cups", #"{"date":"2026-11-19 08:04:00 +0100","qty":2}"#)
    #expect(report.stored == 1)
    #expect(sink.samples.first?.type == "tea_drunk" && sink.samples.first?.unit == "cups")
    #expect(sink.samples.first?.value == 2)
    let (variability, _) = try row(
      "heart_rate_variability_rmssd", "ms", #"{"date":"2026-11-19 08:04:00 +0100","qty":2}"#)
    #expect(variability.samples.first?.type == "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD")
  }

  @Test("an odd value costs its row, never the delivery")
  func oddValues() throws {
    let (sink, report) = try row(
      "step_count", "count",
      #"{"date":"2026-11-19 08:04:00 +0100","qty":"12"},{"date":"2026-11-19 08:05:00 +0100","qty":null},{"date":1763535840,"qty":1},{"date":null,"qty":1},null,7,[],{"date":"2026-11-19 08:06:00 +0100","qty":true},{"date":"2026-11-19 08:07:00 +0100","qty":1e999},{"date":"2026-11-19 08:08:00 +0100","qty":3,"source":{"a":1}}"#
    )
    #expect(sink.samples.compactMap(\.value) == [12, 3])
    #expect(report.skipCounts == ["missingValue": 1, "badDate": 2, "badValue": 5])
    let (odd, odds) = try row(
      "step_count", "count",
      #"{"date":"2026-11-19 08:04:00 +0100","qty":NaN},{"date":"2026-11-19 08:05:00 +0100","qty":7,"source":"\ud800bad"}"#
    )
    #expect(odd.samples.map(\.value) == [7] && odds.skipCounts == ["badValue": 1])
    #expect(odd.samples.first?.provenance.source.name == "\u{FFFD}bad")
    for (section, element) in [
      ("workouts", #"{"name":5,"start":null,"end":7,"route":{},"heartRateData":[null,1,{}],"distance":[[]]}"#),
      ("metrics", #"{"name":7,"data":[{}]}"#), ("metrics", "[]"), ("ecg", "4"), ("stateOfMind", "{}"),
      ("symptoms", #"{"name":[]}"#), ("medications", "null"),
      ("heartRateNotifications", #"{"heartRate":[1,{"timestamp":3}]}"#),
      ("laterSection", #"{"a":[{}]}"#),
    ] {
      let (_, report) = try read(section, element)
      #expect(report.received == 1 && report.skipped == 1, "\(section) \(element): \(report)")
    }
  }

  @Test("a negative amount costs its row, a negative temperature does not")
  func negativeValues() throws {
    for (metric, unit, stored) in [
      ("active_energy", "kcal", 1), ("step_count", "count", 1), ("water_temperature", "degC", 2),
    ] {
      let (sink, report) = try row(
        metric, unit,
        #"{"date":"2026-11-19 08:04:00 +0100","qty":-1},{"date":"2026-11-19 08:05:00 +0100","qty":2}"#)
      #expect(sink.samples.count == stored, "\(metric): \(report)")
      #expect(report.skipCounts == (stored == 1 ? ["valueOutOfRange": 1] : [:]), "\(metric)")
    }
  }

  @Test("a stage of sleep that is in no catalog is kept as the word that it came with")
  func unknownStage() throws {
    let (sink, report) = try row(
      "sleep_analysis", "hr",
      #"{"startDate":"2026-11-19 01:00:00 +0100","endDate":"2026-11-19 02:00:00 +0100","qty":1,"value":"Dozing","source":"W"}"#
    )
    #expect(report.stored == 1 && report.skipped == 0, "\(report)")
    #expect(
      sink.samples.first?.metadata.contains(Metadata.Entry(key: MetadataKey.unknownValue, value: .text("Dozing")))
        == true)
  }

  @Test("stand hours that do not fit into an hour, and minutes beyond sixty, are a day's sum")
  func sumsOfDays() throws {
    let (stand, report) = try row("apple_stand_hour", "count", #"{"date":"2026-11-19 00:00:00 +0100","qty":12}"#)
    #expect(stand.samples.isEmpty && report.skipCounts == ["bucketTooLong": 1])
    let (exercise, _) = try row("apple_exercise_time", "min", #"{"date":"2026-11-19 00:00:00 +0100","qty":95}"#)
    #expect(exercise.samples.map { $0.end.timeIntervalSince($0.start) } == [86_400])
    // Days do not begin an hour apart, and an hour does not hold ninety minutes.
    let hours = (10...12).map { #"{"date":"2026-11-19 \#($0):00:00 +0100","qty":\#($0 == 10 ? 90 : 10)}"# }
    let (none, odd) = try row("apple_exercise_time", "min", hours.joined(separator: ","))
    #expect(none.samples.isEmpty && odd.skipCounts == ["unknownWidth": 3])
    // An hour's or a day's.
    let (short, unknown) = try row("apple_exercise_time", "min", #"{"date":"2026-11-19 00:00:00 +0100","qty":45}"#)
    #expect(short.samples.isEmpty && unknown.skipCounts == ["unknownWidth": 1])
  }

  @Test(
    "dates of phones in any language",
    arguments: [
      ("2026-11-19 8:04:05 p. m. +0000", "20:04:05"), ("2026-11-19 8:04:05 nachm. +0000", "20:04:05"),
      ("2026-11-19 12:04:05 vorm. +0000", "00:04:05"), ("2026-11-19 下午8:04:05 +0000", "20:04:05"),
      ("2026-11-19 上午 8:04:05 +0000", "08:04:05"), ("2026-11-19 오후 8:04:05 +0000", "20:04:05"),
      ("2026-11-19 午後8:04:05 +0000", "20:04:05"), ("٢٠٢٦-١١-١٩ ٨:٠٤:٠٥ م +٠٠٠٠", "20:04:05"),
      ("۲۰۲۶-۱۱-۱۹ ۸:۰۴:۰۵ ب.ظ. +۰۰۰۰", "20:04:05"), ("2026-11-19 8:04:05\u{202F}PM +0000", "20:04:05"),
      ("2569-11-19 20:04:05 +0000", "20:04:05"), ("2026-11-19 8:04:05 μ.μ. +0000", "20:04:05"),
      ("2026-11-19 08:04:05 +0000", "08:04:05"), ("\u{200F}2026-11-19 20:04:05 +0000", "20:04:05"),
    ])
  func dates(text: String, time: String) throws {
    let (sink, _) = try row("step_count", "count", #"{"date":"\#(text)","qty":1}"#)
    let expected = try #require(ISO8601DateFormatter().date(from: "2026-11-19T\(time)Z"))
    #expect(sink.samples.first?.start == expected)
  }

  @Test(
    "a date that can mean two things is an error of its row",
    arguments: [
      "2026-11-19 8:04:05 +0000", "2026-11-19 8:04:05 xy +0000", "2026-11-19 13:04:05 PM +0000", "0008-11-19 8:04:05",
      "2026-11-19 8:04 PM +0000", "19.11.2026 20:04:05 +0000", "2026-13-19 20:04:05 +0000", ": : :", "",
    ])
  func ambiguousDates(text: String) throws {
    #expect(try row("step_count", "count", #"{"date":"\#(text)","qty":1}"#).1.skipCounts == ["badDate": 1])
  }
}
