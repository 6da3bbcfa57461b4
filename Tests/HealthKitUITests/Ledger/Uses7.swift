// swift-format-ignore-file

import HealthKitUI

// A use of each symbol of `symbols.tsv` that is here. That it compiles is the test.

@available(*, deprecated)
private func useHKWorkoutBuilder(_ x: HKWorkoutBuilder) {
  _ = HKWorkoutBuilder.self
  _ = x.add(_:completion:)
  _ = x.addMetadata(_:completion:)
  _ = x.addWorkoutActivity(_:completion:)
  _ = x.addWorkoutEvents(_:completion:)
  _ = x.allStatistics
  _ = x.beginCollection(withStart:completion:)
  _ = x.device
  _ = x.discardWorkout
  _ = x.elapsedTime(at:)
  _ = x.endCollection(withEnd:completion:)
  _ = x.endDate
  _ = x.finishWorkout(completion:)
  _ = HKWorkoutBuilder.init(healthStore:configuration:device:)
  _ = x.metadata
  _ = x.seriesBuilder(for:)
  _ = x.setCustomZoneConfiguration(_:for:)
  _ = x.startDate
  _ = x.statistics(for:)
  _ = x.updateActivity(uuid:adding:completion:)
  _ = x.updateActivity(uuid:end:completion:)
  _ = x.workoutActivities
  _ = x.workoutConfiguration
  _ = x.workoutEvents
  _ = x.zoneConfiguration(for:)
  _ = x.zoneGroup(for:)
}

@available(*, deprecated)
private func useHKWorkoutConfiguration(_ x: HKWorkoutConfiguration) {
  _ = HKWorkoutConfiguration.self
  _ = x.activityType
  _ = HKWorkoutConfiguration.init(coder:)
  _ = x.lapLength
  _ = x.locationType
  _ = x.swimmingLocationType
}

@available(*, deprecated)
private func useHKWorkoutEffortRelationship(_ x: HKWorkoutEffortRelationship) {
  _ = HKWorkoutEffortRelationship.self
  _ = x.activity
  _ = x.samples
  _ = x.workout
}

@available(*, deprecated)
private func useHKWorkoutEffortRelationshipQuery() {
  _ = HKWorkoutEffortRelationshipQuery.self
  _ = HKWorkoutEffortRelationshipQuery.init(predicate:anchor:options:resultsHandler:)
}

@available(*, deprecated)
private func useHKWorkoutEffortRelationshipQueryDescriptor(_ x: HKWorkoutEffortRelationshipQueryDescriptor) {
  _ = HKWorkoutEffortRelationshipQueryDescriptor.self
  _ = x.anchor
  _ = HKWorkoutEffortRelationshipQueryDescriptor.init(predicate:anchor:option:)
  _ = x.option
  _ = x.predicate
  _ = HKWorkoutEffortRelationshipQueryDescriptor.Result.self
  _ = x.result(for:)
  _ = HKWorkoutEffortRelationshipQueryDescriptor.Results.self
  _ = HKWorkoutEffortRelationshipQueryDescriptor.Results.Iterator.self
}

@available(*, deprecated)
private func useHKWorkoutEffortRelationshipQueryDescriptorResult(_ x: HKWorkoutEffortRelationshipQueryDescriptor.Result) {
  _ = x.newAnchor
  _ = x.relationships
}

@available(*, deprecated)
private func useHKWorkoutEffortRelationshipQueryOptions() {
  _ = HKWorkoutEffortRelationshipQueryOptions.self
  _ = HKWorkoutEffortRelationshipQueryOptions.`default`
  _ = HKWorkoutEffortRelationshipQueryOptions.init(rawValue:)
  _ = HKWorkoutEffortRelationshipQueryOptions.mostRelevant
}

@available(*, deprecated)
private func useHKWorkoutEvent(_ x: HKWorkoutEvent) {
  _ = HKWorkoutEvent.self
  _ = x.date
  _ = x.dateInterval
  _ = HKWorkoutEvent.init(coder:)
  _ = HKWorkoutEvent.init(type:date:)
  _ = HKWorkoutEvent.init(type:date:metadata:)
  _ = HKWorkoutEvent.init(type:dateInterval:metadata:)
  _ = x.metadata
  _ = x.type
}

@available(*, deprecated)
private func useHKWorkoutEventType() {
  _ = HKWorkoutEventType.self
  _ = HKWorkoutEventType.init(rawValue:)
  _ = HKWorkoutEventType.lap
  _ = HKWorkoutEventType.marker
  _ = HKWorkoutEventType.motionPaused
  _ = HKWorkoutEventType.motionResumed
  _ = HKWorkoutEventType.pause
  _ = HKWorkoutEventType.pauseOrResumeRequest
  _ = HKWorkoutEventType.resume
  _ = HKWorkoutEventType.segment
}

@available(*, deprecated)
private func useHKWorkoutRoute() {
  _ = HKWorkoutRoute.self
}

@available(*, deprecated)
private func useHKWorkoutRouteBuilder(_ x: HKWorkoutRouteBuilder) {
  _ = HKWorkoutRouteBuilder.self
  _ = x.addMetadata(_:completion:)
  _ = x.finishRoute(with:metadata:completion:)
  _ = HKWorkoutRouteBuilder.init(healthStore:device:)
  _ = x.insertRouteData(_:completion:)
}

@available(*, deprecated)
private func useHKWorkoutRouteQuery() {
  _ = HKWorkoutRouteQuery.self
  _ = HKWorkoutRouteQuery.init(route:dataHandler:)
  _ = HKWorkoutRouteQuery.init(route:dateInterval:dataHandler:)
}

