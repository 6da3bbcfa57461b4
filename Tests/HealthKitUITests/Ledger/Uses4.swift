// swift-format-ignore-file

import HealthKitUI

// A use of each symbol of `symbols.tsv` that is here. That it compiles is the test.

@available(*, deprecated)
private func useHKMedicationDoseEvent(_ x: HKMedicationDoseEvent) {
  _ = HKMedicationDoseEvent.self
  _ = x.doseQuantity
  _ = HKMedicationDoseEvent.LogStatus.self
  _ = x.logStatus
  _ = HKMedicationDoseEvent.LogStatus.init(rawValue:)
  _ = HKMedicationDoseEvent.LogStatus.notificationNotSent
  _ = HKMedicationDoseEvent.LogStatus.notInteracted
  _ = HKMedicationDoseEvent.LogStatus.notLogged
  _ = HKMedicationDoseEvent.LogStatus.skipped
  _ = HKMedicationDoseEvent.LogStatus.snoozed
  _ = HKMedicationDoseEvent.LogStatus.taken
  _ = x.medicationConceptIdentifier
  _ = x.medicationDoseEventType
  _ = x.scheduledDate
  _ = x.scheduledDoseQuantity
  _ = HKMedicationDoseEvent.ScheduleType.self
  _ = x.scheduleType
  _ = HKMedicationDoseEvent.ScheduleType.asNeeded
  _ = HKMedicationDoseEvent.ScheduleType.init(rawValue:)
  _ = HKMedicationDoseEvent.ScheduleType.schedule
  _ = x.unit
}

@available(*, deprecated)
private func useHKMedicationDoseEventType() {
  _ = HKMedicationDoseEventType.self
}

@available(*, deprecated)
private func useHKMedicationGeneralForm() {
  _ = HKMedicationGeneralForm.self
  _ = HKMedicationGeneralForm.capsule
  _ = HKMedicationGeneralForm.cream
  _ = HKMedicationGeneralForm.device
  _ = HKMedicationGeneralForm.drops
  _ = HKMedicationGeneralForm.foam
  _ = HKMedicationGeneralForm.gel
  _ = HKMedicationGeneralForm.inhaler
  _ = HKMedicationGeneralForm.init(rawValue:)
  _ = HKMedicationGeneralForm.injection
  _ = HKMedicationGeneralForm.liquid
  _ = HKMedicationGeneralForm.lotion
  _ = HKMedicationGeneralForm.ointment
  _ = HKMedicationGeneralForm.patch
  _ = HKMedicationGeneralForm.powder
  _ = HKMedicationGeneralForm.spray
  _ = HKMedicationGeneralForm.suppository
  _ = HKMedicationGeneralForm.tablet
  _ = HKMedicationGeneralForm.topical
  _ = HKMedicationGeneralForm.unknown
}

@available(*, deprecated)
private func useHKMetricPrefix() {
  _ = HKMetricPrefix.self
  _ = HKMetricPrefix.centi
  _ = HKMetricPrefix.deca
  _ = HKMetricPrefix.deci
  _ = HKMetricPrefix.femto
  _ = HKMetricPrefix.giga
  _ = HKMetricPrefix.hecto
  _ = HKMetricPrefix.init(rawValue:)
  _ = HKMetricPrefix.kilo
  _ = HKMetricPrefix.mega
  _ = HKMetricPrefix.micro
  _ = HKMetricPrefix.milli
  _ = HKMetricPrefix.nano
  _ = HKMetricPrefix.none
  _ = HKMetricPrefix.pico
  _ = HKMetricPrefix.tera
}

@available(*, deprecated)
private func useHKObject(_ x: HKObject) {
  _ = HKObject.self
  _ = x.device
  _ = HKObject.init(coder:)
  _ = x.metadata
  _ = x.source
  _ = x.sourceRevision
  _ = x.uuid
}

