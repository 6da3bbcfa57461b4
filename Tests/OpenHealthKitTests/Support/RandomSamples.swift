import Foundation

@testable import OpenHealthKit

/// Makes random samples and predicates. Few values of each kind, so that they meet.
struct RandomSamples {
  var random: SplitMix
  /// How many half minutes instants are spread over: two days.
  var halfMinutes = 5_760
  /// Whether predicates may be blocks, which no store can answer.
  var hasBlocks = false

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }
  mutating func one<Value>(of values: [Value]) -> Value { values[int(0...(values.count - 1))] }

  /// On whole half minutes, so that edges coincide.
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

  mutating func category() -> HKCategorySample {
    let (start, end) = span()
    return HKCategorySample(
      type: HKCategoryType(.sleepAnalysis), value: int(0...5), start: start, end: end, device: nil, metadata: metadata()
    )
  }

  // MARK: - Predicates

  /// What a client can work out by accident.
  static let oddInstants: [Date] = [
    .distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: .infinity),
    Date(timeIntervalSinceReferenceDate: -.infinity), Date(timeIntervalSinceReferenceDate: .nan), TestTime.midnight,
    TestTime.at(5),
  ]
  static let oddValues: [Double] = [
    .nan, .infinity, -.infinity, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
  ]

  static let comparisons: [HKPredicateOperator] = [
    .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .equalTo, .notEqualTo,
  ]

  /// A predicate that makes sense for a type.
  mutating func predicate(for type: HKSampleType, samples: [HKSample], sources: [HKSource], depth: Int = 3)
    -> NSPredicate
  {
    if depth > 0, chance(45) {
      let parts = (0..<int(1...3)).map { _ in
        predicate(for: type, samples: samples, sources: sources, depth: depth - 1)
      }
      switch int(1...3) {
      case 1: return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
      case 2: return NSCompoundPredicate(orPredicateWithSubpredicates: parts)
      default: return NSCompoundPredicate(notPredicateWithSubpredicate: parts[0])
      }
    }
    switch int(1...10) {
    case 1, 2, 3:
      // Where one of them is not a number, nothing is said of their order.
      let (start, end) = chance(15) ? (one(of: Self.oddInstants), one(of: Self.oddInstants)) : (instant(), instant())
      return HKQuery.predicateForSamples(
        withStart: chance(80) ? min(start, end) : nil, end: chance(80) ? max(start, end) : nil,
        options: HKQueryOptions(rawValue: UInt(int(0...3))))
    case 4:
      switch type {
      case is HKQuantityType:
        return HKQuery.predicateForQuantitySamples(
          with: one(of: Self.comparisons),
          quantity: HKQuantity(unit: .count(), doubleValue: chance(15) ? one(of: Self.oddValues) : Double(int(1...12))))
      case is HKCategoryType:
        return chance(50)
          ? HKQuery.predicateForCategorySamples(with: one(of: Self.comparisons), value: int(0...5))
          : HKCategoryValueSleepAnalysis.predicateForSamples(equalTo: [.inBed, .asleepCore])
      default:
        return HKQuery.predicateForWorkouts(with: one(of: Self.comparisons), duration: Double(int(0...4)) * 1_800)
      }
    case 5:
      return chance(50)
        ? HKQuery.predicateForObjects(from: Set([one(of: sources)]))
        : HKQuery.predicateForObjects(
          withDeviceProperty: HKDevicePropertyKeyModel, allowedValues: chance(50) ? ["Watch"] : [])
    case 6:
      // Sometimes one that nobody has, which the store knows to be never true.
      let known = (0..<int(0...25)).map { _ in one(of: samples).uuid }
      return HKQuery.predicateForObjects(with: Set(chance(30) ? [UUID()] : known))
    case 7:
      switch int(1...4) {
      case 1: return HKQuery.predicateForObjects(withMetadataKey: one(of: ["colour", "level", "nothing"]))
      case 2: return HKQuery.predicateForObjects(withMetadataKey: "colour", allowedValues: ["red", "blue"])
      case 3:
        return HKQuery.predicateForObjects(
          withMetadataKey: "level", operatorType: one(of: Self.comparisons), value: int(1...4))
      default: return HKQuery.predicateForObjects(withMetadataKey: "colour", operatorType: .beginsWith, value: "red")
      }
    case 8: return HKQuery.predicateForObjectsWithNoCorrelation()
    case 9 where hasBlocks:
      let remainder = int(0...2)
      return NSPredicate { object, _ in
        (object as? HKSample).map { Int($0.startDate.timeIntervalSinceReferenceDate / 30) % 3 == remainder } ?? false
      }
    default:
      let workouts = samples.compactMap { $0 as? HKWorkout }
      return HKQuery.predicateForObjects(from: one(of: workouts))
    }
  }
}
