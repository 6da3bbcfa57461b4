/// The type of a workout event.
public enum HKWorkoutEventType: Int, Sendable {
  /// The user paused.
  case pause = 1
  /// The user resumed.
  case resume = 2
  /// A lap.
  case lap = 3
  /// A mark set by the user.
  case marker = 4
  /// Paused because the user stood still.
  case motionPaused = 5
  /// Resumed because the user moved.
  case motionResumed = 6
  /// A segment.
  case segment = 7
  /// The user asked to pause or to resume; itself it does neither.
  case pauseOrResumeRequest = 8
}

/// Where a workout took place.
public enum HKWorkoutSessionLocationType: Int, Sendable {
  /// Not known.
  case unknown = 1
  /// Indoors.
  case indoor = 2
  /// Outdoors.
  case outdoor = 3
}

/// The kind of water in which a swimming workout took place.
public enum HKWorkoutSwimmingLocationType: Int, Sendable {
  /// Not known.
  case unknown = 0
  /// In a pool.
  case pool = 1
  /// In open water.
  case openWater = 2
}
