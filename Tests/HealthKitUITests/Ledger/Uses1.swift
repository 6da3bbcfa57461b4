// swift-format-ignore-file

import HealthKitUI

// A use of each symbol of `symbols.tsv` that is here. That it compiles is the test.

@available(*, deprecated)
private func useHKActivityMoveMode() {
  _ = HKActivityMoveMode.self
  _ = HKActivityMoveMode.activeEnergy
  _ = HKActivityMoveMode.appleMoveTime
  _ = HKActivityMoveMode.init(rawValue:)
}

@available(*, deprecated)
private func useHKActivityMoveModeObject(_ x: HKActivityMoveModeObject) {
  _ = HKActivityMoveModeObject.self
  _ = x.activityMoveMode
}

@available(*, deprecated)
private func useHKActivityRingView(_ x: HKActivityRingView) {
  _ = HKActivityRingView.self
  _ = x.activitySummary
  _ = x.setActivitySummary(_:animated:)
}

@available(*, deprecated)
private func useHKActivitySummary(_ x: HKActivitySummary) {
  _ = HKActivitySummary.self
  _ = x.activeEnergyBurned
  _ = x.activeEnergyBurnedGoal
  _ = x.activityMoveMode
  _ = x.appleExerciseTime
  _ = x.appleExerciseTimeGoal
  _ = x.appleMoveTime
  _ = x.appleMoveTimeGoal
  _ = x.appleStandHours
  _ = x.appleStandHoursGoal
  _ = x.dateComponents(for:)
  _ = x.exerciseTimeGoal
  _ = HKActivitySummary.init(coder:)
  _ = x.isPaused
  _ = x.standHoursGoal
}

@available(*, deprecated)
private func useHKActivitySummaryQuery(_ x: HKActivitySummaryQuery) {
  _ = HKActivitySummaryQuery.self
  _ = HKActivitySummaryQuery.init(predicate:resultsHandler:)
  _ = x.updateHandler
}

@available(*, deprecated)
private func useHKActivitySummaryQueryDescriptor(_ x: HKActivitySummaryQueryDescriptor) {
  _ = HKActivitySummaryQueryDescriptor.self
  _ = HKActivitySummaryQueryDescriptor.init(predicate:)
  _ = x.predicate
  _ = x.result(for:)
  _ = HKActivitySummaryQueryDescriptor.Results.self
  _ = x.results(for:)
  _ = HKActivitySummaryQueryDescriptor.Results.Iterator.self
}

@available(*, deprecated)
private func useHKActivitySummaryType() {
  _ = HKActivitySummaryType.self
}

@available(*, deprecated)
private func useHKAnchoredObjectQuery(_ x: HKAnchoredObjectQuery) {
  _ = HKAnchoredObjectQuery.self
  _ = HKAnchoredObjectQuery.init(queryDescriptors:anchor:limit:resultsHandler:)
  _ = HKAnchoredObjectQuery.init(type:predicate:anchor:limit:resultsHandler:)
  _ = x.updateHandler
}

@available(*, deprecated)
private func useHKAnchoredObjectQueryDescriptor(_ x: HKAnchoredObjectQueryDescriptor<HKSample>) {
  _ = HKAnchoredObjectQueryDescriptor<HKSample>.self
  _ = x.anchor
  _ = HKAnchoredObjectQueryDescriptor<HKSample>.init(predicates:anchor:limit:)
  _ = x.limit
  _ = x.predicates
  _ = HKAnchoredObjectQueryDescriptor<HKSample>.Result.self
  _ = x.result(for:)
  _ = HKAnchoredObjectQueryDescriptor<HKSample>.Results.self
  _ = x.results(for:)
  _ = HKAnchoredObjectQueryDescriptor<HKSample>.Results.Iterator.self
}

@available(*, deprecated)
private func useHKAnchoredObjectQueryDescriptorResult(_ x: HKAnchoredObjectQueryDescriptor<HKSample>.Result) {
  _ = x.addedSamples
  _ = x.deletedObjects
  _ = x.newAnchor
}

@available(*, deprecated)
private func useHKAppleECGAlgorithmVersion() {
  _ = HKAppleECGAlgorithmVersion.self
  _ = HKAppleECGAlgorithmVersion.init(rawValue:)
  _ = HKAppleECGAlgorithmVersion.version1
  _ = HKAppleECGAlgorithmVersion.version2
}

@available(*, deprecated)
private func useHKAppleSleepingBreathingDisturbancesClassification() {
  _ = HKAppleSleepingBreathingDisturbancesClassification.self
  _ = HKAppleSleepingBreathingDisturbancesClassification.allCases
  _ = HKAppleSleepingBreathingDisturbancesClassification.elevated
  _ = HKAppleSleepingBreathingDisturbancesClassification.init(classifying:)
  _ = HKAppleSleepingBreathingDisturbancesClassification.init(rawValue:)
  _ = HKAppleSleepingBreathingDisturbancesClassification.notElevated
}

