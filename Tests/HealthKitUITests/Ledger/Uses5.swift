// swift-format-ignore-file

import HealthKitUI

// A use of each symbol of `symbols.tsv` that is here. That it compiles is the test.

@available(*, deprecated)
private func useHKQuery(_ x: HKQuery) {
  _ = HKQuery.self
  _ = x.objectType
  _ = x.predicate
  _ = HKQuery.predicate(forActivitySummariesBetweenStart:end:)
  _ = HKQuery.predicateForActivitySummary(with:)
  _ = HKQuery.predicateForCategorySamples(with:value:)
  _ = HKQuery.predicateForClinicalRecords(from:fhirResourceType:identifier:)
  _ = HKQuery.predicateForClinicalRecords(withFHIRResourceType:)
  _ = HKQuery.predicateForElectrocardiograms(classification:)
  _ = HKQuery.predicateForElectrocardiograms(symptomsStatus:)
  _ = HKQuery.predicateForMedicationDoseEvent(medicationConceptIdentifier:)
  _ = HKQuery.predicateForMedicationDoseEvent(medicationConceptIdentifiers:)
  _ = HKQuery.predicateForMedicationDoseEvent(scheduledDate:)
  _ = HKQuery.predicateForMedicationDoseEvent(scheduledDates:)
  _ = HKQuery.predicateForMedicationDoseEvent(scheduledStart:end:)
  _ = HKQuery.predicateForMedicationDoseEvent(status:)
  _ = HKQuery.predicateForMedicationDoseEvent(statuses:)
  _ = HKQuery.predicateForObject(with:)
  _ = HKQuery.predicateForObjects(from:) as (HKSource) -> NSPredicate
  _ = HKQuery.predicateForObjects(with:)
  _ = HKQuery.predicateForObjects(withDeviceProperty:allowedValues:)
  _ = HKQuery.predicateForObjects(withMetadataKey:)
  _ = HKQuery.predicateForObjects(withMetadataKey:allowedValues:)
  _ = HKQuery.predicateForObjects(withMetadataKey:operatorType:value:)
  _ = HKQuery.predicateForObjectsAssociated(electrocardiogram:)
  _ = HKQuery.predicateForObjectsWithNoCorrelation
  _ = HKQuery.predicateForQuantitySamples(with:quantity:)
  _ = HKQuery.predicateForSamples(withStart:end:options:)
  _ = HKQuery.predicateForStatesOfMind(with:) as (HKStateOfMind.Kind) -> NSPredicate
  _ = HKQuery.predicateForStatesOfMind(withValence:operatorType:)
  _ = HKQuery.predicateForUserAnnotatedMedications(hasSchedule:)
  _ = HKQuery.predicateForUserAnnotatedMedications(isArchived:)
  _ = HKQuery.predicateForWorkoutActivities(operatorType:duration:)
  _ = HKQuery.predicateForWorkoutActivities(operatorType:quantityType:averageQuantity:)
  _ = HKQuery.predicateForWorkoutActivities(operatorType:quantityType:maximumQuantity:)
  _ = HKQuery.predicateForWorkoutActivities(operatorType:quantityType:minimumQuantity:)
  _ = HKQuery.predicateForWorkoutActivities(operatorType:quantityType:sumQuantity:)
  _ = HKQuery.predicateForWorkoutActivities(start:end:options:)
  _ = HKQuery.predicateForWorkoutActivities(workoutActivityType:)
  _ = HKQuery.predicateForWorkoutEffortSamplesRelated(workout:activity:)
  _ = HKQuery.predicateForWorkouts(activityPredicate:)
  _ = HKQuery.predicateForWorkouts(operatorType:quantityType:averageQuantity:)
  _ = HKQuery.predicateForWorkouts(operatorType:quantityType:maximumQuantity:)
  _ = HKQuery.predicateForWorkouts(operatorType:quantityType:minimumQuantity:)
  _ = HKQuery.predicateForWorkouts(operatorType:quantityType:sumQuantity:)
  _ = HKQuery.predicateForWorkouts(with:)
  _ = HKQuery.predicateForWorkouts(with:duration:)
  _ = HKQuery.predicateForWorkouts(with:totalDistance:)
  _ = HKQuery.predicateForWorkouts(with:totalEnergyBurned:)
  _ = HKQuery.predicateForWorkouts(with:totalFlightsClimbed:)
  _ = HKQuery.predicateForWorkouts(with:totalSwimmingStrokeCount:)
  _ = x.sampleType
}

@available(*, deprecated)
private func useHKQueryAnchor() {
  _ = HKQueryAnchor.self
  _ = HKQueryAnchor.init(coder:)
  _ = HKQueryAnchor.init(fromValue:)
}

