package import Foundation
package import HealthModel

/// A class of samples with type-specific content. Most of them are in the module OpenHealthKit, which a program that
/// does not need them can leave out.
package protocol ContentSample: HKSample {
  /// The sample for what a store contains.
  static func stored(_ content: StoredContent) -> HKSample

  /// What is saved besides the metadata.
  ///
  /// - Throws: ``HKError`` if programs cannot save such samples.
  func contentToSave() throws -> SavedContent
}

extension ContentSample {
  package func contentToSave() throws -> SavedContent {
    throw HKError.invalid("Samples of type \(sampleType) cannot be saved.")
  }
}

/// A stored sample with type-specific content, most of which is in the metadata of the header.
package struct StoredContent {
  package let type: String
  package let value: Double
  package let start: Date
  package let end: Date
  package var header: ObjectHeader
  /// The bytes beside the sample. Those of documents are read only on request.
  package let data: [UInt8]?
  /// Whether the bytes of documents were requested.
  package let isWithDocument: Bool
}

/// What a sample with type-specific content has besides its metadata.
package struct SavedContent {
  package var value: Double
  package var data: SampleData?

  package init(value: Double = .nan, data: SampleData? = nil) {
    self.value = value
    self.data = data
  }
}

/// The types whose samples have classes of their own and type-specific content.
enum ContentTypes {
  static let all: [HKSampleType] =
    [
      .audiogramSampleType(), .electrocardiogramType(), .visionPrescriptionType(), .stateOfMindType(),
      HKSeriesType.heartbeat(), HKScoredAssessmentType(.GAD7), HKScoredAssessmentType(.PHQ9),
      .medicationDoseEventType(),
    ] + TypeIdentifier.clinicalRecords.map { HKClinicalType(named: $0.identifier) }

  private static let byIdentifier = Dictionary(
    uniqueKeysWithValues: (all + [HKDocumentType(.CDA)]).map { ($0.identifier, $0) })

  static func type(_ identifier: String) -> HKSampleType? { byIdentifier[identifier] }

  /// The class of the samples of a type. The classes of the module OpenHealthKit are found by their names; a program
  /// without that module gets ``HKSample``.
  static func sampleClass(of identifier: String) -> (any ContentSample.Type)? {
    let name: String
    switch identifier {
    case TypeIdentifier.heartbeatSeries: return HKHeartbeatSeriesSample.self
    case TypeIdentifier.electrocardiogram: name = "HKElectrocardiogram"
    case TypeIdentifier.audiogram: name = "HKAudiogramSample"
    case TypeIdentifier.visionPrescription: name = "HKVisionPrescription"
    case TypeIdentifier.stateOfMind: name = "HKStateOfMind"
    case TypeIdentifier.gad7: name = "HKGAD7Assessment"
    case TypeIdentifier.phq9: name = "HKPHQ9Assessment"
    case TypeIdentifier.doseEvent: name = "HKMedicationDoseEvent"
    case TypeIdentifier.clinicalDocument: name = "HKCDADocumentSample"
    default: name = "HKClinicalRecord"
    }
    return NSClassFromString("OpenHealthKit." + name) as? any ContentSample.Type
  }
}
