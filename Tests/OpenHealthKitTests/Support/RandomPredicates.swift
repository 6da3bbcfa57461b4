import Foundation
import HealthModel

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// What a test knows about samples that is not in their properties.
struct Ties {
  /// Members of correlations.
  var correlated: Set<UUID> = []
  /// By sample, the workouts that it was added to.
  var workouts: [UUID: Set<UUID>] = [:]
}

/// A predicate, and its meaning as a function of a sample's public properties, without any code of the library.
struct ModelPredicate {
  var predicate: NSPredicate
  var matches: (HKSample, Ties) -> Bool

  init(_ predicate: NSPredicate, _ matches: @escaping (HKSample, Ties) -> Bool) {
    self.predicate = predicate
    self.matches = matches
  }

  static func all(_ parts: [ModelPredicate]) -> ModelPredicate {
    ModelPredicate(NSCompoundPredicate(andPredicateWithSubpredicates: parts.map(\.predicate))) { sample, ties in
      for part in parts where !part.matches(sample, ties) { return false }
      return true
    }
  }

  static func any(_ parts: [ModelPredicate]) -> ModelPredicate {
    ModelPredicate(NSCompoundPredicate(orPredicateWithSubpredicates: parts.map(\.predicate))) { sample, ties in
      for part in parts where part.matches(sample, ties) { return true }
      return false
    }
  }

  static func not(_ part: ModelPredicate) -> ModelPredicate {
    ModelPredicate(NSCompoundPredicate(notPredicateWithSubpredicate: part.predicate)) { sample, ties in
      !part.matches(sample, ties)
    }
  }

  /// Samples by their dates, as in the documentation's table.
  static func dates(from start: Date?, to end: Date?, options: HKQueryOptions) -> ModelPredicate {
    ModelPredicate(HKQuery.predicateForSamples(withStart: start, end: end, options: options)) { sample, _ in
      let (from, to) = (sample.startDate.timeIntervalSince1970, sample.endDate.timeIntervalSince1970)
      if let start = start?.timeIntervalSince1970 {
        guard options.contains(.strictStartDate) ? from >= start : to >= start else { return false }
      }
      if let end = end?.timeIntervalSince1970 {
        guard options.contains(.strictEndDate) ? to < end : from < end else { return false }
      }
      return true
    }
  }

  static func source(_ source: HKSource) -> ModelPredicate {
    ModelPredicate(HKQuery.predicateForObjects(from: [source])) { sample, _ in
      sample.sourceRevision.source.bundleIdentifier == source.bundleIdentifier
    }
  }

  static func identities(_ uuids: Set<UUID>) -> ModelPredicate {
    ModelPredicate(HKQuery.predicateForObjects(with: uuids)) { sample, _ in uuids.contains(sample.uuid) }
  }

  static func holds(_ left: Double, _ relation: HKPredicateOperator, _ right: Double) -> Bool {
    switch relation {
    case .lessThan: left < right
    case .lessThanOrEqualTo: left <= right
    case .greaterThan: left > right
    case .greaterThanOrEqualTo: left >= right
    case .equalTo: left == right
    default: left != right
    }
  }
}