@available(*, deprecated)
private func useHKQueryDescriptor(_ x: HKQueryDescriptor) {
  _ = HKQueryDescriptor.self
  _ = HKQueryDescriptor.init(coder:)
  _ = HKQueryDescriptor.init(sampleType:predicate:)
  _ = x.predicate
  _ = x.sampleType
}

@available(*, deprecated)
private func useHKQueryOptions() {
  _ = HKQueryOptions.self
  _ = HKQueryOptions.init(rawValue:)
  _ = HKQueryOptions.strictEndDate
  _ = HKQueryOptions.strictStartDate
}

@available(*, deprecated)
private func useHKSample(_ x: HKSample) {
  _ = HKSample.self
  _ = x.endDate
  _ = x.hasUndeterminedDuration
  _ = x.sampleType
  _ = x.startDate
}

@available(*, deprecated)
private func useHKSamplePredicate(_ x: HKSamplePredicate<HKSample>) {
  _ = HKSamplePredicate<HKSample>.self
  _ = HKSamplePredicate<HKAudiogramSample>.audiogram(_:)
  _ = HKSamplePredicate<HKCategorySample>.categorySample(type:predicate:)
  _ = HKSamplePredicate<HKClinicalRecord>.clinicalRecord(type:predicate:)
  _ = HKSamplePredicate<HKCorrelation>.correlation(type:predicate:)
  _ = HKSamplePredicate<HKElectrocardiogram>.electrocardiogram(_:)
  _ = HKSamplePredicate<HKGAD7Assessment>.gad7Assessment(_:)
  _ = HKSamplePredicate<HKHeartbeatSeriesSample>.heartbeatSeries(_:)
  _ = x.nsPredicate
  _ = HKSamplePredicate<HKPHQ9Assessment>.phq9Assessment(_:)
  _ = HKSamplePredicate<HKQuantitySample>.quantitySample(type:predicate:)
  _ = HKSamplePredicate<HKSample>.sample(type:predicate:)
  _ = x.sampleType
  _ = HKSamplePredicate<HKStateOfMind>.stateOfMind(_:)
  _ = HKSamplePredicate<HKVisionPrescription>.visionPrescription(_:)
  _ = HKSamplePredicate<HKWorkout>.workout(_:)
  _ = HKSamplePredicate<HKWorkoutRoute>.workoutRoute(_:)
}

@available(*, deprecated)
private func useHKSampleQuery(_ x: HKSampleQuery) {
  _ = HKSampleQuery.self
  _ = HKSampleQuery.init(queryDescriptors:limit:resultsHandler:)
  _ = HKSampleQuery.init(queryDescriptors:limit:sortDescriptors:resultsHandler:)
  _ = HKSampleQuery.init(sampleType:predicate:limit:sortDescriptors:resultsHandler:)
  _ = x.limit
  _ = x.sortDescriptors
}

@available(*, deprecated)
private func useHKSampleQueryDescriptor(_ x: HKSampleQueryDescriptor<HKSample>) {
  _ = HKSampleQueryDescriptor<HKSample>.self
  _ = HKSampleQueryDescriptor<HKSample>.init(predicates:sortDescriptors:limit:)
  _ = x.limit
  _ = x.predicates
  _ = x.result(for:)
  _ = x.sortDescriptors
}

@available(*, deprecated)
private func useHKSampleType(_ x: HKSampleType) {
  _ = HKSampleType.self
  _ = x.allowsRecalibrationForEstimates
  _ = x.isMaximumDurationRestricted
  _ = x.isMinimumDurationRestricted
  _ = x.maximumAllowedDuration
  _ = x.minimumAllowedDuration
}

@available(*, deprecated)
private func useHKScoredAssessment(_ x: HKScoredAssessment) {
  _ = HKScoredAssessment.self
  _ = x.score
}

@available(*, deprecated)
private func useHKScoredAssessmentType() {
  _ = HKScoredAssessmentType.self
  _ = HKScoredAssessmentType.init(_:)
}

@available(*, deprecated)
private func useHKScoredAssessmentTypeIdentifier() {
  _ = HKScoredAssessmentTypeIdentifier.self
  _ = HKScoredAssessmentTypeIdentifier.GAD7
  _ = HKScoredAssessmentTypeIdentifier.init(rawValue:)
  _ = HKScoredAssessmentTypeIdentifier.PHQ9
}

@available(*, deprecated)
private func useHKSeriesBuilder(_ x: HKSeriesBuilder) {
  _ = HKSeriesBuilder.self
  _ = x.discard
}

@available(*, deprecated)
private func useHKSeriesSample(_ x: HKSeriesSample) {
  _ = HKSeriesSample.self
  _ = x.count
}

@available(*, deprecated)
private func useHKSeriesType() {
  _ = HKSeriesType.self
  _ = HKSeriesType.heartbeat
  _ = HKSeriesType.workoutRoute
}

