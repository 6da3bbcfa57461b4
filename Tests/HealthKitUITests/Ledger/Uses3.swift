// swift-format-ignore-file

import HealthKitUI

// A use of each symbol of `symbols.tsv` that is here. That it compiles is the test.

@available(*, deprecated)
private func useHKElectrocardiogram(_ x: HKElectrocardiogram) {
  _ = HKElectrocardiogram.self
  _ = x.averageHeartRate
  _ = HKElectrocardiogram.Classification.self
  _ = x.classification
  _ = HKElectrocardiogram.Classification.atrialFibrillation
  _ = HKElectrocardiogram.Classification.inconclusiveHighHeartRate
  _ = HKElectrocardiogram.Classification.inconclusiveLowHeartRate
  _ = HKElectrocardiogram.Classification.inconclusiveOther
  _ = HKElectrocardiogram.Classification.inconclusivePoorReading
  _ = HKElectrocardiogram.Classification.init(rawValue:)
  _ = HKElectrocardiogram.Classification.notSet
  _ = HKElectrocardiogram.Classification.sinusRhythm
  _ = HKElectrocardiogram.Classification.unrecognized
  _ = HKElectrocardiogram.Lead.self
  _ = HKElectrocardiogram.Lead.appleWatchSimilarToLeadI
  _ = HKElectrocardiogram.Lead.init(rawValue:)
  _ = x.numberOfVoltageMeasurements
  _ = x.samplingFrequency
  _ = HKElectrocardiogram.SymptomsStatus.self
  _ = x.symptomsStatus
  _ = HKElectrocardiogram.SymptomsStatus.init(rawValue:)
  _ = HKElectrocardiogram.SymptomsStatus.none
  _ = HKElectrocardiogram.SymptomsStatus.notSet
  _ = HKElectrocardiogram.SymptomsStatus.present
  _ = HKElectrocardiogram.VoltageMeasurement.self
}

@available(*, deprecated)
private func useHKElectrocardiogramVoltageMeasurement(_ x: HKElectrocardiogram.VoltageMeasurement) {
  _ = x.quantity(for:)
  _ = x.timeSinceSampleStart
}

@available(*, deprecated)
private func useHKElectrocardiogramQuery() {
  _ = HKElectrocardiogramQuery.self
  _ = HKElectrocardiogramQuery.init(_:dataHandler:)
  _ = HKElectrocardiogramQuery.init(electrocardiogram:dataHandler:)
  _ = HKElectrocardiogramQuery.Result.self
  _ = HKElectrocardiogramQuery.Result.done
  _ = HKElectrocardiogramQuery.Result.error
  _ = HKElectrocardiogramQuery.Result.measurement
}

@available(*, deprecated)
private func useHKElectrocardiogramQueryDescriptor(_ x: HKElectrocardiogramQueryDescriptor) {
  _ = HKElectrocardiogramQueryDescriptor.self
  _ = x.electrocardiogram
  _ = HKElectrocardiogramQueryDescriptor.init(_:)
  _ = HKElectrocardiogramQueryDescriptor.Results.self
  _ = x.results(for:)
  _ = HKElectrocardiogramQueryDescriptor.Results.Iterator.self
}

@available(*, deprecated)
private func useHKElectrocardiogramType() {
  _ = HKElectrocardiogramType.self
}

@available(*, deprecated)
private func useHKError() {
  _ = HKError.self
  _ = HKError.Code.self
  _ = HKError.Code.errorAnotherWorkoutSessionStarted
  _ = HKError.Code.errorAuthorizationDenied
  _ = HKError.Code.errorAuthorizationNotDetermined
  _ = HKError.Code.errorBackgroundWorkoutSessionNotAllowed
  _ = HKError.Code.errorDatabaseInaccessible
  _ = HKError.Code.errorDataSizeExceeded
  _ = HKError.Code.errorHealthDataRestricted
  _ = HKError.Code.errorHealthDataUnavailable
  _ = HKError.Code.errorInvalidArgument
  _ = HKError.Code.errorNoData
  _ = HKError.Code.errorNotPermissibleForGuestUserMode
  _ = HKError.Code.errorRequiredAuthorizationDenied
  _ = HKError.Code.errorUserCanceled
  _ = HKError.Code.errorUserExitedWorkoutSession
  _ = HKError.Code.errorWorkoutActivityNotAllowed
  _ = HKError.Code.init(rawValue:)
  _ = HKError.Code.noError
  _ = HKError.Code.unknownError
  _ = HKError.errorAnotherWorkoutSessionStarted
  _ = HKError.errorAuthorizationDenied
  _ = HKError.errorAuthorizationNotDetermined
  _ = HKError.errorBackgroundWorkoutSessionNotAllowed
  _ = HKError.errorDatabaseInaccessible
  _ = HKError.errorDataSizeExceeded
  _ = HKError.errorDomain
  _ = HKError.errorHealthDataRestricted
  _ = HKError.errorHealthDataUnavailable
  _ = HKError.errorInvalidArgument
  _ = HKError.errorNoData
  _ = HKError.errorNotPermissibleForGuestUserMode
  _ = HKError.errorRequiredAuthorizationDenied
  _ = HKError.errorUserCanceled
  _ = HKError.errorUserExitedWorkoutSession
  _ = HKError.errorWorkoutActivityNotAllowed
  _ = HKError.noError
  _ = HKError.unknownError
}

