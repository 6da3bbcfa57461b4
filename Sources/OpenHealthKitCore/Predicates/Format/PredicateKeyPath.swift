import Foundation
import HealthModel

/// The meaning of a key path in a format string: the `HKPredicateKeyPath` constants.
struct PredicateKeyPath {
  let path: String

  init(_ path: String) {
    self.path = path
  }

  /// The filter that compares the property of the key path with a value.
  ///
  /// - Throws: `PredicateFormat.Failure` for an unsupported key path, and for a value or a relation that does not fit
  ///   it.
  func content(_ relation: PredicateRelation, _ value: Any) throws -> FilterPredicate.Content {
    let prefix = HKPredicateKeyPathMetadata + "."
    if path.hasPrefix(prefix) {
      return .sample(try metadata(String(path.dropFirst(prefix.count)), relation, value))
    }
    if let property = DeviceProperty(rawValue: String(path.dropFirst(HKPredicateKeyPathDevice.count + 1))),
      path.hasPrefix(HKPredicateKeyPathDevice + ".")
    {
      return .sample(
        try joined(relation, value, or: SampleFilter.or, and: SampleFilter.and) { comparison, value in
          try equality(comparison, .provenance(.device(property, try deviceValues(value))))
        })
    }
    if let content = try statistic(relation, value) { return content }
    switch path {
    case HKPredicateKeyPathDateComponents:
      return .day(
        try joined(relation, value, or: DayFilter.or, and: DayFilter.and) { comparison, value in
          DayFilter(comparison, try FormatValue.day(value))
        })
    case HKPredicateKeyPathWorkoutActivityType, HKPredicateKeyPathWorkoutActivityDuration,
      HKPredicateKeyPathWorkoutActivityStartDate, HKPredicateKeyPathWorkoutActivityEndDate:
      return .activity(try joined(relation, value, or: ActivityFilter.or, and: ActivityFilter.and, activity))
    default:
      return .sample(try joined(relation, value, or: SampleFilter.or, and: SampleFilter.and, sample))
    }
  }

  /// For `sumQuantity.HKQuantityTypeIdentifierHeartRate` and similar key paths, which compare a statistic of a type
  /// over a workout or an activity; nil for other key paths.
  private func statistic(_ relation: PredicateRelation, _ value: Any) throws -> FilterPredicate.Content? {
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let (number, isOfActivity) = Self.statistics[parts[0]] else { return nil }
    guard let type = HKQuantityType(known: parts[1]) else {
      throw PredicateFormat.Failure(reason: "\(parts[1]) is not a quantity type")
    }
    func canonical(_ value: Any) throws -> Double {
      let quantity = try FormatValue.quantity(value)
      guard let number = quantity.unit.convert(quantity.value, to: type.entry.unit) else {
        throw PredicateFormat.Failure(
          reason: "Attempt to compare incompatible units: \(quantity.unit), \(type.entry.unit)")
      }
      return number
    }
    if isOfActivity {
      return .activity(
        try joined(relation, value, or: ActivityFilter.or, and: ActivityFilter.and) { comparison, value in
          .statistic(type: type.identifier, number, comparison, try canonical(value))
        })
    }
    return .sample(
      try joined(relation, value, or: SampleFilter.or, and: SampleFilter.and) { comparison, value in
        .workout(.statistic(type: type.identifier, number, comparison, try canonical(value)))
      })
  }

  private static let statistics: [String: (WorkoutStatistic, isOfActivity: Bool)] = [
    HKPredicateKeyPathWorkoutSumQuantity: (.sum, false), HKPredicateKeyPathWorkoutMinimumQuantity: (.minimum, false),
    HKPredicateKeyPathWorkoutMaximumQuantity: (.maximum, false),
    HKPredicateKeyPathWorkoutAverageQuantity: (.average, false),
    HKPredicateKeyPathWorkoutActivitySumQuantity: (.sum, true),
    HKPredicateKeyPathWorkoutActivityMinimumQuantity: (.minimum, true),
    HKPredicateKeyPathWorkoutActivityMaximumQuantity: (.maximum, true),
    HKPredicateKeyPathWorkoutActivityAverageQuantity: (.average, true),
  ]

