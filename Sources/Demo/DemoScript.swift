import FoundationEssentials
import HealthModel

/// One fictional day, minute by minute, and the samples derived from it.
struct DemoScript {
  private(set) var samples: [SampleRecord] = []
  private(set) var workouts: [WorkoutRecord] = []

  let day: DemoDay
  let seed: UInt64
  /// Whether it is generated minute by minute.
  let isDetailed: Bool
  /// The user's fitness, from 0 to 1.
  let form: Double
  private var random: DemoRandom
  private(set) var minutes: DemoMinutes

  /// - Parameter hasNight: whether the time before the day is generated too, so that it can contain sleep.
  init(
    day: DemoDay, plan: DemoPlan, goals: DemoGoals, seed: UInt64, isDetailed: Bool = true, form: Double = 1,
    hasNight: Bool = true
  ) {
    self.day = day
    self.seed = seed
    self.isDetailed = isDetailed
    self.form = form
    random = DemoRandom(seed: seed, stream: day.day.number)
    let count = Int(day.interval.upperBound.timeIntervalSince(day.interval.lowerBound)) / 60
    minutes = DemoMinutes(count: count, plan: plan, random: &random)
    minutes.scale(toEnergy: plan.move * goals.move * random.number(0.97..<1.03))
    addEnergy()
    addExercise()
    addStandHours(plan.stand)
    addSteps()
    addHeart()
    addWalking()
    if hasNight { addNight() }
    if let workout = plan.workout { add(workout) }
  }

  // MARK: Rings

  private mutating func addEnergy() {
    var minute = minutes.wake
    while minute < minutes.bed {
      let isBusy = minutes.effort[minute] != .rest
      let end = min(minute + (!isDetailed ? 60 - minute % 60 : isBusy ? 1 : random.integer(1...3)), minutes.bed)
      let energy = minutes.energy[minute..<end].reduce(0, +)
      add(.energy, .watch, minute, end, (energy * 1_000).rounded() / 1_000)
      minute = end
    }
  }

  private mutating func addExercise() {
    guard isDetailed else {
      for bout in minutes.bouts where bout.effort >= .brisk {
        add(.exercise, .watch, bout.start, bout.end, Double(bout.end - bout.start))
      }
      return
    }
    for minute in minutes.effort.indices where minutes.effort[minute] >= .brisk {
      add(.exercise, .watch, minute, minute + 1, 1)
    }
  }

  /// An hour with walking is a stand hour; the other hours are random.
  private mutating func addStandHours(_ count: Int) {
    let hours = Array(minutes.wake / 60..<(minutes.bed + 59) / 60)
    var stood = Set(
      hours.filter { hour in
        minutes.effort[(hour * 60)..<min((hour + 1) * 60, minutes.effort.count)].contains { $0 > .rest }
      })
    var idle = hours.filter { !stood.contains($0) }
    while stood.count < count, !idle.isEmpty {
      stood.insert(idle.remove(at: random.integer(0...idle.count - 1)))
    }
    for hour in hours {
      let end = min((hour + 1) * 60, minutes.effort.count)
      add(.stand, .watch, hour * 60, end, stood.contains(hour) ? 0 : 1)
    }
  }

  // MARK: Steps and distance

  /// The watch counts every walk; the phone counts those it was taken along on, with slightly different results.
  private mutating func addSteps() {
    for bout in minutes.bouts where bout.stepsPerMinute > 0 {
      let stride = bout.effort == .workout ? 1.05 : 0.72
      var minute = bout.start
      while minute < bout.end {
        let end = isDetailed ? min(minute + random.integer(2...5), bout.end) : bout.end
        let steps = (bout.stepsPerMinute * Double(end - minute) * random.number(0.9..<1.1)).rounded()
        add(.steps, .watch, minute, end, steps)
        add(.distance, .watch, minute, end, (steps * stride).rounded() / 1_000)
        minute = end
      }
      guard bout.effort != .workout, random.chance(0.6) else { continue }
      let steps = (bout.stepsPerMinute * Double(bout.end - bout.start) * random.number(0.88..<1.02)).rounded()
      let late = random.number(-20..<40)
      let start = at(bout.start) + late
      let end = at(bout.end) + late + random.number(-15..<15)
      add(.steps, .phone, start, end, steps)
      add(.distance, .phone, start, end, (steps * 0.7).rounded() / 1_000)
    }
  }

  // MARK: Writing

  func at(_ minute: Int) -> Date {
    day.interval.lowerBound + Double(minute) * 60
  }

  mutating func add(
    _ use: DemoTables.Use, _ writer: DemoTables.Writer, _ start: Int, _ end: Int, _ value: Double
  ) {
    add(use, writer, at(start), at(end), value)
  }

  mutating func add(
    _ use: DemoTables.Use, _ writer: DemoTables.Writer, _ start: Date, _ end: Date, _ value: Double,
    _ context: DemoTables.Context = .none
  ) {
    samples.append(
      SampleRecord(
        type: use.rawValue, provenance: writer.rawValue, metadata: context.rawValue, start: start, end: end,
        value: value))
  }

  mutating func add(_ workout: WorkoutRecord) { workouts.append(workout) }

  /// A separate stream of random numbers for the day, so that additions do not change existing values.
  func random(for purpose: Purpose) -> DemoRandom {
    DemoRandom(seed: seed &+ purpose.rawValue, stream: day.day.number)
  }

  enum Purpose: UInt64 {
    case heart = 0x6865_6172_7400
    case walking = 0x7761_6C6B_0000
    case night = 0x6E69_6768_7400
    case breathing = 0x6272_6561_7468
    case workout = 0x776F_726B_0000
    case route = 0x726F_7574_6500
  }
}
