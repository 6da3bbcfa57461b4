/// The kind of the day's rings, made by ``HKObjectType/activitySummaryType()``.
open class HKActivitySummaryType: HKObjectType, @unchecked Sendable {}

/// The kind of audiograms, made by ``HKObjectType/audiogramSampleType()``.
open class HKAudiogramSampleType: HKSampleType, @unchecked Sendable {}

/// The kind of electrocardiograms, made by ``HKObjectType/electrocardiogramType()``.
open class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {}

/// The kind of states of mind, made by ``HKObjectType/stateOfMindType()``.
open class HKStateOfMindType: HKSampleType, @unchecked Sendable {}

/// The kind of prescriptions, made by ``HKObjectType/visionPrescriptionType()``.
open class HKPrescriptionType: HKSampleType, @unchecked Sendable {
  open override func requiresPerObjectAuthorization() -> Bool { true }
}