  /// Splits relations with several values into comparisons with a single one.
  private func joined<Filter>(
    _ relation: PredicateRelation, _ value: Any, or: ([Filter]) -> Filter, and: ([Filter]) -> Filter,
    _ compare: (Comparison, Any) throws -> Filter
  ) throws -> Filter {
    switch relation {
    case .compares(let comparison): return try compare(comparison, value)
    case .isIn: return or(try FormatValue.list(value).map { try compare(.equal, $0) })
    case .isBetween:
      let bounds = try FormatValue.list(value)
      guard bounds.count == 2 else { throw PredicateFormat.Failure(reason: "BETWEEN needs two values") }
      return and([try compare(.greaterThanOrEqual, bounds[0]), try compare(.lessThanOrEqual, bounds[1])])
    case .text: throw PredicateFormat.Failure(reason: "Key path \(path) cannot be compared as text")
    }
  }

  private func sample(_ comparison: Comparison, _ value: Any) throws -> SampleFilter {
    switch path {
    // A sample has one measurement here, which is its minimum, its maximum and its last.
    case HKPredicateKeyPathStartDate, HKPredicateKeyPathMostRecentStartDate:
      return .start(comparison, try FormatValue.date(value))
    case HKPredicateKeyPathEndDate, HKPredicateKeyPathMostRecentEndDate:
      return .end(comparison, try FormatValue.date(value))
    case HKPredicateKeyPathQuantity, HKPredicateKeyPathSum, HKPredicateKeyPathMin, HKPredicateKeyPathMax,
      HKPredicateKeyPathMostRecent:
      let quantity = try FormatValue.quantity(value)
      return .quantity(comparison, quantity.value, unit: quantity.unit)
    case HKPredicateKeyPathCategoryValue:
      return .category(comparison, try FormatValue.integer(value))
    case HKPredicateKeyPathECGClassification:
      return .content("classification", .compares(comparison, .number(Double(try FormatValue.integer(value)))))
    case HKPredicateKeyPathECGSymptomsStatus:
      return .content("symptomsStatus", .compares(comparison, .number(Double(try FormatValue.integer(value)))))
    case HKPredicateKeyPathAverageHeartRate:
      let rate = try FormatValue.quantity(value)
      guard let beats = rate.unit.convert(rate.value, to: .countPerMinute) else {
        throw PredicateFormat.Failure(reason: "\(rate.unit) is not a unit of heart rate")
      }
      return .content("averageHeartRate", .compares(comparison, .number(beats)))
    case HKPredicateKeyPathScheduledDate:
      let seconds = try FormatValue.date(value).timeIntervalSinceReferenceDate
      return .content("scheduledDate", .compares(comparison, .number(seconds)))
    case HKUserAnnotatedMedicationPredicateKeyPathHasSchedule, HKUserAnnotatedMedicationPredicateKeyPathIsArchived:
      return try equality(
        comparison, .content(path, .compares(.equal, .flag(try FormatValue.integer(value) != 0))))
    case HKPredicateKeyPathMedicationConceptIdentifier: return try text("medication", comparison, value)
    case HKPredicateKeyPathCDATitle: return try text("title", comparison, value)
    case HKPredicateKeyPathCDAPatientName: return try text("patientName", comparison, value)
    case HKPredicateKeyPathCDAAuthorName: return try text("authorName", comparison, value)
    case HKPredicateKeyPathCDACustodianName: return try text("custodianName", comparison, value)
    case HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier: return try text("identifier", comparison, value)
    case HKPredicateKeyPathClinicalRecordFHIRResourceType: return try text("resourceType", comparison, value)
    case HKPredicateKeyPathWorkoutDuration:
      return .workout(.duration(comparison, try FormatValue.number(value)))
    case HKPredicateKeyPathWorkoutTotalEnergyBurned: return try total(.energyBurned, comparison, value)
    case HKPredicateKeyPathWorkoutTotalDistance: return try total(.distance, comparison, value)
    case HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount: return try total(.swimmingStrokeCount, comparison, value)
    case HKPredicateKeyPathWorkoutTotalFlightsClimbed: return try total(.flightsClimbed, comparison, value)
    default: return try equality(comparison, try same(as: value))
    }
  }

  /// Text properties of type-specific contents.
  private func text(_ field: String, _ comparison: Comparison, _ value: Any) throws -> SampleFilter {
    let named = (value as? any NamedInPredicates)?.nameInPredicates
    guard let text = named ?? (value as? any RawRepresentable)?.rawValue as? String ?? value as? String else {
      throw PredicateFormat.Failure(reason: "Key path \(path) cannot be compared with \(value)")
    }
    guard comparison == .equal || comparison == .notEqual else {
      throw PredicateFormat.Failure(reason: "Key path \(path) is not ordered")
    }
    return .content(field, .compares(comparison, .text(text)))
  }