extension RandomSamples {
  /// What a client can compute by accident.
  static let oddInstants: [Date] = [
    .distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: .infinity),
    Date(timeIntervalSinceReferenceDate: -.infinity), Date(timeIntervalSinceReferenceDate: .nan),
    Date(timeIntervalSinceReferenceDate: 1e25), Date(timeIntervalSinceReferenceDate: -1e300), TestTime.midnight,
    TestTime.at(5),
  ]
  static let oddValues: [Double] = [
    .nan, .infinity, -.infinity, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
  ]

  static let comparisons: [HKPredicateOperator] = [
    .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .equalTo, .notEqualTo,
  ]

  mutating func dates() -> ModelPredicate {
    // If one of them is not a number, they have no order.
    let (start, end) = chance(15) ? (one(of: Self.oddInstants), one(of: Self.oddInstants)) : (instant(), instant())
    return .dates(
      from: chance(80) ? min(start, end) : nil, to: chance(80) ? max(start, end) : nil,
      options: HKQueryOptions(rawValue: UInt(int(0...3))))
  }

  /// A predicate that is valid for a type.
  mutating func predicate(for type: HKSampleType, samples: [HKSample], sources: [HKSource], depth: Int = 3)
    -> ModelPredicate
  {
    if depth > 0, chance(45) {
      let parts = (0..<int(1...3)).map { _ in
        predicate(for: type, samples: samples, sources: sources, depth: depth - 1)
      }
      switch int(1...3) {
      case 1: return .all(parts)
      case 2: return .any(parts)
      default: return .not(parts[0])
      }
    }
    switch int(1...10) {
    case 1, 2, 3: return dates()
    case 4: return value(of: type)
    case 5:
      guard chance(50) else {
        let models: Set<String> = chance(50) ? ["Watch"] : []
        return ModelPredicate(
          HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyModel, allowedValues: models)
        ) { sample, _ in
          guard let model = sample.device?.model else { return models.isEmpty }
          return models.contains(model)
        }
      }
      return .source(one(of: sources))
    case 6:
      // Sometimes one that no sample has, which the store recognises as never true.
      let known = (0..<int(0...25)).map { _ in one(of: samples).uuid }
      return .identities(Set(chance(30) ? [UUID()] : known))
    case 7: return metadataPredicate()
    case 8:
      return ModelPredicate(HKQuery.predicateForObjectsWithNoCorrelation()) { sample, ties in
        !ties.correlated.contains(sample.uuid)
      }
    case 9 where hasBlocks:
      let remainder = int(0...2)
      let block: @Sendable (HKSample) -> Bool = {
        Int($0.startDate.timeIntervalSinceReferenceDate / 30) % 3 == remainder
      }
      return ModelPredicate(NSPredicate { object, _ in (object as? HKSample).map(block) ?? false }) { sample, _ in
        block(sample)
      }
    default:
      let workout = one(of: samples.compactMap { $0 as? HKWorkout })
      return ModelPredicate(HKQuery.predicateForObjects(from: workout)) { sample, ties in
        ties.workouts[sample.uuid]?.contains(workout.uuid) ?? false
      }
    }
  }

  /// A predicate on properties that only samples of the type have.
  private mutating func value(of type: HKSampleType) -> ModelPredicate {
    let relation = one(of: Self.comparisons)
    switch type {
    case is HKQuantityType:
      let value = chance(15) ? one(of: Self.oddValues) : Double(int(1...12))
      let quantity = HKQuantity(unit: .count(), doubleValue: value)
      return ModelPredicate(HKQuery.predicateForQuantitySamples(with: relation, quantity: quantity)) { sample, _ in
        (sample as? HKQuantitySample).map {
          ModelPredicate.holds($0.quantity.doubleValue(for: .count()), relation, value)
        } ?? false
      }
    case is HKCategoryType:
      guard chance(50) else {
        return ModelPredicate(HKCategoryValueSleepAnalysis.predicateForSamples(equalTo: [.inBed, .asleepCore])) {
          sample, _ in [0, 3].contains((sample as? HKCategorySample)?.value)
        }
      }
      let value = int(0...5)
      return ModelPredicate(HKQuery.predicateForCategorySamples(with: relation, value: value)) { sample, _ in
        (sample as? HKCategorySample).map {
          // -1 is no value that could be compared.
          $0.value != -1 && ModelPredicate.holds(Double($0.value), relation, Double(value))
        } ?? false
      }
    default: return workoutPredicate(relation)
    }
  }

  private mutating func workoutPredicate(_ relation: HKPredicateOperator) -> ModelPredicate {
    let distance = HKQuantityType(one(of: [.distanceWalkingRunning, .distanceCycling]))
    let metres = Double(int(0...6)) * 1_000
    func number(_ workout: HKWorkout) -> Double? {
      workout.allStatistics[distance]?.sumQuantity()?.doubleValue(for: .meter())
    }
    switch int(1...5) {
    case 1:
      let seconds = Double(int(0...4)) * 1_800
      return ModelPredicate(HKQuery.predicateForWorkouts(with: relation, duration: seconds)) { sample, _ in
        (sample as? HKWorkout).map { ModelPredicate.holds($0.duration, relation, seconds) } ?? false
      }
    case 2:
      return ModelPredicate(
        HKQuery.predicateForWorkouts(
          operatorType: relation, quantityType: distance,
          sumQuantity: HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: metres / 1_000))
      ) { sample, _ in
        (sample as? HKWorkout).flatMap(number).map { ModelPredicate.holds($0, relation, metres) } ?? false
      }
    case 3:
      let predicate = FilterPredicate(.workout(.total(.distance, Comparison(checked: relation), metres)))
      return ModelPredicate(predicate) { sample, _ in
        let sums = (sample as? HKWorkout)?.allStatistics.filter { $0.key.identifier.contains("Distance") }.values
          .compactMap { $0.sumQuantity()?.doubleValue(for: .meter()) }
        guard let sums, !sums.isEmpty else { return false }
        return ModelPredicate.holds(sums.reduce(0, +), relation, metres)
      }
    case 4:
      let kind = one(of: [HKWorkoutActivityType.running, .cycling, .other])
      return ModelPredicate(HKQuery.predicateForWorkouts(with: kind)) { sample, _ in
        (sample as? HKWorkout)?.workoutActivityType == kind
      }
    default:
      let (start, kind) = (instant(), one(of: [HKWorkoutActivityType.running, .cycling, .other]))
      let activity = NSCompoundPredicate(andPredicateWithSubpredicates: [
        HKQuery.predicateForWorkoutActivities(start: start, end: nil),
        HKQuery.predicateForWorkoutActivities(workoutActivityType: kind),
      ])
      return ModelPredicate(HKQuery.predicateForWorkouts(activityPredicate: activity)) { sample, _ in
        guard let workout = sample as? HKWorkout else { return false }
        for part in workout.workoutActivities {
          let isLate = part.endDate.map { $0 >= start } ?? true
          if isLate, part.workoutConfiguration.activityType == kind { return true }
        }
        return false
      }
    }
  }

  private mutating func metadataPredicate() -> ModelPredicate {
    switch int(1...4) {
    case 1:
      let key = one(of: ["colour", "level", "nothing"])
      return ModelPredicate(HKQuery.predicateForObjects(withMetadataKey: key)) { sample, _ in
        sample.metadata?[key] != nil
      }
    case 2:
      return ModelPredicate(
        HKQuery.predicateForObjects(withMetadataKey: "colour", allowedValues: ["red", "blue"])
      ) { sample, _ in ["red", "blue"].contains(sample.metadata?["colour"] as? String) }
    case 3:
      let (relation, level) = (one(of: Self.comparisons), int(1...4))
      return ModelPredicate(
        HKQuery.predicateForObjects(withMetadataKey: "level", operatorType: relation, value: level)
      ) { sample, _ in
        guard let number = sample.metadata?["level"] as? NSNumber else { return relation == .notEqualTo }
        return ModelPredicate.holds(number.doubleValue, relation, Double(level))
      }
    default:
      return ModelPredicate(
        HKQuery.predicateForObjects(withMetadataKey: "colour", operatorType: .beginsWith, value: "red")
      ) { sample, _ in (sample.metadata?["colour"] as? String)?.hasPrefix("red") ?? false }
    }
  }
}
