import Foundation
import HealthModel

@testable import HealthDatabase
@testable import HealthQueries

extension FakeExport {
  /// An invented export of a few days with everything that an export may contain, the same for the same seed.
  static func random(seed: UInt64, days: Int = 4, date: Date = HealthDatabaseTests.date("2026-03-05 09:30"))
    -> FakeExport
  {
    var random = SplitMix(seed: seed)
    let start = HealthDatabaseTests.date("2026-03-02 00:00")
    func time() -> Date { start.addingTimeInterval(Double(Int.random(in: 0..<days * 86_400, using: &random))) }
    var samples: [FakeSample] = []
    for type in [RingType.activeEnergy, RingType.exerciseTime, RingType.stepCount, RingType.distance] {
      for _ in 0..<25 {
        samples.append(
          FakeSample(
            type, Double(Int.random(in: 1...4_000, using: &random)) / 10, from: time(),
            seconds: Double(Int.random(in: 0...1_800, using: &random)),
            source: FakeSource.allCases.randomElement(using: &random) ?? .watch,
            metadata: Int.random(in: 0..<5, using: &random) == 0
              ? [Metadata.Entry(key: MetadataKey.wasUserEntered, value: .flag(true))] : []))
      }
    }
    for hour in 0..<(days * 24) where Bool.random(using: &random) {
      samples.append(.stand(at: start.addingTimeInterval(Double(hour) * 3_600), isIdle: Bool.random(using: &random)))
    }
    for _ in 0..<3 {
      let zone = ["Europe/Berlin", "Asia/Tokyo"].randomElement(using: &random) ?? "GMT"
      samples.append(.named(zone, at: time()))
    }
    // Exact duplicates, as in Apple's exports.
    samples += samples.shuffled(using: &random).prefix(6)
    var elements = samples.map(Element.sample)
    for _ in 0..<4 {
      let at = time()
      let members = [120.0, 80].enumerated().map { index, value in
        FakeSample(
          index == 0
            ? "HKQuantityTypeIdentifierBloodPressureSystolic" : "HKQuantityTypeIdentifierBloodPressureDiastolic",
          value, from: at, seconds: 0, source: .app)
      }
      let correlation = Element.correlation(
        FakeSample("HKCorrelationTypeIdentifierBloodPressure", .nan, from: at, seconds: 0, source: .app),
        members: members)
      // Members are also at the top level before, after, or not at all.
      switch Int.random(in: 0..<3, using: &random) {
      case 0: elements += members.map(Element.sample) + [correlation]
      case 1: elements += [correlation] + members.map(Element.sample)
      default: elements += [correlation]
      }
    }
    let workout = FakeSample("HKWorkoutTypeIdentifier", 37, from: time(), seconds: 1_800)
    elements.append(.workout(workout, .fake(workout)))
    for offset in 0..<days {
      elements.append(
        .summary(
          AppleSummaryRecord(
            day: HealthDatabaseTests.day("2026-03-02") + offset, energy: Double.random(in: 0...900, using: &random),
            energyGoal: 600, exercise: Double(Int.random(in: 0...90, using: &random)), exerciseGoal: 30,
            stand: Double(Int.random(in: 0...16, using: &random)), standGoal: 12)))
    }
    var export = FakeExport(date: date)
    export.elements = elements
    export.characteristics = ["HKCharacteristicTypeIdentifierBloodType": "HKBloodTypeOPositive"]
    export.printedOffset = 3_600
    return export
  }
}

extension WorkoutRecord {
  /// A workout with everything that it may contain.
  static func fake(_ sample: FakeSample) -> WorkoutRecord {
    let lap = Metadata([Metadata.Entry(key: "HKLapLength", value: .quantity(400, unit: "m"))])
    var record = WorkoutRecord(
      sample: SampleRecord(type: 0, provenance: 0, start: sample.start, end: sample.end, value: sample.value),
      duration: 1_700.123456789)
    record.events = [
      WorkoutEventRecord(type: 3, start: sample.start, end: sample.start.addingTimeInterval(90), metadata: lap)
    ]
    record.statistics = [
      WorkoutStatisticsRecord(
        type: RingType.activeEnergy, unit: "kcal", start: sample.start, end: sample.end, sum: 210.5),
      WorkoutStatisticsRecord(
        type: "HKQuantityTypeIdentifierHeartRate", unit: "count/min", start: sample.start, end: sample.end,
        average: 130, minimum: 90, maximum: 170),
    ]
    var activity = WorkoutActivityRecord(
      uuid: UUID(uuidString: "6E3D1C3A-77B9-4C2C-9C3F-0123456789AB"), activityType: 37, start: sample.start,
      end: sample.end, duration: 1_700, metadata: lap)
    activity.events = [WorkoutEventRecord(type: 1, start: sample.start, end: sample.start)]
    activity.statistics = [
      WorkoutStatisticsRecord(type: RingType.stepCount, unit: "count", start: sample.start, end: sample.end, sum: 3_000)
    ]
    record.activities = [activity]
    record.routes = [
      RouteRecord(
        sample: record.sample, path: "/workout-routes/route_2026-03-02.gpx",
        points: RoutePoints(
          (0..<700).map { second in
            RoutePoint(
              date: sample.start.addingTimeInterval(Double(second)), latitude: 48.1 + Double(second) / 1e5,
              longitude: 11.5)
          }))
    ]
    return record
  }
}