@available(*, deprecated)
private func useHKWorkoutRouteQueryDescriptor(_ x: HKWorkoutRouteQueryDescriptor) {
  _ = HKWorkoutRouteQueryDescriptor.self
  _ = HKWorkoutRouteQueryDescriptor.init(_:)
  _ = HKWorkoutRouteQueryDescriptor.Results.self
  _ = x.results(for:)
  _ = HKWorkoutRouteQueryDescriptor.Results.Iterator.self
  _ = x.workoutRoute
}

@available(*, deprecated)
private func useHKWorkoutSession(_ x: HKWorkoutSession) {
  _ = HKWorkoutSession.self
  _ = x.activityType
  _ = x.associatedWorkoutBuilder
  _ = x.beginNewActivity(configuration:date:metadata:)
  _ = x.currentActivity
  _ = x.delegate
  _ = x.end
  _ = x.endCurrentActivity(on:)
  _ = x.endDate
  _ = HKWorkoutSession.init(activityType:locationType:)
  _ = HKWorkoutSession.init(configuration:)
  _ = HKWorkoutSession.init(healthStore:configuration:)
  _ = x.locationType
  _ = x.pause
  _ = x.prepare
  _ = x.resume
  _ = x.sendToRemoteWorkoutSession(data:completion:)
  _ = x.startActivity(with:)
  _ = x.startDate
  _ = x.startMirroringToCompanionDevice(completion:)
  _ = x.state
  _ = x.stopActivity(with:)
  _ = x.stopMirroringToCompanionDevice(completion:)
  _ = x.type
  _ = x.workoutConfiguration
}

@available(*, deprecated)
private func useHKWorkoutSessionDelegate(_ x: any HKWorkoutSessionDelegate) {
  _ = (any HKWorkoutSessionDelegate).self
  _ = x.workoutSession(_:didBeginActivityWith:date:) as (HKWorkoutSession, HKWorkoutConfiguration, Date) -> Void
  _ = x.workoutSession(_:didChangeTo:from:date:)
  _ = x.workoutSession(_:didDisconnectFromRemoteDeviceWithError:) as (HKWorkoutSession, (any Error)?) -> Void
  _ = x.workoutSession(_:didEndActivityWith:date:) as (HKWorkoutSession, HKWorkoutConfiguration, Date) -> Void
  _ = x.workoutSession(_:didFailWithError:)
  _ = x.workoutSession(_:didGenerate:) as (HKWorkoutSession, HKWorkoutEvent) -> Void
  _ = x.workoutSession(_:didReceiveDataFromRemoteWorkoutSession:) as (HKWorkoutSession, [Data]) -> Void
}

@available(*, deprecated)
private func useHKWorkoutSessionLocationType() {
  _ = HKWorkoutSessionLocationType.self
  _ = HKWorkoutSessionLocationType.indoor
  _ = HKWorkoutSessionLocationType.init(rawValue:)
  _ = HKWorkoutSessionLocationType.outdoor
  _ = HKWorkoutSessionLocationType.unknown
}

@available(*, deprecated)
private func useHKWorkoutSessionState() {
  _ = HKWorkoutSessionState.self
  _ = HKWorkoutSessionState.ended
  _ = HKWorkoutSessionState.init(rawValue:)
  _ = HKWorkoutSessionState.notStarted
  _ = HKWorkoutSessionState.paused
  _ = HKWorkoutSessionState.prepared
  _ = HKWorkoutSessionState.running
  _ = HKWorkoutSessionState.stopped
}

@available(*, deprecated)
private func useHKWorkoutSessionType() {
  _ = HKWorkoutSessionType.self
  _ = HKWorkoutSessionType.init(rawValue:)
  _ = HKWorkoutSessionType.mirrored
  _ = HKWorkoutSessionType.primary
}

@available(*, deprecated)
private func useHKWorkoutSwimmingLocationType() {
  _ = HKWorkoutSwimmingLocationType.self
  _ = HKWorkoutSwimmingLocationType.init(rawValue:)
  _ = HKWorkoutSwimmingLocationType.openWater
  _ = HKWorkoutSwimmingLocationType.pool
  _ = HKWorkoutSwimmingLocationType.unknown
}

@available(*, deprecated)
private func useHKWorkoutType() {
  _ = HKWorkoutType.self
}

@available(*, deprecated)
private func useHKWorkoutZone(_ x: HKWorkoutZone) {
  _ = HKWorkoutZone.self
  _ = x.index
  _ = x.maximum
  _ = x.minimum
}

@available(*, deprecated)
private func useHKWorkoutZoneConfiguration(_ x: HKWorkoutZoneConfiguration) {
  _ = HKWorkoutZoneConfiguration.self
  _ = x == x
  _ = HKWorkoutZoneConfiguration.init(quantityType:zoneBoundaries:)
  _ = x.quantityType
  _ = HKWorkoutZoneConfiguration.Source.self
  _ = x.source
  _ = HKWorkoutZoneConfiguration.Source.app
  _ = HKWorkoutZoneConfiguration.Source.system
  _ = HKWorkoutZoneConfiguration.Source.user
  _ = x.zones
}

@available(*, deprecated)
private func useHKWorkoutZoneDuration(_ x: HKWorkoutZoneDuration) {
  _ = HKWorkoutZoneDuration.self
  _ = x.duration
  _ = x.zone
}

@available(*, deprecated)
private func useHKWorkoutZoneGroup(_ x: HKWorkoutZoneGroup) {
  _ = HKWorkoutZoneGroup.self
  _ = x.configuration
  _ = x.zoneDurations
}