@available(*, deprecated)
private func useHKAppleWalkingSteadinessClassification() {
  _ = HKAppleWalkingSteadinessClassification.self
  _ = HKAppleWalkingSteadinessClassification.allCases
  _ = HKAppleWalkingSteadinessClassification.init(rawValue:)
  _ = HKAppleWalkingSteadinessClassification.low
  _ = HKAppleWalkingSteadinessClassification.ok
  _ = HKAppleWalkingSteadinessClassification.veryLow
}

@available(*, deprecated)
private func useHKAsyncQuery(_ x: any HKAsyncQuery) {
  _ = (any HKAsyncQuery).self
  func f<Q: HKAsyncQuery>(_: Q) { _ = Q.Output.self }
  _ = x.result(for:)
}

@available(*, deprecated)
private func useHKAsyncSequenceQuery(_ x: any HKAsyncSequenceQuery) {
  _ = (any HKAsyncSequenceQuery).self
  _ = x.results(for:)
  func f<Q: HKAsyncSequenceQuery>(_: Q) { _ = Q.Sequence.self }
}

@available(*, deprecated)
private func useHKAttachment(_ x: HKAttachment) {
  _ = HKAttachment.self
  _ = HKAttachment.AsyncBytes.self
  _ = HKAttachment.AsyncBytes.AsyncIterator.self
  _ = x.contentType
  _ = x.creationDate
  _ = x.identifier
  _ = x.metadata
  _ = x.name
  _ = x.size
}

@available(*, deprecated)
private func useHKAttachmentDataReader(_ x: HKAttachmentDataReader) {
  _ = HKAttachmentDataReader.self
  _ = x.attachment
  _ = x.bytes
  let _: (HKAttachmentDataReader) async throws -> Any = { try await $0.data }
  _ = x.progress
}

@available(*, deprecated)
private func useHKAttachmentStore(_ x: HKAttachmentStore) {
  _ = HKAttachmentStore.self
  _ = x.addAttachment(to:name:contentType:url:metadata:)
  _ = x.addAttachment(to:name:contentType:url:metadata:completion:)
  _ = x.dataReader(for:)
  _ = x.getAttachments(for:completion:)
  _ = x.getData(for:completion:)
  _ = HKAttachmentStore.init(healthStore:)
  _ = x.removeAttachment(_:from:completion:)
  _ = x.streamData(for:dataHandler:)
}

@available(*, deprecated)
private func useHKAudiogramConductionType() {
  _ = HKAudiogramConductionType.self
  _ = HKAudiogramConductionType.air
  _ = HKAudiogramConductionType.init(rawValue:)
}

@available(*, deprecated)
private func useHKAudiogramSample(_ x: HKAudiogramSample) {
  _ = HKAudiogramSample.self
  _ = HKAudiogramSample.init(sensitivityPoints:start:end:device:metadata:)
  _ = HKAudiogramSample.init(sensitivityPoints:start:end:metadata:)
  _ = x.sensitivityPoints
}

@available(*, deprecated)
private func useHKAudiogramSampleType() {
  _ = HKAudiogramSampleType.self
}

@available(*, deprecated)
private func useHKAudiogramSensitivityPoint(_ x: HKAudiogramSensitivityPoint) {
  _ = HKAudiogramSensitivityPoint.self
  _ = x.frequency
  _ = HKAudiogramSensitivityPoint.init(frequency:leftEarSensitivity:rightEarSensitivity:)
  _ = HKAudiogramSensitivityPoint.init(frequency:tests:)
  _ = x.leftEarSensitivity
  _ = x.rightEarSensitivity
  _ = x.tests
}

@available(*, deprecated)
private func useHKAudiogramSensitivityPointClampingRange(_ x: HKAudiogramSensitivityPointClampingRange) {
  _ = HKAudiogramSensitivityPointClampingRange.self
  _ = HKAudiogramSensitivityPointClampingRange.init(lowerBound:upperBound:)
  _ = x.lowerBound
  _ = x.upperBound
}

@available(*, deprecated)
private func useHKAudiogramSensitivityTest(_ x: HKAudiogramSensitivityTest) {
  _ = HKAudiogramSensitivityTest.self
  _ = x.clampingRange
  _ = HKAudiogramSensitivityTest.init(sensitivity:type:masked:side:clampingRange:)
  _ = x.masked
  _ = x.sensitivity
  _ = x.side
  _ = x.type
}