@available(*, deprecated)
private func useHKObjectType(_ x: HKObjectType) {
  _ = HKObjectType.self
  _ = HKObjectType.activitySummaryType
  _ = HKObjectType.audiogramSampleType
  _ = HKObjectType.categoryType(forIdentifier:)
  _ = HKObjectType.characteristicType(forIdentifier:)
  _ = HKObjectType.clinicalType(forIdentifier:)
  _ = HKObjectType.correlationType(forIdentifier:)
  _ = HKObjectType.documentType(forIdentifier:)
  _ = HKObjectType.electrocardiogramType
  _ = x.identifier
  _ = HKObjectType.init(coder:)
  _ = HKObjectType.medicationDoseEventType
  _ = HKObjectType.quantityType(forIdentifier:)
  _ = x.requiresPerObjectAuthorization
  _ = HKObjectType.seriesType(forIdentifier:)
  _ = HKObjectType.stateOfMindType
  _ = HKObjectType.userAnnotatedMedicationType
  _ = HKObjectType.visionPrescriptionType
  _ = HKObjectType.workoutType
}

@available(*, deprecated)
private func useHKObserverQuery() {
  _ = HKObserverQuery.self
  _ = HKObserverQuery.init(queryDescriptors:updateHandler:)
  _ = HKObserverQuery.init(sampleType:predicate:updateHandler:)
}

@available(*, deprecated)
private func useHKObserverQueryCompletionHandler() {
  _ = HKObserverQueryCompletionHandler.self
}

@available(*, deprecated)
private func useHKPHQ9Assessment(_ x: HKPHQ9Assessment) {
  _ = HKPHQ9Assessment.self
  _ = HKPHQ9Assessment.Answer.self
  _ = HKPHQ9Assessment.Answer.init(rawValue:)
  _ = HKPHQ9Assessment.Answer.moreThanHalfTheDays
  _ = HKPHQ9Assessment.Answer.nearlyEveryDay
  _ = HKPHQ9Assessment.Answer.notAtAll
  _ = HKPHQ9Assessment.Answer.preferNotToAnswer
  _ = HKPHQ9Assessment.Answer.severalDays
  _ = x.answers
  _ = HKPHQ9Assessment.init(date:answers:metadata:)
  _ = HKPHQ9Assessment.Risk.self
  _ = x.risk
  _ = HKPHQ9Assessment.Risk.init(rawValue:)
  _ = HKPHQ9Assessment.Risk.mild
  _ = HKPHQ9Assessment.Risk.moderate
  _ = HKPHQ9Assessment.Risk.moderatelySevere
  _ = HKPHQ9Assessment.Risk.noneToMinimal
  _ = HKPHQ9Assessment.Risk.severe
}

@available(*, deprecated)
private func useHKPhysicalEffortEstimationType() {
  _ = HKPhysicalEffortEstimationType.self
  _ = HKPhysicalEffortEstimationType.activityLookup
  _ = HKPhysicalEffortEstimationType.deviceSensed
  _ = HKPhysicalEffortEstimationType.init(rawValue:)
}

@available(*, deprecated)
private func useHKPrescriptionType() {
  _ = HKPrescriptionType.self
}

@available(*, deprecated)
private func useHKPrismBase() {
  _ = HKPrismBase.self
  _ = HKPrismBase.down
  _ = HKPrismBase.`in`
  _ = HKPrismBase.init(rawValue:)
  _ = HKPrismBase.none
  _ = HKPrismBase.out
  _ = HKPrismBase.up
}

@available(*, deprecated)
private func useHKQuantity(_ x: HKQuantity) {
  _ = HKQuantity.self
  _ = x.compare(_:)
  _ = x.doubleValue(for:)
  _ = HKQuantity.init(coder:)
  _ = HKQuantity.init(unit:doubleValue:)
  _ = x.`is`(compatibleWith:)
}

@available(*, deprecated)
private func useHKQuantityAggregationStyle() {
  _ = HKQuantityAggregationStyle.self
  _ = HKQuantityAggregationStyle.cumulative
  _ = HKQuantityAggregationStyle.discrete
  _ = HKQuantityAggregationStyle.discreteArithmetic
  _ = HKQuantityAggregationStyle.discreteEquivalentContinuousLevel
  _ = HKQuantityAggregationStyle.discreteTemporallyWeighted
  _ = HKQuantityAggregationStyle.init(rawValue:)
}

