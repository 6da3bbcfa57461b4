/// The fictional user's activity in each minute of a day.
struct DemoMinutes {
  enum Effort: Int, Comparable {
    case rest, stroll, brisk, workout

    static func < (lhs: Effort, rhs: Effort) -> Bool {
      lhs.rawValue < rhs.rawValue
    }
  }

  /// A period of movement.
  struct Bout {
    var start: Int
    var end: Int
    var effort: Effort
    var stepsPerMinute: Double
  }

  private(set) var effort: [Effort]
  /// Kilocalories.
  private(set) var energy: [Double]
  private(set) var bouts: [Bout] = []
  let wake: Int
  let bed: Int

  init(count: Int, plan: DemoPlan, random: inout DemoRandom) {
    effort = Array(repeating: .rest, count: count)
    energy = Array(repeating: 0, count: count)
    (wake, bed) = Self.waking(count: count, &random)
    for minute in wake..<bed { energy[minute] = random.number(0.08..<0.28) }

    var exercise = plan.exercise
    if let workout = plan.workout {
      let start = workout.hour * 60 + random.integer(5...40)
      place(start, workout.minutes, .workout, workout.activity.stepsPerMinute, workout.activity.intensity, &random)
      exercise -= workout.minutes
    }
    // Commuting, lunch and an evening walk, until the minutes are used up.
    var hours = [8, 12, 17, 20, 9, 15, 19, 14, 11, 16]
    while exercise > 0, !hours.isEmpty {
      let length = min(exercise, random.integer(5...11))
      let start = hours.removeFirst() * 60 + random.integer(0...45)
      if place(start, length, .brisk, random.number(104..<122), 4.6, &random) { exercise -= length }
    }
    // Short walks at home and at the office, more of them on active days.
    for hour in wake / 60 + 1..<max(bed / 60, wake / 60 + 1) where random.chance(Double(plan.stand) / 18) {
      place(hour * 60 + random.integer(0...52), random.integer(2...5), .stroll, random.number(55..<85), 1.6, &random)
    }
    bouts.sort { $0.start < $1.start }
  }

  /// The minutes of getting up and of going to bed: the first random numbers drawn.
  static func waking(count: Int, _ random: inout DemoRandom) -> (wake: Int, bed: Int) {
    let wake = min(random.integer(375...450), count)
    return (wake, max(min(random.integer(1_350...1_420), count), wake))
  }

  /// Adds a bout to the day if its minutes are free.
  @discardableResult
  private mutating func place(
    _ start: Int, _ length: Int, _ effort: Effort, _ stepsPerMinute: Double, _ intensity: Double,
    _ random: inout DemoRandom
  ) -> Bool {
    let end = start + length
    guard start >= wake, end <= bed, self.effort[start..<end].allSatisfy({ $0 == .rest }) else { return false }
    for minute in start..<end {
      self.effort[minute] = effort
      energy[minute] = intensity * random.number(0.85..<1.15)
    }
    bouts.append(Bout(start: start, end: end, effort: effort, stepsPerMinute: stepsPerMinute))
    return true
  }

  /// Scales the day's energy to a total, mostly by what movement costs.
  mutating func scale(toEnergy target: Double) {
    let sum = energy.reduce(0, +)
    guard sum > 0 else { return }
    for minute in energy.indices { energy[minute] *= target / sum }
  }
}
