// swift-format-ignore-file

import HealthKitUI

// A use of each symbol of `symbols.tsv` that is here. That it compiles is the test.

@available(*, deprecated)
private func useHKCategoryValueAppetiteChanges() {
  _ = HKCategoryValueAppetiteChanges.self
  _ = HKCategoryValueAppetiteChanges.decreased
  _ = HKCategoryValueAppetiteChanges.increased
  _ = HKCategoryValueAppetiteChanges.init(rawValue:)
  _ = HKCategoryValueAppetiteChanges.noChange
  _ = HKCategoryValueAppetiteChanges.unspecified
}

@available(*, deprecated)
private func useHKCategoryValueAppleStandHour() {
  _ = HKCategoryValueAppleStandHour.self
  _ = HKCategoryValueAppleStandHour.idle
  _ = HKCategoryValueAppleStandHour.init(rawValue:)
  _ = HKCategoryValueAppleStandHour.stood
}

@available(*, deprecated)
private func useHKCategoryValueAppleWalkingSteadinessEvent() {
  _ = HKCategoryValueAppleWalkingSteadinessEvent.self
  _ = HKCategoryValueAppleWalkingSteadinessEvent.init(rawValue:)
  _ = HKCategoryValueAppleWalkingSteadinessEvent.initialLow
  _ = HKCategoryValueAppleWalkingSteadinessEvent.initialVeryLow
  _ = HKCategoryValueAppleWalkingSteadinessEvent.repeatLow
  _ = HKCategoryValueAppleWalkingSteadinessEvent.repeatVeryLow
}

@available(*, deprecated)
private func useHKCategoryValueAudioExposureEvent() {
  _ = HKCategoryValueAudioExposureEvent.self
  _ = HKCategoryValueAudioExposureEvent.init(rawValue:)
  _ = HKCategoryValueAudioExposureEvent.loudEnvironment
}

@available(*, deprecated)
private func useHKCategoryValueCervicalMucusQuality() {
  _ = HKCategoryValueCervicalMucusQuality.self
  _ = HKCategoryValueCervicalMucusQuality.creamy
  _ = HKCategoryValueCervicalMucusQuality.dry
  _ = HKCategoryValueCervicalMucusQuality.eggWhite
  _ = HKCategoryValueCervicalMucusQuality.init(rawValue:)
  _ = HKCategoryValueCervicalMucusQuality.sticky
  _ = HKCategoryValueCervicalMucusQuality.watery
}

@available(*, deprecated)
private func useHKCategoryValueContraceptive() {
  _ = HKCategoryValueContraceptive.self
  _ = HKCategoryValueContraceptive.implant
  _ = HKCategoryValueContraceptive.init(rawValue:)
  _ = HKCategoryValueContraceptive.injection
  _ = HKCategoryValueContraceptive.intrauterineDevice
  _ = HKCategoryValueContraceptive.intravaginalRing
  _ = HKCategoryValueContraceptive.oral
  _ = HKCategoryValueContraceptive.patch
  _ = HKCategoryValueContraceptive.unspecified
}

@available(*, deprecated)
private func useHKCategoryValueEnvironmentalAudioExposureEvent() {
  _ = HKCategoryValueEnvironmentalAudioExposureEvent.self
  _ = HKCategoryValueEnvironmentalAudioExposureEvent.init(rawValue:)
  _ = HKCategoryValueEnvironmentalAudioExposureEvent.momentaryLimit
}

@available(*, deprecated)
private func useHKCategoryValueHeadphoneAudioExposureEvent() {
  _ = HKCategoryValueHeadphoneAudioExposureEvent.self
  _ = HKCategoryValueHeadphoneAudioExposureEvent.init(rawValue:)
  _ = HKCategoryValueHeadphoneAudioExposureEvent.sevenDayLimit
}

@available(*, deprecated)
private func useHKCategoryValueLowCardioFitnessEvent() {
  _ = HKCategoryValueLowCardioFitnessEvent.self
  _ = HKCategoryValueLowCardioFitnessEvent.init(rawValue:)
  _ = HKCategoryValueLowCardioFitnessEvent.lowFitness
}

@available(*, deprecated)
private func useHKCategoryValueMenopausalState() {
  _ = HKCategoryValueMenopausalState.self
  _ = HKCategoryValueMenopausalState.init(rawValue:)
  _ = HKCategoryValueMenopausalState.menopause
  _ = HKCategoryValueMenopausalState.none
  _ = HKCategoryValueMenopausalState.perimenopause
}