@available(*, deprecated)
private func useHKSource(_ x: HKSource) {
  _ = HKSource.self
  _ = x.bundleIdentifier
  _ = HKSource.`default`
  _ = HKSource.init(coder:)
  _ = x.name
}

@available(*, deprecated)
private func useHKSourceQuery() {
  _ = HKSourceQuery.self
  _ = HKSourceQuery.init(sampleType:samplePredicate:completionHandler:)
}

@available(*, deprecated)
private func useHKSourceQueryDescriptor(_ x: HKSourceQueryDescriptor<HKSample>) {
  _ = HKSourceQueryDescriptor<HKSample>.self
  _ = HKSourceQueryDescriptor<HKSample>.init(predicate:)
  _ = x.predicate
  _ = x.result(for:)
}

@available(*, deprecated)
private func useHKSourceRevision(_ x: HKSourceRevision) {
  _ = HKSourceRevision.self
  _ = HKSourceRevision.init(coder:)
  _ = HKSourceRevision.init(source:version:)
  _ = HKSourceRevision.init(source:version:productType:operatingSystemVersion:)
  _ = x.operatingSystemVersion
  _ = x.productType
  _ = x.source
  _ = x.version
}

@available(*, deprecated)
private func useHKStateOfMind(_ x: HKStateOfMind) {
  _ = HKStateOfMind.self
  _ = HKStateOfMind.Association.self
  _ = HKStateOfMind.Association.community
  _ = HKStateOfMind.Association.currentEvents
  _ = HKStateOfMind.Association.dating
  _ = HKStateOfMind.Association.education
  _ = HKStateOfMind.Association.family
  _ = HKStateOfMind.Association.fitness
  _ = HKStateOfMind.Association.friends
  _ = HKStateOfMind.Association.health
  _ = HKStateOfMind.Association.hobbies
  _ = HKStateOfMind.Association.identity
  _ = HKStateOfMind.Association.init(rawValue:)
  _ = HKStateOfMind.Association.money
  _ = HKStateOfMind.Association.partner
  _ = HKStateOfMind.Association.selfCare
  _ = HKStateOfMind.Association.spirituality
  _ = HKStateOfMind.Association.tasks
  _ = HKStateOfMind.Association.travel
  _ = HKStateOfMind.Association.weather
  _ = HKStateOfMind.Association.work
  _ = x.associations
  _ = HKStateOfMind.init(date:kind:valence:labels:associations:metadata:)
  _ = HKStateOfMind.Kind.self
  _ = x.kind
  _ = HKStateOfMind.Kind.dailyMood
  _ = HKStateOfMind.Kind.init(rawValue:)
  _ = HKStateOfMind.Kind.momentaryEmotion
  _ = HKStateOfMind.Label.self
  _ = HKStateOfMind.Label.amazed
  _ = HKStateOfMind.Label.amused
  _ = HKStateOfMind.Label.angry
  _ = HKStateOfMind.Label.annoyed
  _ = HKStateOfMind.Label.anxious
  _ = HKStateOfMind.Label.ashamed
  _ = HKStateOfMind.Label.brave
  _ = HKStateOfMind.Label.calm
  _ = HKStateOfMind.Label.confident
  _ = HKStateOfMind.Label.content
  _ = HKStateOfMind.Label.disappointed
  _ = HKStateOfMind.Label.discouraged
  _ = HKStateOfMind.Label.disgusted
  _ = HKStateOfMind.Label.drained
  _ = HKStateOfMind.Label.embarrassed
  _ = HKStateOfMind.Label.excited
  _ = HKStateOfMind.Label.frustrated
  _ = HKStateOfMind.Label.grateful
  _ = HKStateOfMind.Label.guilty
  _ = HKStateOfMind.Label.happy
  _ = HKStateOfMind.Label.hopeful
  _ = HKStateOfMind.Label.hopeless
  _ = HKStateOfMind.Label.indifferent
  _ = HKStateOfMind.Label.init(rawValue:)
  _ = HKStateOfMind.Label.irritated
  _ = HKStateOfMind.Label.jealous
  _ = HKStateOfMind.Label.joyful
  _ = HKStateOfMind.Label.lonely
  _ = HKStateOfMind.Label.overwhelmed
  _ = HKStateOfMind.Label.passionate
  _ = HKStateOfMind.Label.peaceful
  _ = HKStateOfMind.Label.proud
  _ = HKStateOfMind.Label.relieved
  _ = HKStateOfMind.Label.sad
  _ = HKStateOfMind.Label.satisfied
  _ = HKStateOfMind.Label.scared
  _ = HKStateOfMind.Label.stressed
  _ = HKStateOfMind.Label.surprised
  _ = HKStateOfMind.Label.worried
  _ = x.labels
  _ = x.valence
  _ = HKStateOfMind.ValenceClassification.self
  _ = x.valenceClassification
  _ = HKStateOfMind.ValenceClassification.init(rawValue:)
  _ = HKStateOfMind.ValenceClassification.init(valence:)
  _ = HKStateOfMind.ValenceClassification.neutral
  _ = HKStateOfMind.ValenceClassification.pleasant
  _ = HKStateOfMind.ValenceClassification.slightlyPleasant
  _ = HKStateOfMind.ValenceClassification.slightlyUnpleasant
  _ = HKStateOfMind.ValenceClassification.unpleasant
  _ = HKStateOfMind.ValenceClassification.veryPleasant
  _ = HKStateOfMind.ValenceClassification.veryUnpleasant
}

