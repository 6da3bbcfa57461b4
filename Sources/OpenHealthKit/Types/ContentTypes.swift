import HealthModel

/// The types whose samples have classes of their own and type-specific content.
enum ContentTypes {
  static let all: [HKSampleType] =
    [
      .audiogramSampleType(), .electrocardiogramType(), .visionPrescriptionType(), .stateOfMindType(),
      HKSeriesType.heartbeat(), HKScoredAssessmentType(.GAD7), HKScoredAssessmentType(.PHQ9),
      .medicationDoseEventType(),
    ] + TypeIdentifier.clinicalRecords.map { HKClinicalType(named: $0.identifier) }

  static let identifiers = Set(all.map(\.identifier))
}
