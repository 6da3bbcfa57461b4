// swift-format-ignore-file

import HealthKitUI

// A use of each symbol of `symbols.tsv` that is here. That it compiles is the test.

@available(*, deprecated)
private func useHKSwimmingStrokeStyle() {
  _ = HKSwimmingStrokeStyle.self
  _ = HKSwimmingStrokeStyle.backstroke
  _ = HKSwimmingStrokeStyle.breaststroke
  _ = HKSwimmingStrokeStyle.butterfly
  _ = HKSwimmingStrokeStyle.freestyle
  _ = HKSwimmingStrokeStyle.init(rawValue:)
  _ = HKSwimmingStrokeStyle.kickboard
  _ = HKSwimmingStrokeStyle.mixed
  _ = HKSwimmingStrokeStyle.unknown
}

@available(*, deprecated)
private func useHKUnit(_ x: HKUnit) {
  _ = HKUnit.self
  _ = HKUnit.appleEffortScore
  _ = HKUnit.atmosphere
  _ = HKUnit.calorie
  _ = HKUnit.centimeterOfWater
  _ = HKUnit.count
  _ = HKUnit.cupImperial
  _ = HKUnit.cupUS
  _ = HKUnit.day
  _ = HKUnit.decibelAWeightedSoundPressureLevel
  _ = HKUnit.decibelHearingLevel
  _ = HKUnit.degreeAngle
  _ = HKUnit.degreeCelsius
  _ = HKUnit.degreeFahrenheit
  _ = HKUnit.diopter
  _ = HKUnit.energyFormatterUnit(from:)
  _ = HKUnit.fluidOunceImperial
  _ = HKUnit.fluidOunceUS
  _ = HKUnit.foot
  _ = HKUnit.gram
  _ = HKUnit.gramUnit(with:)
  _ = HKUnit.hertz
  _ = HKUnit.hertzUnit(with:)
  _ = HKUnit.hour
  _ = HKUnit.inch
  _ = HKUnit.inchesOfMercury
  _ = HKUnit.init(coder:)
  _ = HKUnit.init(from:) as (MassFormatter.Unit) -> HKUnit
  _ = HKUnit.internationalUnit
  _ = x.isNull
  _ = HKUnit.joule
  _ = HKUnit.jouleUnit(with:)
  _ = HKUnit.kelvin
  _ = HKUnit.kilocalorie
  _ = HKUnit.largeCalorie
  _ = HKUnit.lengthFormatterUnit(from:)
  _ = HKUnit.liter
  _ = HKUnit.literUnit(with:)
  _ = HKUnit.lux
  _ = HKUnit.luxUnit(with:)
  _ = HKUnit.massFormatterUnit(from:)
  _ = HKUnit.meter
  _ = HKUnit.meterUnit(with:)
  _ = HKUnit.mile
  _ = HKUnit.millimeterOfMercury
  _ = HKUnit.minute
  _ = HKUnit.moleUnit(with:molarMass:)
  _ = HKUnit.moleUnit(withMolarMass:)
  _ = HKUnit.ounce
  _ = HKUnit.pascal
  _ = HKUnit.pascalUnit(with:)
  _ = HKUnit.percent
  _ = HKUnit.pintImperial
  _ = HKUnit.pintUS
  _ = HKUnit.pound
  _ = HKUnit.prismDiopter
  _ = HKUnit.radianAngle
  _ = HKUnit.radianAngleUnit(with:)
  _ = x.reciprocal
  _ = HKUnit.second
  _ = HKUnit.secondUnit(with:)
  _ = HKUnit.siemen
  _ = HKUnit.siemenUnit(with:)
  _ = HKUnit.smallCalorie
  _ = HKUnit.stone
  _ = x.unitDivided(by:)
  _ = x.unitMultiplied(by:)
  _ = x.unitRaised(toPower:)
  _ = x.unitString
  _ = HKUnit.volt
  _ = HKUnit.voltUnit(with:)
  _ = HKUnit.watt
  _ = HKUnit.wattUnit(with:)
  _ = HKUnit.yard
}