@available(*, deprecated)
private func useHKFHIRRelease() {
  _ = HKFHIRRelease.self
  _ = HKFHIRRelease.dstu2
  _ = HKFHIRRelease.init(rawValue:)
  _ = HKFHIRRelease.r4
  _ = HKFHIRRelease.unknown
}

@available(*, deprecated)
private func useHKFHIRResource(_ x: HKFHIRResource) {
  _ = HKFHIRResource.self
  _ = x.data
  _ = x.fhirVersion
  _ = x.identifier
  _ = x.resourceType
  _ = x.sourceURL
}

@available(*, deprecated)
private func useHKFHIRResourceType() {
  _ = HKFHIRResourceType.self
  _ = HKFHIRResourceType.allergyIntolerance
  _ = HKFHIRResourceType.condition
  _ = HKFHIRResourceType.coverage
  _ = HKFHIRResourceType.diagnosticReport
  _ = HKFHIRResourceType.documentReference
  _ = HKFHIRResourceType.immunization
  _ = HKFHIRResourceType.init(rawValue:)
  _ = HKFHIRResourceType.medicationDispense
  _ = HKFHIRResourceType.medicationOrder
  _ = HKFHIRResourceType.medicationRequest
  _ = HKFHIRResourceType.medicationStatement
  _ = HKFHIRResourceType.observation
  _ = HKFHIRResourceType.procedure
}

@available(*, deprecated)
private func useHKFHIRVersion(_ x: HKFHIRVersion) {
  _ = HKFHIRVersion.self
  _ = x.fhirRelease
  _ = HKFHIRVersion.init(coder:)
  _ = HKFHIRVersion.init(fromVersionString:)
  _ = x.majorVersion
  _ = x.minorVersion
  _ = x.patchVersion
  _ = HKFHIRVersion.primaryDSTU2
  _ = HKFHIRVersion.primaryR4
  _ = x.stringRepresentation
}

@available(*, deprecated)
private func useHKFitzpatrickSkinType() {
  _ = HKFitzpatrickSkinType.self
  _ = HKFitzpatrickSkinType.I
  _ = HKFitzpatrickSkinType.II
  _ = HKFitzpatrickSkinType.III
  _ = HKFitzpatrickSkinType.init(rawValue:)
  _ = HKFitzpatrickSkinType.IV
  _ = HKFitzpatrickSkinType.notSet
  _ = HKFitzpatrickSkinType.V
  _ = HKFitzpatrickSkinType.VI
}

@available(*, deprecated)
private func useHKFitzpatrickSkinTypeObject(_ x: HKFitzpatrickSkinTypeObject) {
  _ = HKFitzpatrickSkinTypeObject.self
  _ = x.skinType
}

@available(*, deprecated)
private func useHKGAD7Assessment(_ x: HKGAD7Assessment) {
  _ = HKGAD7Assessment.self
  _ = HKGAD7Assessment.Answer.self
  _ = HKGAD7Assessment.Answer.init(rawValue:)
  _ = HKGAD7Assessment.Answer.moreThanHalfTheDays
  _ = HKGAD7Assessment.Answer.nearlyEveryDay
  _ = HKGAD7Assessment.Answer.notAtAll
  _ = HKGAD7Assessment.Answer.severalDays
  _ = x.answers
  _ = HKGAD7Assessment.init(date:answers:metadata:)
  _ = HKGAD7Assessment.Risk.self
  _ = x.risk
  _ = HKGAD7Assessment.Risk.init(rawValue:)
  _ = HKGAD7Assessment.Risk.mild
  _ = HKGAD7Assessment.Risk.moderate
  _ = HKGAD7Assessment.Risk.noneToMinimal
  _ = HKGAD7Assessment.Risk.severe
}

@available(*, deprecated)
private func useHKGlassesLensSpecification(_ x: HKGlassesLensSpecification) {
  _ = HKGlassesLensSpecification.self
  _ = x.farPupillaryDistance
  _ = HKGlassesLensSpecification.init(sphere:cylinder:axis:addPower:vertexDistance:prism:farPupillaryDistance:nearPupillaryDistance:)
  _ = x.nearPupillaryDistance
  _ = x.prism
  _ = x.vertexDistance
}

