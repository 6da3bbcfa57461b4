import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Testing
import UniformTypeIdentifiers

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// One sample of every kind other than quantities, all saved by one client.
struct FamilySamples {
  /// By the type's identifier: what a client saves itself.
  var saved: [String: HKSample] = [:]
  /// Samples that programs cannot create, but an import can.
  var imported: [String: (record: SampleRecord, entry: Metadata.Entry, data: SampleData)] = [:]
  let run: HKWorkout

  /// The types of all of them, with workouts last.
  static let types: [HKSampleType] = [
    .audiogramSampleType(), .visionPrescriptionType(), .stateOfMindType(), HKScoredAssessmentType(.GAD7),
    HKScoredAssessmentType(.PHQ9), HKSeriesType.heartbeat(), HKDocumentType(.CDA), HKSeriesType.workoutRoute(),
    HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore), HKQuantityType(.stepCount),
    .electrocardiogramType(), .medicationDoseEventType(), HKClinicalType(.labResultRecord),
    HKSampleType(named: TypeIdentifier.medication), .workoutType(),
  ]

  init(at date: Date) throws {
    run = TestSample.run(from: date, to: date + 1_800)
    saved[TypeIdentifier.workout] = run
    for type in Self.types {
      if let sample = try Self.sample(type.identifier, at: date) { saved[type.identifier] = sample }
      if let content = Self.content(type.identifier, at: date) {
        imported[type.identifier] = (
          SampleRecord(
            type: 0, provenance: 0, metadata: 0, start: date, end: date + 30, value: .nan, uuid: UUID()),
          content.entry, Self.data(type.identifier)
        )
      }
    }
  }

  /// A sample that a program can create.
  static func sample(_ type: String, at date: Date) throws -> HKSample? {
    let end = date + 1_800
    func effort(_ identifier: HKQuantityTypeIdentifier) -> HKSample {
      HKQuantitySample(
        type: HKQuantityType(identifier), quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: 7), start: date,
        end: end)
    }
    switch type {
    case TypeIdentifier.audiogram:
      let point = try HKAudiogramSensitivityPoint(
        frequency: HKQuantity(unit: .hertz(), doubleValue: 500),
        leftEarSensitivity: HKQuantity(unit: .decibelHearingLevel(), doubleValue: 4), rightEarSensitivity: nil)
      return HKAudiogramSample(sensitivityPoints: [point], start: date, end: end, metadata: ["note": "loud"])
    case TypeIdentifier.visionPrescription:
      return HKVisionPrescription(type: .glasses, dateIssued: date, expirationDate: nil, device: nil, metadata: nil)
    case TypeIdentifier.stateOfMind:
      return HKStateOfMind(date: date, kind: .dailyMood, valence: 0.5, labels: [.calm], associations: [.family])
    case TypeIdentifier.gad7: return HKGAD7Assessment(date: date, answers: Array(repeating: .severalDays, count: 7))
    case TypeIdentifier.phq9: return HKPHQ9Assessment(date: date, answers: Array(repeating: .severalDays, count: 9))
    case TypeIdentifier.heartbeatSeries:
      return HKHeartbeatSeriesSample(
        [Heartbeat(time: 0.5, followsGap: false), Heartbeat(time: 1.5, followsGap: true)], from: date, device: nil,
        metadata: nil)
    case TypeIdentifier.clinicalDocument:
      return try HKCDADocumentSample(
        data: Data("<ClinicalDocument><title>Report</title></ClinicalDocument>".utf8), start: date, end: date,
        metadata: nil)
    case TypeIdentifier.workoutRoute:
      var points = RoutePoints()
      for second in 0..<3 {
        points.append(RoutePoint(date: date + Double(second), latitude: 48, longitude: 6 + Double(second) / 1_000))
      }
      return HKWorkoutRoute(points, from: date, to: date + 2, device: nil, metadata: nil)
    case HKQuantityTypeIdentifier.workoutEffortScore.rawValue: return effort(.workoutEffortScore)
    case HKQuantityTypeIdentifier.estimatedWorkoutEffortScore.rawValue: return effort(.estimatedWorkoutEffortScore)
    case HKQuantityTypeIdentifier.stepCount.rawValue: return TestSample.steps(9, from: date)
    default: return nil
    }
  }

  private static func content(_ type: String, at date: Date) -> (any SampleContent)? {
    switch type {
    case TypeIdentifier.electrocardiogram:
      ElectrocardiogramContent(
        classification: 2, symptomsStatus: 1, averageHeartRate: 70, samplingFrequency: 512, count: 3)
    case TypeIdentifier.doseEvent:
      DoseContent(scheduleType: 2, logStatus: 4, medication: "drug", scheduledDate: date, quantity: 1)
    case TypeIdentifier.medication:
      MedicationContent(identifier: "drug", displayText: "Drug", generalForm: "tablet", hasSchedule: true)
    case HKClinicalTypeIdentifier.labResultRecord.rawValue:
      ClinicalContent(displayName: "Glucose", resourceType: "Observation", identifier: "lab", fhirVersion: "4.0.1")
    default: nil
    }
  }

  private static func data(_ type: String) -> SampleData {
    switch type {
    case TypeIdentifier.electrocardiogram: ElectrocardiogramContent.data([1, -2, 3])
    case HKClinicalTypeIdentifier.labResultRecord.rawValue: [Array("{\"id\":\"lab\"}".utf8)]
    default: []
    }
  }

  /// A predicate on the contents of samples of a type, which the sample above matches.
  static func predicate(_ type: String, at date: Date) -> NSPredicate {
    switch type {
    case TypeIdentifier.electrocardiogram:
      return HKQuery.predicateForElectrocardiograms(classification: .atrialFibrillation)
    case TypeIdentifier.stateOfMind: return HKQuery.predicateForStatesOfMind(with: HKStateOfMind.Label.calm)
    case TypeIdentifier.doseEvent: return HKQuery.predicateForMedicationDoseEvent(scheduledStart: nil, end: date + 9)
    case TypeIdentifier.medication: return HKQuery.predicateForUserAnnotatedMedications(hasSchedule: true)
    case HKClinicalTypeIdentifier.labResultRecord.rawValue:
      return HKQuery.predicateForClinicalRecords(withFHIRResourceType: .observation)
    case TypeIdentifier.clinicalDocument:
      return NSPredicate(format: "%K == %@", HKPredicateKeyPathCDATitle, "Report")
    case TypeIdentifier.workout: return HKQuery.predicateForWorkouts(with: .running)
    case TypeIdentifier.audiogram: return HKQuery.predicateForObjects(withMetadataKey: "note")
    default: return HKQuery.predicateForSamples(withStart: date - 1, end: date + 1)
    }
  }
}

