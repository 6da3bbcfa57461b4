import Foundation
import HealthKitUI
import Testing

/// The members that types have through protocols, such as `hash(into:)`: the rows of the kind `inherited`. Each function
/// requires the protocol of a type and uses its members, so that the compiler checks the rows.
struct InheritedMembers {
  private(set) var names: Set<String> = []

  private mutating func add(_ members: [String], to type: String) {
    for member in members { names.insert("\(type).\(member)") }
  }

  private func name<T>(_ type: T.Type) -> String {
    String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
  }

  init() {
    numbers(HKActivityMoveMode.self)
    numbers(HKAppleECGAlgorithmVersion.self)
    numbers(HKAppleSleepingBreathingDisturbancesClassification.self)
    numbers(HKAppleWalkingSteadinessClassification.self)
    numbers(HKAudiogramConductionType.self)
    numbers(HKAudiogramSensitivityTestSide.self)
    numbers(HKAuthorizationRequestStatus.self)
    numbers(HKAuthorizationStatus.self)
    numbers(HKBiologicalSex.self)
    numbers(HKBloodGlucoseMealTime.self)
    numbers(HKBloodType.self)
    numbers(HKBodyTemperatureSensorLocation.self)
    numbers(HKCategoryValue.self)
    numbers(HKCategoryValueAppetiteChanges.self)
    numbers(HKCategoryValueAppleStandHour.self)
    numbers(HKCategoryValueAppleWalkingSteadinessEvent.self)
    numbers(HKCategoryValueAudioExposureEvent.self)
    numbers(HKCategoryValueCervicalMucusQuality.self)
    numbers(HKCategoryValueContraceptive.self)
    numbers(HKCategoryValueEnvironmentalAudioExposureEvent.self)
    numbers(HKCategoryValueHeadphoneAudioExposureEvent.self)
    numbers(HKCategoryValueLowCardioFitnessEvent.self)
    numbers(HKCategoryValueMenopausalState.self)
    numbers(HKCategoryValueMenstrualFlow.self)
    numbers(HKCategoryValueOvulationTestResult.self)
    numbers(HKCategoryValuePregnancyTestResult.self)
    numbers(HKCategoryValuePresence.self)
    numbers(HKCategoryValueProgesteroneTestResult.self)
    numbers(HKCategoryValueSeverity.self)
    numbers(HKCategoryValueSleepAnalysis.self)
    numbers(HKCategoryValueVaginalBleeding.self)
    numbers(HKCyclingFunctionalThresholdPowerTestType.self)
    numbers(HKDevicePlacementSide.self)
    numbers(HKElectrocardiogram.Classification.self)
    numbers(HKElectrocardiogram.Lead.self)
    numbers(HKElectrocardiogram.SymptomsStatus.self)
    numbers(HKError.Code.self)
    numbers(HKFitzpatrickSkinType.self)
    numbers(HKGAD7Assessment.Answer.self)
    numbers(HKGAD7Assessment.Risk.self)
    numbers(HKHeartRateMotionContext.self)
    numbers(HKHeartRateRecoveryTestType.self)
    numbers(HKHeartRateSensorLocation.self)
    numbers(HKInsulinDeliveryReason.self)
    numbers(HKMedicationDoseEvent.LogStatus.self)
    numbers(HKMedicationDoseEvent.ScheduleType.self)
    numbers(HKMetricPrefix.self)
    numbers(HKPHQ9Assessment.Answer.self)
    numbers(HKPHQ9Assessment.Risk.self)
    numbers(HKPhysicalEffortEstimationType.self)
    numbers(HKPrismBase.self)
    numbers(HKQuantityAggregationStyle.self)
    numbers(HKStateOfMind.Association.self)
    numbers(HKStateOfMind.Kind.self)
    numbers(HKStateOfMind.Label.self)
    numbers(HKStateOfMind.ValenceClassification.self)
    numbers(HKReferenceSex.self)
    numbers(HKSwimmingStrokeStyle.self)
    numbers(HKUpdateFrequency.self)
    numbers(HKUserMotionContext.self)
    numbers(HKVO2MaxTestType.self)
    numbers(HKVisionEye.self)
    numbers(HKVisionPrescriptionType.self)
    numbers(HKWaterSalinity.self)
    numbers(HKWeatherCondition.self)
    numbers(HKWheelchairUse.self)
    numbers(HKWorkoutActivityType.self)
    numbers(HKWorkoutEffortRelationshipQueryOptions.self)
    numbers(HKWorkoutEventType.self)
    numbers(HKWorkoutSessionLocationType.self)
    numbers(HKWorkoutSessionState.self)
    numbers(HKWorkoutSessionType.self)
    numbers(HKWorkoutSwimmingLocationType.self)
    texts(HKCategoryTypeIdentifier.self)
    texts(HKCharacteristicTypeIdentifier.self)
    texts(HKClinicalTypeIdentifier.self)
    texts(HKCorrelationTypeIdentifier.self)
    texts(HKDocumentTypeIdentifier.self)
    texts(HKFHIRRelease.self)
    texts(HKFHIRResourceType.self)
    texts(HKHealthConceptDomain.self, named: "HKHealthConceptDomain")
    texts(HKMedicationGeneralForm.self, named: "HKMedicationGeneralForm")
    texts(HKQuantityTypeIdentifier.self)
    texts(HKScoredAssessmentTypeIdentifier.self)
    categoryValues(HKCategoryValue.self)
    categoryValues(HKCategoryValueAppetiteChanges.self)
    categoryValues(HKCategoryValueAppleStandHour.self)
    categoryValues(HKCategoryValueAppleWalkingSteadinessEvent.self)
    categoryValues(HKCategoryValueCervicalMucusQuality.self)
    categoryValues(HKCategoryValueContraceptive.self)
    categoryValues(HKCategoryValueEnvironmentalAudioExposureEvent.self)
    categoryValues(HKCategoryValueHeadphoneAudioExposureEvent.self)
    categoryValues(HKCategoryValueLowCardioFitnessEvent.self)
    categoryValues(HKCategoryValueMenopausalState.self)
    categoryValues(HKCategoryValueMenstrualFlow.self)
    categoryValues(HKCategoryValueOvulationTestResult.self)
    categoryValues(HKCategoryValuePregnancyTestResult.self)
    categoryValues(HKCategoryValuePresence.self)
    categoryValues(HKCategoryValueProgesteroneTestResult.self)
    categoryValues(HKCategoryValueSeverity.self)
    categoryValues(HKCategoryValueSleepAnalysis.self)
    categoryValues(HKCategoryValueVaginalBleeding.self)
    options(HKQuantitySeriesSampleQueryDescriptor.Options.self)
    options(HKQueryOptions.self)
    options(HKStatisticsOptions.self)
    values(HKError.self, named: "HKError")
    values(HKHeartbeatSeriesQueryDescriptor.Heartbeat.self, named: "HKHeartbeatSeriesQueryDescriptor.Heartbeat")
    values(HKQuantitySeriesSampleQueryDescriptor.Result.self, named: "HKQuantitySeriesSampleQueryDescriptor.Result")
    values(HKSamplePredicate<HKSample>.self, named: "HKSamplePredicate")
    sequence(
      HKActivitySummaryQueryDescriptor.Results.self, named: "HKActivitySummaryQueryDescriptor.Results",
      "HKActivitySummaryQueryDescriptor.Results.Iterator")
    sequence(
      HKAnchoredObjectQueryDescriptor<HKSample>.Results.self, named: "HKAnchoredObjectQueryDescriptor.Results",
      "HKAnchoredObjectQueryDescriptor.Results.Iterator")
    sequence(
      HKElectrocardiogramQueryDescriptor.Results.self, named: "HKElectrocardiogramQueryDescriptor.Results",
      "HKElectrocardiogramQueryDescriptor.Results.Iterator")
    sequence(
      HKHeartbeatSeriesQueryDescriptor.Results.self, named: "HKHeartbeatSeriesQueryDescriptor.Results",
      "HKHeartbeatSeriesQueryDescriptor.Results.Iterator")
    sequence(
      HKQuantitySeriesSampleQueryDescriptor.Results.self, named: "HKQuantitySeriesSampleQueryDescriptor.Results",
      "HKQuantitySeriesSampleQueryDescriptor.Results.Iterator")
    sequence(
      HKStatisticsCollectionQueryDescriptor.Results.self, named: "HKStatisticsCollectionQueryDescriptor.Results",
      "HKStatisticsCollectionQueryDescriptor.Results.Iterator")
    sequence(
      HKWorkoutEffortRelationshipQueryDescriptor.Results.self,
      named: "HKWorkoutEffortRelationshipQueryDescriptor.Results",
      "HKWorkoutEffortRelationshipQueryDescriptor.Results.Iterator")
    sequence(
      HKWorkoutRouteQueryDescriptor.Results.self, named: "HKWorkoutRouteQueryDescriptor.Results",
      "HKWorkoutRouteQueryDescriptor.Results.Iterator")
    sequence(HKAttachment.AsyncBytes.self, named: "HKAttachment.AsyncBytes", "BufferedAsyncByteIterator")
    equatable(HKActivitySummaryQueryDescriptor.Results.self, named: "HKActivitySummaryQueryDescriptor.Results")
    equatable(HKElectrocardiogramQueryDescriptor.Results.self, named: "HKElectrocardiogramQueryDescriptor.Results")
    equatable(HKHeartbeatSeriesQueryDescriptor.Results.self, named: "HKHeartbeatSeriesQueryDescriptor.Results")
    equatable(
      HKQuantitySeriesSampleQueryDescriptor.Results.self, named: "HKQuantitySeriesSampleQueryDescriptor.Results")
    equatable(HKWorkoutRouteQueryDescriptor.Results.self, named: "HKWorkoutRouteQueryDescriptor.Results")
    equatable(HKAttachment.AsyncBytes.self, named: "HKAttachment.AsyncBytes")
    comparable(HKAttachment.AsyncBytes.self, named: "HKAttachment.AsyncBytes")
  }

