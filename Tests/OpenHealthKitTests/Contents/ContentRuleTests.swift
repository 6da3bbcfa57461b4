import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// The limits of predicates and scores on the other kinds of samples, each tested on both sides.
@Suite("Limits of predicates, scores and versions")
struct ContentRuleTests {
  /// Stores what programs cannot create, as an import does.
  private func keep(_ type: String, _ content: any SampleContent, at hour: Double, in store: HKHealthStore) throws {
    var batch = SampleBatch()
    batch.tables.types.append(SampleTypeUse(identifier: type, kind: .other))
    batch.tables.provenances.append(store.configuration.client.provenance(device: nil))
    batch.tables.metadata.append(Metadata([content.entry]))
    batch.withData = [
      DataRecord(
        sample: SampleRecord(
          type: 0, provenance: 0, metadata: 0, start: TestTime.at(hour), end: TestTime.at(hour), value: .nan,
          uuid: UUID()), data: [])
    ]
    try store.connection.writing().save(batch)
  }

  /// The hours of the samples that match a predicate.
  private func hours(_ type: HKSampleType, _ predicate: NSPredicate, in store: HKHealthStore) throws -> [Double] {
    try store.reader.samples([SampleSelection(type: type, predicate: predicate)]).map {
      $0.startDate.timeIntervalSince(TestTime.midnight) / 3_600
    }
  }

