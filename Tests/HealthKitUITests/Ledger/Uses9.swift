// swift-format-ignore-file

import HealthKitUI

// A use of each symbol of `symbols.tsv` that is here. That it compiles is the test.

@available(*, deprecated)
private func useBufferedAsyncByteIterator() {
  _ = BufferedAsyncByteIterator.self
  _ = BufferedAsyncByteIterator.Element.self
  let _: (inout BufferedAsyncByteIterator) async throws -> Any? = { try await $0.next() }
}

@available(*, deprecated)
private func useHKActivityMoveModeObject() {
  _ = HKActivityMoveModeObject.init(coder:)
}

@available(*, deprecated)
private func useHKActivitySummaryQueryDescriptor() {
  _ = HKActivitySummaryQueryDescriptor.Output.self
  _ = HKActivitySummaryQueryDescriptor.Sequence.self
}

@available(*, deprecated)
private func useHKActivitySummaryQueryDescriptorResults(_ x: HKActivitySummaryQueryDescriptor.Results) {
  _ = HKActivitySummaryQueryDescriptor.Results.AsyncIterator.self
  _ = HKActivitySummaryQueryDescriptor.Results.Element.self
  _ = x.makeAsyncIterator
}

@available(*, deprecated)
private func useHKActivitySummaryQueryDescriptorResultsIterator() {
  let _: (inout HKActivitySummaryQueryDescriptor.Results.Iterator) async throws -> Any? = { try await $0.next() }
  _ = HKActivitySummaryQueryDescriptor.Results.Iterator.Element.self
}

@available(*, deprecated)
private func useHKAnchoredObjectQueryDescriptor() {
  _ = HKAnchoredObjectQueryDescriptor<HKSample>.Output.self
  _ = HKAnchoredObjectQueryDescriptor<HKSample>.Sequence.self
}

@available(*, deprecated)
private func useHKAnchoredObjectQueryDescriptorResults(_ x: HKAnchoredObjectQueryDescriptor<HKSample>.Results) {
  _ = HKAnchoredObjectQueryDescriptor<HKSample>.Results.AsyncIterator.self
  _ = HKAnchoredObjectQueryDescriptor<HKSample>.Results.Element.self
  _ = x.makeAsyncIterator
}

@available(*, deprecated)
private func useHKAnchoredObjectQueryDescriptorResultsIterator() {
  let _: (inout HKAnchoredObjectQueryDescriptor<HKSample>.Results.Iterator) async throws -> Any? = { try await $0.next() }
  _ = HKAnchoredObjectQueryDescriptor<HKSample>.Results.Iterator.Element.self
}

@available(*, deprecated)
private func useHKAppleSleepingBreathingDisturbancesClassification() {
  _ = HKAppleSleepingBreathingDisturbancesClassification.AllCases.self
}

@available(*, deprecated)
private func useHKAppleWalkingSteadinessClassification() {
  _ = HKAppleWalkingSteadinessClassification.AllCases.self
}

@available(*, deprecated)
private func useHKAttachment() {
  _ = HKAttachment.init(coder:)
}

@available(*, deprecated)
private func useHKAttachmentAsyncBytes(_ x: HKAttachment.AsyncBytes) {
  _ = HKAttachment.AsyncBytes.Element.self
  _ = x.makeAsyncIterator
}

@available(*, deprecated)
private func useHKAttachmentStore(_ x: HKAttachmentStore) {
  _ = x.attachments(for:) as (HKObject) async throws -> [HKAttachment]
  _ = x.removeAttachment(_:from:) as (HKAttachment, HKObject) async throws -> Void
}

@available(*, deprecated)
private func useHKAudiogramSensitivityPoint() {
  _ = HKAudiogramSensitivityPoint.init(coder:)
}

@available(*, deprecated)
private func useHKAudiogramSensitivityPointClampingRange() {
  _ = HKAudiogramSensitivityPointClampingRange.init(coder:)
}

@available(*, deprecated)
private func useHKAudiogramSensitivityTest() {
  _ = HKAudiogramSensitivityTest.init(coder:)
}