@available(*, deprecated)
private func useHKAudiogramSensitivityTestSide() {
  _ = HKAudiogramSensitivityTestSide.self
  _ = HKAudiogramSensitivityTestSide.init(rawValue:)
  _ = HKAudiogramSensitivityTestSide.left
  _ = HKAudiogramSensitivityTestSide.right
}

@available(*, deprecated)
private func useHKAuthorizationRequestStatus() {
  _ = HKAuthorizationRequestStatus.self
  _ = HKAuthorizationRequestStatus.init(rawValue:)
  _ = HKAuthorizationRequestStatus.shouldRequest
  _ = HKAuthorizationRequestStatus.unknown
  _ = HKAuthorizationRequestStatus.unnecessary
}

@available(*, deprecated)
private func useHKAuthorizationStatus() {
  _ = HKAuthorizationStatus.self
  _ = HKAuthorizationStatus.init(rawValue:)
  _ = HKAuthorizationStatus.notDetermined
  _ = HKAuthorizationStatus.sharingAuthorized
  _ = HKAuthorizationStatus.sharingDenied
}

@available(*, deprecated)
private func useHKBiologicalSex() {
  _ = HKBiologicalSex.self
  _ = HKBiologicalSex.female
  _ = HKBiologicalSex.init(rawValue:)
  _ = HKBiologicalSex.male
  _ = HKBiologicalSex.notSet
  _ = HKBiologicalSex.other
}

@available(*, deprecated)
private func useHKBiologicalSexObject(_ x: HKBiologicalSexObject) {
  _ = HKBiologicalSexObject.self
  _ = x.biologicalSex
}

@available(*, deprecated)
private func useHKBloodGlucoseMealTime() {
  _ = HKBloodGlucoseMealTime.self
  _ = HKBloodGlucoseMealTime.init(rawValue:)
  _ = HKBloodGlucoseMealTime.postprandial
  _ = HKBloodGlucoseMealTime.preprandial
}

@available(*, deprecated)
private func useHKBloodType() {
  _ = HKBloodType.self
  _ = HKBloodType.abNegative
  _ = HKBloodType.abPositive
  _ = HKBloodType.aNegative
  _ = HKBloodType.aPositive
  _ = HKBloodType.bNegative
  _ = HKBloodType.bPositive
  _ = HKBloodType.init(rawValue:)
  _ = HKBloodType.notSet
  _ = HKBloodType.oNegative
  _ = HKBloodType.oPositive
}

@available(*, deprecated)
private func useHKBloodTypeObject(_ x: HKBloodTypeObject) {
  _ = HKBloodTypeObject.self
  _ = x.bloodType
}

@available(*, deprecated)
private func useHKBodyTemperatureSensorLocation() {
  _ = HKBodyTemperatureSensorLocation.self
  _ = HKBodyTemperatureSensorLocation.armpit
  _ = HKBodyTemperatureSensorLocation.body
  _ = HKBodyTemperatureSensorLocation.ear
  _ = HKBodyTemperatureSensorLocation.earDrum
  _ = HKBodyTemperatureSensorLocation.finger
  _ = HKBodyTemperatureSensorLocation.forehead
  _ = HKBodyTemperatureSensorLocation.gastroIntestinal
  _ = HKBodyTemperatureSensorLocation.init(rawValue:)
  _ = HKBodyTemperatureSensorLocation.mouth
  _ = HKBodyTemperatureSensorLocation.other
  _ = HKBodyTemperatureSensorLocation.rectum
  _ = HKBodyTemperatureSensorLocation.temporalArtery
  _ = HKBodyTemperatureSensorLocation.toe
}

@available(*, deprecated)
private func useHKCategorySample(_ x: HKCategorySample) {
  _ = HKCategorySample.self
  _ = x.categoryType
  _ = HKCategorySample.init(type:value:start:end:)
  _ = HKCategorySample.init(type:value:start:end:device:metadata:)
  _ = HKCategorySample.init(type:value:start:end:metadata:)
  _ = x.value
}

@available(*, deprecated)
private func useHKCategoryType() {
  _ = HKCategoryType.self
  _ = HKCategoryType.init(_:)
}

