package import HealthModel

/// The heart over a day, and over the weeks up to it.
package struct HeartDay: Hashable, Sendable {
  /// How many days up to the day are looked at.
  package static let days = 28

  package struct Hour: Hashable, Sendable {
    /// By the user's clock.
    package var hour: Int
    package var values: BucketStatistics?

    package init(hour: Int, values: BucketStatistics?) {
      self.hour = hour
      self.values = values
    }
  }

  /// What is measured at most a few times a day.
  package enum Measure: String, Hashable, Sendable, CaseIterable {
    case resting = "HKQuantityTypeIdentifierRestingHeartRate"
    case walking = "HKQuantityTypeIdentifierWalkingHeartRateAverage"
    case variability = "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
    case recovery = "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute"
    case fitness = "HKQuantityTypeIdentifierVO2Max"

    package var name: String {
      switch self {
      case .resting: "Resting"
      case .walking: "Walking"
      case .variability: "Variability"
      case .recovery: "Recovery"
      case .fitness: "Cardio fitness"
      }
    }

    package var unit: String {
      switch self {
      case .resting, .walking: "bpm"
      case .variability: "ms"
      case .recovery: "bpm"
      case .fitness: "mL/kg/min"
      }
    }

    package var decimals: Int { self == .fitness ? 1 : 0 }
  }

  /// High and low heart rates and irregular rhythms, as a watch tells of them.
  package struct Event: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      case high = "HKCategoryTypeIdentifierHighHeartRateEvent"
      case low = "HKCategoryTypeIdentifierLowHeartRateEvent"
      case irregular = "HKCategoryTypeIdentifierIrregularHeartRhythmEvent"

      package var name: String {
        switch self {
        case .high: "High heart rate"
        case .low: "Low heart rate"
        case .irregular: "Irregular rhythm"
        }
      }
    }

    package var kind: Kind
    package var day: Day
    package var minuteOfDay: Int

    package init(kind: Kind, day: Day, minuteOfDay: Int) {
      self.kind = kind
      self.day = day
      self.minuteOfDay = minuteOfDay
    }
  }

  package var day: Day
  package var hours: [Hour]
  /// The heart rate of each day up to the day, the oldest first.
  package var ranges: [BucketStatistics?]
  /// The mean of each day, the oldest first; nil for a day without.
  package var measures: [Measure: [Double?]]
  /// Of these weeks, the latest first.
  package var events: [Event]

  package init(
    day: Day, hours: [Hour], ranges: [BucketStatistics?], measures: [Measure: [Double?]],
    events: [Event] = []
  ) {
    self.day = day
    self.hours = hours
    self.ranges = ranges
    self.measures = measures
    self.events = events
  }
}