@available(*, deprecated)
private func useHKGlassesPrescription(_ x: HKGlassesPrescription) {
  _ = HKGlassesPrescription.self
  _ = HKGlassesPrescription.init(rightEyeSpecification:leftEyeSpecification:dateIssued:expirationDate:device:metadata:)
  _ = x.leftEye
  _ = x.rightEye
}

@available(*, deprecated)
private func useHKHealthConceptDomain() {
  _ = HKHealthConceptDomain.self
  _ = HKHealthConceptDomain.init(rawValue:)
  _ = HKHealthConceptDomain.medication
}

@available(*, deprecated)
private func useHKHealthConceptIdentifier(_ x: HKHealthConceptIdentifier) {
  _ = HKHealthConceptIdentifier.self
  _ = x.domain
  _ = HKHealthConceptIdentifier.init(coder:)
}

@available(*, deprecated)
private func useHKHealthStore(_ x: HKHealthStore) {
  _ = HKHealthStore.self
  x.authorizationViewControllerPresenter = x.authorizationViewControllerPresenter
  #if compiler(>=6.2)
    _ = HKHealthStore.HKUserPreferencesDidChangeMessage.self
  #endif
  _ = x.activityMoveMode
  _ = x.add(_:to:completion:)
  _ = x.authorizationStatus(for:)
  _ = x.biologicalSex
  _ = x.bloodType
  _ = x.dateOfBirth
  _ = x.dateOfBirthComponents
  _ = x.delete(_:withCompletion:) as (HKObject, @escaping @Sendable (Bool, (any Error)?) -> Void) -> Void
  _ = x.deleteObjects(of:predicate:withCompletion:)
  _ = x.disableAllBackgroundDelivery(completion:)
  _ = x.disableBackgroundDelivery(for:withCompletion:)
  _ = x.earliestPermittedSampleDate
  _ = x.enableBackgroundDelivery(for:frequency:withCompletion:)
  _ = x.end(_:)
  _ = x.execute(_:)
  _ = x.fitzpatrickSkinType
  _ = x.getEarliestAuthorizedSampleDate(for:completion:)
  _ = x.getRequestStatusForAuthorization(toShare:read:completion:)
  _ = x.handleAuthorizationForExtension(completion:)
  _ = HKHealthStore.isHealthDataAvailable
  _ = x.pause(_:)
  _ = x.preferredUnits(for:completion:)
  _ = x.preferredWorkoutZoneConfiguration(for:)
  _ = x.recalibrateEstimates(sampleType:date:completion:)
  _ = x.recoverActiveWorkoutSession(completion:)
  _ = x.relateWorkoutEffortSample(_:with:activity:completion:)
  _ = x.requestAuthorization(toShare:read:)
  _ = x.requestAuthorization(toShare:read:completion:)
  _ = x.requestPerObjectReadAuthorization(for:predicate:completion:)
  _ = x.resumeWorkoutSession(_:)
  _ = x.save(_:withCompletion:) as (HKObject, @escaping @Sendable (Bool, (any Error)?) -> Void) -> Void
  _ = x.splitTotalEnergy(_:start:end:resultsHandler:)
  _ = x.start(_:)
  _ = x.startWatchApp(with:completion:)
  _ = x.stop(_:)
  _ = x.supportsHealthRecords
  _ = x.unrelateWorkoutEffortSample(_:from:activity:completion:)
  _ = x.wheelchairUse
  _ = x.workoutSessionMirroringStartHandler
}

@available(*, deprecated)
private func useHKHeartbeatSeriesBuilder(_ x: HKHeartbeatSeriesBuilder) {
  _ = HKHeartbeatSeriesBuilder.self
  _ = x.addHeartbeatWithTimeInterval(sinceSeriesStartDate:precededByGap:completion:)
  _ = x.addMetadata(_:completion:)
  _ = x.finishSeries(completion:)
  _ = HKHeartbeatSeriesBuilder.init(healthStore:device:start:)
  _ = HKHeartbeatSeriesBuilder.maximumCount
}

@available(*, deprecated)
private func useHKHeartbeatSeriesQuery() {
  _ = HKHeartbeatSeriesQuery.self
  _ = HKHeartbeatSeriesQuery.init(heartbeatSeries:dataHandler:)
}

@available(*, deprecated)
private func useHKHeartbeatSeriesQueryDescriptor(_ x: HKHeartbeatSeriesQueryDescriptor) {
  _ = HKHeartbeatSeriesQueryDescriptor.self
  _ = HKHeartbeatSeriesQueryDescriptor.Heartbeat.self
  _ = HKHeartbeatSeriesQueryDescriptor.init(_:)
  _ = HKHeartbeatSeriesQueryDescriptor.Results.self
  _ = x.results(for:)
  _ = HKHeartbeatSeriesQueryDescriptor.Results.Iterator.self
  _ = x.sample
}