@available(*, deprecated)
private func useHKBiologicalSexObject() {
  _ = HKBiologicalSexObject.init(coder:)
}

@available(*, deprecated)
private func useHKBloodTypeObject() {
  _ = HKBloodTypeObject.init(coder:)
}

@available(*, deprecated)
private func useHKContactsLensSpecification() {
  _ = HKContactsLensSpecification.init(coder:)
}

@available(*, deprecated)
private func useHKElectrocardiogramQueryDescriptor() {
  _ = HKElectrocardiogramQueryDescriptor.Sequence.self
}

@available(*, deprecated)
private func useHKElectrocardiogramQueryDescriptorResults(_ x: HKElectrocardiogramQueryDescriptor.Results) {
  _ = HKElectrocardiogramQueryDescriptor.Results.AsyncIterator.self
  _ = HKElectrocardiogramQueryDescriptor.Results.Element.self
  _ = x.makeAsyncIterator
}

@available(*, deprecated)
private func useHKElectrocardiogramQueryDescriptorResultsIterator() {
  let _: (inout HKElectrocardiogramQueryDescriptor.Results.Iterator) async throws -> Any? = { try await $0.next() }
  _ = HKElectrocardiogramQueryDescriptor.Results.Iterator.Element.self
}

@available(*, deprecated)
private func useHKError(_ x: HKError) {
  _ = x.code
  _ = x.userInfo
  _ = x.errorCode
  _ = x.errorUserInfo
  _ = x.localizedDescription
  _ = HKError.init(_:userInfo:)
}

@available(*, deprecated)
private func useHKErrorCode(_ x: HKError.Code) {
  _ = x ~= CancellationError()
}

@available(*, deprecated)
private func useHKFHIRResource() {
  _ = HKFHIRResource.init(coder:)
}

@available(*, deprecated)
private func useHKFitzpatrickSkinTypeObject() {
  _ = HKFitzpatrickSkinTypeObject.init(coder:)
}

@available(*, deprecated)
private func useHKGlassesLensSpecification() {
  _ = HKGlassesLensSpecification.init(coder:)
}

@available(*, deprecated)
private func useHKHealthStore(_ x: HKHealthStore) {
  let _: (HKHealthStore) throws -> HKReferenceSex = { try $0.referenceSex }
  _ = x.delete(_:withCompletion:) as (HKObject, @escaping @Sendable (Bool, (any Error)?) -> Void) -> Void
  _ = x.delete(_:withCompletion:) as ([HKObject], @escaping @Sendable (Bool, (any Error)?) -> Void) -> Void
  _ = x.save(_:withCompletion:) as (HKObject, @escaping @Sendable (Bool, (any Error)?) -> Void) -> Void
  _ = x.save(_:withCompletion:) as ([HKObject], @escaping @Sendable (Bool, (any Error)?) -> Void) -> Void
  _ = x.addSamples(_:to:) as ([HKSample], HKWorkout) async throws -> Void
  _ = x.delete(_:) as (HKObject) async throws -> Void
  _ = x.delete(_:) as ([HKObject]) async throws -> Void
  _ = x.deleteObjects(of:predicate:) as (HKObjectType, NSPredicate) async throws -> Int
  _ = x.disableAllBackgroundDelivery as () async throws -> Void
  _ = x.disableBackgroundDelivery(for:) as (HKObjectType) async throws -> Void
  _ = x.earliestAuthorizedSampleDate(for:) as (Set<HKObjectType>) async throws -> [HKObjectType: Date]
  _ = x.enableBackgroundDelivery(for:frequency:) as (HKObjectType, HKUpdateFrequency) async throws -> Void
  _ = x.handleAuthorizationForExtension as () async throws -> Void
  _ = x.preferredUnits(for:) as (Set<HKQuantityType>) async throws -> [HKQuantityType: HKUnit]
  _ = x.recalibrateEstimates(sampleType:date:) as (HKSampleType, Date) async throws -> Void
  _ = x.recoverActiveWorkoutSession as () async throws -> HKWorkoutSession?
  _ = x.relateWorkoutEffortSample(_:with:activity:) as (HKSample, HKWorkout, HKWorkoutActivity?) async throws -> Bool
  _ = x.requestPerObjectReadAuthorization(for:predicate:) as (HKObjectType, NSPredicate?) async throws -> Void
  _ = x.save(_:) as (HKObject) async throws -> Void
  _ = x.save(_:) as ([HKObject]) async throws -> Void
  _ = x.startWatchApp(toHandle:) as (HKWorkoutConfiguration) async throws -> Void
  _ = x.statusForAuthorizationRequest(toShare:read:) as (Set<HKSampleType>, Set<HKObjectType>) async throws -> HKAuthorizationRequestStatus
  _ = x.unrelateWorkoutEffortSample(_:from:activity:) as (HKSample, HKWorkout, HKWorkoutActivity?) async throws -> Bool
}

