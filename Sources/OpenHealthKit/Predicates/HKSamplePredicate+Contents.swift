public import Foundation
public import OpenHealthKitCore

/// Predicates for samples with contents of their own.
extension HKSamplePredicate {
  /// Electrocardiograms.
  public static func electrocardiogram(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKElectrocardiogram {
    HKSamplePredicate(.electrocardiogramType(), predicate)
  }

  /// Audiograms.
  public static func audiogram(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKAudiogramSample {
    HKSamplePredicate(.audiogramSampleType(), predicate)
  }

  /// Prescriptions for glasses and contact lenses.
  public static func visionPrescription(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKVisionPrescription {
    HKSamplePredicate(.visionPrescriptionType(), predicate)
  }

  /// States of mind.
  public static func stateOfMind(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKStateOfMind {
    HKSamplePredicate(.stateOfMindType(), predicate)
  }

  /// Answers to the questions of GAD-7.
  public static func gad7Assessment(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKGAD7Assessment {
    HKSamplePredicate(HKScoredAssessmentType(.GAD7), predicate)
  }

  /// Answers to the questions of PHQ-9.
  public static func phq9Assessment(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKPHQ9Assessment {
    HKSamplePredicate(HKScoredAssessmentType(.PHQ9), predicate)
  }

  /// Doses of medications.
  public static func medicationDoseEvent(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKMedicationDoseEvent {
    HKSamplePredicate(.medicationDoseEventType(), predicate)
  }

  /// Clinical records.
  public static func clinicalRecord(
    type: HKClinicalType, predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKClinicalRecord {
    HKSamplePredicate(type, predicate)
  }
}