@available(*, deprecated)
private func useHKHeartbeatSeriesQueryDescriptorHeartbeat(_ x: HKHeartbeatSeriesQueryDescriptor.Heartbeat) {
  _ = x.precededByGap
  _ = x.timeIntervalSinceStart
}

@available(*, deprecated)
private func useHKHeartbeatSeriesSample() {
  _ = HKHeartbeatSeriesSample.self
}

@available(*, deprecated)
private func useHKHeartRateMotionContext() {
  _ = HKHeartRateMotionContext.self
  _ = HKHeartRateMotionContext.active
  _ = HKHeartRateMotionContext.init(rawValue:)
  _ = HKHeartRateMotionContext.notSet
  _ = HKHeartRateMotionContext.sedentary
}

@available(*, deprecated)
private func useHKHeartRateRecoveryTestType() {
  _ = HKHeartRateRecoveryTestType.self
  _ = HKHeartRateRecoveryTestType.init(rawValue:)
  _ = HKHeartRateRecoveryTestType.maxExercise
  _ = HKHeartRateRecoveryTestType.predictionNonExercise
  _ = HKHeartRateRecoveryTestType.predictionSubMaxExercise
}

@available(*, deprecated)
private func useHKHeartRateSensorLocation() {
  _ = HKHeartRateSensorLocation.self
  _ = HKHeartRateSensorLocation.chest
  _ = HKHeartRateSensorLocation.earLobe
  _ = HKHeartRateSensorLocation.finger
  _ = HKHeartRateSensorLocation.foot
  _ = HKHeartRateSensorLocation.hand
  _ = HKHeartRateSensorLocation.init(rawValue:)
  _ = HKHeartRateSensorLocation.other
  _ = HKHeartRateSensorLocation.wrist
}

@available(*, deprecated)
private func useHKInsulinDeliveryReason() {
  _ = HKInsulinDeliveryReason.self
  _ = HKInsulinDeliveryReason.basal
  _ = HKInsulinDeliveryReason.bolus
  _ = HKInsulinDeliveryReason.init(rawValue:)
}

@available(*, deprecated)
private func useHKLensSpecification(_ x: HKLensSpecification) {
  _ = HKLensSpecification.self
  _ = x.addPower
  _ = x.axis
  _ = x.cylinder
  _ = x.sphere
}

@available(*, deprecated)
private func useHKLiveWorkoutBuilder(_ x: HKLiveWorkoutBuilder) {
  _ = HKLiveWorkoutBuilder.self
  _ = x.currentWorkoutActivity
  _ = x.dataSource
  _ = x.delegate
  _ = x.elapsedTime
  _ = x.shouldCollectWorkoutEvents
  _ = x.workoutSession
}

@available(*, deprecated)
private func useHKLiveWorkoutBuilderDelegate(_ x: any HKLiveWorkoutBuilderDelegate) {
  _ = (any HKLiveWorkoutBuilderDelegate).self
  _ = x.workoutBuilder(_:didBegin:) as (HKLiveWorkoutBuilder, HKWorkoutActivity) -> Void
  _ = x.workoutBuilder(_:didCollectDataOf:)
  _ = x.workoutBuilder(_:didEnd:) as (HKLiveWorkoutBuilder, HKWorkoutActivity) -> Void
  _ = x.workoutBuilder(_:didUpdateWorkoutZone:) as (HKLiveWorkoutBuilder, HKLiveWorkoutZoneUpdate) -> Void
  _ = x.workoutBuilderDidCollectEvent(_:)
}

@available(*, deprecated)
private func useHKLiveWorkoutDataSource(_ x: HKLiveWorkoutDataSource) {
  _ = HKLiveWorkoutDataSource.self
  _ = x.disableCollection(for:)
  _ = x.enableCollection(for:predicate:)
  _ = HKLiveWorkoutDataSource.init(healthStore:workoutConfiguration:)
  _ = x.typesToCollect
}

@available(*, deprecated)
private func useHKLiveWorkoutZoneUpdate(_ x: HKLiveWorkoutZoneUpdate) {
  _ = HKLiveWorkoutZoneUpdate.self
  _ = x.currentZoneDuration
  _ = x.lastSampleProcessedDate
  _ = x.previousZoneDuration
  _ = x.zoneGroup
}

@available(*, deprecated)
private func useHKMedicationConcept(_ x: HKMedicationConcept) {
  _ = HKMedicationConcept.self
  _ = x.displayText
  _ = x.generalForm
  _ = x.identifier
  _ = x.relatedCodings
}