@available(*, deprecated)
private func useHKHeartbeatSeriesBuilder(_ x: HKHeartbeatSeriesBuilder) {
  _ = x.addHeartbeat(at:precededByGap:) as (TimeInterval, Bool) async throws -> Void
  _ = x.addMetadata(_:) as ([String: Any]) async throws -> Void
  _ = x.finishSeries as () async throws -> HKHeartbeatSeriesSample
}

@available(*, deprecated)
private func useHKHeartbeatSeriesQueryDescriptor() {
  _ = HKHeartbeatSeriesQueryDescriptor.Sequence.self
}

@available(*, deprecated)
private func useHKHeartbeatSeriesQueryDescriptorResults(_ x: HKHeartbeatSeriesQueryDescriptor.Results) {
  _ = HKHeartbeatSeriesQueryDescriptor.Results.AsyncIterator.self
  _ = HKHeartbeatSeriesQueryDescriptor.Results.Element.self
  _ = x.makeAsyncIterator
}

@available(*, deprecated)
private func useHKHeartbeatSeriesQueryDescriptorResultsIterator() {
  let _: (inout HKHeartbeatSeriesQueryDescriptor.Results.Iterator) async throws -> Any? = { try await $0.next() }
  _ = HKHeartbeatSeriesQueryDescriptor.Results.Iterator.Element.self
}

@available(*, deprecated)
private func useHKMedicationConcept() {
  _ = HKMedicationConcept.init(coder:)
}

@available(*, deprecated)
private func useHKQuantitySeriesSampleBuilder(_ x: HKQuantitySeriesSampleBuilder) {
  _ = x.finishSeries(metadata:endDate:) as ([String: Any]?, Date?) async throws -> [HKQuantitySample]
}

@available(*, deprecated)
private func useHKQuantitySeriesSampleQueryDescriptor() {
  _ = HKQuantitySeriesSampleQueryDescriptor.Sequence.self
}

@available(*, deprecated)
private func useHKQuantitySeriesSampleQueryDescriptorOptions(_ x: HKQuantitySeriesSampleQueryDescriptor.Options) {
  _ = HKQuantitySeriesSampleQueryDescriptor.Options.ArrayLiteralElement.self
  _ = HKQuantitySeriesSampleQueryDescriptor.Options.Element.self
  _ = HKQuantitySeriesSampleQueryDescriptor.Options.RawValue.self
  _ = x.rawValue
  _ = HKQuantitySeriesSampleQueryDescriptor.Options.init(rawValue:)
}

@available(*, deprecated)
private func useHKQuantitySeriesSampleQueryDescriptorResults(_ x: HKQuantitySeriesSampleQueryDescriptor.Results) {
  _ = HKQuantitySeriesSampleQueryDescriptor.Results.AsyncIterator.self
  _ = HKQuantitySeriesSampleQueryDescriptor.Results.Element.self
  _ = x.makeAsyncIterator
}