@available(*, deprecated)
private func useHKQuantitySample(_ x: HKQuantitySample) {
  _ = HKQuantitySample.self
  _ = x.count
  _ = HKQuantitySample.init(type:quantity:start:end:)
  _ = HKQuantitySample.init(type:quantity:start:end:device:metadata:)
  _ = HKQuantitySample.init(type:quantity:start:end:metadata:)
  _ = x.quantity
  _ = x.quantityType
}

@available(*, deprecated)
private func useHKQuantitySeriesSampleBuilder(_ x: HKQuantitySeriesSampleBuilder) {
  _ = HKQuantitySeriesSampleBuilder.self
  _ = x.device
  _ = x.discard
  _ = x.finishSeries(metadata:completion:)
  _ = x.finishSeries(metadata:endDate:completion:)
  _ = HKQuantitySeriesSampleBuilder.init(healthStore:quantityType:startDate:device:)
  _ = x.insert(_:at:)
  _ = x.insert(_:for:)
  _ = x.quantityType
  _ = x.startDate
}

@available(*, deprecated)
private func useHKQuantitySeriesSampleQuery(_ x: HKQuantitySeriesSampleQuery) {
  _ = HKQuantitySeriesSampleQuery.self
  _ = x.includeSample
  _ = HKQuantitySeriesSampleQuery.init(quantityType:predicate:quantityHandler:)
  _ = HKQuantitySeriesSampleQuery.init(sample:quantityHandler:)
  _ = x.orderByQuantitySampleStartDate
}

@available(*, deprecated)
private func useHKQuantitySeriesSampleQueryDescriptor(_ x: HKQuantitySeriesSampleQueryDescriptor) {
  _ = HKQuantitySeriesSampleQueryDescriptor.self
  _ = HKQuantitySeriesSampleQueryDescriptor.init(predicate:options:)
  _ = HKQuantitySeriesSampleQueryDescriptor.Options.self
  _ = x.options
  _ = HKQuantitySeriesSampleQueryDescriptor.Options.includeSample
  _ = HKQuantitySeriesSampleQueryDescriptor.Options.orderByQuantitySampleStartDate
  _ = x.predicate
  _ = HKQuantitySeriesSampleQueryDescriptor.Result.self
  _ = HKQuantitySeriesSampleQueryDescriptor.Results.self
  _ = x.results(for:)
  _ = HKQuantitySeriesSampleQueryDescriptor.Results.Iterator.self
}

@available(*, deprecated)
private func useHKQuantitySeriesSampleQueryDescriptorResult(_ x: HKQuantitySeriesSampleQueryDescriptor.Result) {
  _ = x.dateInterval
  _ = x.quantity
  _ = x.sample
}

@available(*, deprecated)
private func useHKQuantityType(_ x: HKQuantityType) {
  _ = HKQuantityType.self
  _ = x.aggregationStyle
  _ = HKQuantityType.init(_:)
  _ = x.`is`(compatibleWith:)
}

