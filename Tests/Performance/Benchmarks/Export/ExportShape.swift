/// One type of record in a generated export: its frequency and its content.
struct ExportShape {
  enum Device {
    case watch, phone
    /// A watch's type that is exported without a device.
    case watchWithoutDevice
  }

  enum Child {
    case none, motionContext, beats
  }

  let type: String
  let unit: String
  /// Its sources; each of several writes its own records at about the same time.
  let devices: [Device]
  /// Records per day of each device.
  let daily: Double
  /// The maximum duration of a record, in seconds.
  let longest: Int
  let values: ClosedRange<Double>
  let decimals: Int
  var child = Child.none

  /// A typical day of a user with a watch and a phone: about 1,570 records.
  static let all: [ExportShape] = [
    .init("HeartRate", "count/min", [.watch], 540, 0, 48...160, 0, .motionContext),
    .init("ActiveEnergyBurned", "Cal", [.watch], 470, 140, 0.05...2.6, 3),
    .init("BasalEnergyBurned", "Cal", [.watch], 104, 800, 8...24, 4),
    .init("StepCount", "count", [.watch, .phone], 59, 260, 4...210, 0),
    .init("DistanceWalkingRunning", "mi", [.watch, .phone], 59, 260, 0.002...0.13, 5),
    .init("AppleStandTime", "min", [.watchWithoutDevice], 46, 300, 1...5, 0),
    .init("AppleExerciseTime", "min", [.watch], 45, 60, 1...1, 0),
    .init("RespiratoryRate", "count/min", [.watch], 25, 0, 11...19, 1),
    .init("WalkingSpeed", "mi/hr", [.phone], 14, 60, 1.8...3.6, 4),
    .init("WalkingStepLength", "in", [.phone], 14, 60, 22...32, 4),
    .init("WalkingDoubleSupportPercentage", "%", [.phone], 14, 60, 0.24...0.34, 3),
    .init("OxygenSaturation", "%", [.watch], 7.7, 0, 0.93...1, 2),
    .init("HeartRateVariabilitySDNN", "ms", [.watch], 3.8, 60, 18...110, 4, .beats),
    .init("FlightsClimbed", "count", [.phone], 3.6, 30, 1...4, 0),
    .init("RestingHeartRate", "count/min", [.watch], 1, 0, 50...64, 0),
    .init("WalkingHeartRateAverage", "count/min", [.watch], 1, 0, 84...112, 0),
    .init("BodyMass", "lb", [.phone], 0.33, 0, 150...156, 1),
  ]

  private init(
    _ name: String, _ unit: String, _ devices: [Device], _ daily: Double, _ longest: Int,
    _ values: ClosedRange<Double>, _ decimals: Int, _ child: Child = .none
  ) {
    type = "HKQuantityTypeIdentifier" + name
    self.unit = unit
    self.devices = devices
    self.daily = daily
    self.longest = longest
    self.values = values
    self.decimals = decimals
    self.child = child
  }
}