@available(*, deprecated)
private func useHKUpdateFrequency() {
  _ = HKUpdateFrequency.self
  _ = HKUpdateFrequency.daily
  _ = HKUpdateFrequency.hourly
  _ = HKUpdateFrequency.immediate
  _ = HKUpdateFrequency.init(rawValue:)
  _ = HKUpdateFrequency.weekly
}

@available(*, deprecated)
private func useHKUserAnnotatedMedication(_ x: HKUserAnnotatedMedication) {
  _ = HKUserAnnotatedMedication.self
  _ = x.hasSchedule
  _ = x.isArchived
  _ = x.medication
  _ = x.nickname
}

@available(*, deprecated)
private func useHKUserAnnotatedMedicationQuery() {
  _ = HKUserAnnotatedMedicationQuery.self
  _ = HKUserAnnotatedMedicationQuery.init(predicate:limit:resultsHandler:)
}

@available(*, deprecated)
private func useHKUserAnnotatedMedicationQueryDescriptor(_ x: HKUserAnnotatedMedicationQueryDescriptor) {
  _ = HKUserAnnotatedMedicationQueryDescriptor.self
  _ = HKUserAnnotatedMedicationQueryDescriptor.init(predicate:limit:)
  _ = x.limit
  _ = x.predicate
  _ = x.result(for:)
}

@available(*, deprecated)
private func useHKUserAnnotatedMedicationType() {
  _ = HKUserAnnotatedMedicationType.self
}

@available(*, deprecated)
private func useHKUserMotionContext() {
  _ = HKUserMotionContext.self
  _ = HKUserMotionContext.active
  _ = HKUserMotionContext.init(rawValue:)
  _ = HKUserMotionContext.notSet
  _ = HKUserMotionContext.stationary
}

@available(*, deprecated)
private func useHKVisionEye() {
  _ = HKVisionEye.self
  _ = HKVisionEye.init(rawValue:)
  _ = HKVisionEye.left
  _ = HKVisionEye.right
}

@available(*, deprecated)
private func useHKVisionPrescription(_ x: HKVisionPrescription) {
  _ = HKVisionPrescription.self
  _ = x.dateIssued
  _ = x.expirationDate
  _ = HKVisionPrescription.init(type:dateIssued:expirationDate:device:metadata:)
  _ = x.prescriptionType
}

@available(*, deprecated)
private func useHKVisionPrescriptionType() {
  _ = HKVisionPrescriptionType.self
  _ = HKVisionPrescriptionType.contacts
  _ = HKVisionPrescriptionType.glasses
  _ = HKVisionPrescriptionType.init(rawValue:)
}

@available(*, deprecated)
private func useHKVisionPrism(_ x: HKVisionPrism) {
  _ = HKVisionPrism.self
  _ = x.amount
  _ = x.angle
  _ = x.eye
  _ = x.horizontalAmount
  _ = x.horizontalBase
  _ = HKVisionPrism.init(amount:angle:eye:)
  _ = HKVisionPrism.init(verticalAmount:verticalBase:horizontalAmount:horizontalBase:eye:)
  _ = x.verticalAmount
  _ = x.verticalBase
}

@available(*, deprecated)
private func useHKVO2MaxTestType() {
  _ = HKVO2MaxTestType.self
  _ = HKVO2MaxTestType.init(rawValue:)
  _ = HKVO2MaxTestType.maxExercise
  _ = HKVO2MaxTestType.predictionNonExercise
  _ = HKVO2MaxTestType.predictionStepTest
  _ = HKVO2MaxTestType.predictionSubMaxExercise
}

@available(*, deprecated)
private func useHKWaterSalinity() {
  _ = HKWaterSalinity.self
  _ = HKWaterSalinity.freshWater
  _ = HKWaterSalinity.init(rawValue:)
  _ = HKWaterSalinity.saltWater
}