@available(*, deprecated)
private func useHKQuantitySeriesSampleQueryDescriptorResultsIterator() {
  let _: (inout HKQuantitySeriesSampleQueryDescriptor.Results.Iterator) async throws -> Any? = { try await $0.next() }
  _ = HKQuantitySeriesSampleQueryDescriptor.Results.Iterator.Element.self
}

@available(*, deprecated)
private func useHKQuantityTypeIdentifier() {
  _ = HKQuantityTypeIdentifier.heartRateVariabilityRMSSD
}

@available(*, deprecated)
private func useHKQuery() {
  _ = HKQuery.predicateForObjects(from:) as (HKSource) -> NSPredicate
  _ = HKQuery.predicateForObjects(from:) as (Set<HKSource>) -> NSPredicate
  _ = HKQuery.predicateForObjects(from:) as (Set<HKSourceRevision>) -> NSPredicate
  _ = HKQuery.predicateForObjects(from:) as (Set<HKDevice>) -> NSPredicate
  _ = HKQuery.predicateForObjects(from:) as (HKWorkout) -> NSPredicate
  _ = HKQuery.predicateForStatesOfMind(with:) as (HKStateOfMind.Kind) -> NSPredicate
  _ = HKQuery.predicateForStatesOfMind(with:) as (HKStateOfMind.Label) -> NSPredicate
  _ = HKQuery.predicateForStatesOfMind(with:) as (HKStateOfMind.Association) -> NSPredicate
}

@available(*, deprecated)
private func useHKCharacteristicTypeIdentifier() {
  _ = HKCharacteristicTypeIdentifier.referenceSex
}

@available(*, deprecated)
private func useHKReferenceSex() {
  _ = HKReferenceSex.self
  _ = HKReferenceSex.female
  _ = HKReferenceSex.male
  _ = HKReferenceSex.notSet
  _ = HKReferenceSex.init(rawValue:)
}

@available(*, deprecated)
private func useHKSampleQueryDescriptor() {
  _ = HKSampleQueryDescriptor<HKSample>.Output.self
}

@available(*, deprecated)
private func useHKSourceQueryDescriptor() {
  _ = HKSourceQueryDescriptor<HKSample>.Output.self
}

@available(*, deprecated)
private func useHKStatisticsCollectionQueryDescriptor() {
  _ = HKStatisticsCollectionQueryDescriptor.Output.self
  _ = HKStatisticsCollectionQueryDescriptor.Sequence.self
}

@available(*, deprecated)
private func useHKStatisticsCollectionQueryDescriptorResults(_ x: HKStatisticsCollectionQueryDescriptor.Results) {
  _ = HKStatisticsCollectionQueryDescriptor.Results.AsyncIterator.self
  _ = HKStatisticsCollectionQueryDescriptor.Results.Element.self
  _ = x.makeAsyncIterator
}

@available(*, deprecated)
private func useHKStatisticsCollectionQueryDescriptorResultsIterator() {
  let _: (inout HKStatisticsCollectionQueryDescriptor.Results.Iterator) async throws -> Any? = { try await $0.next() }
  _ = HKStatisticsCollectionQueryDescriptor.Results.Iterator.Element.self
}

@available(*, deprecated)
private func useHKStatisticsQueryDescriptor() {
  _ = HKStatisticsQueryDescriptor.Output.self
}

@available(*, deprecated)
private func useHKUnit() {
  _ = HKUnit.init(from:) as (String) -> HKUnit
  _ = HKUnit.init(from:) as (MassFormatter.Unit) -> HKUnit
  _ = HKUnit.init(from:) as (LengthFormatter.Unit) -> HKUnit
  _ = HKUnit.init(from:) as (EnergyFormatter.Unit) -> HKUnit
}

@available(*, deprecated)
private func useHKUserAnnotatedMedication() {
  _ = HKUserAnnotatedMedication.init(coder:)
}

@available(*, deprecated)
private func useHKUserAnnotatedMedicationQueryDescriptor() {
  _ = HKUserAnnotatedMedicationQueryDescriptor.Output.self
}

@available(*, deprecated)
private func useHKVisionPrism() {
  _ = HKVisionPrism.init(coder:)
}

