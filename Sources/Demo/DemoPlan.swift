/// The totals of a kind of day.
struct DemoPlan: Hashable, Sendable {
  /// A fraction of the goal.
  var move: Double
  /// Minutes.
  var exercise: Int
  /// Hours.
  var stand: Int
  var workout: DemoWorkout?

  /// Closed days, a ring far beyond its goal, a near miss and a lazy day.
  static let week: [DemoPlan] = [
    DemoPlan(move: 1.08, exercise: 34, stand: 13),
    DemoPlan(move: 1.27, exercise: 52, stand: 12, workout: DemoWorkout(.running, minutes: 34, startingAt: 18)),
    DemoPlan(move: 0.86, exercise: 21, stand: 11),
    DemoPlan(move: 1.04, exercise: 31, stand: 13, workout: DemoWorkout(.strength, minutes: 24, startingAt: 7)),
    DemoPlan(move: 0.41, exercise: 5, stand: 7),
    DemoPlan(move: 1.56, exercise: 74, stand: 14, workout: DemoWorkout(.cycling, minutes: 58, startingAt: 10)),
    DemoPlan(move: 1.12, exercise: 28, stand: 12),
  ]

  /// All rings closed, day after day.
  static let goodWeek: [DemoPlan] = [
    DemoPlan(move: 1.11, exercise: 36, stand: 13),
    DemoPlan(move: 1.31, exercise: 55, stand: 13, workout: DemoWorkout(.running, minutes: 38, startingAt: 18)),
    DemoPlan(move: 1.06, exercise: 33, stand: 12),
    DemoPlan(move: 1.14, exercise: 41, stand: 13, workout: DemoWorkout(.strength, minutes: 28, startingAt: 7)),
    DemoPlan(move: 1.05, exercise: 32, stand: 13),
    DemoPlan(move: 1.62, exercise: 88, stand: 14, workout: DemoWorkout(.cycling, minutes: 72, startingAt: 10)),
    DemoPlan(move: 1.09, exercise: 35, stand: 12),
  ]
}

struct DemoWorkout: Hashable, Sendable {
  enum Activity: Hashable, Sendable {
    case running
    case strength
    case cycling

    var rawValue: Int {
      switch self {
      case .running: 37
      case .strength: 50
      case .cycling: 13
      }
    }

    var isIndoor: Bool { self == .strength }

    /// Kilocalories per minute, before the day is scaled to its goal.
    var intensity: Double {
      switch self {
      case .running: 11
      case .strength: 6
      case .cycling: 9
      }
    }

    var stepsPerMinute: Double {
      switch self {
      case .running: 164
      case .strength: 12
      case .cycling: 0
      }
    }
  }

  var activity: Activity
  var minutes: Int
  /// Hour of the day.
  var hour: Int

  init(_ activity: Activity, minutes: Int, startingAt hour: Int) {
    self.activity = activity
    self.minutes = minutes
    self.hour = hour
  }
}