@available(*, deprecated)
private func useHKWeatherCondition() {
  _ = HKWeatherCondition.self
  _ = HKWeatherCondition.blustery
  _ = HKWeatherCondition.clear
  _ = HKWeatherCondition.cloudy
  _ = HKWeatherCondition.drizzle
  _ = HKWeatherCondition.dust
  _ = HKWeatherCondition.fair
  _ = HKWeatherCondition.foggy
  _ = HKWeatherCondition.freezingDrizzle
  _ = HKWeatherCondition.freezingRain
  _ = HKWeatherCondition.hail
  _ = HKWeatherCondition.haze
  _ = HKWeatherCondition.hurricane
  _ = HKWeatherCondition.init(rawValue:)
  _ = HKWeatherCondition.mixedRainAndHail
  _ = HKWeatherCondition.mixedRainAndSleet
  _ = HKWeatherCondition.mixedRainAndSnow
  _ = HKWeatherCondition.mixedSnowAndSleet
  _ = HKWeatherCondition.mostlyCloudy
  _ = HKWeatherCondition.none
  _ = HKWeatherCondition.partlyCloudy
  _ = HKWeatherCondition.scatteredShowers
  _ = HKWeatherCondition.showers
  _ = HKWeatherCondition.sleet
  _ = HKWeatherCondition.smoky
  _ = HKWeatherCondition.snow
  _ = HKWeatherCondition.thunderstorms
  _ = HKWeatherCondition.tornado
  _ = HKWeatherCondition.tropicalStorm
  _ = HKWeatherCondition.windy
}

@available(*, deprecated)
private func useHKWheelchairUse() {
  _ = HKWheelchairUse.self
  _ = HKWheelchairUse.init(rawValue:)
  _ = HKWheelchairUse.no
  _ = HKWheelchairUse.notSet
  _ = HKWheelchairUse.yes
}

@available(*, deprecated)
private func useHKWheelchairUseObject(_ x: HKWheelchairUseObject) {
  _ = HKWheelchairUseObject.self
  _ = x.wheelchairUse
}

@available(*, deprecated)
private func useHKWorkout(_ x: HKWorkout) {
  _ = HKWorkout.self
  _ = x.allStatistics
  _ = x.duration
  _ = HKWorkout.init(activityType:start:end:)
  _ = HKWorkout.init(activityType:start:end:duration:totalEnergyBurned:totalDistance:device:metadata:)
  _ = HKWorkout.init(activityType:start:end:duration:totalEnergyBurned:totalDistance:metadata:)
  _ = HKWorkout.init(activityType:start:end:workoutEvents:totalEnergyBurned:totalDistance:device:metadata:)
  _ = HKWorkout.init(activityType:start:end:workoutEvents:totalEnergyBurned:totalDistance:metadata:)
  _ = HKWorkout.init(activityType:start:end:workoutEvents:totalEnergyBurned:totalDistance:totalFlightsClimbed:device:metadata:)
  _ = HKWorkout.init(activityType:start:end:workoutEvents:totalEnergyBurned:totalDistance:totalSwimmingStrokeCount:device:metadata:)
  _ = x.statistics(for:)
  _ = x.totalDistance
  _ = x.totalEnergyBurned
  _ = x.totalFlightsClimbed
  _ = x.totalSwimmingStrokeCount
  _ = x.workoutActivities
  _ = x.workoutActivityType
  _ = x.workoutEvents
  _ = x.zoneGroup(for:)
  _ = x.zoneGroupsByType
}

@available(*, deprecated)
private func useHKWorkoutActivity(_ x: HKWorkoutActivity) {
  _ = HKWorkoutActivity.self
  _ = x.allStatistics
  _ = x.duration
  _ = x.endDate
  _ = HKWorkoutActivity.init(coder:)
  _ = HKWorkoutActivity.init(workoutConfiguration:start:end:metadata:)
  _ = x.metadata
  _ = x.startDate
  _ = x.statistics(for:)
  _ = x.uuid
  _ = x.workoutConfiguration
  _ = x.workoutEvents
  _ = x.zoneGroup(for:)
  _ = x.zoneGroupsByType
}

