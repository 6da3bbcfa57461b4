/// The version of the algorithm that classified an electrocardiogram.
public enum HKAppleECGAlgorithmVersion: Int, Sendable {
  /// The first version.
  case version1 = 1
  /// The second version, for higher heart rates.
  case version2 = 2
}

/// When blood glucose was measured relative to a meal.
public enum HKBloodGlucoseMealTime: Int, Sendable {
  /// Before a meal.
  case preprandial = 1
  /// After a meal.
  case postprandial = 2
}

/// Where body temperature was measured.
public enum HKBodyTemperatureSensorLocation: Int, Sendable {
  /// Another one.
  case other = 0
  /// Armpit.
  case armpit = 1
  /// The body surface.
  case body = 2
  /// Ear.
  case ear = 3
  /// Finger.
  case finger = 4
  /// The intestines.
  case gastroIntestinal = 5
  /// Mouth.
  case mouth = 6
  /// Rectum.
  case rectum = 7
  /// Toe.
  case toe = 8
  /// The eardrum.
  case earDrum = 9
  /// Temporal artery.
  case temporalArtery = 10
  /// Forehead.
  case forehead = 11
}

/// How functional threshold power was determined.
public enum HKCyclingFunctionalThresholdPowerTestType: Int, Sendable {
  /// An hour at the highest possible power.
  case maxExercise60Minute = 1
  /// 20 minutes at the highest possible power.
  case maxExercise20Minute = 2
  /// With power that increases until exhaustion.
  case rampTest = 3
  /// Estimated from training.
  case predictionExercise = 4
}

/// On which side a device was worn.
public enum HKDevicePlacementSide: Int, Sendable {
  /// Not known.
  case unknown = 0
  /// On the left.
  case left = 1
  /// On the right.
  case right = 2
  /// In the middle.
  case central = 3
}

/// How active the user was when the heart rate was measured.
public enum HKHeartRateMotionContext: Int, Sendable {
  /// Not set.
  case notSet = 0
  /// The user did not move.
  case sedentary = 1
  /// The user moved.
  case active = 2
}

/// How heart rate recovery was determined.
public enum HKHeartRateRecoveryTestType: Int, Sendable {
  /// After exercise to exhaustion.
  case maxExercise = 1
  /// Estimated from exercise below the maximum.
  case predictionSubMaxExercise = 2
  /// Estimated without exercise.
  case predictionNonExercise = 3
}

/// Where heart rate was measured.
public enum HKHeartRateSensorLocation: Int, Sendable {
  /// Another one.
  case other = 0
  /// Chest.
  case chest = 1
  /// Wrist.
  case wrist = 2
  /// Finger.
  case finger = 3
  /// Hand.
  case hand = 4
  /// Ear lobe.
  case earLobe = 5
  /// Foot.
  case foot = 6
}

/// Why insulin was delivered.
public enum HKInsulinDeliveryReason: Int, Sendable {
  /// For the basic need.
  case basal = 1
  /// For a meal, or to correct a high value.
  case bolus = 2
}

/// How physical effort was estimated.
public enum HKPhysicalEffortEstimationType: Int, Sendable {
  /// From a table of activities.
  case activityLookup = 1
  /// Measured by a device.
  case deviceSensed = 2
}

/// The predominant stroke of a lap.
public enum HKSwimmingStrokeStyle: Int, Sendable {
  /// Not known.
  case unknown = 0
  /// Mixed.
  case mixed = 1
  /// Freestyle.
  case freestyle = 2
  /// Backstroke.
  case backstroke = 3
  /// Breaststroke.
  case breaststroke = 4
  /// Butterfly.
  case butterfly = 5
  /// Kickboard.
  case kickboard = 6
}

/// How active the user was.
public enum HKUserMotionContext: Int, Sendable {
  /// Not set.
  case notSet = 0
  /// The user did not move.
  case stationary = 1
  /// The user moved.
  case active = 2
}

/// How VO₂ max was determined.
public enum HKVO2MaxTestType: Int, Sendable {
  /// By exercise to exhaustion.
  case maxExercise = 1
  /// Estimated from exercise below the maximum.
  case predictionSubMaxExercise = 2
  /// Estimated without exercise.
  case predictionNonExercise = 3
  /// Estimated from a step test.
  case predictionStepTest = 4
}

/// Whether water was fresh or salt.
public enum HKWaterSalinity: Int, Sendable {
  /// Fresh water.
  case freshWater = 1
  /// Salt water.
  case saltWater = 2
}

/// The weather during a workout.
public enum HKWeatherCondition: Int, Sendable {
  /// Not known.
  case none = 0
  /// Clear.
  case clear = 1
  /// Fair.
  case fair = 2
  /// Partly cloudy.
  case partlyCloudy = 3
  /// Mostly cloudy.
  case mostlyCloudy = 4
  /// Cloudy.
  case cloudy = 5
  /// Foggy.
  case foggy = 6
  /// Haze.
  case haze = 7
  /// Windy.
  case windy = 8
  /// Blustery.
  case blustery = 9
  /// Smoky.
  case smoky = 10
  /// Dust.
  case dust = 11
  /// Snow.
  case snow = 12
  /// Hail.
  case hail = 13
  /// Sleet.
  case sleet = 14
  /// Freezing drizzle.
  case freezingDrizzle = 15
  /// Freezing rain.
  case freezingRain = 16
  /// Mixed rain and hail.
  case mixedRainAndHail = 17
  /// Mixed rain and snow.
  case mixedRainAndSnow = 18
  /// Mixed rain and sleet.
  case mixedRainAndSleet = 19
  /// Mixed snow and sleet.
  case mixedSnowAndSleet = 20
  /// Drizzle.
  case drizzle = 21
  /// Scattered showers.
  case scatteredShowers = 22
  /// Showers.
  case showers = 23
  /// Thunderstorms.
  case thunderstorms = 24
  /// Tropical storm.
  case tropicalStorm = 25
  /// Hurricane.
  case hurricane = 26
  /// Tornado.
  case tornado = 27
}