  /// Cases with different numbers are different and have hashes of their own.
  private mutating func raw<T: RawRepresentable & Hashable>(_ values: [T], named name: String) {
    #expect(!values.isEmpty && Set(values).count == values.count, "\(name)")
    for value in values {
      #expect(values.count { $0 != value } == values.count - 1)
      #expect(T(rawValue: value.rawValue)?.hashValue == value.hashValue)
    }
    add(["!=(_:_:)", "hash(into:)", "hashValue"], to: name)
  }

  private mutating func numbers<T: RawRepresentable & Hashable>(_ type: T.Type) where T.RawValue: BinaryInteger {
    raw(cases(type), named: name(type))
  }

  private func cases<T: RawRepresentable>(_ type: T.Type) -> [T] where T.RawValue: BinaryInteger {
    (0...3_000).compactMap { T.RawValue(exactly: $0).flatMap(T.init(rawValue:)) }
  }

  private mutating func texts<T: RawRepresentable & Hashable>(_ type: T.Type, named: String? = nil)
  where T.RawValue == String {
    raw(["a", "b"].compactMap { T(rawValue: $0) }, named: named ?? name(type))
  }

  private mutating func categoryValues<T: HKCategoryValuePredicateProviding>(_ type: T.Type) {
    let values = cases(type)
    #expect(T.predicateForSamples(equalTo: Set(values)) != T.predicateForSamples(equalTo: []))
    #expect(values.first.map { T.predicateForSamples(.equalTo, value: $0) } != nil)
    add(["predicateForSamples(_:value:)", "predicateForSamples(equalTo:)"], to: name(type))
  }

