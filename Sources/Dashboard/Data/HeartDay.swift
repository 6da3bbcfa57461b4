package import HealthModel

/// Heart data of a day and of the weeks before it.
package struct HeartDay: Hashable, Sendable {
  /// The number of days up to and including the day.
  package static let days = 28

  package struct Hour: Hashable, Sendable {
    /// In the user's time zone.
    package var hour: Int
    package var values: BucketStatistics?

    package init(hour: Int, values: BucketStatistics?) {
      self.hour = hour
      self.values = values
    }
  }

  /// A quantity that is measured at most a few times a day.
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

  /// A notification of a watch about a high or low heart rate or an irregular rhythm.
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
  /// The heart rate of each day, oldest first; averages are means over time, those of the hours too.
  package var ranges: [BucketStatistics?]
  /// The mean of each day, oldest first; nil for a day without data.
  package var measures: [Measure: [Double?]]
  /// The events of these weeks, latest first.
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
