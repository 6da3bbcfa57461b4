// `import OpenHealthKit` is the whole library; `import OpenHealthKitCore` compiles less.
@_exported public import OpenHealthKitCore

#if !canImport(Darwin)
  extension HKAttachment: HKFormatArgument {}
  extension HKFHIRResource: HKFormatArgument {}
  extension HKFHIRVersion: HKFormatArgument {}
  extension HKClinicalCoding: HKFormatArgument {}
  extension HKHealthConceptIdentifier: HKFormatArgument {}
  extension HKMedicationConcept: HKFormatArgument {}
  extension HKUserAnnotatedMedication: HKFormatArgument {}
#endif