  private mutating func options<T: OptionSet>(_ type: T.Type)
  where T.RawValue: FixedWidthInteger, T.Element == T, T.ArrayLiteralElement == T {
    let (one, two) = (T(rawValue: 1), T(rawValue: 2))
    var set: T = [one, two]
    #expect(set == one.union(two) && set != one && T([one, two]) == set)
    #expect(T().isEmpty && set.contains(one) && !one.contains(two))
    #expect(set.intersection(one) == one && set.symmetricDifference(one) == two && set.subtracting(one) == two)
    #expect(one.isDisjoint(with: two) && one.isSubset(of: set) && set.isSuperset(of: one))
    #expect(one.isStrictSubset(of: set) && set.isStrictSuperset(of: one))
    set.subtract(one)
    #expect(set == two)
    #expect(set.insert(one).inserted)
    #expect(set.update(with: one) == one)
    #expect(set.remove(two) == two)
    set.formUnion(two)
    set.formIntersection(two)
    #expect(set == two)
    set.formSymmetricDifference(one)
    #expect(set == T([one, two]))
    add(
      [
        "!=(_:_:)", "contains(_:)", "formIntersection(_:)", "formSymmetricDifference(_:)", "formUnion(_:)", "init()",
        "init(_:)", "init(arrayLiteral:)", "insert(_:)", "intersection(_:)", "isDisjoint(with:)", "isEmpty",
        "isStrictSubset(of:)", "isStrictSuperset(of:)", "isSubset(of:)", "isSuperset(of:)", "remove(_:)",
        "subtract(_:)",
        "subtracting(_:)", "symmetricDifference(_:)", "union(_:)", "update(with:)",
      ], to: name(type))
  }