@available(*, deprecated)
private func useHKCategoryTypeIdentifier() {
  _ = HKCategoryTypeIdentifier.self
  _ = HKCategoryTypeIdentifier.abdominalCramps
  _ = HKCategoryTypeIdentifier.acne
  _ = HKCategoryTypeIdentifier.appetiteChanges
  _ = HKCategoryTypeIdentifier.appleStandHour
  _ = HKCategoryTypeIdentifier.appleWalkingSteadinessEvent
  _ = HKCategoryTypeIdentifier.audioExposureEvent
  _ = HKCategoryTypeIdentifier.bladderIncontinence
  _ = HKCategoryTypeIdentifier.bleedingAfterMenopause
  _ = HKCategoryTypeIdentifier.bleedingAfterPregnancy
  _ = HKCategoryTypeIdentifier.bleedingDuringPregnancy
  _ = HKCategoryTypeIdentifier.bloating
  _ = HKCategoryTypeIdentifier.breastPain
  _ = HKCategoryTypeIdentifier.cervicalMucusQuality
  _ = HKCategoryTypeIdentifier.chestTightnessOrPain
  _ = HKCategoryTypeIdentifier.chills
  _ = HKCategoryTypeIdentifier.constipation
  _ = HKCategoryTypeIdentifier.contraceptive
  _ = HKCategoryTypeIdentifier.coughing
  _ = HKCategoryTypeIdentifier.diarrhea
  _ = HKCategoryTypeIdentifier.dizziness
  _ = HKCategoryTypeIdentifier.drySkin
  _ = HKCategoryTypeIdentifier.environmentalAudioExposureEvent
  _ = HKCategoryTypeIdentifier.fainting
  _ = HKCategoryTypeIdentifier.fatigue
  _ = HKCategoryTypeIdentifier.fever
  _ = HKCategoryTypeIdentifier.generalizedBodyAche
  _ = HKCategoryTypeIdentifier.hairLoss
  _ = HKCategoryTypeIdentifier.handwashingEvent
  _ = HKCategoryTypeIdentifier.headache
  _ = HKCategoryTypeIdentifier.headphoneAudioExposureEvent
  _ = HKCategoryTypeIdentifier.heartburn
  _ = HKCategoryTypeIdentifier.highHeartRateEvent
  _ = HKCategoryTypeIdentifier.hotFlashes
  _ = HKCategoryTypeIdentifier.hypertensionEvent
  _ = HKCategoryTypeIdentifier.infrequentMenstrualCycles
  _ = HKCategoryTypeIdentifier.init(rawValue:)
  _ = HKCategoryTypeIdentifier.intermenstrualBleeding
  _ = HKCategoryTypeIdentifier.irregularHeartRhythmEvent
  _ = HKCategoryTypeIdentifier.irregularMenstrualCycles
  _ = HKCategoryTypeIdentifier.lactation
  _ = HKCategoryTypeIdentifier.lossOfSmell
  _ = HKCategoryTypeIdentifier.lossOfTaste
  _ = HKCategoryTypeIdentifier.lowCardioFitnessEvent
  _ = HKCategoryTypeIdentifier.lowerBackPain
  _ = HKCategoryTypeIdentifier.lowHeartRateEvent
  _ = HKCategoryTypeIdentifier.memoryLapse
  _ = HKCategoryTypeIdentifier.menopausalState
  _ = HKCategoryTypeIdentifier.menstrualFlow
  _ = HKCategoryTypeIdentifier.mindfulSession
  _ = HKCategoryTypeIdentifier.moodChanges
  _ = HKCategoryTypeIdentifier.nausea
  _ = HKCategoryTypeIdentifier.nightSweats
  _ = HKCategoryTypeIdentifier.ovulationTestResult
  _ = HKCategoryTypeIdentifier.pelvicPain
  _ = HKCategoryTypeIdentifier.persistentIntermenstrualBleeding
  _ = HKCategoryTypeIdentifier.pregnancy
  _ = HKCategoryTypeIdentifier.pregnancyTestResult
  _ = HKCategoryTypeIdentifier.progesteroneTestResult
  _ = HKCategoryTypeIdentifier.prolongedMenstrualPeriods
  _ = HKCategoryTypeIdentifier.rapidPoundingOrFlutteringHeartbeat
  _ = HKCategoryTypeIdentifier.runnyNose
  _ = HKCategoryTypeIdentifier.sexualActivity
  _ = HKCategoryTypeIdentifier.shortnessOfBreath
  _ = HKCategoryTypeIdentifier.sinusCongestion
  _ = HKCategoryTypeIdentifier.skippedHeartbeat
  _ = HKCategoryTypeIdentifier.sleepAnalysis
  _ = HKCategoryTypeIdentifier.sleepApneaEvent
  _ = HKCategoryTypeIdentifier.sleepChanges
  _ = HKCategoryTypeIdentifier.soreThroat
  _ = HKCategoryTypeIdentifier.toothbrushingEvent
  _ = HKCategoryTypeIdentifier.vaginalDryness
  _ = HKCategoryTypeIdentifier.vomiting
  _ = HKCategoryTypeIdentifier.wheezing
}

@available(*, deprecated)
private func useHKCategoryValue() {
  _ = HKCategoryValue.self
  _ = HKCategoryValue.init(rawValue:)
  _ = HKCategoryValue.notApplicable
}