@available(*, deprecated)
private func useHKCategoryValueMenstrualFlow() {
  _ = HKCategoryValueMenstrualFlow.self
  _ = HKCategoryValueMenstrualFlow.heavy
  _ = HKCategoryValueMenstrualFlow.init(rawValue:)
  _ = HKCategoryValueMenstrualFlow.light
  _ = HKCategoryValueMenstrualFlow.medium
  _ = HKCategoryValueMenstrualFlow.none
  _ = HKCategoryValueMenstrualFlow.unspecified
}

@available(*, deprecated)
private func useHKCategoryValueOvulationTestResult() {
  _ = HKCategoryValueOvulationTestResult.self
  _ = HKCategoryValueOvulationTestResult.estrogenSurge
  _ = HKCategoryValueOvulationTestResult.indeterminate
  _ = HKCategoryValueOvulationTestResult.init(rawValue:)
  _ = HKCategoryValueOvulationTestResult.luteinizingHormoneSurge
  _ = HKCategoryValueOvulationTestResult.negative
  _ = HKCategoryValueOvulationTestResult.positive
}

@available(*, deprecated)
private func useHKCategoryValuePredicateProviding() {
  _ = (any HKCategoryValuePredicateProviding).self
  _ = HKCategoryValueSleepAnalysis.predicateForSamples(_:value:)
  _ = HKCategoryValueSleepAnalysis.predicateForSamples(equalTo:)
}

@available(*, deprecated)
private func useHKCategoryValuePregnancyTestResult() {
  _ = HKCategoryValuePregnancyTestResult.self
  _ = HKCategoryValuePregnancyTestResult.indeterminate
  _ = HKCategoryValuePregnancyTestResult.init(rawValue:)
  _ = HKCategoryValuePregnancyTestResult.negative
  _ = HKCategoryValuePregnancyTestResult.positive
}

@available(*, deprecated)
private func useHKCategoryValuePresence() {
  _ = HKCategoryValuePresence.self
  _ = HKCategoryValuePresence.init(rawValue:)
  _ = HKCategoryValuePresence.notPresent
  _ = HKCategoryValuePresence.present
}

@available(*, deprecated)
private func useHKCategoryValueProgesteroneTestResult() {
  _ = HKCategoryValueProgesteroneTestResult.self
  _ = HKCategoryValueProgesteroneTestResult.indeterminate
  _ = HKCategoryValueProgesteroneTestResult.init(rawValue:)
  _ = HKCategoryValueProgesteroneTestResult.negative
  _ = HKCategoryValueProgesteroneTestResult.positive
}

@available(*, deprecated)
private func useHKCategoryValueSeverity() {
  _ = HKCategoryValueSeverity.self
  _ = HKCategoryValueSeverity.init(rawValue:)
  _ = HKCategoryValueSeverity.mild
  _ = HKCategoryValueSeverity.moderate
  _ = HKCategoryValueSeverity.notPresent
  _ = HKCategoryValueSeverity.severe
  _ = HKCategoryValueSeverity.unspecified
}

@available(*, deprecated)
private func useHKCategoryValueSleepAnalysis() {
  _ = HKCategoryValueSleepAnalysis.self
  _ = HKCategoryValueSleepAnalysis.allAsleepValues
  _ = HKCategoryValueSleepAnalysis.asleep
  _ = HKCategoryValueSleepAnalysis.asleepCore
  _ = HKCategoryValueSleepAnalysis.asleepDeep
  _ = HKCategoryValueSleepAnalysis.asleepREM
  _ = HKCategoryValueSleepAnalysis.asleepUnspecified
  _ = HKCategoryValueSleepAnalysis.awake
  _ = HKCategoryValueSleepAnalysis.inBed
  _ = HKCategoryValueSleepAnalysis.init(rawValue:)
}

@available(*, deprecated)
private func useHKCategoryValueVaginalBleeding() {
  _ = HKCategoryValueVaginalBleeding.self
  _ = HKCategoryValueVaginalBleeding.heavy
  _ = HKCategoryValueVaginalBleeding.init(rawValue:)
  _ = HKCategoryValueVaginalBleeding.light
  _ = HKCategoryValueVaginalBleeding.medium
  _ = HKCategoryValueVaginalBleeding.none
  _ = HKCategoryValueVaginalBleeding.unspecified
}