@available(*, deprecated)
private func useHKWheelchairUseObject() {
  _ = HKWheelchairUseObject.init(coder:)
}

@available(*, deprecated)
private func useHKWorkoutBuilder(_ x: HKWorkoutBuilder) {
  _ = x.addSamples(_:) as ([HKSample]) async throws -> Void
  _ = x.addMetadata(_:) as ([String: Any]) async throws -> Void
  _ = x.addWorkoutActivity(_:) as (HKWorkoutActivity) async throws -> Void
  _ = x.addWorkoutEvents(_:) as ([HKWorkoutEvent]) async throws -> Void
  _ = x.beginCollection(at:) as (Date) async throws -> Void
  _ = x.endCollection(at:) as (Date) async throws -> Void
  _ = x.finishWorkout as () async throws -> HKWorkout?
  _ = x.updateActivity(uuid:adding:) as (UUID, [String: Any]) async throws -> Void
  _ = x.updateActivity(uuid:end:) as (UUID, Date) async throws -> Void
}

@available(*, deprecated)
private func useHKWorkoutEffortRelationship() {
  _ = HKWorkoutEffortRelationship.init(coder:)
}

@available(*, deprecated)
private func useHKWorkoutEffortRelationshipQueryDescriptor(_ x: HKWorkoutEffortRelationshipQueryDescriptor) {
  _ = HKWorkoutEffortRelationshipQueryDescriptor.Output.self
  _ = HKWorkoutEffortRelationshipQueryDescriptor.Sequence.self
  _ = x.results(for:)
}

@available(*, deprecated)
private func useHKWorkoutEffortRelationshipQueryDescriptorResults(_ x: HKWorkoutEffortRelationshipQueryDescriptor.Results) {
  _ = HKWorkoutEffortRelationshipQueryDescriptor.Results.AsyncIterator.self
  _ = HKWorkoutEffortRelationshipQueryDescriptor.Results.Element.self
  _ = x.makeAsyncIterator
}

@available(*, deprecated)
private func useHKWorkoutEffortRelationshipQueryDescriptorResultsIterator() {
  let _: (inout HKWorkoutEffortRelationshipQueryDescriptor.Results.Iterator) async throws -> Any? = { try await $0.next() }
  _ = HKWorkoutEffortRelationshipQueryDescriptor.Results.Iterator.Element.self
}

@available(*, deprecated)
private func useHKWorkoutRouteBuilder(_ x: HKWorkoutRouteBuilder) {
  _ = x.addMetadata(_:) as ([String: Any]) async throws -> Void
  _ = x.finishRoute(with:metadata:) as (HKWorkout, [String: Any]?) async throws -> HKWorkoutRoute
}

@available(*, deprecated)
private func useHKWorkoutRouteQueryDescriptor() {
  _ = HKWorkoutRouteQueryDescriptor.Sequence.self
}

@available(*, deprecated)
private func useHKWorkoutRouteQueryDescriptorResults(_ x: HKWorkoutRouteQueryDescriptor.Results) {
  _ = HKWorkoutRouteQueryDescriptor.Results.AsyncIterator.self
  _ = HKWorkoutRouteQueryDescriptor.Results.Element.self
  _ = x.makeAsyncIterator
}

@available(*, deprecated)
private func useHKWorkoutRouteQueryDescriptorResultsIterator() {
  let _: (inout HKWorkoutRouteQueryDescriptor.Results.Iterator) async throws -> Any? = { try await $0.next() }
  _ = HKWorkoutRouteQueryDescriptor.Results.Iterator.Element.self
}

@available(*, deprecated)
private func useHKWorkoutSession(_ x: HKWorkoutSession) {
  _ = x.sendToRemoteWorkoutSession(data:) as (Data) async throws -> Void
  _ = x.startMirroringToCompanionDevice as () async throws -> Void
  _ = x.stopMirroringToCompanionDevice as () async throws -> Void
}

@available(*, deprecated)
private func useNSNotificationName() {
  _ = NSNotification.Name.HKUserPreferencesDidChange
}
