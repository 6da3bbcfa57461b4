import CoreLocation
import Foundation
import HealthModel
import OpenHealthKit
import UniformTypeIdentifiers

/// The samples of a store as the public classes return them, without their identities: one line each.
struct PublicFacts {
  private let store: HKHealthStore
  private(set) var lines: [String] = []

  init(ofStoreAt path: String) async throws {
    store = HKHealthStore(configuration: HKHealthStore.Configuration(path: path, authorization: .allowAll))
    for identifier in [
      HKQuantityTypeIdentifier.bodyMass, .heartRateVariabilitySDNN, .bloodPressureSystolic, .stepCount,
    ] {
      try await add(.quantitySample(type: HKQuantityType(identifier))) { "\($0.quantity)" }
    }
    try await add(.categorySample(type: HKCategoryType(.sleepAnalysis))) { "\($0.value)" }
    try await add(.correlation(type: HKCorrelationType(.bloodPressure))) { correlation in
      correlation.objects.compactMap { ($0 as? HKQuantitySample).map { "\($0.quantityType) \($0.quantity)" } }.sorted()
        .joined(separator: ",")
    }
    try await add(.workout()) { workout in
      let numbers = workout.allStatistics.map { "\($0.key) \(String(describing: $0.value.sumQuantity()))" }.sorted()
      return "\(workout.workoutActivityType.rawValue) \(workout.duration) \(workout.workoutActivities.count) \(numbers)"
        + " \((workout.workoutEvents ?? []).map { "\($0.type.rawValue) \($0.dateInterval)" })"
    }
    try await addSeries()
    try await add(.audiogram()) { "\($0.sensitivityPoints.map { "\($0.frequency) \($0.tests.map(\.sensitivity))" })" }
    try await add(.visionPrescription()) { prescription in
      let lens = (prescription as? HKContactsPrescription)?.leftEye
      return "\(prescription.prescriptionType.rawValue) \(String(describing: lens?.baseCurve))"
    }
    try await add(.stateOfMind()) { "\($0.kind.rawValue) \($0.valence) \($0.labels) \($0.associations)" }
    try await add(.gad7Assessment()) { "\($0.answers.map(\.rawValue)) \($0.score)" }
    try await add(.medicationDoseEvent()) { dose in
      "\(dose.logStatus) \(dose.doseQuantity ?? 0) \(dose.scheduledDate?.timeIntervalSince1970 ?? 0)"
    }
    try await add(.clinicalRecord(type: HKClinicalType(.labResultRecord))) { record in
      "\(record.displayName) \(String(decoding: record.fhirResource?.data ?? Data(), as: UTF8.self))"
    }
    lines += try await HKUserAnnotatedMedicationQueryDescriptor().result(for: store).map { annotated in
      "\(annotated.medication.displayText) \(annotated.nickname ?? "") \(annotated.medication.relatedCodings.count)"
    }
    lines += await documents()
  }

  private mutating func addSeries() async throws {
    var lines: [String] = []
    for route in try await samples(.workoutRoute()) {
      for try await place in HKWorkoutRouteQueryDescriptor(route).results(for: store) {
        lines.append("\(place.timestamp.timeIntervalSince1970) \(place.coordinate) \(place.altitude) \(place.speed)")
      }
    }
    for electrocardiogram in try await samples(.electrocardiogram()) {
      var sum = 0.0
      for try await voltage in HKElectrocardiogramQueryDescriptor(electrocardiogram).results(for: store) {
        sum += voltage.quantity(for: .appleWatchSimilarToLeadI)?.doubleValue(for: .volt()) ?? 0
      }
      lines.append("\(electrocardiogram.classification) \(electrocardiogram.numberOfVoltageMeasurements) \(sum)")
    }
    for series in try await samples(.heartbeatSeries()) {
      for try await beat in HKHeartbeatSeriesQueryDescriptor(series).results(for: store) {
        lines.append("\(beat.timeIntervalSinceStart) \(beat.precededByGap)")
      }
    }
    self.lines += lines
  }

  private func documents() async -> [String] {
    await withCheckedContinuation { continuation in
      store.execute(
        HKDocumentQuery(
          documentType: HKDocumentType(.CDA), predicate: nil, limit: HKObjectQueryNoLimit, sortDescriptors: nil,
          includeDocumentData: true
        ) { _, found, _, error in
          let documents = (found ?? []).compactMap { ($0 as? HKCDADocumentSample)?.document }
          continuation.resume(
            returning: documents.map { "\($0.title) \($0.documentData ?? Data())" } + (error.map { ["\($0)"] } ?? []))
        })
    }
  }

  private func samples<Sample: HKSample>(_ predicate: HKSamplePredicate<Sample>) async throws -> [Sample] {
    try await HKSampleQueryDescriptor(predicates: [predicate], sortDescriptors: [SortDescriptor(\.startDate)])
      .result(for: store)
  }

  private mutating func add<Sample: HKSample>(
    _ predicate: HKSamplePredicate<Sample>, _ fact: (Sample) -> String
  ) async throws {
    let attachments = HKAttachmentStore(healthStore: store)
    var lines: [String] = []
    for sample in try await samples(predicate) {
      let metadata = (sample.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
      lines.append(
        "\(sample.sampleType) \(sample.startDate.timeIntervalSince1970) \(sample.endDate.timeIntervalSince1970) "
          + "\(sample.sourceRevision.source.name) \(sample.device?.name ?? "") \(metadata) \(fact(sample))")
      for file in try await attachments.attachments(for: sample) {
        let bytes = try await attachments.dataReader(for: file).data
        lines.append(
          "\(file.identifier) \(file.name) \(file.contentType.identifier) \(file.size) \(file.metadata ?? [:]) "
            + "\(file.creationDate.timeIntervalSince1970) \(bytes.base64EncodedString())")
      }
    }
    self.lines += lines.sorted()
  }
}