  @Test("electrocardiograms are found by class, symptoms and heart rate; one without a heart rate matches no rate")
  func electrocardiograms() throws {
    let store = try TestHealthStore().store
    for (hour, content) in [
      (1.0, ElectrocardiogramContent(classification: 1, symptomsStatus: 2, averageHeartRate: 60, count: 0)),
      (2, ElectrocardiogramContent(classification: 2, symptomsStatus: 1, averageHeartRate: 80, count: 0)),
      (3, ElectrocardiogramContent(classification: 2, symptomsStatus: 1, count: 0)),
    ] {
      try keep(TypeIdentifier.electrocardiogram, content, at: hour, in: store)
    }
    func found(_ predicate: NSPredicate) throws -> [Double] {
      try hours(.electrocardiogramType(), predicate, in: store)
    }
    #expect(try found(HKQuery.predicateForElectrocardiograms(classification: .sinusRhythm)) == [1])
    #expect(try found(HKQuery.predicateForElectrocardiograms(symptomsStatus: .present)) == [1])
    #expect(try found(HKQuery.predicateForElectrocardiograms(symptomsStatus: .none)) == [2, 3])
    func rate(_ rate: Double, _ predicate: (HKQuantity) -> NSPredicate) throws -> [Double] {
      try found(predicate(HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: rate)))
    }
    #expect(
      try rate(80) { HKQuery.predicateForElectrocardiograms(operatorType: .greaterThanOrEqualTo, averageHeartRate: $0) }
        == [2])
    #expect(
      try rate(60) { HKQuery.predicateForElectrocardiograms(operatorType: .greaterThan, averageHeartRate: $0) } == [2])
    #expect(
      try rate(80) { HKQuery.predicateForElectrocardiograms(operatorType: .lessThan, averageHeartRate: $0) } == [1])
    #expect(
      try rate(60) { HKQuery.predicateForElectrocardiograms(operatorType: .notEqualTo, averageHeartRate: $0) } == [2])
  }

  @Test("an electrocardiogram's symptoms begin and end with it")
  func symptoms() async throws {
    let store = try TestHealthStore().store
    try keep(
      TypeIdentifier.electrocardiogram, ElectrocardiogramContent(classification: 1, symptomsStatus: 2, count: 0), at: 1,
      in: store)
    func symptom(_ start: Double, _ end: Double) -> HKCategorySample {
      HKCategorySample(
        type: HKCategoryType(.skippedHeartbeat), value: HKCategoryValueSeverity.mild.rawValue,
        start: TestTime.at(start),
        end: TestTime.at(end))
    }
    let own = symptom(1, 1)
    try await store.save([own, symptom(1, 2), symptom(0, 1), symptom(0.5, 2)])
    let all = SampleSelection(type: .electrocardiogramType(), predicate: nil)
    let electrocardiogram = try #require(try store.reader.samples([all]).first as? HKElectrocardiogram)
    let symptoms = SampleSelection(
      type: HKCategoryType(.skippedHeartbeat),
      predicate: HKQuery.predicateForObjectsAssociated(electrocardiogram: electrocardiogram))
    #expect(try store.reader.samples([symptoms]) == [own])
  }

  @Test("a dose scheduled at the start of the interval is found, and one scheduled at its end is not")
  func doses() throws {
    let store = try TestHealthStore().store
    for hour in [1.0, 2, 3] {
      let dose = DoseContent(scheduleType: 2, logStatus: 4, medication: "drug", scheduledDate: TestTime.at(hour))
      try keep(TypeIdentifier.doseEvent, dose, at: hour, in: store)
    }
    let due = HKQuery.predicateForMedicationDoseEvent(scheduledStart: TestTime.at(1), end: TestTime.at(3))
    #expect(try hours(.medicationDoseEventType(), due, in: store) == [1, 2])
  }

  @Test("a clinical record is found by its source, type and identifier together")
  func clinicalRecords() throws {
    let test = try TestHealthStore()
    let (store, other) = (test.store, test.second())
    let type = HKClinicalType(.labResultRecord)
    func record(_ identifier: String, _ resource: String) -> ClinicalContent {
      ClinicalContent(displayName: "x", resourceType: resource, identifier: identifier, fhirVersion: "4.0.1")
    }
    try keep(type.identifier, record("a", "Observation"), at: 1, in: store)
    try keep(type.identifier, record("b", "Observation"), at: 2, in: store)
    try keep(type.identifier, record("a", "Condition"), at: 3, in: store)
    try keep(type.identifier, record("a", "Observation"), at: 4, in: other)
    let predicate = HKQuery.predicateForClinicalRecords(
      from: store.configuration.client.source, fhirResourceType: .observation, identifier: "a")
    #expect(try hours(type, predicate, in: store) == [1])
  }

  @Test("FHIR versions are parsed in full or not at all, and belong to a release")
  func versions() throws {
    for (text, release) in [
      ("1.0.2", HKFHIRRelease.dstu2), ("4.0.1", .r4), ("4.0.0", .r4), ("3.0.1", .unknown), ("4.1.0", .unknown),
    ] {
      #expect(try HKFHIRVersion(fromVersionString: text).fhirRelease == release, "\(text)")
    }
    for text in ["", "4", "4.0", "4.0.1.1", "4.0.x", "-1.0.2", "1.-1.0"] {
      #expect(throws: HKError.self, "\(text)") { try HKFHIRVersion(fromVersionString: text) }
    }
  }

  @Test("a point of an audiogram has a frequency")
  func frequencies() {
    let (metre, hertz) = (HKQuantity(unit: .meter(), doubleValue: 500), HKQuantity(unit: .hertz(), doubleValue: 500))
    #expect(throws: HKError.self) { try HKAudiogramSensitivityPoint(frequency: metre, tests: []) }
    #expect(throws: Never.self) { try HKAudiogramSensitivityPoint(frequency: hertz, tests: []) }
  }

  @Test("the angle of a prism whose base points down exceeds 180 degrees")
  func prisms() {
    let one = HKQuantity(unit: .prismDiopter(), doubleValue: 1)
    let prism = HKVisionPrism(
      verticalAmount: one, verticalBase: .down, horizontalAmount: one, horizontalBase: .out, eye: .left)
    #expect(abs(prism.angle.doubleValue(for: .degreeAngle()) - 315) < 1e-9)
  }

  @Test("every score has the risk that the questionnaire defines")
  func risks() {
    func answers(_ score: Int, of count: Int) -> [Int] { (0..<count).map { max(0, min(3, score - 3 * $0)) } }
    for score in 0...21 {
      let assessment = HKGAD7Assessment(
        date: TestTime.at(1), answers: answers(score, of: 7).compactMap { HKGAD7Assessment.Answer(rawValue: $0) })
      let risk: HKGAD7Assessment.Risk =
        score < 5 ? .noneToMinimal : score < 10 ? .mild : score < 15 ? .moderate : .severe
      #expect(assessment.score == score && assessment.risk == risk)
    }
    for score in 0...27 {
      let assessment = HKPHQ9Assessment(
        date: TestTime.at(1), answers: answers(score, of: 9).compactMap { HKPHQ9Assessment.Answer(rawValue: $0) })
      let risk: HKPHQ9Assessment.Risk =
        score < 5
        ? .noneToMinimal : score < 10 ? .mild : score < 15 ? .moderate : score < 20 ? .moderatelySevere : .severe
      #expect(assessment.score == score && assessment.risk == risk)
    }
  }

  @Test("each seventh of the valence range is one class")
  func valences() {
    for part in 0..<7 {
      let (low, high) = (-1 + 2 * Double(part) / 7, -1 + 2 * Double(part + 1) / 7)
      for valence in [low + 0.001, (low + high) / 2, high - 0.001] {
        #expect(HKStateOfMind.ValenceClassification(valence: valence)?.rawValue == part + 1, "\(valence)")
      }
    }
  }

  @Test("of several effort scores that the user has given a workout, the latest applies")
  func mostRelevant() async throws {
    let store = try TestHealthStore().store
    let run = TestSample.run(from: TestTime.at(1), to: TestTime.at(2))
    try await store.save(run)
    let scores = [1.5, 1.2].map { hour in
      HKQuantitySample(
        type: HKQuantityType(.workoutEffortScore), quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: 4),
        start: TestTime.at(hour), end: TestTime.at(2))
    }
    for score in scores { try await store.relateWorkoutEffortSample(score, with: run, activity: nil) }
    let result = try await HKWorkoutEffortRelationshipQueryDescriptor(
      predicate: nil, anchor: nil, option: .mostRelevant
    ).result(for: store)
    #expect(result.relationships.map(\.samples) == [[scores[0]]])
    // An activity of another workout has no score of this one, and samples saved beside them change nothing.
    let second = TestSample.run(from: TestTime.at(3), to: TestTime.at(4))
    try await store.save(second)
    await #expect(throws: HKError.self) {
      try await store.relateWorkoutEffortSample(scores[0], with: run, activity: second.workoutActivities.first)
    }
    var feed = EffortFeed(nil, .default)
    _ = try feed.first(store.reader)
    try await store.save(TestSample.steps(1, from: TestTime.at(1)))
    #expect(try feed.update(store.reader)?.relationships.count == nil)
  }
}
