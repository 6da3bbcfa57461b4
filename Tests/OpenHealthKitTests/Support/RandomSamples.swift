import Foundation

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// Makes random samples and predicates, with few distinct values, so that they coincide often.
struct RandomSamples {
  var random: SplitMix
  /// The number of half minutes over which instants are distributed: two days.
  var halfMinutes = 5_760
  /// Whether predicates may be blocks, which no store can evaluate.
  var hasBlocks = false

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }
  mutating func one<Value>(of values: [Value]) -> Value { values[int(0...(values.count - 1))] }

  /// On whole half minutes, so that boundaries coincide.
  mutating func instant() -> Date { TestTime.midnight.addingTimeInterval(Double(int(0...halfMinutes)) * 30) }

  mutating func span() -> (start: Date, end: Date) {
    let start = instant()
    switch int(1...10) {
    case 1, 2: return (start, start)
    case 3: return (start, start.addingTimeInterval(Double(int(1...50)) * 3_600))
    default: return (start, start.addingTimeInterval(Double(int(1...40)) * 30))
    }
  }

  static let devices: [HKDevice?] =
    [nil]
    + [("Watch", "Watch6,1"), ("iPhone", "iPhone14,2")].map { model, hardware in
      HKDevice(
        name: model, manufacturer: "Apple", model: model, hardwareVersion: hardware, firmwareVersion: nil,
        softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)
    }

  mutating func metadata() -> [String: Any]? {
    switch int(1...8) {
    case 1: ["colour": one(of: ["red", "green", "reddish"])]
    case 2: ["level": int(1...4)]
    case 3: ["colour": "red", "level": int(1...4)]
    case 4: [HKMetadataKeyWasUserEntered: chance(70)]
    default: nil
    }
  }

  mutating func quantity(_ type: HKQuantityType, unit: HKUnit) -> HKQuantitySample {
    let (start, end) = span()
    return HKQuantitySample(
      type: type, quantity: HKQuantity(unit: unit, doubleValue: Double(int(1...12))), start: start, end: end,
      device: one(of: Self.devices), metadata: metadata())
  }

  /// A workout with up to two distances, and sometimes with activities.
  mutating func workout(from start: Date) -> HKWorkout {
    let end = start.addingTimeInterval(Double(int(0...4)) * 1_800)
    var statistics: [HKStatistics] = []
    for type in [HKQuantityType(.distanceWalkingRunning), HKQuantityType(.distanceCycling)] where chance(60) {
      let sum = Double(int(0...6)) * 1_000
      statistics.append(HKStatistics(type: type, start: start, end: end, values: HKStatistics.Values(sum: sum)))
    }
    let parts = (0..<int(0...2)).map { _ in
      let configuration = HKWorkoutConfiguration()
      configuration.activityType = one(of: [.running, .cycling])
      return HKWorkoutActivity(
        workoutConfiguration: configuration, start: start, end: chance(70) ? end : nil, metadata: nil)
    }
    let kind = one(of: [HKWorkoutActivityType.running, .cycling, .other])
    return HKWorkout(
      checked: HKWorkout.Content(
        activityType: Int(kind.rawValue), duration: end.timeIntervalSince(start), activities: parts,
        statistics: HKStatistics.byType(statistics)), start: start, end: end, device: nil, metadata: nil)
  }

  mutating func category() -> HKCategorySample {
    let (start, end) = span()
    return HKCategorySample(
      type: HKCategoryType(.sleepAnalysis), value: int(0...5), start: start, end: end, device: nil, metadata: metadata()
    )
  }
}