@available(*, deprecated)
private func useHKStateOfMindType() {
  _ = HKStateOfMindType.self
}

@available(*, deprecated)
private func useHKStatistics(_ x: HKStatistics) {
  _ = HKStatistics.self
  _ = x.averageQuantity as () -> HKQuantity?
  _ = x.averageQuantity(for:)
  _ = x.duration as () -> HKQuantity?
  _ = x.duration(for:)
  _ = x.endDate
  _ = HKStatistics.init(coder:)
  _ = x.maximumQuantity as () -> HKQuantity?
  _ = x.maximumQuantity(for:)
  _ = x.minimumQuantity as () -> HKQuantity?
  _ = x.minimumQuantity(for:)
  _ = x.mostRecentQuantity as () -> HKQuantity?
  _ = x.mostRecentQuantity(for:)
  _ = x.mostRecentQuantityDateInterval as () -> DateInterval?
  _ = x.mostRecentQuantityDateInterval(for:)
  _ = x.quantityType
  _ = x.sources
  _ = x.startDate
  _ = x.sumQuantity as () -> HKQuantity?
  _ = x.sumQuantity(for:)
}

@available(*, deprecated)
private func useHKStatisticsCollection(_ x: HKStatisticsCollection) {
  _ = HKStatisticsCollection.self
  _ = x.enumerateStatistics(from:to:with:)
  _ = x.sources
  _ = x.statistics as () -> [HKStatistics]
  _ = x.statistics(for:)
}

@available(*, deprecated)
private func useHKStatisticsCollectionQuery(_ x: HKStatisticsCollectionQuery) {
  _ = HKStatisticsCollectionQuery.self
  _ = x.anchorDate
  _ = HKStatisticsCollectionQuery.init(quantityType:quantitySamplePredicate:options:anchorDate:intervalComponents:)
  _ = x.initialResultsHandler
  _ = x.intervalComponents
  _ = x.options
  _ = x.statisticsUpdateHandler
}

@available(*, deprecated)
private func useHKStatisticsCollectionQueryDescriptor(_ x: HKStatisticsCollectionQueryDescriptor) {
  _ = HKStatisticsCollectionQueryDescriptor.self
  _ = x.anchorDate
  _ = HKStatisticsCollectionQueryDescriptor.init(predicate:options:anchorDate:intervalComponents:)
  _ = x.intervalComponents
  _ = x.options
  _ = x.predicate
  _ = HKStatisticsCollectionQueryDescriptor.Result.self
  _ = x.result(for:)
  _ = HKStatisticsCollectionQueryDescriptor.Results.self
  _ = x.results(for:)
  _ = HKStatisticsCollectionQueryDescriptor.Results.Iterator.self
}

@available(*, deprecated)
private func useHKStatisticsCollectionQueryDescriptorResult(_ x: HKStatisticsCollectionQueryDescriptor.Result) {
  _ = x.statisticsCollection
  _ = x.updatedStatistics
}

@available(*, deprecated)
private func useHKStatisticsOptions() {
  _ = HKStatisticsOptions.self
  _ = HKStatisticsOptions.cumulativeSum
  _ = HKStatisticsOptions.discreteAverage
  _ = HKStatisticsOptions.discreteMax
  _ = HKStatisticsOptions.discreteMin
  _ = HKStatisticsOptions.discreteMostRecent
  _ = HKStatisticsOptions.duration
  _ = HKStatisticsOptions.init(rawValue:)
  _ = HKStatisticsOptions.mostRecent
  _ = HKStatisticsOptions.separateBySource
}

@available(*, deprecated)
private func useHKStatisticsQuery() {
  _ = HKStatisticsQuery.self
  _ = HKStatisticsQuery.init(quantityType:quantitySamplePredicate:options:completionHandler:)
}

@available(*, deprecated)
private func useHKStatisticsQueryDescriptor(_ x: HKStatisticsQueryDescriptor) {
  _ = HKStatisticsQueryDescriptor.self
  _ = HKStatisticsQueryDescriptor.init(predicate:options:)
  _ = x.options
  _ = x.predicate
  _ = x.result(for:)
}