/// A store with samples of every kind, of the client and of another one, under decisions about their types.
final class FamilyWorld {
  static let clientName = "org.example.reader"
  static let otherName = "org.example.other"

  let scratch: ScratchStore
  let client: HKHealthStore
  let other: HKHealthStore
  /// Both as a client that may read everything gets them, by the type's identifier.
  private(set) var own: [String: HKSample] = [:]
  private(set) var others: [String: HKSample] = [:]
  /// An attachment of each sample that can have one.
  private(set) var othersFiles: [String: HKAttachment] = [:]

  typealias Decisions = [String: PermissionMatrixTests.Decision]

  /// - Parameter isHidden: whether what the client may not read is left out of the store.
  init(own: FamilySamples, others: FamilySamples, _ decisions: Decisions, isHidden: Bool) async throws {
    scratch = try ScratchStore()
    client = scratch.opened(by: Self.clientName, .ask(Person.absent()))
    other = scratch.opened(by: Self.otherName, .owner)
    let before = scratch.opened(by: Self.clientName, .allowAll)
    let file = URL(filePath: scratch.directory + "/file")
    try Data("a page".utf8).write(to: file)
    try await keep(own, in: before, file) { _ in true }
    let isKept = { type in !isHidden || decisions[type]?.read == .granted }
    try await keep(others, in: other, file, isKept)
    // The client has related another client's score to its own workout, and may not read scores any more.
    let effort = HKQuantityTypeIdentifier.workoutEffortScore.rawValue
    if isKept(effort), let score = others.saved[effort] {
      try await before.relateWorkoutEffortSample(score, with: own.run, activity: nil)
    }
    try other.connection.changing().decide(
      decisions.map { type, decision in
        Permission(client: Self.clientName, type: type, share: decision.share, read: decision.read)
      })
    for type in FamilySamples.types {
      for sample in try other.reader.samples([SampleSelection(type: type, predicate: nil)]) {
        let isOwn = sample.sourceRevision.source.bundleIdentifier == Self.clientName
        if isOwn { self.own[type.identifier] = sample } else { self.others[type.identifier] = sample }
        let files = try await HKAttachmentStore(healthStore: other).attachments(for: sample)
        if !isOwn { othersFiles[type.identifier] = files.first }
      }
    }
  }

  private func keep(
    _ samples: FamilySamples, in store: HKHealthStore, _ file: URL, _ isKept: (String) -> Bool
  ) async throws {
    if isKept(TypeIdentifier.workout) { try await store.save(samples.run) }
    let ofRun: Set<String> = [
      TypeIdentifier.workoutRoute, HKQuantityTypeIdentifier.workoutEffortScore.rawValue,
      HKQuantityTypeIdentifier.estimatedWorkoutEffortScore.rawValue,
    ]
    for (type, sample) in samples.saved where type != TypeIdentifier.workout && isKept(type) {
      if ofRun.contains(type), isKept(TypeIdentifier.workout) {
        if let route = sample as? HKWorkoutRoute {
          try store.saveNow(route, toWorkout: samples.run)
        } else {
          try await store.relateWorkoutEffortSample(sample, with: samples.run, activity: nil)
        }
      } else {
        try await store.save(sample)
      }
      try await HKAttachmentStore(healthStore: store).addAttachment(
        to: sample, name: "page", contentType: .pdf, url: file)
    }
    for (type, content) in samples.imported where isKept(type) {
      var batch = SampleBatch()
      batch.tables.types.append(SampleTypeUse(identifier: type, kind: .other))
      batch.tables.provenances.append(store.configuration.client.provenance(device: nil))
      batch.tables.metadata.append(Metadata([content.entry]))
      batch.withData = [DataRecord(sample: content.record, data: content.data)]
      try store.connection.writing().save(batch)
    }
  }
}