@available(*, deprecated)
private func useHKWorkoutActivityType() {
  _ = HKWorkoutActivityType.self
  _ = HKWorkoutActivityType.americanFootball
  _ = HKWorkoutActivityType.archery
  _ = HKWorkoutActivityType.australianFootball
  _ = HKWorkoutActivityType.badminton
  _ = HKWorkoutActivityType.barre
  _ = HKWorkoutActivityType.baseball
  _ = HKWorkoutActivityType.basketball
  _ = HKWorkoutActivityType.bowling
  _ = HKWorkoutActivityType.boxing
  _ = HKWorkoutActivityType.cardioDance
  _ = HKWorkoutActivityType.climbing
  _ = HKWorkoutActivityType.cooldown
  _ = HKWorkoutActivityType.coreTraining
  _ = HKWorkoutActivityType.cricket
  _ = HKWorkoutActivityType.crossCountrySkiing
  _ = HKWorkoutActivityType.crossTraining
  _ = HKWorkoutActivityType.curling
  _ = HKWorkoutActivityType.cycling
  _ = HKWorkoutActivityType.dance
  _ = HKWorkoutActivityType.danceInspiredTraining
  _ = HKWorkoutActivityType.discSports
  _ = HKWorkoutActivityType.downhillSkiing
  _ = HKWorkoutActivityType.elliptical
  _ = HKWorkoutActivityType.equestrianSports
  _ = HKWorkoutActivityType.fencing
  _ = HKWorkoutActivityType.fishing
  _ = HKWorkoutActivityType.fitnessGaming
  _ = HKWorkoutActivityType.flexibility
  _ = HKWorkoutActivityType.functionalStrengthTraining
  _ = HKWorkoutActivityType.golf
  _ = HKWorkoutActivityType.gymnastics
  _ = HKWorkoutActivityType.handball
  _ = HKWorkoutActivityType.handCycling
  _ = HKWorkoutActivityType.highIntensityIntervalTraining
  _ = HKWorkoutActivityType.hiking
  _ = HKWorkoutActivityType.hockey
  _ = HKWorkoutActivityType.hunting
  _ = HKWorkoutActivityType.init(rawValue:)
  _ = HKWorkoutActivityType.jumpRope
  _ = HKWorkoutActivityType.kickboxing
  _ = HKWorkoutActivityType.lacrosse
  _ = HKWorkoutActivityType.martialArts
  _ = HKWorkoutActivityType.mindAndBody
  _ = HKWorkoutActivityType.mixedCardio
  _ = HKWorkoutActivityType.mixedMetabolicCardioTraining
  _ = HKWorkoutActivityType.other
  _ = HKWorkoutActivityType.paddleSports
  _ = HKWorkoutActivityType.pickleball
  _ = HKWorkoutActivityType.pilates
  _ = HKWorkoutActivityType.play
  _ = HKWorkoutActivityType.preparationAndRecovery
  _ = HKWorkoutActivityType.racquetball
  _ = HKWorkoutActivityType.rowing
  _ = HKWorkoutActivityType.rugby
  _ = HKWorkoutActivityType.running
  _ = HKWorkoutActivityType.sailing
  _ = HKWorkoutActivityType.skatingSports
  _ = HKWorkoutActivityType.snowboarding
  _ = HKWorkoutActivityType.snowSports
  _ = HKWorkoutActivityType.soccer
  _ = HKWorkoutActivityType.socialDance
  _ = HKWorkoutActivityType.softball
  _ = HKWorkoutActivityType.squash
  _ = HKWorkoutActivityType.stairClimbing
  _ = HKWorkoutActivityType.stairs
  _ = HKWorkoutActivityType.stepTraining
  _ = HKWorkoutActivityType.surfingSports
  _ = HKWorkoutActivityType.swimBikeRun
  _ = HKWorkoutActivityType.swimming
  _ = HKWorkoutActivityType.tableTennis
  _ = HKWorkoutActivityType.taiChi
  _ = HKWorkoutActivityType.tennis
  _ = HKWorkoutActivityType.trackAndField
  _ = HKWorkoutActivityType.traditionalStrengthTraining
  _ = HKWorkoutActivityType.transition
  _ = HKWorkoutActivityType.underwaterDiving
  _ = HKWorkoutActivityType.volleyball
  _ = HKWorkoutActivityType.walking
  _ = HKWorkoutActivityType.waterFitness
  _ = HKWorkoutActivityType.waterPolo
  _ = HKWorkoutActivityType.waterSports
  _ = HKWorkoutActivityType.wheelchairRunPace
  _ = HKWorkoutActivityType.wheelchairWalkPace
  _ = HKWorkoutActivityType.wrestling
  _ = HKWorkoutActivityType.yoga
}