  private mutating func values<T: Hashable>(_: T.Type, named name: String) {
    let _: (T, T) -> Bool = { $0 == $1 }
    let _: (T, T) -> Bool = { $0 != $1 }
    let _: (T, inout Hasher) -> Void = { $0.hash(into: &$1) }
    let _: (T) -> Int = { $0.hashValue }
    add(["!=(_:_:)", "==(_:_:)", "hash(into:)", "hashValue"], to: name)
  }

  private mutating func sequence<S: AsyncSequence & Sendable>(
    _: S.Type, named name: String, _ iterator: String
  ) where S.Element: Sendable {
    func use(_ x: S) async throws {
      _ = try await x.allSatisfy { _ in true }
      _ = x.compactMap { $0 as S.Element? }
      _ = x.compactMap { element throws -> S.Element? in element }
      _ = try await x.contains { _ in true }
      _ = x.drop { _ in true }
      _ = x.dropFirst()
      _ = x.filter { _ in true }
      _ = try await x.first { _ in true }
      _ = x.flatMap { _ in x }
      _ = x.flatMap { _ throws -> S in x }
      _ = x.flatMap { _ in AsyncStream<Int> { nil } }
      _ = x.map { $0 }
      _ = x.map { element throws -> S.Element in element }
      _ = try await x.max { _, _ in true }
      _ = try await x.min { _, _ in true }
      _ = x.prefix(1)
      _ = try x.prefix { _ in true }
      _ = try await x.reduce(0) { count, _ in count + 1 }
      _ = try await x.reduce(into: 0) { count, _ in count += 1 }
    }
    add(
      [
        "allSatisfy(_:)", "compactMap(_:)", "compactMap(_:) throws", "contains(where:)", "drop(while:)",
        "dropFirst(_:)", "filter(_:)", "first(where:)", "flatMap(_:)", "flatMap(_:) throws",
        "flatMap(_:) where SegmentOfResult.Failure == Never", "map(_:)", "map(_:) throws", "max(by:)", "min(by:)",
        "prefix(_:)", "prefix(while:)", "reduce(_:_:)", "reduce(into:_:)",
      ], to: name)
    func use(_ x: inout S.AsyncIterator) async throws { _ = try await x.next(isolation: nil) }
    add(["next(isolation:)"], to: iterator)
  }

  private mutating func equatable<S: AsyncSequence>(_: S.Type, named name: String) where S.Element: Equatable {
    func use(_ x: S, _ element: S.Element) async throws { _ = try await x.contains(element) }
    add(["contains(_:)"], to: name)
  }

  private mutating func comparable<S: AsyncSequence>(_: S.Type, named name: String) where S.Element: Comparable {
    func use(_ x: S) async throws {
      _ = try await x.min()
      _ = try await x.max()
    }
    add(["max()", "min()"], to: name)
  }
}
