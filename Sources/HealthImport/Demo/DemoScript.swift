import FoundationEssentials
import HealthModel

/// One invented day, minute by minute, and the samples that follow from it.
struct DemoScript {
  private(set) var samples: [SampleRecord] = []
  private(set) var workouts: [WorkoutRecord] = []

  private let day: DemoDay
  private var random: DemoRandom
  private var minutes: DemoMinutes

  init(day: DemoDay, plan: DemoPlan, goals: DemoGoals, seed: UInt64) {
    self.day = day
    random = DemoRandom(seed: seed, stream: day.day.number)
    let count = Int(day.interval.upperBound.timeIntervalSince(day.interval.lowerBound)) / 60
    minutes = DemoMinutes(count: count, plan: plan, random: &random)
    minutes.scale(toEnergy: plan.move * goals.move * random.number(0.97..<1.03))
    addEnergy()
    addExercise()
    addStandHours(plan.stand)
    addSteps()
    addHeartRate()
    if let workout = plan.workout { add(workout) }
  }

  // MARK: Rings

  private mutating func addEnergy() {
    var minute = minutes.wake
    while minute < minutes.bed {
      let isBusy = minutes.effort[minute] != .rest
      let end = min(minute + (isBusy ? 1 : random.integer(1...3)), minutes.bed)
      let energy = minutes.energy[minute..<end].reduce(0, +)
      add(.energy, .watch, minute, end, (energy * 1_000).rounded() / 1_000)
      minute = end
    }
  }

  private mutating func addExercise() {
    for minute in minutes.effort.indices where minutes.effort[minute] >= .brisk {
      add(.exercise, .watch, minute, minute + 1, 1)
    }
  }

  /// Whoever walks has stood; the other hours are drawn.
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

  // MARK: Steps, distance, heart rate

  /// The watch counts every walk; the phone counts those it was taken along for, a little differently.
  private mutating func addSteps() {
    for bout in minutes.bouts where bout.stepsPerMinute > 0 {
      let stride = bout.effort == .workout ? 1.05 : 0.72
      var minute = bout.start
      while minute < bout.end {
        let end = min(minute + random.integer(2...5), bout.end)
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

  private mutating func addHeartRate() {
    var second = random.number(0..<300)
    while Int(second) < minutes.effort.count * 60 {
      let minute = Int(second) / 60
      let effort = minutes.effort[minute]
      let isAsleep = minute < minutes.wake || minute >= minutes.bed
      let rate: Double =
        switch effort {
        case .workout: random.number(128..<168)
        case .brisk: random.number(98..<122)
        case .stroll: random.number(78..<96)
        case .rest: isAsleep ? random.number(50..<58) : random.number(62..<78)
        }
      let instant = day.interval.lowerBound + second.rounded()
      add(.heartRate, .watch, instant, instant, rate.rounded(), effort >= .stroll ? .active : .sedentary)
      second += effort == .workout ? 30 : random.number(isAsleep ? 480..<720 : 200..<400)
    }
  }

  private mutating func add(_ workout: DemoWorkout) {
    guard let bout = minutes.bouts.first(where: { $0.effort == .workout }) else { return }
    let start = at(bout.start)
    let end = at(bout.end)
    var record = WorkoutRecord(
      sample: SampleRecord(
        type: DemoTables.Use.workout.rawValue, provenance: DemoTables.Writer.watch.rawValue,
        metadata: (workout.activity.isIndoor ? DemoTables.Context.indoor : .outdoor).rawValue, start: start, end: end,
        value: Double(workout.activity.rawValue)),
      duration: end.timeIntervalSince(start))
    func inside(_ use: DemoTables.Use) -> [Double] {
      samples.filter {
        $0.type == use.rawValue && $0.provenance == DemoTables.Writer.watch.rawValue && $0.start >= start
          && $0.end <= end
      }.map(\.value)
    }
    func statistics(_ use: DemoTables.Use) -> WorkoutStatisticsRecord {
      WorkoutStatisticsRecord(type: use.type.identifier, unit: use.type.unit ?? "", start: start, end: end)
    }
    var energy = statistics(.energy)
    energy.sum = inside(.energy).reduce(0, +)
    var rate = statistics(.heartRate)
    let rates = inside(.heartRate)
    rate.average = rates.isEmpty ? nil : rates.reduce(0, +) / Double(rates.count)
    rate.minimum = rates.min()
    rate.maximum = rates.max()
    record.statistics = [energy, rate]
    if workout.activity == .running {
      var distance = statistics(.distance)
      distance.sum = inside(.distance).reduce(0, +)
      record.statistics.append(distance)
    }
    workouts.append(record)
  }

  // MARK: Writing

  private func at(_ minute: Int) -> Date {
    day.interval.lowerBound + Double(minute) * 60
  }

  private mutating func add(
    _ use: DemoTables.Use, _ writer: DemoTables.Writer, _ start: Int, _ end: Int, _ value: Double
  ) {
    add(use, writer, at(start), at(end), value)
  }

  private mutating func add(
    _ use: DemoTables.Use, _ writer: DemoTables.Writer, _ start: Date, _ end: Date, _ value: Double,
    _ context: DemoTables.Context = .none
  ) {
    samples.append(
      SampleRecord(
        type: use.rawValue, provenance: writer.rawValue, metadata: context.rawValue, start: start, end: end,
        value: value))
  }
}