  /// The value of a device's property; none for one that is not set.
  private func deviceValues(_ value: Any) throws -> Set<String> {
    if value is NSNull { return [] }
    guard let text = value as? String else {
      throw PredicateFormat.Failure(reason: "Key path \(path) cannot be compared with \(value)")
    }
    return [text]
  }

  /// Equality only, for values without an order.
  private func same(as value: Any) throws -> SampleFilter {
    switch (path, value) {
    case (HKPredicateKeyPathUUID, let uuid as UUID): return .uuid([uuid])
    case (HKPredicateKeyPathSource, let source as HKSource): return .provenance(.sources([source.model]))
    case (HKPredicateKeyPathSourceRevision, let revision as HKSourceRevision):
      return .provenance(.revisions([RevisionPattern(revision)]))
    case (HKPredicateKeyPathDevice, let device as HKDevice): return .provenance(.devices([device.record]))
    case (HKPredicateKeyPathCorrelation, is NSNull): return .noCorrelation
    case (HKPredicateKeyPathWorkout, let workout as HKWorkout),
      (HKPredicateKeyPathWorkoutEffortRelationship, let workout as HKWorkout):
      return .ofWorkout(workout.uuid)
    case (HKPredicateKeyPathWorkoutType, _): return .workout(.activityType(try FormatValue.integer(value)))
    default: throw PredicateFormat.Failure(reason: "Unsupported key path \(path) with value \(value)")
    }
  }

  private func equality(_ comparison: Comparison, _ filter: SampleFilter) throws -> SampleFilter {
    switch comparison {
    case .equal: return filter
    case .notEqual: return .not(filter)
    default: throw PredicateFormat.Failure(reason: "Key path \(path) is not ordered")
    }
  }

  private func total(_ total: WorkoutTotal, _ comparison: Comparison, _ value: Any) throws -> SampleFilter {
    let quantity = try FormatValue.quantity(value)
    guard let canonical = quantity.unit.convert(quantity.value, to: total.unit) else {
      throw PredicateFormat.Failure(reason: "Attempt to compare incompatible units: \(quantity.unit), \(total.unit)")
    }
    return .workout(.total(total, comparison, canonical))
  }

  private func activity(_ comparison: Comparison, _ value: Any) throws -> ActivityFilter {
    switch path {
    case HKPredicateKeyPathWorkoutActivityStartDate: return .start(comparison, try FormatValue.date(value))
    case HKPredicateKeyPathWorkoutActivityEndDate: return .end(comparison, try FormatValue.date(value))
    case HKPredicateKeyPathWorkoutActivityDuration: return .duration(comparison, try FormatValue.number(value))
    default:
      let filter = ActivityFilter.activityType(try FormatValue.integer(value))
      switch comparison {
      case .equal: return filter
      case .notEqual: return .not(filter)
      default: throw PredicateFormat.Failure(reason: "Key path \(path) is not ordered")
      }
    }
  }

  private func metadata(_ key: String, _ relation: PredicateRelation, _ value: Any) throws -> SampleFilter {
    switch (relation, value) {
    case (.compares(.equal), is NSNull):
      return .not(.metadata(MetadataTest(key: key, condition: .exists)))
    case (.compares(.notEqual), is NSNull):
      return .metadata(MetadataTest(key: key, condition: .exists))
    case (.text(let relation), let text as String):
      return .metadata(MetadataTest(key: key, condition: .text(relation, text)))
    default:
      return try joined(relation, value, or: SampleFilter.or, and: SampleFilter.and) { comparison, value in
        guard let value = MetadataValue(value) else {
          throw PredicateFormat.Failure(reason: "Invalid value \(value) for metadata key \(key)")
        }
        return .metadata(key, comparison, value)
      }
    }
  }
}

/// An object that predicates compare by a text.
package protocol NamedInPredicates {
  var nameInPredicates: String { get }
}

extension DayFilter {
  /// Ranges of days; each side is unbounded.
  fileprivate init(_ comparison: Comparison, _ day: Day) {
    let (first, last) = (Day.distantPast, Day.distantFuture)
    switch comparison {
    case .equal: self = .days(day...day)
    case .notEqual: self = .not(.days(day...day))
    case .lessThan: self = .days(first...(day - 1))
    case .lessThanOrEqual: self = .days(first...day)
    case .greaterThan: self = .days((day + 1)...last)
    case .greaterThanOrEqual: self = .days(day...last)
    }
  }
}