@available(*, deprecated)
private func useHKCDADocument(_ x: HKCDADocument) {
  _ = HKCDADocument.self
  _ = x.authorName
  _ = x.custodianName
  _ = x.documentData
  _ = x.patientName
  _ = x.title
}

@available(*, deprecated)
private func useHKCDADocumentSample(_ x: HKCDADocumentSample) {
  _ = HKCDADocumentSample.self
  _ = x.document
  _ = HKCDADocumentSample.init(data:start:end:metadata:)
}

@available(*, deprecated)
private func useHKCharacteristicType() {
  _ = HKCharacteristicType.self
  _ = HKCharacteristicType.init(_:)
}

@available(*, deprecated)
private func useHKCharacteristicTypeIdentifier() {
  _ = HKCharacteristicTypeIdentifier.self
  _ = HKCharacteristicTypeIdentifier.activityMoveMode
  _ = HKCharacteristicTypeIdentifier.biologicalSex
  _ = HKCharacteristicTypeIdentifier.bloodType
  _ = HKCharacteristicTypeIdentifier.dateOfBirth
  _ = HKCharacteristicTypeIdentifier.fitzpatrickSkinType
  _ = HKCharacteristicTypeIdentifier.init(rawValue:)
  _ = HKCharacteristicTypeIdentifier.wheelchairUse
}

@available(*, deprecated)
private func useHKClinicalCoding(_ x: HKClinicalCoding) {
  _ = HKClinicalCoding.self
  _ = x.code
  _ = HKClinicalCoding.init(coder:)
  _ = HKClinicalCoding.init(system:version:code:)
  _ = x.system
  _ = x.version
}

@available(*, deprecated)
private func useHKClinicalRecord(_ x: HKClinicalRecord) {
  _ = HKClinicalRecord.self
  _ = x.clinicalType
  _ = x.displayName
  _ = x.fhirResource
}

@available(*, deprecated)
private func useHKClinicalType() {
  _ = HKClinicalType.self
  _ = HKClinicalType.init(_:)
}

@available(*, deprecated)
private func useHKClinicalTypeIdentifier() {
  _ = HKClinicalTypeIdentifier.self
  _ = HKClinicalTypeIdentifier.allergyRecord
  _ = HKClinicalTypeIdentifier.clinicalNoteRecord
  _ = HKClinicalTypeIdentifier.conditionRecord
  _ = HKClinicalTypeIdentifier.coverageRecord
  _ = HKClinicalTypeIdentifier.immunizationRecord
  _ = HKClinicalTypeIdentifier.init(rawValue:)
  _ = HKClinicalTypeIdentifier.labResultRecord
  _ = HKClinicalTypeIdentifier.medicationRecord
  _ = HKClinicalTypeIdentifier.procedureRecord
  _ = HKClinicalTypeIdentifier.vitalSignRecord
}

@available(*, deprecated)
private func useHKContactsLensSpecification(_ x: HKContactsLensSpecification) {
  _ = HKContactsLensSpecification.self
  _ = x.baseCurve
  _ = x.diameter
  _ = HKContactsLensSpecification.init(sphere:cylinder:axis:addPower:baseCurve:diameter:)
}

@available(*, deprecated)
private func useHKContactsPrescription(_ x: HKContactsPrescription) {
  _ = HKContactsPrescription.self
  _ = x.brand
  _ = HKContactsPrescription.init(rightEyeSpecification:leftEyeSpecification:brand:dateIssued:expirationDate:device:metadata:)
  _ = x.leftEye
  _ = x.rightEye
}

@available(*, deprecated)
private func useHKCorrelation(_ x: HKCorrelation) {
  _ = HKCorrelation.self
  _ = x.correlationType
  _ = HKCorrelation.init(type:start:end:objects:)
  _ = HKCorrelation.init(type:start:end:objects:device:metadata:)
  _ = HKCorrelation.init(type:start:end:objects:metadata:)
  _ = x.objects
  _ = x.objects(for:)
}

@available(*, deprecated)
private func useHKCorrelationQuery(_ x: HKCorrelationQuery) {
  _ = HKCorrelationQuery.self
  _ = x.correlationType
  _ = HKCorrelationQuery.init(type:predicate:samplePredicates:completion:)
  _ = x.samplePredicates
}