@available(*, deprecated)
private func useHKQuantityTypeIdentifier() {
  _ = HKQuantityTypeIdentifier.self
  _ = HKQuantityTypeIdentifier.activeEnergyBurned
  _ = HKQuantityTypeIdentifier.appleExerciseTime
  _ = HKQuantityTypeIdentifier.appleMoveTime
  _ = HKQuantityTypeIdentifier.appleSleepingBreathingDisturbances
  _ = HKQuantityTypeIdentifier.appleSleepingWristTemperature
  _ = HKQuantityTypeIdentifier.appleStandTime
  _ = HKQuantityTypeIdentifier.appleWalkingSteadiness
  _ = HKQuantityTypeIdentifier.atrialFibrillationBurden
  _ = HKQuantityTypeIdentifier.basalBodyTemperature
  _ = HKQuantityTypeIdentifier.basalEnergyBurned
  _ = HKQuantityTypeIdentifier.bloodAlcoholContent
  _ = HKQuantityTypeIdentifier.bloodGlucose
  _ = HKQuantityTypeIdentifier.bloodPressureDiastolic
  _ = HKQuantityTypeIdentifier.bloodPressureSystolic
  _ = HKQuantityTypeIdentifier.bodyFatPercentage
  _ = HKQuantityTypeIdentifier.bodyMass
  _ = HKQuantityTypeIdentifier.bodyMassIndex
  _ = HKQuantityTypeIdentifier.bodyTemperature
  _ = HKQuantityTypeIdentifier.crossCountrySkiingSpeed
  _ = HKQuantityTypeIdentifier.cyclingCadence
  _ = HKQuantityTypeIdentifier.cyclingFunctionalThresholdPower
  _ = HKQuantityTypeIdentifier.cyclingPower
  _ = HKQuantityTypeIdentifier.cyclingSpeed
  _ = HKQuantityTypeIdentifier.dietaryBiotin
  _ = HKQuantityTypeIdentifier.dietaryCaffeine
  _ = HKQuantityTypeIdentifier.dietaryCalcium
  _ = HKQuantityTypeIdentifier.dietaryCarbohydrates
  _ = HKQuantityTypeIdentifier.dietaryChloride
  _ = HKQuantityTypeIdentifier.dietaryCholesterol
  _ = HKQuantityTypeIdentifier.dietaryChromium
  _ = HKQuantityTypeIdentifier.dietaryCopper
  _ = HKQuantityTypeIdentifier.dietaryEnergyConsumed
  _ = HKQuantityTypeIdentifier.dietaryFatMonounsaturated
  _ = HKQuantityTypeIdentifier.dietaryFatPolyunsaturated
  _ = HKQuantityTypeIdentifier.dietaryFatSaturated
  _ = HKQuantityTypeIdentifier.dietaryFatTotal
  _ = HKQuantityTypeIdentifier.dietaryFiber
  _ = HKQuantityTypeIdentifier.dietaryFolate
  _ = HKQuantityTypeIdentifier.dietaryIodine
  _ = HKQuantityTypeIdentifier.dietaryIron
  _ = HKQuantityTypeIdentifier.dietaryMagnesium
  _ = HKQuantityTypeIdentifier.dietaryManganese
  _ = HKQuantityTypeIdentifier.dietaryMolybdenum
  _ = HKQuantityTypeIdentifier.dietaryNiacin
  _ = HKQuantityTypeIdentifier.dietaryPantothenicAcid
  _ = HKQuantityTypeIdentifier.dietaryPhosphorus
  _ = HKQuantityTypeIdentifier.dietaryPotassium
  _ = HKQuantityTypeIdentifier.dietaryProtein
  _ = HKQuantityTypeIdentifier.dietaryRiboflavin
  _ = HKQuantityTypeIdentifier.dietarySelenium
  _ = HKQuantityTypeIdentifier.dietarySodium
  _ = HKQuantityTypeIdentifier.dietarySugar
  _ = HKQuantityTypeIdentifier.dietaryThiamin
  _ = HKQuantityTypeIdentifier.dietaryVitaminA
  _ = HKQuantityTypeIdentifier.dietaryVitaminB12
  _ = HKQuantityTypeIdentifier.dietaryVitaminB6
  _ = HKQuantityTypeIdentifier.dietaryVitaminC
  _ = HKQuantityTypeIdentifier.dietaryVitaminD
  _ = HKQuantityTypeIdentifier.dietaryVitaminE
  _ = HKQuantityTypeIdentifier.dietaryVitaminK
  _ = HKQuantityTypeIdentifier.dietaryWater
  _ = HKQuantityTypeIdentifier.dietaryZinc
  _ = HKQuantityTypeIdentifier.distanceCrossCountrySkiing
  _ = HKQuantityTypeIdentifier.distanceCycling
  _ = HKQuantityTypeIdentifier.distanceDownhillSnowSports
  _ = HKQuantityTypeIdentifier.distancePaddleSports
  _ = HKQuantityTypeIdentifier.distanceRowing
  _ = HKQuantityTypeIdentifier.distanceSkatingSports
  _ = HKQuantityTypeIdentifier.distanceSwimming
  _ = HKQuantityTypeIdentifier.distanceWalkingRunning
  _ = HKQuantityTypeIdentifier.distanceWheelchair
  _ = HKQuantityTypeIdentifier.electrodermalActivity
  _ = HKQuantityTypeIdentifier.environmentalAudioExposure
  _ = HKQuantityTypeIdentifier.environmentalSoundReduction
  _ = HKQuantityTypeIdentifier.estimatedWorkoutEffortScore
  _ = HKQuantityTypeIdentifier.flightsClimbed
  _ = HKQuantityTypeIdentifier.forcedExpiratoryVolume1
  _ = HKQuantityTypeIdentifier.forcedVitalCapacity
  _ = HKQuantityTypeIdentifier.headphoneAudioExposure
  _ = HKQuantityTypeIdentifier.heartRate
  _ = HKQuantityTypeIdentifier.heartRateRecoveryOneMinute
  _ = HKQuantityTypeIdentifier.heartRateVariabilitySDNN
  _ = HKQuantityTypeIdentifier.height
  _ = HKQuantityTypeIdentifier.inhalerUsage
  _ = HKQuantityTypeIdentifier.init(rawValue:)
  _ = HKQuantityTypeIdentifier.insulinDelivery
  _ = HKQuantityTypeIdentifier.leanBodyMass
  _ = HKQuantityTypeIdentifier.nikeFuel
  _ = HKQuantityTypeIdentifier.numberOfAlcoholicBeverages
  _ = HKQuantityTypeIdentifier.numberOfTimesFallen
  _ = HKQuantityTypeIdentifier.oxygenSaturation
  _ = HKQuantityTypeIdentifier.paddleSportsSpeed
  _ = HKQuantityTypeIdentifier.peakExpiratoryFlowRate
  _ = HKQuantityTypeIdentifier.peripheralPerfusionIndex
  _ = HKQuantityTypeIdentifier.physicalEffort
  _ = HKQuantityTypeIdentifier.pushCount
  _ = HKQuantityTypeIdentifier.respiratoryRate
  _ = HKQuantityTypeIdentifier.restingHeartRate
  _ = HKQuantityTypeIdentifier.rowingSpeed
  _ = HKQuantityTypeIdentifier.runningGroundContactTime
  _ = HKQuantityTypeIdentifier.runningPower
  _ = HKQuantityTypeIdentifier.runningSpeed
  _ = HKQuantityTypeIdentifier.runningStrideLength
  _ = HKQuantityTypeIdentifier.runningVerticalOscillation
  _ = HKQuantityTypeIdentifier.sixMinuteWalkTestDistance
  _ = HKQuantityTypeIdentifier.stairAscentSpeed
  _ = HKQuantityTypeIdentifier.stairDescentSpeed
  _ = HKQuantityTypeIdentifier.stepCount
  _ = HKQuantityTypeIdentifier.swimmingStrokeCount
  _ = HKQuantityTypeIdentifier.timeInDaylight
  _ = HKQuantityTypeIdentifier.underwaterDepth
  _ = HKQuantityTypeIdentifier.uvExposure
  _ = HKQuantityTypeIdentifier.vo2Max
  _ = HKQuantityTypeIdentifier.waistCircumference
  _ = HKQuantityTypeIdentifier.walkingAsymmetryPercentage
  _ = HKQuantityTypeIdentifier.walkingDoubleSupportPercentage
  _ = HKQuantityTypeIdentifier.walkingHeartRateAverage
  _ = HKQuantityTypeIdentifier.walkingSpeed
  _ = HKQuantityTypeIdentifier.walkingStepLength
  _ = HKQuantityTypeIdentifier.waterTemperature
  _ = HKQuantityTypeIdentifier.workoutEffortScore
}