@available(*, deprecated)
private func useHKCorrelationType() {
  _ = HKCorrelationType.self
  _ = HKCorrelationType.init(_:)
}

@available(*, deprecated)
private func useHKCorrelationTypeIdentifier() {
  _ = HKCorrelationTypeIdentifier.self
  _ = HKCorrelationTypeIdentifier.bloodPressure
  _ = HKCorrelationTypeIdentifier.food
  _ = HKCorrelationTypeIdentifier.init(rawValue:)
}

@available(*, deprecated)
private func useHKCumulativeQuantitySample(_ x: HKCumulativeQuantitySample) {
  _ = HKCumulativeQuantitySample.self
  _ = x.sumQuantity
}

@available(*, deprecated)
private func useHKCumulativeQuantitySeriesSample(_ x: HKCumulativeQuantitySeriesSample) {
  _ = HKCumulativeQuantitySeriesSample.self
  _ = x.sum
}

@available(*, deprecated)
private func useHKCyclingFunctionalThresholdPowerTestType() {
  _ = HKCyclingFunctionalThresholdPowerTestType.self
  _ = HKCyclingFunctionalThresholdPowerTestType.init(rawValue:)
  _ = HKCyclingFunctionalThresholdPowerTestType.maxExercise20Minute
  _ = HKCyclingFunctionalThresholdPowerTestType.maxExercise60Minute
  _ = HKCyclingFunctionalThresholdPowerTestType.predictionExercise
  _ = HKCyclingFunctionalThresholdPowerTestType.rampTest
}

@available(*, deprecated)
private func useHKDeletedObject(_ x: HKDeletedObject) {
  _ = HKDeletedObject.self
  _ = HKDeletedObject.init(coder:)
  _ = x.metadata
  _ = x.uuid
}

@available(*, deprecated)
private func useHKDevice(_ x: HKDevice) {
  _ = HKDevice.self
  _ = x.firmwareVersion
  _ = x.hardwareVersion
  _ = HKDevice.init(coder:)
  _ = HKDevice.init(name:manufacturer:model:hardwareVersion:firmwareVersion:softwareVersion:localIdentifier:udiDeviceIdentifier:)
  _ = HKDevice.init(name:manufacturer:model:hardwareVersion:firmwareVersion:softwareVersion:localIdentifier:udiDeviceIdentifier:)
  _ = HKDevice.local
  _ = x.localIdentifier
  _ = x.manufacturer
  _ = x.model
  _ = x.name
  _ = x.softwareVersion
  _ = x.udiDeviceIdentifier
}

@available(*, deprecated)
private func useHKDevicePlacementSide() {
  _ = HKDevicePlacementSide.self
  _ = HKDevicePlacementSide.central
  _ = HKDevicePlacementSide.init(rawValue:)
  _ = HKDevicePlacementSide.left
  _ = HKDevicePlacementSide.right
  _ = HKDevicePlacementSide.unknown
}

@available(*, deprecated)
private func useHKDiscreteQuantitySample(_ x: HKDiscreteQuantitySample) {
  _ = HKDiscreteQuantitySample.self
  _ = x.averageQuantity
  _ = x.maximumQuantity
  _ = x.minimumQuantity
  _ = x.mostRecentQuantity
  _ = x.mostRecentQuantityDateInterval
}

@available(*, deprecated)
private func useHKDocumentQuery(_ x: HKDocumentQuery) {
  _ = HKDocumentQuery.self
  _ = x.includeDocumentData
  _ = HKDocumentQuery.init(documentType:predicate:limit:sortDescriptors:includeDocumentData:resultsHandler:)
  _ = x.limit
  _ = x.sortDescriptors
}

@available(*, deprecated)
private func useHKDocumentSample(_ x: HKDocumentSample) {
  _ = HKDocumentSample.self
  _ = x.documentType
}

@available(*, deprecated)
private func useHKDocumentType() {
  _ = HKDocumentType.self
  _ = HKDocumentType.init(_:)
}

@available(*, deprecated)
private func useHKDocumentTypeIdentifier() {
  _ = HKDocumentTypeIdentifier.self
  _ = HKDocumentTypeIdentifier.CDA
  _ = HKDocumentTypeIdentifier.init(rawValue:)
}
